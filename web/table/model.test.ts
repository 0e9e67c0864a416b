// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { BaseConnection } from '../lib/connection';
import type { ClientMessage, ServerMessage, TableMessage } from '../lib/protocol';
import { folded, TableModel } from './model.svelte';

// A host whose answers the test gives.
class Host extends BaseConnection {
  readonly offline = false;
  sent: ClientMessage[] = [];
  send(message: ClientMessage) {
    this.sent.push(message);
  }
  now() {
    return 0;
  }
  say(message: unknown) {
    this.tell(message as ServerMessage);
  }
  become_open() {
    this.become('open');
  }
  become_lost() {
    this.become('lost');
  }
  last() {
    return this.sent.at(-1)!;
  }
}

const start = 'vvv9VVV9 VWWWFF/vwwwff -/- w 52';
const table: TableMessage = {
  type: 'table',
  table: 'x',
  version: 3,
  state: 'running',
  game: 'dragons',
  options: {},
  you: 0,
  places: [
    { kind: 'person', name: 'Kei', here: true },
    { kind: 'bot', level: 'club' },
  ],
  view: start,
  actors: [0],
  legal: { 0: ['13-8'] },
  events: [],
};

let host: Host;
let model: TableModel;
beforeEach(() => {
  vi.useFakeTimers();
  host = new Host();
  model = new TableModel(host, 'x');
  host.become_open();
  host.say({ ...table, to: host.last().n });
});

test('it joins when the connection opens, and again when it is back', () => {
  expect(host.last().type).toBe('join');
  const before = host.sent.length;
  host.become_open();
  expect(host.sent.length).toBe(before + 1);
  expect(host.last()).toMatchObject({ type: 'join', table: 'x' });
});

test('after a lost connection it asks only for what came meanwhile, and keeps what it knew', () => {
  host.say({ type: 'update', table: 'x', to: 0, version: 4, view: 'a', events: [{ roll: [1, 2] }] });
  host.become_lost();
  host.become_open();
  expect(host.last()).toMatchObject({ type: 'join', since: 4 });
  host.say({ ...table, to: host.last().n, version: 6, view: 'b', events: [{ seat: 0, do: '13-12' }] });
  expect(model.view).toBe('b');
  expect(model.events).toEqual([{ roll: [1, 2] }, { seat: 0, do: '13-12' }]);
  expect(model.steps.map((one) => one.view)).toEqual([start, 'a', 'b']);
});

test('a game that ended meanwhile is asked for as a whole, to show what was hidden', () => {
  host.become_lost();
  host.become_open();
  host.say({
    ...table,
    to: host.last().n,
    version: 6,
    state: 'finished',
    view: 'z',
    events: [{ end: 'resign', seat: 0 }],
  });
  expect(host.last()).toMatchObject({ type: 'join' });
  expect(host.last()).not.toHaveProperty('since');
  host.say({
    ...table,
    to: host.last().n,
    version: 6,
    state: 'finished',
    view: 'z',
    events: [{ first: 0 }, { end: 'resign', seat: 0 }],
  });
  expect(model.events).toEqual([{ first: 0 }, { end: 'resign', seat: 0 }]);
});

test('who is shown out is told why', () => {
  host.say({
    type: 'refused',
    table: 'x',
    code: 'no_spectators',
    why: 'the game has started, and this table does not allow spectators',
  });
  expect(model.info).toBeNull();
  expect(model.problem).toContain('nobody may watch');
});

test('an own action is shown at once and comes back when refused', async () => {
  const done = model.act(0, '13-8', {}, 'foreseen');
  expect(model.view).toBe('foreseen');
  expect(model.legal).toEqual({});
  expect(host.last()).toMatchObject({ type: 'act', version: 3, do: '13-8' });
  host.say({ type: 'refused', to: host.last().n, code: 'new', why: 'not now' });
  await done;
  expect(model.view).toBe(start);
  expect(model.legal).toEqual({ 0: ['13-8'] });
});

test('an action that is lost with the connection is taken back at once', async () => {
  const done = model.act(0, '13-8', {}, 'foreseen');
  host.become_lost();
  await done;
  expect(model.view).toBe(start);
  expect(model.legal).toEqual({ 0: ['13-8'] });
});

test('what bots do is shown one thing at a time, in order', async () => {
  const done = model.act(0, '13-8', {}, 'foreseen');
  host.say({
    type: 'update',
    table: 'x',
    to: host.last().n,
    version: 4,
    view: 'a',
    actors: [1],
    legal: {},
    events: [{ seat: 0, do: '13-8' }],
  });
  expect(model.view).toBe('a');
  host.say({ type: 'update', table: 'x', version: 5, view: 'b', actors: [1], legal: {}, events: [{ roll: [1, 2] }] });
  host.say({
    type: 'update',
    table: 'x',
    version: 6,
    view: 'c',
    actors: [0],
    legal: { 0: ['1-2'] },
    events: [{ seat: 1, do: '1-2' }],
  });
  await done;
  expect(model.view).toBe('a');
  await vi.advanceTimersByTimeAsync(600);
  expect(model.view).toBe('b');
  await vi.advanceTimersByTimeAsync(600);
  expect(model.view).toBe('c');
  expect(model.events.length).toBe(3);
});

test('an update that is older than what is shown changes nothing', async () => {
  host.say({ type: 'update', table: 'x', version: 2, view: 'old' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(model.view).toBe(start);
});

test('what was taken back is gone', () => {
  expect(
    folded([{ roll: [5, 2] }, { seat: 0, do: '13-8' }], [{ undo: 1 }, { seat: 0, do: '13-11' }, { done: 0 }]),
  ).toEqual([{ roll: [5, 2] }, { seat: 0, do: '13-11' }]);
});

test('who lets a bot play, and who is back', async () => {
  host.say({ type: 'update', table: 'x', version: 4, view: start, legal: {}, events: [{ away: 0, level: 'club' }] });
  await vi.advanceTimersByTimeAsync(600);
  expect(model.info?.places[0]).toMatchObject({ away: true });
  host.say({ type: 'update', table: 'x', version: 5, view: start, legal: {}, events: [{ back: 0 }] });
  await vi.advanceTimersByTimeAsync(600);
  expect(model.info?.places[0]).toMatchObject({ away: false });
  const resigned = [{ resigned: 1, level: 'club' }];
  host.say({ type: 'update', table: 'x', version: 6, view: start, legal: {}, events: resigned });
  await vi.advanceTimersByTimeAsync(600);
  expect(model.info?.places[1]).toMatchObject({ away: true, resigned: true, level: 'club' });
});

test('with three players of spirits the seating says who sits where', () => {
  host.say({
    ...table,
    game: 'spirits',
    version: 9,
    seating: [1, 0, 2, null],
    places: [...table.places, { kind: 'person', name: 'Lu' }],
  });
  expect(model.seat_of(0)).toBe(1);
  expect(model.place_of(3)).toBeNull();
  expect(model.name_of(1)).toBe('Kei');
});

test('a commitment that changes during a game is noticed', () => {
  const fair = { id: 'x', commit: 'aa', seeds: ['', ''] };
  host.say({ ...table, version: 4, fair });
  expect(model.shown?.changed).toEqual([]);
  host.say({ ...table, version: 5, fair: { ...fair, commit: 'bb' } });
  expect(model.shown?.changed).toMatchObject([{ what: 'commit', before: 'aa', now: 'bb' }]);
});

test('every ready carries a fresh seed, and a place of a rematch gets one at once', () => {
  const waiting = { ...table, state: 'waiting', fair: { id: 'x', commit: 'aa' } };
  const seeds = () => host.sent.filter((one) => one.type === 'ready').map((one) => [one['ready'], one['seed']]);
  host.say({ ...waiting, places: [{ kind: 'person', seed: '' }, { kind: 'open' }] });
  host.say({ ...waiting, places: [{ kind: 'person', seed: '' }, { kind: 'open' }] });
  void model.ready(true);
  void model.ready(false);
  void model.ready(true);
  expect(seeds().map(([ready]) => ready)).toEqual([false, true, false, true]);
  const given = seeds().map(([, seed]) => seed);
  expect(given[2]).toBeUndefined();
  for (const i of [0, 1, 3]) expect(given[i]).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(given).size).toBe(4);
});
