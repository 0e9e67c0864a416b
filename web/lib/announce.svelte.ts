// What a screen reader is told, and the short notices that everybody sees.

import { untrack } from 'svelte';

let spoken = $state('');
let notice = $state<{ text: string; kind: 'plain' | 'wrong' } | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

export const said = () => spoken;
export const noticed = () => notice;

export function announce(text: string) {
  // The same words twice must still be a change.
  untrack(() => (spoken = spoken === text ? text + '\u00a0' : text));
}

export function notify(text: string, kind: 'plain' | 'wrong' = 'plain') {
  notice = { text, kind };
  announce(text);
  clearTimeout(timer);
  timer = setTimeout(() => (notice = null), 5000);
}

export function dismiss() {
  notice = null;
}
