import { expect, test } from 'vitest';
import { fits, read_ratuki, round_points } from './view';

const text =
  '38037@37846,- 3.3d/14.2w@38000+1=3n+0~1h/-/5.4h 4w2r*/???/???/?? ????????/???????/-/???? ??/-/?/??? ' +
  '35/7/10/21 38037/-/-/- 0/12/-4/33 0 14211+0=2w+1=2d/-/-/- -/-/-/- round';

test('a view is read', () => {
  const view = read_ratuki(text)!;
  expect(view.stacks).toEqual([
    { size: 3, top: '3d', pending: [] },
    {
      size: 14,
      top: '2w',
      pending: [
        { seat: 1, card: '3n' },
        { seat: 0, card: '1h' },
      ],
    },
    null,
    { size: 5, top: '4h', pending: [] },
  ]);
  expect(view.hands[0]).toEqual(['4w', '2r', '*']);
  expect(view).toMatchObject({
    time: 38037,
    draw: [8, 7, 0, 4],
    discard: [2, 0, 1, 3],
    scored: [35, 7, 10, 21],
    last: [38037, null, null, null],
    totals: [0, 12, -4, 33],
    due: 'round',
  });
  expect(view.ties[0]).toEqual({
    time: 14211,
    cards: [
      { seat: 0, card: '2w' },
      { seat: 1, card: '2d' },
    ],
  });
});

test('R7: what fits on what', () => {
  const ranks = ['1n', '2n', '3n', '4n', '5n'];
  const pairs = ranks.flatMap((card) => ranks.filter((top) => fits(card, top)).map((top) => card[0]! + top[0]!));
  expect(pairs).toEqual(['12', '21', '23', '32', '34', '43', '54']);
  expect(ranks.every((top) => fits('*', top))).toBe(true);
});

test('what is no view is refused', () => {
  expect(read_ratuki('1 2 3')).toBeNull();
});

test('R16: what a round brought, as scored and subtracted', () => {
  const before = read_ratuki(text)!;
  // The last press drew one card more: the piles are those of the view with the new totals.
  const after = read_ratuki(
    text
      .replace('????????/???????/-/????', '???????/???????/-/????')
      .replace('0/12/-4/33', '26/12/5/47')
      .replace(' round', ' decks'),
  )!;
  expect(round_points(before, after)).toEqual([
    { scored: 35, left: 9, change: 26, total: 26 },
    { scored: 7, left: 7, change: 0, total: 12 },
    { scored: 10, left: 1, change: 9, total: 5 },
    { scored: 21, left: 7, change: 14, total: 47 },
  ]);
});
