// What a screen reader is told, and the short notices that everybody sees.

import { untrack } from 'svelte';

// The last few things; a log, since what comes in one breath must all be heard.
let spoken = $state.raw<{ id: number; text: string }[]>([]);
let count = 0;
let notice = $state<{ text: string; kind: 'plain' | 'wrong' } | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

export const said = () => spoken;
export const noticed = () => notice;

export function announce(text: string) {
  if (text) untrack(() => (spoken = [...spoken.slice(-5), { id: ++count, text }]));
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
