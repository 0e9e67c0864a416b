// The position text of ratuki (docs/rules/ratuki.md), read into what the table draws.

export type Card = string; // 1n to 5h, * for a wild, ? for one that is not seen

export interface Stack {
  size: number;
  top: Card;
  pending: { seat: number; card: Card }[];
}

export interface RatukiView {
  time: number;
  stacks: (Stack | null)[];
  hands: Card[][];
  draw: number[];
  discard: number[];
  scored: number[];
  last: (number | null)[];
  totals: number[];
  ties: ({ time: number; cards: { seat: number; card: Card }[] } | null)[];
  due: string;
}

const cards = (text: string): Card[] => (text === '-' ? [] : (text.match(/[1-5][ndwrh]|\*|\?/g) ?? []));

function on_way(parts: string[]) {
  return parts.map((part) => {
    const [seat = '0', card = '?'] = part.split(/[=~]/);
    return { seat: Number(seat), card };
  });
}

function stack(text: string): Stack | null {
  if (text === '-') return null;
  const [lying = '', ...pending] = text.split('+');
  const [size = '0', top = '?'] = lying.split('@')[0]!.split('.');
  return { size: Number(size), top, pending: on_way(pending) };
}

function tie(text: string) {
  if (text === '-') return null;
  const [time = '0', ...rest] = text.split('+');
  return { time: Number(time), cards: on_way(rest) };
}

export function read_ratuki(text: string): RatukiView | null {
  const parts = text.split(' ');
  if (parts.length !== 12) return null;
  const [time, stacks, hands, draw, discard, scored, last, totals, , ties, , due] = parts;
  const list = (part: string | undefined) => (part ?? '').split('/');
  return {
    time: Number(time!.split('@')[0]),
    stacks: list(stacks).map(stack),
    hands: list(hands).map(cards),
    draw: list(draw).map((pile) => cards(pile).length),
    discard: list(discard).map((pile) => cards(pile).length),
    scored: list(scored).map(Number),
    last: list(last).map((one) => (one === '-' ? null : Number(one))),
    totals: list(totals).map(Number),
    ties: list(ties).map(tie),
    due: due ?? '',
  };
}

// R7, to show where a card would fit; the host decides.
export function fits(card: Card, top: Card): boolean {
  if (card === '*') return true;
  const pair = `${card[0]}${top[0]}`;
  return ['12', '21', '23', '32', '34', '43', '54'].includes(pair);
}

// What a round brought everybody (R16). Until the next deal the piles lie as the round left them.
export function round_points(before: RatukiView, after: RatukiView) {
  const piles = after.due === 'round' ? before : after;
  return after.totals.map((total, i) => {
    const change = total - (before.totals[i] ?? 0);
    const left = (piles.draw[i] ?? 0) + (piles.discard[i] ?? 0);
    return { scored: change + left, left, change, total };
  });
}
