// The game that a version before journals has left on this device: its seed and what was said to its table.

import { load, save } from './storage';
import type { ClientMessage, GameName } from './protocol';

export interface OldLog {
  seed: string;
  log: [number, ClientMessage][];
}
export interface OldGame extends OldLog {
  table: string;
  game: GameName;
  saved: number;
}

export function old_game(): OldGame | null {
  const kept = load<OldLog>('offline-journal');
  if (!kept?.seed || !Array.isArray(kept.log)) return null;
  const table = kept.log.findLast(([, message]) => typeof message.table === 'string')?.[1]['table'];
  const game = kept.log.findLast(([, message]) => message.type === 'create')?.[1]['game'];
  if (typeof table !== 'string' || typeof game !== 'string') return null;
  return { ...kept, table, game: game as GameName, saved: kept.log.at(-1)![0] };
}

export function forget_old_game() {
  save('offline-journal', null);
  save('local-game', null);
}
