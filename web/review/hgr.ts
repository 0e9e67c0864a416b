// Reading record files (docs/records.md): the page looks only at what it shows; the module checks the rules.

import { t } from '../lib/i18n.svelte';
import { games, type GameEvent, type GameName, type Result } from '../lib/protocol';

export interface GameRecord {
  header: Record<string, unknown> & { game: GameName };
  entries: GameEvent[];
  result: Result | null;
  text: string;
}

const largest = 8 << 20;

// All games of a file, or a sentence that says what is wrong.
export function read_records(text: string): GameRecord[] | string {
  if (text.length > largest) return t('review.too_large');
  const found: GameRecord[] = [];
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (!line) continue;
    let value: Record<string, unknown>;
    try {
      value = JSON.parse(line) as Record<string, unknown>;
    } catch {
      return t('review.no_json', { line: i + 1 });
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return t('review.no_json', { line: i + 1 });
    if ('hgr' in value) {
      if (!(games as unknown[]).includes(value['game'])) return t('review.no_game', { line: i + 1 });
      found.push({ header: value as GameRecord['header'], entries: [], result: null, text: line + '\n' });
      continue;
    }
    const game = found.at(-1);
    if (!game) return t('review.no_header');
    game.text += line + '\n';
    if ('result' in value) game.result = value['result'] as Result;
    else game.entries.push(value);
  }
  return found.length > 0 ? found : t('review.empty');
}
