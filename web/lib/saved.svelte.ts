// The saved games of this device as the page shows them, and what is wrong with any of them.

import { remove, saved_list } from './journal';
import { forget_old_game, old_game } from './oldgame';
import type { GameName, LobbyTable, Place } from './protocol';

// unsaved: it goes on, but storage fails. taken: another tab plays it. damaged: its journal is. old: a version before
// saved it, and it became another game. unreadable: storage cannot be read.
export type Trouble = 'unsaved' | 'taken' | 'damaged' | 'old' | 'unreadable';

export interface Entry {
  table: string;
  game: GameName;
  state: LobbyTable['state'];
  places: Place[];
  saved?: number; // when; nothing if it is not
}

let troubles = $state.raw<Record<string, Trouble>>({});
let unsaved = $state.raw<LobbyTable[]>([]);
let stored = $state.raw<Entry[]>([]);

export const trouble_of = (table: string): Trouble | undefined => troubles[table];

export function set_trouble(table: string, trouble: Trouble | undefined) {
  const { [table]: _, ...others } = troubles;
  troubles = trouble ? { ...others, [table]: trouble } : others;
}

// Games that storage does not take live as long as the page, and are listed so long.
export function set_saving(game: LobbyTable, saved: boolean) {
  unsaved = unsaved.filter((one) => one.table !== game.table);
  if (!saved) unsaved = [...unsaved, game];
  set_trouble(game.table, saved ? undefined : 'unsaved');
}

export const saved_games = (): Entry[] => {
  const listed = stored.map((game) => game.table);
  return [...unsaved.filter((game) => !listed.includes(game.table)), ...stored].filter(
    (game) => game.state !== 'waiting',
  );
};

export async function load_saved() {
  const old = old_game();
  const before: Entry[] = old ? [{ ...old, state: 'running', places: [] }] : [];
  stored = [...before, ...(await saved_list().catch(() => []))];
}

export async function remove_saved(table: string) {
  if (old_game()?.table === table) forget_old_game();
  await remove(table).catch(() => undefined);
  unsaved = unsaved.filter((game) => game.table !== table);
  set_trouble(table, undefined);
  await load_saved();
}
