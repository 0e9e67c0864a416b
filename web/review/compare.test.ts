// @vitest-environment jsdom
// What a host says after a game is compared with what it said before.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { load } from '../lib/storage';
import type { Place } from '../lib/protocol';
import { compare } from './compare';
import { read_records, type GameRecord } from './hgr';

vi.mock('../lib/i18n.svelte', () => ({ t: (key: string) => key }));

type Shown = typeof import('../lib/shown');
let notes: Shown;
beforeEach(async () => {
  vi.resetModules(); // as after a reload
  notes = await import('../lib/shown');
});

interface Fair {
  id: string;
  commit: string;
  seeds: string[];
  secret: string;
}
const fixture = (name: string): GameRecord & { fair: Fair } => {
  const read = read_records(readFileSync(join(__dirname, 'fixtures', `${name}.hgr`), 'utf8'));
  if (typeof read === 'string') throw new Error(read);
  return { ...read[0]!, fair: read[0]!.header['fair'] as Fair };
};

// Shows the notes a game up to some entry, as the person in a place would see it.
let table = '';
function play(game: GameRecord & { fair: Fair }, me: number | null, entries = game.entries.length, name = 'a') {
  table = `${game.header.game}-${name}`;
  const { id, commit, seeds } = game.fair;
  const places: Place[] = seeds.map((seed) => ({ kind: 'person', seed }));
  const base = { table, me, seat: me, places };
  notes.note({ ...base, state: 'waiting', fair: { id, commit }, events: [] });
  return notes.note({
    ...base,
    state: 'running',
    fair: { id, commit, seeds },
    events: game.entries.slice(0, entries),
  })!;
}
const keys = (game: GameRecord, shown: Parameters<typeof compare>[1], sent: string[]) =>
  compare(game, shown, sent).map((line) => `${line.good} ${line.key.replace('compare.', '')}`);

test('all that was shown is in an honest record', () => {
  const game = fixture('dragons');
  const shown = play(game, 0, 20);
  expect(keys(game, shown, ['ab', game.fair.seeds[0]!])).toEqual([
    'true commit',
    'true seed',
    'true seeds',
    'true events',
  ]);
  expect(compare(game, shown, []).at(-1)?.values?.['count']).toBe(shown.events.length);
  expect(shown.events.length).toBeGreaterThan(4);
});

test('a record of another secret is found, however well it agrees with itself', () => {
  const shown = play(fixture('dragons'), 0, 20, 'other');
  const other = fixture('dragons');
  const fair = { ...other.fair, commit: '00'.repeat(32) };
  const found = compare({ ...other, header: { ...other.header, fair } }, shown, []);
  expect(found[0]).toMatchObject({
    good: false,
    key: 'compare.commit_differs',
    values: { record: '00'.repeat(32), shown: other.fair.commit },
  });
  const bare = compare({ ...other, header: { game: 'dragons' } }, shown, []);
  expect(bare[0]).toMatchObject({ good: false, values: { record: '–' } });
});

test('a seed that the host replaced is found', () => {
  const game = fixture('dragons');
  const shown = play(game, 0, 20, 'seed');
  expect(keys(game, shown, ['cd'.repeat(16)])).toContain('false seed_differs');
  const seeds = [game.fair.seeds[1]!, game.fair.seeds[0]!];
  const swapped = { ...game, header: { ...game.header, fair: { ...game.fair, seeds } } };
  expect(keys(swapped, shown, [game.fair.seeds[0]!])).toEqual(
    expect.arrayContaining(['false seed_differs', 'false seeds_differ']),
  );
  expect(keys(game, play(game, null, 20, 'watcher'), [])).toContain('null no_seed');
});

test('a die that was shown otherwise, or that is missing, is found', () => {
  const game = fixture('dragons');
  const shown = play(game, 0, 20, 'die');
  const at = game.entries.findIndex((entry) => entry.roll);
  const changed = game.entries.map((entry, i) => (i === at ? { roll: [6, 6] as [number, number] } : entry));
  expect(keys({ ...game, entries: changed }, shown, [])).toContain('false event_differs');
  expect(keys({ ...game, entries: game.entries.slice(0, at) }, shown, [])).toContain('false event_differs');
  const turned = game.entries.map((entry) => (entry.roll ? { roll: [entry.roll[1], entry.roll[0]] } : entry));
  expect(keys({ ...game, entries: turned as GameRecord['entries'] }, shown, [])).toContain('true events');
});

test('own cards are compared with the deal that was hidden', () => {
  const game = fixture('spirits4');
  const at = game.entries.findIndex((entry) => entry.deal);
  const hands = game.entries[at]!.deal as string[][];
  const view = (cards: string[]) => `Y??Y??/${cards.join('')}/-/- 0: - -/- 0/0 d1 play`;
  const { id, commit, seeds } = game.fair;
  const seen = (cards: string[], table: string) =>
    notes.note({
      table,
      state: 'running',
      fair: { id, commit, seeds },
      places: [],
      me: 1,
      seat: 1,
      events: [...game.entries.slice(0, at), { deal: true }],
      view: view(cards),
    })!;
  expect(keys(game, seen(hands[1]!, 'own'), [])).toEqual(expect.arrayContaining(['true events', 'true hands']));
  expect(keys(game, seen(hands[2]!, 'foreign'), [])).toContain('false hand_differs');
});

test('what changes during a game is noted, and what is only uncovered is not', () => {
  const game = fixture('ratuki');
  const { id, commit, seeds } = game.fair;
  const base = { table: 'change', me: 0, seat: 0, places: [], state: 'running' as const };
  const hidden = [{ decks: true as const }];
  notes.note({ ...base, fair: { id, commit, seeds }, events: hidden });
  let shown = notes.note({ ...base, state: 'finished', fair: { id, commit, seeds }, events: game.entries })!;
  expect(shown.changed).toEqual([]);
  const other = '11'.repeat(32);
  shown = notes.note({ ...base, fair: { id, commit: other, seeds: ['', ''] }, events: hidden })!;
  expect(shown.changed.map((one) => one.what)).toEqual(['commit', 'seeds']);
  expect(shown.commit).toBe(commit);
  expect(keys(game, shown, [])).toEqual(expect.arrayContaining(['false changed_commit', 'false changed_seeds']));
});

test('notes last across reloads, the oldest games are dropped, and who comes after the end has none', async () => {
  const game = fixture('dragons');
  const seed = notes.fresh_seed('dragons-kept');
  play(game, 0, 20, 'kept');
  notes.save_now();
  vi.resetModules();
  notes = await import('../lib/shown');
  expect(notes.shown_of('dragons-kept')?.commit).toBe(game.fair.commit);
  notes.save_now();
  expect(notes.seeds_sent('dragons-kept')).toEqual([seed]);
  notes.fresh_seed('dragons-kept');
  expect(notes.shown_by_id(game.fair.id)?.table).toBe('dragons-kept');
  const finished = {
    table: 'late',
    state: 'finished' as const,
    fair: game.fair,
    places: [],
    me: 0,
    seat: 0,
    events: [],
  };
  expect(notes.note(finished)).toBeNull();
  for (let i = 0; i < 60; ++i) play(game, 0, 1, `${i}`);
  notes.save_now();
  expect(load<unknown[]>('shown')?.length).toBe(60);
  expect(localStorage.getItem('hotaka.shown.dragons-kept')).toBeNull();
  expect(localStorage.getItem('hotaka.seeds.dragons-kept')).toBeNull();
  expect(notes.shown_by_id('nobody')).toBeNull();
});
