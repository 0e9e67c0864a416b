import { expect, test } from 'vitest';
import { lobby_after } from './lobby';
import type { LobbyTable } from './protocol';

const table = (table: string, created: number, state: LobbyTable['state'] = 'waiting'): LobbyTable => ({
  table,
  created,
  state,
  game: 'dragons',
  options: {},
  places: [],
});
const ids = (tables: LobbyTable[]) => tables.map((one) => one.table);

test('the first list is all there is', () => {
  expect(ids(lobby_after([table('old', 1)], { type: 'lobby', tables: [table('a', 2), table('b', 1)] }))).toEqual([
    'a',
    'b',
  ]);
});

test('later ones say what has changed', () => {
  const before = [table('a', 3), table('b', 2), table('c', 1)];
  const changed = [table('d', 4), table('a', 3, 'running')];
  expect(ids(lobby_after(before, { type: 'lobby', changed, gone: ['c'] }))).toEqual(['d', 'b', 'a']);
  expect(lobby_after(before, { type: 'lobby', changed: [], gone: ['x'] })).toEqual(before);
});
