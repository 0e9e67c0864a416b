import type { Language } from '../../lib/i18n.svelte';
import type { GameName } from '../../lib/protocol';
import type { Section } from './section';

const pages = import.meta.glob<{ rules: Section[] }>('./*.*.ts');

export async function rules_of(game: GameName, language: Language): Promise<Section[]> {
  return (await pages[`./${game}.${language}.ts`]!()).rules;
}
