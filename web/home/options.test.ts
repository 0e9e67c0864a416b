import { expect, test } from 'vitest';
import { defaults, table_options } from './options';

test('the number of players goes with the options where there is a choice', () => {
  expect(table_options('dragons', { first: 'white' }, 2, [])).toEqual({ first: 'white' });
  expect(table_options('spirits', { lead: 'drawn' }, 3, [0])).toEqual({ lead: 'drawn', players: 3 });
});

test('R11: who is let off the rule of one hand has tie_ms, all others what the table chose', () => {
  const chosen = { ...defaults('ratuki', ''), tie_ms: 80, hand_ms: 400 };
  expect(table_options('ratuki', chosen, 3, [])).toEqual({ ...chosen, players: 3 });
  expect(table_options('ratuki', chosen, 3, [0])).toMatchObject({ players: 3, hand_ms: [80, 400, 400] });
  expect(table_options('ratuki', chosen, 2, [1, 0])).toMatchObject({ hand_ms: [80, 80] });
  expect(table_options('ratuki', chosen, 2, [3])).toMatchObject({ hand_ms: 400 });
  // A wish that was saved with less than tie_ms would be refused.
  expect(table_options('ratuki', { ...chosen, tie_ms: 500 }, 2, [1])).toMatchObject({ hand_ms: [500, 500] });
});
