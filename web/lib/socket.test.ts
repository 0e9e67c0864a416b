// @vitest-environment jsdom
// The WebSocket that comes back by itself, as somebody else if the session has changed.
import { beforeEach, expect, test, vi } from 'vitest';
import { SocketConnection } from './socket';

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen = () => {};
  onclose = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
    this.onclose();
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  say(message: object) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}
vi.stubGlobal('WebSocket', FakeSocket);

const settle = () => vi.advanceTimersByTimeAsync(0);
let begun = 0;
let connection: SocketConnection;
const last = () => FakeSocket.all.at(-1)!;
beforeEach(async () => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  begun = 0;
  connection = new SocketConnection(() => Promise.resolve(++begun));
  await settle();
  last().open();
});

test('after a claim or a login it comes back with the new session, and hears nothing of the old one', async () => {
  const heard: string[] = [];
  connection.onMessage((message) => heard.push(message.type));
  const old = last();
  connection.renew();
  old.say({ type: 'bye', code: 'logged_out', why: '', again: false });
  await settle();
  expect(begun).toBe(2);
  expect(old.readyState).toBe(3);
  last().open();
  expect(connection.state).toBe('open');
  await vi.advanceTimersByTimeAsync(60000);
  expect(FakeSocket.all.length).toBe(2);
  expect(heard).toEqual([]);
});

test('twice renewed is one connection', async () => {
  connection.renew();
  connection.renew();
  await settle();
  expect(FakeSocket.all.length).toBe(2);
});

test('a session that another device ended does not end the page', async () => {
  last().say({ type: 'bye', code: 'logged_out', why: '', again: false });
  expect(connection.state).toBe('open');
  last().close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toBe(2);
  last().say({ type: 'bye', code: 'other', why: 'go away', again: false });
  expect(connection.state).toBe('failed');
});
