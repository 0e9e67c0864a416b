// Recomputes all chance of a game from its published secret and seeds, with WebCrypto, on the
// reader's own machine (docs/fairness.md). An implementation of its own, not the server's.

import { hmac_sha256, sha256 } from './sha256';

export interface Proof {
  v?: number;
  id: string;
  commit: string;
  seeds: string[];
  secret: string;
}

export interface Checked {
  commitment: boolean;
  draws: number;
  wrong: { entry: number; told: string; computed: string }[];
}

type Entry = Record<string, unknown>;

const bytes_of = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex_of = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function hmac(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>) {
  if (!crypto.subtle) return hmac_sha256(key, message);
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
}

export async function commitment(secret: string) {
  if (!crypto.subtle) return hex_of(sha256(bytes_of(secret)));
  return hex_of(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes_of(secret))));
}

export async function key_of(proof: Proof) {
  const text = new TextEncoder().encode('hotaka-fair-1' + proof.id);
  const parts = [...text];
  for (const seed of proof.seeds) {
    const bytes = bytes_of(seed ?? '');
    parts.push(bytes.length, ...bytes);
  }
  return hmac(bytes_of(proof.secret), Uint8Array.from(parts));
}

class Draw {
  private words: number[] = [];
  private block = 0;
  constructor(
    private readonly key: Uint8Array<ArrayBuffer>,
    private readonly number: number,
  ) {}

  async below(bound: number): Promise<number> {
    const limit = Math.floor(2 ** 32 / bound) * bound;
    for (;;) {
      if (this.words.length === 0) await this.more();
      const word = this.words.shift()!;
      if (word < limit) return word % bound;
    }
  }

  private async more() {
    const message = new DataView(new ArrayBuffer(12));
    message.setBigUint64(0, BigInt(this.number));
    message.setUint32(8, this.block++);
    const digest = new DataView((await hmac(this.key, new Uint8Array(message.buffer))).buffer);
    for (let i = 0; i < 32; i += 4) this.words.push(digest.getUint32(i));
  }
}

async function shuffle<T>(items: T[], from: number, count: number, draw: Draw) {
  for (let i = count; i > 1; --i) {
    const other = await draw.below(i);
    [items[from + i - 1], items[from + other]] = [items[from + other]!, items[from + i - 1]!];
  }
}

const spirit_cards = ['Y', 'R'].flatMap((clan) =>
  ['13', '14', '15', '16', '17', '21', '31', '41', '51', '61', 'X1', 'X2', 'X3', 'FU'].map((rest) => clan + rest),
);
const ratuki_deck = [
  '1n',
  '1n',
  '1d',
  '1d',
  '1w',
  '1r',
  '1h',
  '2n',
  '2n',
  '2d',
  '2d',
  '2w',
  '2w',
  '2r',
  '2h',
  '3n',
  '3n',
  '3d',
  '3d',
  '3w',
  '3w',
  '3r',
  '3h',
  '4n',
  '4d',
  '4w',
  '4r',
  '4h',
  '5n',
  '5d',
  '5w',
  '5r',
  '5h',
  '*',
  '*',
];

async function deal_spirits(players: number, balanced: boolean, draw: Draw): Promise<string[][]> {
  const cards = [...spirit_cards];
  if (players === 2 && balanced) {
    await shuffle(cards, 0, 14, draw);
    await shuffle(cards, 14, 14, draw);
    for (let i = 0; i < 7; ++i) [cards[7 + i], cards[14 + i]] = [cards[14 + i]!, cards[7 + i]!];
    await shuffle(cards, 0, 14, draw);
    await shuffle(cards, 14, 14, draw);
  } else await shuffle(cards, 0, 28, draw);
  const seats = players === 2 ? 2 : 4;
  const size = 28 / seats;
  return Array.from({ length: seats }, (_, seat) => cards.slice(seat * size, (seat + 1) * size));
}

// Hands have no order, columns and decks do.
const plain = (value: unknown, ordered: boolean): string =>
  JSON.stringify(
    Array.isArray(value)
      ? value.map((one: unknown) => (Array.isArray(one) && !ordered ? [...(one as unknown[])].sort() : one))
      : value,
  );

export async function check(header: Entry, entries: Entry[]): Promise<Checked> {
  const proof = header['fair'] as Proof;
  const options = (header['options'] ?? {}) as Entry;
  const key = await key_of(proof);
  const game = header['game'];
  const players = Number(options['players'] ?? (game === 'spirits' ? 4 : 2));
  const balanced = (options['deal'] ?? (header['edition'] === 'russian' ? 'balanced' : 'shuffled')) === 'balanced';
  const result: Checked = { commitment: (await commitment(proof.secret)) === proof.commit, draws: 0, wrong: [] };
  for (const [i, entry] of entries.entries()) {
    const draw = new Draw(key, result.draws);
    let told: unknown;
    let computed: unknown;
    let ordered = true;
    if ('roll' in entry) {
      told = [...(entry['roll'] as number[])].sort();
      computed = [1 + (await draw.below(6)), 1 + (await draw.below(6))].sort();
    } else if ('first' in entry) {
      told = entry['first'];
      computed = await draw.below(players); // dragons: of two; spirits: never the ghost's seat
    } else if ('dealer' in entry) {
      told = entry['dealer'];
      computed = await draw.below(players === 2 ? 2 : 4);
    } else if ('deal' in entry) {
      told = entry['deal'];
      computed = await deal_spirits(players, balanced, draw);
      ordered = players === 2;
    } else if ('decks' in entry) {
      told = entry['decks'];
      const decks: string[][] = [];
      for (let seat = 0; seat < players; ++seat) {
        const deck = [...ratuki_deck];
        await shuffle(deck, 0, deck.length, draw);
        decks.push(deck);
      }
      computed = decks;
    } else continue;
    ++result.draws;
    if (plain(told, ordered) !== plain(computed, ordered))
      result.wrong.push({ entry: i + 1, told: JSON.stringify(told), computed: JSON.stringify(computed) });
  }
  return result;
}

// How the dice fell: for each seat how often each face came, and the average.
export function dice_counts(entries: Entry[], begins = 0): { faces: number[]; average: number; rolls: number }[] {
  const sides = [0, 1].map(() => ({ faces: [0, 0, 0, 0, 0, 0], average: 0, rolls: 0 }));
  let rolls = 0;
  let first = begins;
  for (const entry of entries) {
    if ('first' in entry) first = Number(entry['first']);
    if (!('roll' in entry)) continue;
    // Every turn has its roll, also one in which nothing can be done.
    const side = sides[(first + rolls++) % 2]!;
    if (!Array.isArray(entry['roll'])) continue;
    for (const die of entry['roll'] as number[]) if (die >= 1 && die <= 6) side.faces[die - 1]!++;
    ++side.rolls;
  }
  for (const side of sides)
    side.average =
      side.rolls === 0 ? 0 : side.faces.reduce((sum, count, i) => sum + count * (i + 1), 0) / (2 * side.rolls);
  return sides;
}
