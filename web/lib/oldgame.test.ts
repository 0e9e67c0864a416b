// @vitest-environment jsdom
// What the version before journals left on the device, and when it cannot become a journal.
import { beforeEach, expect, test } from 'vitest';
import { forget_old_game, old_game } from './oldgame';
import { replay_old } from './replay-old';
import type { Module } from './wasm';

const kept = {
  seed: '00'.repeat(32),
  log: [
    [1000, { type: 'create', game: 'spirits', options: {}, n: 1 }],
    [1001, { type: 'sit', table: 'here1', place: 0, n: 2 }],
    [5000, { type: 'act', table: 'here1', do: 'ask 1', n: 3 }],
  ],
};
beforeEach(() => forget_old_game());

test('an old game says which table and game it was', () => {
  expect(old_game()).toBeNull();
  for (const wrong of ['', 'x', '{}', '{"seed":"00"}', '{"seed":"00","log":[]}', '[]']) {
    localStorage.setItem('hotaka.offline-journal', wrong);
    expect(old_game()).toBeNull();
  }
});

test('it is found until it is forgotten', async () => {
  const { save } = await import('./storage');
  save('offline-journal', kept);
  expect(old_game()).toMatchObject({ table: 'here1', game: 'spirits', saved: 5000 });
  forget_old_game();
  expect(old_game()).toBeNull();
});

// A module that answers each message with a line of a journal, and refuses actions if it has changed.
function module_of(changed: boolean): Module {
  let out = '';
  let version = 0;
  let fresh = 0;
  return {
    has: () => true,
    output: () => out,
    call(name, text) {
      if (name === 'offline_wait') return -1;
      if (name === 'offline_message') {
        const refused = changed && text!.includes('act');
        out = refused ? '{"type":"refused","code":"x","why":"x"}\n' : '{"type":"table"}\n';
        fresh = refused ? 0 : 2;
      }
      if (name !== 'offline_journal') return 1;
      out = fresh ? `{"first":${version},"lines":2,"listing":{"table":"here1"}}\n{"a":${version}}\n{"b":1}\n` : '';
      version += fresh;
      fresh = 0;
      return out.length;
    },
  };
}

test('its messages become a journal', () => {
  const parts = replay_old(module_of(false), kept as never);
  expect(parts).toEqual([
    {
      first: 0,
      lines: ['{"a":0}', '{"b":1}', '{"a":2}', '{"b":1}', '{"a":4}', '{"b":1}'],
      listing: { table: 'here1' },
    },
  ]);
});

test('where one of them is refused now, it is another game', () => {
  expect(replay_old(module_of(true), kept as never)).toBeNull();
});
