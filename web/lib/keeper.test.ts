// One write at a time, nothing lost while storage fails, and nothing written for a table that another tab has.
import { expect, test } from 'vitest';
import type { append, JournalPart } from './journal';
import { Keeper, type Saving } from './keeper';

type Write = { part: JournalPart; answer: (mine: boolean) => void; fail: () => void };

function setup() {
  const writes: Write[] = [];
  const heard: Saving[] = [];
  const write: typeof append = (part) =>
    new Promise((resolve, reject) =>
      writes.push({ part, answer: resolve, fail: () => reject(new Error('the disk is full')) }),
    );
  const keeper = new Keeper('me', (_game, saving) => heard.push(saving), write);
  const add = (first: number, ...lines: string[]) =>
    keeper.add({ first, lines, listing: { table: 't', game: 'dragons', options: {}, state: 'running', places: [] } });
  return { keeper, writes, heard, add };
}
const soon = () => new Promise((later) => setTimeout(later));

test('what comes during a write is the next one', async () => {
  const { keeper, writes, heard, add } = setup();
  add(0, 'a');
  add(1, 'b', 'c');
  add(3, 'd');
  expect(writes.length).toBe(1);
  const stored = keeper.flush('t');
  writes[0]!.answer(true);
  await soon();
  expect(writes.length).toBe(2);
  expect(writes[1]!.part).toMatchObject({ first: 1, lines: ['b', 'c', 'd'] });
  writes[1]!.answer(true);
  expect(await stored).toBe(true);
  expect(heard).toEqual([]);
});

test('what could not be stored is tried again with the next lines, in order', async () => {
  const { keeper, writes, heard, add } = setup();
  add(0, 'a');
  add(1, 'b');
  writes[0]!.fail();
  await soon();
  expect(heard).toEqual(['unsaved']);
  expect(await keeper.flush('t')).toBe(false);
  add(2, 'c');
  expect(writes[1]!.part).toMatchObject({ first: 0, lines: ['a', 'b', 'c'] });
  writes[1]!.fail();
  await soon();
  add(3, 'd');
  expect(writes[2]!.part).toMatchObject({ first: 0, lines: ['a', 'b', 'c', 'd'] });
  writes[2]!.answer(true);
  await soon();
  expect(heard).toEqual(['unsaved', 'unsaved', 'saved']);
  expect(await keeper.flush('t')).toBe(true);
});

test('a table that another tab has is written no more', async () => {
  const { keeper, writes, heard, add } = setup();
  add(0, 'a');
  add(1, 'b');
  writes[0]!.answer(false);
  await soon();
  expect(heard).toEqual(['taken']);
  add(2, 'c');
  expect(writes.length).toBe(1);
  keeper.forget('t'); // opened again, as its owner
  add(5, 'f');
  expect(writes[1]!.part).toMatchObject({ first: 5, lines: ['f'] });
});

test('an answer for a table that was closed meanwhile says nothing', async () => {
  const { keeper, writes, heard, add } = setup();
  add(0, 'a');
  keeper.forget('t');
  writes[0]!.answer(false);
  await soon();
  expect(heard).toEqual([]);
});
