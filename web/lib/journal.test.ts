// Journals on a device: appended, never mixed, and none that is being played is removed.
import 'fake-indexeddb/auto';
import { createStore, promisifyRequest } from 'idb-keyval';
import { expect, test } from 'vitest';
import { append, claim, journal_text, most_finished, prune, remove, saved_list, type JournalPart } from './journal';
import type { LobbyTable } from './protocol';

let made = 0;
const fresh = () => `here${++made}`;
const part = (table: string, first: number, lines: string[], state: LobbyTable['state'] = 'running'): JournalPart => ({
  first,
  lines,
  listing: { table, game: 'dragons', options: {}, state, places: [] },
});

test('batches come back as one journal, each table by itself', async () => {
  const [one, two] = [fresh(), fresh()];
  expect(await append(part(one, 0, ['a', 'b']), 'me')).toBe(true);
  expect(await append(part(two, 0, ['x']), 'me')).toBe(true);
  for (let version = 2; version < 14; ++version)
    expect(await append(part(one, version, [`${version}`]), 'me')).toBe(true);
  expect((await claim(one, 'me'))?.journal).toBe('a\nb\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13');
  expect((await claim(two, 'me'))?.journal).toBe('x');
  expect(await claim('nowhere', 'me')).toBeNull();
});

test('whoever opened a table last owns it, and nobody else writes', async () => {
  const table = fresh();
  await append(part(table, 0, ['a']), 'me');
  expect(await append(part(table, 1, ['theirs']), 'other')).toBe(false);
  expect((await claim(table, 'other'))?.journal).toBe('a');
  expect(await append(part(table, 1, ['mine']), 'me')).toBe(false);
  expect(await append(part(table, 1, ['theirs']), 'other')).toBe(true);
  expect(await journal_text(table)).toBe('a\ntheirs\n');
});

test('two tabs that write at the same moment never both succeed', async () => {
  const table = fresh();
  await append(part(table, 0, ['a']), 'me');
  const both = await Promise.all([
    append(part(table, 1, ['b']), 'me'),
    claim(table, 'other').then(() => append(part(table, 1, ['c']), 'other')),
    append(part(table, 1, ['d']), 'me'),
  ]);
  expect(both.filter(Boolean).length).toBe(1);
  const lines = (await journal_text(table)).trim().split('\n');
  expect(lines.length).toBe(2);
});

test('a gap, a repetition and a second beginning are turned away', async () => {
  const table = fresh();
  await append(part(table, 0, ['a']), 'me');
  expect(await append(part(table, 0, ['z']), 'me')).toBe(false);
  expect(await append(part(table, 2, ['c']), 'me')).toBe(false);
  expect(await append(part(fresh(), 1, ['b']), 'me')).toBe(false);
  expect(await journal_text(table)).toBe('a\n');
});

test('a missing batch is noticed', async () => {
  const table = fresh();
  for (let version = 0; version < 3; ++version) await append(part(table, version, [`${version}`]), 'me');
  const journals = createStore('hotaka', 'journals');
  await journals('readwrite', (store) => promisifyRequest(store.delete(['lines', table, 1])));
  expect(await claim(table, 'me')).toMatchObject({ journal: '', game: { table, next: 3 } });
  expect(await journal_text(table)).toBe('0\n2\n');
});

test('the oldest games that are over go, those that are played stay', async () => {
  const played = [fresh(), fresh(), fresh()];
  for (const table of played) await append(part(table, 0, ['a']), 'me');
  const over = Array.from({ length: most_finished + 4 }, fresh);
  for (const table of over) {
    await append(part(table, 0, ['a'], 'finished'), 'me');
    await new Promise((later) => setTimeout(later, 2));
  }
  await prune();
  const kept = (await saved_list()).map((game) => game.table);
  for (const table of played) expect(kept).toContain(table);
  for (const table of over.slice(4)) expect(kept).toContain(table);
  for (const table of over.slice(0, 4)) {
    expect(kept).not.toContain(table);
    expect(await journal_text(table)).toBe('\n');
  }
});

test('the newest is listed first, and what is removed is gone', async () => {
  const [one, two] = [fresh(), fresh()];
  await append(part(one, 0, ['a']), 'me');
  await new Promise((later) => setTimeout(later, 2));
  await append(part(two, 0, ['a']), 'me');
  expect((await saved_list())[0]?.table).toBe(two);
  await remove(two);
  expect((await saved_list()).map((game) => game.table)).not.toContain(two);
  expect(await claim(two, 'me')).toBeNull();
  expect(await append(part(two, 1, ['b']), 'me')).toBe(false);
});
