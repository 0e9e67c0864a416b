// Words in the reader's language. English is always there; the others come when they are wanted.

import { en, type Words } from './words/en';
import { settings } from './settings.svelte';

export type Language = 'en' | 'de' | 'ru';
export type Key = keyof Words;
export const languages: { code: Language; name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'ru', name: 'Русский' },
];

let words = $state.raw<Words>(en);
let current = $state<Language>('en');

export const language = () => current;

export function preferred(): Language {
  for (const wish of navigator.languages ?? []) {
    const code = wish.slice(0, 2);
    if (code === 'en' || code === 'de' || code === 'ru') return code;
  }
  return 'en';
}

export async function speak(code: Language) {
  const loaded = code === 'de' ? (await import('./words/de')).de : code === 'ru' ? (await import('./words/ru')).ru : en;
  words = loaded;
  current = code;
  document.documentElement.lang = code;
}

export const choose_language = (code: Language) => {
  settings.language = code;
  return speak(code);
};

export function t(key: Key, values?: Record<string, string | number>): string {
  const text = words[key];
  return values ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)) : text;
}
