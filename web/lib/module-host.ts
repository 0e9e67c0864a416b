// The tables of the module as a worker uses them: messages in, messages and journal lines out.

import type { JournalPart } from './journal';
import type { LobbyTable, ServerMessage } from './protocol';
import type { Module } from './wasm';

export function told(module: Module): ServerMessage[] {
  const lines = module.output().split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as ServerMessage);
}

// What was journaled since the last call.
export function journaled(module: Module): JournalPart[] {
  if (module.call('offline_journal') === 0) return [];
  const text = module.output().split('\n');
  const parts: JournalPart[] = [];
  for (let at = 0; text[at];) {
    const head = JSON.parse(text[at]!) as { first: number; lines: number; listing: LobbyTable };
    parts.push({ first: head.first, lines: text.slice(at + 1, at + 1 + head.lines), listing: head.listing });
    at += 1 + head.lines;
  }
  return parts;
}
