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
  name: string;
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
