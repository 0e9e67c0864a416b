import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ratuki_deals, spirits_deals } from './deals';
import { check, dice_counts, type Proof } from './fair';
import { read_records, type GameRecord } from './hgr';
import { hmac_sha256, sha256 } from './sha256';

vi.mock('../lib/i18n.svelte', () => ({ t: (key: string) => key }));

const fixture = (name: string) => {
  const read = read_records(readFileSync(join(__dirname, 'fixtures', `${name}.hgr`), 'utf8'));
  if (typeof read === 'string') throw new Error(read);
  return read[0]!;
};
const entries = (game: GameRecord) => game.entries as unknown as Record<string, unknown>[];

test.each(['dragons', 'spirits2', 'spirits3', 'spirits3drawn', 'spirits4', 'ratuki'])(
  '%s: all chance of a fair record is computed again',
  async (name) => {
    const game = fixture(name);
    const found = await check(game.header, entries(game));
    expect(found.commitment).toBe(true);
    expect(found.draws).toBeGreaterThan(0);
    expect(found.wrong).toEqual([]);
  },
);

test('a changed die, seed or secret is found', async () => {
  const game = fixture('dragons');
  const proof = game.header['fair'] as Proof;
  const changed = entries(game).map((entry) => ({ ...entry }));
  const at = changed.findIndex((entry) => 'roll' in entry);
  const [a, b] = changed[at]!['roll'] as [number, number];
  changed[at]!['roll'] = [(a % 6) + 1, b];
  expect((await check(game.header, changed)).wrong.map((one) => one.entry)).toEqual([at + 1]);
  const other_seed = { ...game.header, fair: { ...proof, seeds: ['00'.repeat(16), '00'.repeat(16)] } };
  expect((await check(other_seed, entries(game))).wrong.length).toBeGreaterThan(0);
  const other_secret = { ...game.header, fair: { ...proof, secret: 'ab'.repeat(32) } };
  expect((await check(other_secret, entries(game))).commitment).toBe(false);
});

test('the hash for pages without WebCrypto gives the same', async () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 200]) {
    const message = Uint8Array.from({ length }, (_, i) => (i * 37) & 255);
    const key = Uint8Array.from({ length: (length % 90) + 1 }, (_, i) => 255 - i);
    expect([...sha256(message)]).toEqual([...new Uint8Array(await crypto.subtle.digest('SHA-256', message))]);
    const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    expect([...hmac_sha256(key, message)]).toEqual([
      ...new Uint8Array(await crypto.subtle.sign('HMAC', imported, message)),
    ]);
  }
});

test('dice are counted for the side that rolled', () => {
  const [white, black] = dice_counts([{ first: 1 }, { roll: [6, 6] }, { seat: 1, do: '1-7' }, { roll: [1, 3] }]);
  expect(black).toMatchObject({ faces: [0, 0, 0, 0, 0, 2], average: 6, rolls: 1 });
  expect(white).toMatchObject({ faces: [1, 0, 1, 0, 0, 0], average: 2, rolls: 1 });
});

test.each([
  ['', 'review.empty'],
  ['hello', 'review.no_json'],
  ['[1]', 'review.no_json'],
  ['{"roll":[1,2]}', 'review.no_header'],
  ['{"hgr":1,"game":"chess"}', 'review.no_game'],
])('"%s" is refused with a sentence', (text, key) => {
  expect(read_records(text)).toBe(key);
});

test('how the cards fell', () => {
  expect(
    spirits_deals([
      {
        deal: [
          ['Y61', 'YX2'],
          ['R21', 'RFU'],
        ],
      },
      { seat: 0, do: 'play Y61' },
      {
        deal: [
          ['Y21', 'RX1'],
          ['R41', 'Y41'],
        ],
      },
    ]),
  ).toEqual([
    { power: 2, multipliers: 2 },
    { power: 2.5, multipliers: 0 },
  ]);
  expect(
    ratuki_deals([
      {
        decks: [
          ['1n', '5n', '*'],
          ['5d', '1n'],
        ],
      },
      { decks: true },
    ]),
  ).toEqual([2.5, 1]);
});
