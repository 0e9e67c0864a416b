// What the last card of a trick leads to, so that it can be shown before the table is cleared (S8 to S11).

import { is_fusion, lies_at, power, type Card, type SpiritsView } from './view';

export interface Settled {
  trick: Card[];
  winner: number | null; // a seat; null when a fusion carries the cards over
  captured: [Card[], Card[]];
  carried: Card[];
}

export function settle(before: SpiritsView, last: Card): Settled {
  const trick = [...before.trick, last];
  const fused = trick.some(is_fusion);
  let best = 0;
  trick.forEach((card, i) => {
    if (power(card) > power(trick[best]!)) best = i;
  });
  const winner = fused ? null : lies_at(before, best);
  const captured: [Card[], Card[]] = [[...before.captured[0]], [...before.captured[1]]];
  const all = [...before.carried, ...trick];
  if (winner !== null) captured[winner % 2]!.push(...all);
  return { trick, winner, captured, carried: fused ? all : [] };
}
