// How the cards fell, for those who wonder whether others always get the good ones.

import { multiplier, power } from '../spirits/view';

type Entry = Record<string, unknown>;

const lists = (entries: Entry[], key: string): string[][][] =>
  entries.map((entry) => entry[key]).filter((one): one is string[][] => Array.isArray(one) && one.every(Array.isArray));

// Spirits, by seat: the average power of a card in the hands dealt, and how many multipliers came.
export function spirits_deals(entries: Entry[]): { power: number; multipliers: number }[] {
  const deals = lists(entries, 'deal');
  return (deals[0] ?? []).map((_, seat) => {
    const cards = deals.flatMap((deal) => deal[seat] ?? []);
    const sum = cards.reduce((total, card) => total + power(card), 0);
    return {
      power: cards.length === 0 ? 0 : sum / cards.length,
      multipliers: cards.filter((card) => multiplier(card) > 0).length,
    };
  });
}

// Ratuki, by seat: how deep in the deck, 1 to 35, the cards that take a stack lay on average.
export function ratuki_deals(entries: Entry[]): number[] {
  const decks = lists(entries, 'decks');
  return (decks[0] ?? []).map((_, seat) => {
    const places = decks.flatMap((deck) =>
      (deck[seat] ?? []).flatMap((card, i) => (card === '*' || card.startsWith('5') ? [i + 1] : [])),
    );
    return places.length === 0 ? 0 : places.reduce((total, place) => total + place, 0) / places.length;
  });
}
