import { expect, test } from 'vitest';
import { settle } from './settle';
import { points, read_spirits, sorted, turn_of } from './view';

const four =
  'R51RFU/Y??Y??Y??Y??/Y??Y??R??R??R??/Y??R??R?? 3:R21Y21 - Y16Y51R13R41/Y31YX1YX2YX3R15R16R61RX1 120/80 d2 ask0';

test('a view of the game for four', () => {
  const view = read_spirits(four)!;
  expect(view).toMatchObject({
    seats: 4,
    leader: 3,
    trick: ['R21', 'Y21'],
    carried: [],
    scores: [120, 80],
    dealer: 2,
    due: 'ask',
    asked: 0,
  });
  expect(view.hands.map((hand) => hand.length)).toEqual([2, 4, 5, 3]);
  expect(turn_of(view)).toBe(1);
});

test('a view of the game for two has columns', () => {
  const view = read_spirits('-,R15,R??YFU,YX2,-,-,RFU/-,Y14,-,R??Y17,-,R??,- 1:RX1Y61RX3 - Y13/Y15 0/0 d1 play')!;
  expect(view.columns[0]!.slice(0, 4)).toEqual([
    { down: null, up: null },
    { down: null, up: 'R15' },
    { down: 'R??', up: 'YFU' },
    { down: null, up: 'YX2' },
  ]);
  expect(view.columns[1]![5]).toEqual({ down: 'R??', up: null });
  expect(turn_of(view)).toBe(0);
});

test('a view of the game for three tells who sits where', () => {
  expect(read_spirits('R31/Y??/R??/Y16 2:- Y13YFUR13R51 Y15/Y14 10/20/30 p1 play')).toMatchObject({
    first: 1,
    scores: [10, 20, 30],
    dealer: null,
  });
});

test('what is no view is refused', () => {
  expect(read_spirits('')).toBeNull();
  expect(read_spirits('a b c')).toBeNull();
});

test('S8: the strongest card wins for the seat where it lies, the first of equals', () => {
  const view = { ...read_spirits(four)!, leader: 1, trick: ['R21', 'Y61', 'R61'], carried: ['Y13'] };
  const end = settle(view, 'Y14');
  expect(end.winner).toBe(2);
  expect(end.captured[0].slice(-5)).toEqual(['Y13', 'R21', 'Y61', 'R61', 'Y14']);
});

test('S9: a fusion carries everything over', () => {
  const end = settle({ ...read_spirits(four)!, trick: ['RFU', 'Y61', 'R61'], carried: ['Y13'] }, 'Y14');
  expect(end).toMatchObject({ winner: null, carried: ['Y13', 'RFU', 'Y61', 'R61', 'Y14'] });
});

test('S11: the example of the rules', () => {
  expect(points(['Y21', 'R13', 'Y13', 'R21', 'R31', 'Y31', 'YX2', 'RX3'], 'Y')).toEqual({
    sum: 10,
    factor: 2,
    product: 20,
  });
  expect(points(['Y17', 'RX3'], 'Y').product).toBe(0);
});

test('a hand is sorted by clan and strength', () => {
  expect(sorted(['RFU', 'Y61', 'R13', 'YX2', 'Y14'])).toEqual(['Y14', 'Y61', 'YX2', 'R13', 'RFU']);
});
