// Compares a record with what this device noted while the game ran (lib/shown.ts).

import type { Key } from '../lib/i18n.svelte';
import { chance_of, type Chance, type Change, type Shown } from '../lib/shown';
import { read_ratuki } from '../ratuki/view';
import { is_hidden, read_spirits } from '../spirits/view';
import type { GameRecord } from './hgr';

export interface Line {
  good: boolean | null; // null: nothing to compare
  key: Key;
  values?: Record<string, string | number>;
}

export const changed_keys: Record<Change['what'], Key> = {
  commit: 'compare.changed_commit',
  seeds: 'compare.changed_seeds',
  events: 'compare.changed_events',
};

interface Fair {
  id?: unknown;
  commit?: unknown;
  seeds?: unknown;
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)) || '–';
// Cards of a hand and the dice of a roll have no order.
const plain = ({ roll, ...rest }: Chance) => JSON.stringify(roll ? { roll: [...roll].sort() } : rest);

export function compare(game: GameRecord, shown: Shown, sent: string[]): Line[] {
  const fair = (game.header['fair'] ?? {}) as Fair;
  const lines: Line[] = [];
  const say = (good: boolean | null, key: Key, values?: Line['values']) =>
    lines.push({ good, key, ...(values ? { values } : {}) });

  if (fair.commit !== shown.commit)
    say(false, 'compare.commit_differs', { record: text(fair.commit), shown: shown.commit });
  else if (shown.drawn === null) say(true, 'compare.commit');
  else say(true, 'compare.commit_late', { count: shown.drawn });
  if (fair.id !== shown.id) say(false, 'compare.id_differs', { record: text(fair.id), shown: shown.id });

  const seeds = Array.isArray(fair.seeds) ? (fair.seeds as unknown[]) : [];
  if (shown.seat === undefined || sent.length === 0) say(null, 'compare.no_seed');
  else {
    const record = seeds[shown.seat];
    // The one that stood in our place when the game began; without that, any that was sent.
    const expected = shown.own !== undefined && sent.includes(shown.own) ? shown.own : sent.at(-1)!;
    const same = shown.own === undefined ? sent.includes(text(record)) : record === expected;
    if (same) say(true, 'compare.seed', { seed: text(record) });
    else say(false, 'compare.seed_differs', { record: text(record), shown: expected });
  }
  if (shown.seeds) {
    if (JSON.stringify(seeds) === JSON.stringify(shown.seeds)) say(true, 'compare.seeds');
    else say(false, 'compare.seeds_differ', { record: text(seeds), shown: text(shown.seeds) });
  }

  const recorded = chance_of(game.entries);
  const different = shown.events.findIndex((event, i) => {
    const other = recorded[i];
    if (!other) return true;
    if (event.deal === true) return other.deal === undefined;
    if (event.decks === true) return other.decks === undefined;
    return plain(event) !== plain(other);
  });
  if (different >= 0)
    say(false, 'compare.event_differs', {
      number: different + 1,
      shown: text(shown.events[different]),
      record: text(recorded[different]),
    });
  else say(true, 'compare.events', { count: shown.events.length, all: recorded.length });

  const hands = Object.entries(shown.hands);
  const wrong = hands.find(([number, view]) => !fits(game.header.game, view, recorded[Number(number)] ?? {}));
  if (wrong) say(false, 'compare.hand_differs', { number: Number(wrong[0]) + 1 });
  else if (hands.length > 0) say(true, 'compare.hands', { count: hands.length });

  for (const change of shown.changed) say(false, changed_keys[change.what], { before: change.before, now: change.now });
  return lines;
}

// Whether all cards that a view shows right after a deal are among those that the record deals to that seat.
function fits(game: string, view: string, { deal, decks }: Chance): boolean {
  if (game === 'spirits') {
    const read = read_spirits(view);
    if (!read || !Array.isArray(deal)) return false;
    return deal.every((cards, seat) => {
      const seen = [...(read.hands[seat] ?? []), ...(read.columns[seat] ?? []).flatMap(({ down, up }) => [down, up])];
      return seen.every((card) => card === null || is_hidden(card) || cards.includes(card));
    });
  }
  const read = read_ratuki(view);
  if (!read || !Array.isArray(decks)) return false;
  return decks.every((deck, seat) => {
    const hand = read.hands[seat] ?? [];
    const top = deck.slice(0, hand.length).sort();
    return hand.includes('?') || [...hand].sort().every((card, i) => card === top[i]);
  });
}
