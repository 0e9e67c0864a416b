// Saved offline games: the journal of each table in IndexedDB, in batches of lines that are only ever appended, and
// beside it the table as lists show it. A table has one owner at a time, the worker that opened it last; what another
// one still wants to append is turned away, so that two tabs never mix their lines.

import { createStore, promisifyRequest } from 'idb-keyval';
import type { LobbyTable } from './protocol';

// Lines that continue the journal of the listed table, the first of them with this version.
export interface JournalPart {
  first: number;
  lines: string[];
  listing: LobbyTable;
}

export interface SavedGame extends LobbyTable {
  next: number; // the version of the next line
  owner: string;
  saved: number; // when, in ms
}

// Games that are over, or never began, are kept up to this many.
export const most_finished = 20;

const journals = createStore('hotaka', 'journals');
const gameKey = (table: string) => ['game', table];
const allGames = () => IDBKeyRange.bound(['game'], ['game', []]);
const linesKey = (table: string, first: number) => ['lines', table, first];
const allLines = (table: string) => IDBKeyRange.bound(['lines', table], ['lines', table, []]);

// One transaction; resolves when all of it is stored.
async function change<T>(run: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  return journals('readwrite', async (store) => {
    const stored = promisifyRequest(store.transaction);
    const [answer] = await Promise.all([run(store), stored]);
    return answer;
  });
}

const get_game = (store: IDBObjectStore, table: string) =>
  promisifyRequest(store.get(gameKey(table)) as IDBRequest<SavedGame | undefined>);
const get_games = (store: IDBObjectStore) => promisifyRequest(store.getAll(allGames()) as IDBRequest<SavedGame[]>);
const get_lines = (store: IDBObjectStore, table: string) =>
  promisifyRequest(store.getAll(allLines(table)) as IDBRequest<string[]>);

function erase(store: IDBObjectStore, table: string) {
  store.delete(gameKey(table));
  store.delete(allLines(table));
}

// False if the table has another owner, or other lines than those that this part continues.
export function append({ first, lines, listing }: JournalPart, owner: string): Promise<boolean> {
  return change(async (store) => {
    const kept = await get_game(store, listing.table);
    if (kept ? kept.owner !== owner || kept.next !== first : first !== 0) return false;
    store.add(lines.join('\n'), linesKey(listing.table, first));
    const game: SavedGame = { ...listing, next: first + lines.length, owner, saved: Date.now() };
    store.put(game, gameKey(listing.table));
    store.transaction.commit?.(); // the tab may be about to close
    return true;
  });
}

// Makes this worker the owner and reads the whole journal, which is empty if a part of it is missing; null if there is
// no such table.
export function claim(table: string, owner: string): Promise<{ game: SavedGame; journal: string } | null> {
  return change(async (store) => {
    const game = await get_game(store, table);
    if (!game) return null;
    const lines = (await get_lines(store, table)).flatMap((batch) => batch.split('\n'));
    store.put({ ...game, owner }, gameKey(table));
    return { game, journal: lines.length === game.next ? lines.join('\n') : '' };
  });
}

// The journal for a file, whoever owns it.
export const journal_text = async (table: string) =>
  (await journals('readonly', (store) => get_lines(store, table))).join('\n') + '\n';

// The newest first.
export async function saved_list(): Promise<SavedGame[]> {
  const games = await journals('readonly', get_games);
  return games.sort((a, b) => b.saved - a.saved);
}

export const remove = (table: string) => change((store) => Promise.resolve(erase(store, table)));

// Removes the oldest of those that are over or never began; never one that is being played.
export function prune(): Promise<void> {
  return change(async (store) => {
    const games = (await get_games(store)).filter((game) => game.state !== 'running');
    games.sort((a, b) => b.saved - a.saved);
    for (const { table } of games.slice(most_finished)) erase(store, table);
  });
}
