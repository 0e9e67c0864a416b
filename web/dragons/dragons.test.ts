import { expect, test } from 'vitest';
import { foretell, read_action } from './effect';
import { outline, place } from './geometry';
import { pieces_of, stone_count } from './pieces';
import { destroyed, read_dragons, write_dragons } from './view';

const gen42 = { layout: 'mirrored', recruit: 'automatic' };
const start = 'vvv9VVV9 VWWWFF/vwwwff -/- w 52';

function after(position: string, action: string, options = gen42) {
  const effect = foretell(read_dragons(position)!, read_action(action)!, options)!;
  return { ...effect, text: write_dragons(effect.after) };
}

test.each([
  start,
  'vvv4V5VV9 VWWWFF/vwwwff -/- w 2?8',
  'w1(Vv)1V2V1v1vV2f2W2(Vv)2 WWF/vwwf WF/w b -',
  'vvv9VVV9 VWWWFF/vwwwff -/- - -',
])('%s is read and written the same', (text) => {
  expect(write_dragons(read_dragons(text)!)).toBe(text);
});

test.each(['', 'vvv9VVV9', 'vvv9VVV8 VWWWFF/vwwwff -/- w 52', 'x23 - - w 52', 'vvv9VVV9 VWWWFF/vwwwff -/- w 52 more'])(
  '"%s" is no position',
  (text) => {
    expect(read_dragons(text)).toBeNull();
  },
);

test('D12: a corner recruits by itself', () => {
  const told = after(start, '13-8');
  expect(told.text).toBe('vvv4V5VV9 VWWFF/vwwwff W/- w 2');
  expect(told).toMatchObject({ happening: 'move', recruit: 'W', asked: false, die: 5 });
});

test('D12: or asks, in the German edition', () => {
  expect(after(start, '13-8', { layout: 'mirrored', recruit: 'optional' }).text).toBe(
    'vvv4V5VV9 VWWWFF/vwwwff -/- w 2?8',
  );
});

test('D10: the three powers and holding', () => {
  expect(after('vv3v1V5VV9 VWWWFF/vwwwff -/- w 2', '8-6')).toMatchObject({
    happening: 'entangle',
    text: 'vv3(vV)7VV9 VWWWFF/vwwwff -/- w -',
  });
  expect(after('vv6v3WVV9 VVWWFF/vwwwff -/- w 4', '13-9')).toMatchObject({
    happening: 'expel',
    text: 'vv6W4VV9 VVWWFF/vvwwwff -/- w -',
  });
  const burnt = after('vv6v3FVV9 VVWWWF/vwwwff -/- w 4', '13-9');
  expect(burnt).toMatchObject({ happening: 'destroy', text: 'vv6F4VV9 VVWWWF/vwwwff -/- w -' });
  expect(destroyed(burnt.after, 1).V).toBe(1);
  expect(after(start, '15-13')).toMatchObject({ happening: 'hold', text: 'vvv9(VV)V10 VWWWFF/vwwwff -/- w 5' });
});

test('D13: a stone enters from the mat, for both sides and layouts', () => {
  expect(after('vvv4V5VV9 VWWFF/vwwwff W/- w 3', 'W-13')).toMatchObject({
    die: 3,
    text: 'vvv4V4WVV9 VWWFF/vwwwff -/- w -',
  });
  expect(after('1vv9VVV9 VWWWFF/vwwwf -/f b 51', 'F-1')).toMatchObject({
    die: 1,
    text: 'fvv9VVV9 VWWWFF/vwwwf -/- b 5',
  });
  expect(after('vvv4V5VV9 VWWFF/vwwwff W/- w 1', 'W-13', { layout: 'rotated', recruit: 'automatic' }).die).toBe(1);
});

test('D14: an escape spends both dice, and the vine that is left behind is free', () => {
  expect(after('vv10V(Vv)10 VVWWWFF/vwwwff -/- w 52', '14-12')).toMatchObject({
    escape: true,
    recruit: 'V',
    text: 'vv9VVv10 VWWWFF/vwwwff V/- w -',
  });
});

test('D4: Black goes round the other way, past 24', () => {
  expect(after('2v9VVV7v1 VWWWFF/vvwwwff -/- b 3', '23-2')).toMatchObject({ die: 3, happening: 'move' });
});

test('stones keep their identity when they move', () => {
  const before = pieces_of(read_dragons(start)!, []);
  expect(before).toHaveLength(2 * stone_count);
  expect(new Set(before.map((piece) => piece.id)).size).toBe(2 * stone_count);
  const next = pieces_of(read_dragons('vvv4V5VV9 VWWFF/vwwwff W/- w 2')!, before);
  const moved = next.filter(
    (piece) => JSON.stringify(piece.spot) !== JSON.stringify(before.find((one) => one.id === piece.id)!.spot),
  );
  expect(moved.map((piece) => [piece.kind, piece.spot.zone])).toEqual(
    expect.arrayContaining([
      ['V', 'ring'],
      ['W', 'mat'],
    ]),
  );
  expect(moved).toHaveLength(2);
});

test('the ring: own entries at the bottom for either side, segments apart', () => {
  expect(place(14, 0, false).y).toBeGreaterThan(0);
  expect(place(2, 0, true).y).toBeGreaterThan(0);
  expect(place(14, 0, false).y).toBeCloseTo(place(2, 0, true).y);
  for (let segment = 1; segment <= 24; ++segment) expect(outline(segment, false).length).toBe(segment % 4 ? 4 : 6);
  const apart = Math.hypot(place(1, 0, false).x - place(2, 0, false).x, place(1, 0, false).y - place(2, 0, false).y);
  expect(apart).toBeGreaterThan(70);
});
