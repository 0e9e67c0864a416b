// What a reader has chosen; it lasts where the browser lets it.

import { load, save } from './storage';

export interface Settings {
  language: 'en' | 'de' | 'ru' | '';
  theme: 'auto' | 'dark' | 'light';
  sound: boolean;
  motion: 'auto' | 'full' | 'none';
  confirm: boolean; // dragons: a finished turn waits for a press
  letters: boolean; // letters on stones and cards, beside their drawing
  hide_captured: boolean; // spirits: for those who like to remember
  name: string; // '' until one is chosen
  muted: { person: string; name: string }[]; // whose chat is hidden
}

const defaults: Settings = {
  language: '',
  theme: 'auto',
  sound: true,
  motion: 'auto',
  confirm: false,
  letters: true,
  hide_captured: false,
  name: '',
  muted: [],
};

export const settings: Settings = $state({ ...defaults, ...load<Partial<Settings>>('settings') });

export function keep_settings() {
  save('settings', $state.snapshot(settings));
}

// The theme stands before the first paint, and follows what the reader or the device chooses.
export function show_theme(light: boolean) {
  const root = document.documentElement;
  root.dataset['theme'] = settings.theme === 'auto' ? (light ? 'light' : 'dark') : settings.theme;
  root.dataset['motion'] = settings.motion;
}

export function still() {
  if (settings.motion !== 'auto') return settings.motion === 'none';
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export const is_muted = (person: string | undefined) => settings.muted.some((one) => one.person === person);

const most_muted = 200;
export function mute(person: string, name: string) {
  if (!is_muted(person)) settings.muted = [...settings.muted, { person, name }].slice(-most_muted);
}
export function unmute(person: string) {
  settings.muted = settings.muted.filter((one) => one.person !== person);
}
