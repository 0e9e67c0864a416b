// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { reason_words, step_words } from './stepwords';

const name = (seat: number) => `seat ${seat}`;

test('how a game ended', () => {
  expect(reason_words({ code: 'all_water_destroyed', reason: '' })).toBe('All waters are destroyed.');
  expect(reason_words({ code: 'black_resigned', reason: '' })).toBe('A player gave up.');
  expect(reason_words({ code: 'time_out', reason: '' })).toBe('The time is up.');
  expect(reason_words({ code: 'new', reason: 'something new' })).toBe('something new');
});

test('entries in a line', () => {
  expect(step_words({ roll: [5, 2] }, 'dragons', name)).toBe('Roll 5 and 2');
  expect(step_words({ first: 1 }, 'dragons', name)).toBe('Black begins');
  expect(step_words({ first: 1 }, 'spirits', name)).toBe('First lead: seat 1');
  expect(step_words({ seat: 0, do: 'ask 2' }, 'spirits', name)).toBe('asks: seat 2');
  expect(step_words({ seat: 0, do: 'play * 1' }, 'ratuki', name)).toBe('plays wild on stack 2');
  expect(step_words({ seat: 1, end: 'time' }, 'dragons', name)).toBe('lost on time');
  expect(step_words({ done: 0 }, 'dragons', name)).toBeNull();
});
