// The position text of spirits (docs/rules/spirits.md), read into what the table draws.

export type Clan = 'Y' | 'R';
export type Card = string; // Y61, RX2, YFU, or Y?? for one that is not seen

export interface Column {
  down: Card | null;
  up: Card | null; // the card on top, face up
}

export interface SpiritsView {
  seats: number; // 2 or 4
  hands: Card[][]; // with two players: empty
  columns: Column[][]; // with two players only
  leader: number | null;
  trick: Card[]; // in the order of play
  carried: Card[];
  captured: [Card[], Card[]]; // Yellow, Red
  scores: number[]; // by team, or by player with three
  dealer: number | null;
  first: number | null; // three players: who sits in seat 0
  due: 'dealer' | 'first' | 'deal' | 'play' | 'over' | 'ask';
  asked: number | null;
}

export const clan_of = (card: Card): Clan => (card[0] === 'R' ? 'R' : 'Y');
export const is_hidden = (card: Card) => card.endsWith('??');
export const is_fusion = (card: Card) => card.endsWith('FU');
export const multiplier = (card: Card) => (card[1] === 'X' ? Number(card[2]) : 0);
export const power = (card: Card) => (/^[YR]\d\d$/.test(card) ? Number(card[1]) : 0);
export const value = (card: Card) => (/^[YR]\d\d$/.test(card) ? Number(card[2]) : 0);
export const seat_clan = (seat: number): Clan => (seat % 2 === 0 ? 'Y' : 'R');

function cards(text: string): Card[] {
  return text === '-' ? [] : (text.match(/[YR]../g) ?? []);
}

function column(text: string): Column {
  const both = cards(text);
  if (both.length === 2) return { down: both[0]!, up: both[1]! };
  const only = both[0] ?? null;
  // A single card that nobody sees still lies face down.
  return only !== null && is_hidden(only) ? { down: only, up: null } : { down: null, up: only };
}

export function read_spirits(text: string): SpiritsView | null {
  const parts = text.split(' ');
  if (parts.length !== 7) return null;
  const [hands, trick, carried, captured, scores, dealer, due] = parts as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const all = hands.split('/');
  const two = all.length === 2;
  const [leader, played = ''] = trick.split(':');
  const [yellow = '-', red = '-'] = captured.split('/');
  return {
    seats: all.length,
    hands: two ? all.map(() => []) : all.map(cards),
    columns: two ? all.map((hand) => (hand === '-' ? [] : hand.split(',').map(column))) : [],
    leader: leader === '-' || leader === undefined ? null : Number(leader),
    trick: cards(played),
    carried: cards(carried),
    captured: [cards(yellow), cards(red)],
    scores: scores.split('/').map(Number),
    dealer: dealer.startsWith('d') ? Number(dealer.slice(1)) : null,
    first: dealer.startsWith('p') ? Number(dealer.slice(1)) : null,
    due: due.startsWith('ask') ? 'ask' : (due as SpiritsView['due']),
    asked: due.startsWith('ask') ? Number(due.slice(3)) : null,
  };
}

// The seat in front of which the trick's i-th card lies.
export const lies_at = (view: SpiritsView, i: number) => ((view.leader ?? 0) + i) % view.seats;

// Whose place gets the next card.
export const turn_of = (view: SpiritsView) => lies_at(view, view.trick.length);

export function points(cards_taken: Card[], clan: Clan) {
  const sum = cards_taken.reduce((total, card) => total + value(card), 0);
  const factor = cards_taken
    .filter((card) => clan_of(card) === clan)
    .reduce((total, card) => total + multiplier(card), 0);
  return { sum, factor, product: sum * factor };
}

const order = (card: Card) =>
  is_fusion(card) ? 90 : card[1] === 'X' ? 80 + multiplier(card) : power(card) * 10 + value(card);
export const sorted = (hand: Card[]) =>
  [...hand].sort((a, b) => (a[0] === b[0] ? order(a) - order(b) : a[0] === 'Y' ? -1 : 1));
