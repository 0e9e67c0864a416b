// What this device was shown of a table's chance while the game ran, and the seeds that it sent. A record alone only
// agrees with itself; with these notes it is compared with what the host said before (docs/fairness.md). They last
// across reloads, the oldest are dropped.

import { load, remove, save } from './storage';
import type { GameEvent, Place } from './protocol';

export interface Shown {
  id: string;
  commit: string; // as first shown
  drawn: number | null; // chance events that there were already when it was first shown; null if it was before the game
  own?: string; // the seed in our place, as last shown before the start
  seat?: number; // ours, when the game began
  seeds?: string[]; // as first shown after the start
  events: Chance[]; // each as it was first shown; a hidden deal is `true`
  hands: Record<number, string>; // the cards seen right after such a deal, by its number: the view's text
  changed: Change[];
}

export type Chance = Pick<GameEvent, 'first' | 'dealer' | 'roll' | 'deal' | 'decks'>;

// Something that was shown must never be shown otherwise later.
export interface Change {
  what: 'commit' | 'seeds' | 'events';
  before: string;
  now: string;
}

const most_tables = 60;
const most_events = 3000;
const most_seeds = 16; // sent for one table

interface Listed {
  table: string;
  id: string;
}
const list = () => load<Listed[]>('shown') ?? [];
const known = new Map<string, Shown>();

export function shown_of(table: string): Shown | null {
  const kept = known.get(table) ?? load<Shown>(`shown.${table}`);
  if (kept) known.set(table, kept);
  return kept;
}

// For a record from a file: the notes about the game of this id, if there are any.
export function shown_by_id(id: unknown): { table: string; shown: Shown } | null {
  if (typeof id !== 'string' || !id) return null;
  for (const { table } of list().filter((one) => one.id === id)) {
    const shown = shown_of(table);
    if (shown) return { table, shown };
  }
  return null;
}

// The seeds that this device has sent for a table.
export const seeds_sent = (table: string): string[] => load<string[]>(`seeds.${table}`) ?? [];

// A new seed for a table, noted before it is sent.
export function fresh_seed(table: string): string {
  const seed = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  enlist(table, '');
  save(`seeds.${table}`, [...seeds_sent(table), seed].slice(-most_seeds));
  return seed;
}

function enlist(table: string, id: string) {
  const listed = list();
  const before = listed.find((one) => one.table === table);
  const all = [...listed.filter((one) => one !== before), { table, id: id || before?.id || '' }];
  for (const { table: dropped } of all.splice(0, Math.max(0, all.length - most_tables))) {
    known.delete(dropped);
    remove(`shown.${dropped}`);
    remove(`seeds.${dropped}`);
  }
  save('shown', all);
}

// What a message about a table has shown.
export interface Seen {
  table: string;
  state: 'waiting' | 'running' | 'finished';
  fair?: { id: string; commit: string; seeds?: string[] } | undefined;
  places: Place[];
  me: number | null;
  seat: number | null; // ours
  events: GameEvent[]; // all of the game
  view?: string | undefined;
}

const keys = ['first', 'dealer', 'roll', 'deal', 'decks'] as const;

export function chance_of(events: GameEvent[]): Chance[] {
  return events.flatMap((event) => {
    const key = keys.find((one) => event[one] !== undefined);
    return key ? [{ [key]: event[key] }] : [];
  });
}

const text = (value: unknown) => JSON.stringify(value);
const hides = (event: Chance) => event.deal === true || event.decks === true;

// Notes what is new. What differs from what was shown before is added to `changed`.
export function note(seen: Seen): Shown | null {
  if (!seen.fair) return null;
  let shown = shown_of(seen.table);
  const chance = chance_of(seen.events);
  if (!shown) {
    if (seen.state === 'finished') return null; // whoever comes after the end was shown nothing before
    shown = {
      id: seen.fair.id,
      commit: seen.fair.commit,
      drawn: seen.state === 'waiting' ? null : chance.length,
      events: [],
      hands: {},
      changed: [],
    };
    known.set(seen.table, shown);
    enlist(seen.table, shown.id);
  }
  const before = text(shown);
  if (seen.state === 'waiting') {
    const own = seen.me === null ? undefined : seen.places[seen.me]?.seed;
    if (own === undefined) delete shown.own;
    else shown.own = own;
  } else {
    if (!shown.seeds && seen.fair.seeds) {
      shown.seeds = seen.fair.seeds;
      if (seen.seat !== null) shown.seat = seen.seat;
      const own = seen.seat === null ? undefined : seen.fair.seeds[seen.seat];
      if (own && seeds_sent(seen.table).includes(own)) shown.own = own; // the start itself may have brought it
    }
    note_events(shown, chance, seen);
  }
  const { id, commit, seeds } = seen.fair;
  if (id !== shown.id || commit !== shown.commit) changed(shown, 'commit', shown.commit, commit);
  if (shown.seeds && seeds && text(seeds) !== text(shown.seeds))
    changed(shown, 'seeds', text(shown.seeds), text(seeds));
  if (text(shown) !== before) save_soon(seen.table);
  return shown;
}

function note_events(shown: Shown, chance: Chance[], seen: Seen) {
  for (const [i, event] of chance.slice(0, most_events).entries()) {
    const noted = shown.events[i];
    if (!noted) shown.events.push(event);
    else if (text(noted) !== text(event) && !hides(noted)) changed(shown, 'events', text(noted), text(event));
  }
  const last = seen.events.at(-1);
  const number = chance.length - 1;
  if (last && seen.view && hides(last) && number < most_events) shown.hands[number] ??= seen.view;
}

function changed(shown: Shown, what: Change['what'], before: string, now: string) {
  if (shown.changed.some((one) => one.what === what)) return;
  shown.changed.push({ what, before, now });
}

// Storage is slow, and dice come often.
const unsaved = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
function save_soon(table: string) {
  unsaved.add(table);
  timer ??= setTimeout(save_now, 300);
}
export function save_now() {
  clearTimeout(timer);
  timer = undefined;
  for (const table of unsaved) save(`shown.${table}`, known.get(table));
  unsaved.clear();
}
if (typeof window !== 'undefined') window.addEventListener('pagehide', save_now);
