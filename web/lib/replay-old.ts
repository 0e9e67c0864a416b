// Turns a game of the version before journals into a journal: the same messages, at the times they had, lead to the
// same table as long as bots decide as they did. A message that is refused now was accepted then, so bots have changed.

import type { JournalPart } from './journal';
import { journaled, told } from './module-host';
import type { OldLog } from './oldgame';
import type { Module } from './wasm';

// `module` must be fresh. One part for each table, which is its whole journal; null if it became another game.
export function replay_old(module: Module, { seed, log }: OldLog): JournalPart[] | null {
  const tables = new Map<string, JournalPart>();
  const collect = () => {
    for (const part of journaled(module)) {
      const before = tables.get(part.listing.table);
      tables.set(part.listing.table, { ...part, first: 0, lines: [...(before?.lines ?? []), ...part.lines] });
    }
  };
  module.call('offline_seed', seed);
  for (const [at, message] of log) {
    for (let ticks = 0; ticks < 1e6 && module.call('offline_wait', undefined, at) === 0; ++ticks) {
      module.call('offline_tick', undefined, at);
      collect();
    }
    module.call('offline_message', JSON.stringify(message), at);
    const refused = told(module).some((answer) => answer.type === 'refused');
    collect();
    if (refused) return null;
  }
  return [...tables.values()];
}
