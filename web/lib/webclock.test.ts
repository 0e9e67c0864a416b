// The clock follows the best of the last eight pings, not the best one ever.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebClock } from './webclock';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

// A ping that takes `there` and `back` ms, while the server's clock is `ahead` of the page's.
function ping(clock: WebClock, there: number, back: number, ahead: number) {
  const sent = performance.now();
  vi.advanceTimersByTime(there);
  const server = performance.now() + ahead;
  vi.advanceTimersByTime(back);
  clock.pong(sent, server);
}
const ahead_by = (clock: WebClock) => clock.now() - performance.now();

test('the shortest round trip counts', () => {
  const clock = new WebClock(() => undefined);
  ping(clock, 10, 10, 1000);
  expect(ahead_by(clock)).toBe(1000);
  ping(clock, 100, 0, 1000); // would say 1050
  expect(ahead_by(clock)).toBe(1000);
  ping(clock, 5, 5, 1001);
  expect(ahead_by(clock)).toBe(1001);
});

test('a short one is forgotten after eight others', () => {
  const clock = new WebClock(() => undefined);
  ping(clock, 1, 1, 1000);
  for (let i = 0; i < 7; ++i) {
    ping(clock, 20, 20, 5000);
    expect(ahead_by(clock)).toBe(1000);
  }
  ping(clock, 20, 20, 5000);
  expect(ahead_by(clock)).toBe(5000);
});

test('a new connection begins with nothing', () => {
  const clock = new WebClock(() => undefined);
  ping(clock, 1, 1, 1000);
  clock.begin();
  ping(clock, 30, 30, 3000);
  expect(ahead_by(clock)).toBe(3000);
  clock.end();
});
