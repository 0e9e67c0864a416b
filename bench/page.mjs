// How fast the page is, in a browser on this machine. Called by script/bench after script/web;
// `node bench/page.mjs PART..` runs only some of: load, board, click, frames, memory, played.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('@playwright/test');
const only = process.argv.slice(2);
const wanted = (part) => only.length === 0 || only.includes(part);
const folder = mkdtempSync(join(tmpdir(), 'hotaka-page-'));
const port = await new Promise((done) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address();
    probe.close(() => done(port));
  });
});
const server = spawn(
  'build/release/hotaka',
  ['serve', '--port', String(port), '--data', folder, '--web', 'build/web'],
  { stdio: 'ignore' },
);
process.on('exit', () => {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
const address = `http://127.0.0.1:${port}`;
while (
  !(await fetch(`${address}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  ))
)
  await new Promise((done) => setTimeout(done, 20));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--enable-precise-memory-info',
  ],
});

// A page that nobody has opened before: nothing is cached.
async function fresh(settings = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    locale: 'en-GB',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.addInitScript((settings) => {
    if (!localStorage.getItem('hotaka.settings'))
      localStorage.setItem('hotaka.settings', JSON.stringify({ sound: false, language: 'en', ...settings }));
  }, settings);
  return page;
}
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const row = (what, figure, goal, note = '') =>
  console.log(`${what.padEnd(58)}${String(figure).padStart(10)}${String(goal).padStart(10)}  ${note}`);

// Milliseconds since the navigation began, when something is there and a frame with it was drawn.
const drawn = (page, selector) =>
  page.evaluate(
    (selector) =>
      new Promise((done) => {
        const look = () =>
          document.querySelector(selector)
            ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
            : requestAnimationFrame(look);
        look();
      }),
    selector,
  );

async function begin(page, game, players = 0) {
  await page.goto(`${address}/#/play/${game}`);
  if (players) await page.locator('.players label', { hasText: String(players) }).click();
  await page.getByRole('button', { name: /^Casual/ }).click();
}

console.log(`${'The page, in a browser'.padEnd(58)}${'figure'.padStart(10)}${'goal'.padStart(10)}`);

if (wanted('load')) {
  const times = [];
  let bytes = 0;
  for (let i = 0; i < 5; ++i) {
    const page = await fresh();
    const files = [];
    page.on('response', (response) =>
      files.push(
        response.body().then(
          (body) => gzipSync(body).length,
          () => 0,
        ),
      ),
    );
    await page.goto(address, { waitUntil: 'commit' });
    times.push(await drawn(page, '.card .primary'));
    await page.waitForTimeout(500);
    bytes = (await Promise.all(files.splice(0))).reduce((sum, one) => sum + one, 0);
    await page.context().close();
  }
  row('home can be used after, cold cache (ms)', median(times).toFixed(0), 1000, 'median of 5');
  row('home loads, gzipped (KB)', (bytes / 1024).toFixed(0), 150);
}

if (wanted('board')) {
  for (const [game, shown] of [
    ['dragons', '.segment'],
    ['spirits', '.hand .card'],
    ['ratuki', '.slot'],
  ]) {
    const times = [];
    for (let i = 0; i < 5; ++i) {
      const page = await fresh();
      await page.addInitScript((game) => {
        // Two presses, as soon as there is something to press.
        const press = (selector, then) => {
          const found = document.querySelector(selector);
          if (!found) return setTimeout(() => press(selector, then), 1);
          found.click();
          then?.();
        };
        press(`.${game} a.primary`, () => press('.levels .primary'));
      }, game);
      await page.goto(address, { waitUntil: 'commit' });
      times.push(await drawn(page, shown));
      await page.context().close();
    }
    row(
      `${game}: from opening the page to the first board (ms)`,
      median(times).toFixed(0),
      2000,
      'cold cache, two presses without a pause',
    );
  }
}

// What a press costs until the page is changed, without drawing. `wall` is by the clock, in which other processes
// may have had the core; on the main thread's own clock there is more than this press in what is read, such as the
// answer of the bot.
// Neither can be less than the script of the press, so `script` is the smaller one. Infinity if nothing changed.
async function press(page, meter, selector, changed) {
  await page.locator(selector).first().waitFor();
  const before = await meter();
  const wall = await page.evaluate(
    async ([selector, changed]) => {
      const found = document.querySelector(selector);
      const start = performance.now();
      found.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      for (let i = 0; i < 50 && !document.querySelector(changed); ++i) await Promise.resolve();
      return document.querySelector(changed) ? performance.now() - start : Infinity;
    },
    [selector, changed],
  );
  return { wall, script: Math.min(wall, (await meter()) - before) };
}
// Milliseconds that the page's main thread has worked so far: ScriptDuration, or TaskDuration with layout and painting.
async function main_thread_meter(page, kind) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () =>
    (await session.send('Performance.getMetrics')).metrics.find((one) => one.name === kind).value * 1000;
}
function press_row(what, list) {
  const counted = list.filter((one) => one.wall !== Infinity);
  const worst = (key) => Math.max(...counted.map((one) => one[key])).toFixed(1);
  row(
    `${what} (script ms)`,
    counted.length ? worst('script') : '-',
    16,
    `the slowest of ${counted.length}; ${counted.length ? worst('wall') : '-'} ms by the clock`,
  );
}

if (wanted('click')) {
  const picks = [];
  const moves = [];
  const page = await fresh();
  const meter = await main_thread_meter(page, 'ScriptDuration');
  await begin(page, 'dragons');
  await page.waitForTimeout(1500); // the browser loads the frame of a new window, on the same two cores
  for (let i = 0; i < 12 && !(await page.locator('.news .end').count()); ++i) {
    await page.locator('.segment.source').first().waitFor({ timeout: 20000 });
    picks.push(await press(page, meter, '.segment.source', '.segment.target'));
    moves.push(await press(page, meter, '.segment.target', '.board:not(:has(.segment.target))'));
    await page.waitForTimeout(300);
  }
  press_row('dragons: a press on a stone shows its targets', picks);
  press_row('dragons: a press on a target moves the stone', moves);
  await begin(page, 'spirits', 4);
  const plays = [];
  for (let i = 0; i < 60 && plays.length < 6; ++i) {
    const mine = page.locator('.own .hand .can');
    if (await mine.count()) {
      const cards = await page.locator('.own .hand button.card').count();
      plays.push(
        await press(page, meter, '.own .hand .can', `.own .hand:not(:has(button.card:nth-of-type(${cards})))`),
      );
    } else if (await page.locator('.scene button').count()) await page.locator('.scene button').click();
    else if (await page.locator('button.ask').count()) await page.locator('button.ask').first().click();
    await page.waitForTimeout(500);
  }
  press_row('spirits: a press on a card lays it', plays);
  await begin(page, 'ratuki', 5);
  await page.waitForTimeout(4500);
  const cards = [];
  const slots = [];
  for (let i = 0; i < 60 && slots.length < 8; ++i) {
    cards.push(await press(page, meter, '.hand .card:not(.chosen)', '.hand .chosen'));
    await page.evaluate(() =>
      document.querySelector('.hand .chosen')?.dispatchEvent(new MouseEvent('click', { bubbles: true })),
    );
    await page.waitForTimeout(250); // the hand is ready again (R11)
    if (await page.locator('.slot.fits').count())
      slots.push(
        await press(page, meter, '.slot.fits', '.hand .sent').catch(() => ({ wall: Infinity, script: Infinity })),
      );
  }
  press_row('ratuki: a press on a card picks it', cards);
  press_row('ratuki: a press on a stack sends a card', slots); // without those that were beaten to the stack
  await page.context().close();
}

if (wanted('frames')) {
  const page = await fresh({ motion: 'full' });
  await begin(page, 'ratuki', 5);
  const meter = await main_thread_meter(page, 'TaskDuration');
  await page.waitForTimeout(4500);
  const before = await meter();
  const frames = await page.evaluate(
    () =>
      new Promise((done) => {
        const times = [];
        const tick = (now) => {
          times.push(now);
          if (now - times[0] < 10_000) requestAnimationFrame(tick);
          else done(times);
        };
        requestAnimationFrame(tick);
      }),
  );
  const worked = (await meter()) - before;
  const gaps = frames.slice(1).map((time, i) => time - frames[i]);
  row(
    'ratuki for five with bots: frames a second',
    ((gaps.length * 1000) / (frames.at(-1) - frames[0])).toFixed(1),
    60,
    `10 s; the longest frame ${Math.max(...gaps).toFixed(0)} ms`,
  );
  row(
    'ratuki for five with bots: work a frame (ms)',
    (worked / gaps.length).toFixed(1),
    16,
    'all that the main thread does, on its own clock',
  );
  await page.context().close();
}

// What the page holds after a garbage collection.
async function weigher(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async (games) => {
    for (let i = 0; i < 3; ++i) await session.send('HeapProfiler.collectGarbage');
    const heap = (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
    const { metrics } = await session.send('Performance.getMetrics');
    const nodes = metrics.find((one) => one.name === 'Nodes').value;
    row(
      `memory of the page after ${games} (MB)`,
      heap.toFixed(1),
      'steady',
      `after a garbage collection; ${nodes} nodes`,
    );
  };
}

if (wanted('memory')) {
  const page = await fresh({ motion: 'none' });
  const weigh = await weigher(page);
  const games = [
    ['dragons', 0],
    ['spirits', 4],
    ['ratuki', 5],
    ['spirits', 2],
    ['spirits', 3],
  ];
  // The browser itself learns for some dozens of games; what counts is that it levels off.
  for (let i = 1; i <= 100; ++i) {
    const [game, players] = games[(i - 1) % games.length];
    await begin(page, game, players);
    await page.locator('.segment, .felt, .stacks').first().waitFor();
    await page.waitForTimeout(game === 'ratuki' ? 5000 : 1200);
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('button', { name: 'Really give up' }).click();
    await page.locator('.news .end').waitFor();
    if ([10, 50, 100].includes(i)) await weigh(`${i} games`);
  }
  await page.context().close();
}

// The same with games that are played to their end, which takes a quarter of an hour: only if it is asked for.
if (only.includes('played')) {
  const page = await fresh({ motion: 'none' });
  await page.addInitScript(() => {
    localStorage.setItem(
      'hotaka.wish-spirits',
      JSON.stringify({ players: 4, edition: 'matagot', options: { target: 1 } }),
    );
    localStorage.setItem(
      'hotaka.wish-ratuki',
      JSON.stringify({ players: 2, edition: '', options: { target: 1, idle_ms: 3000 } }),
    );
    setInterval(() => {
      const press = (key) => dispatchEvent(new KeyboardEvent('keydown', { key }));
      const found = document.querySelector(
        '.scene button, .hand .can, .columns .can, button.ask, .out:not([disabled])',
      );
      if (found) found.click();
      else if (document.querySelector('.hand .card') && document.querySelector('.stacks')) {
        const slot = [...document.querySelectorAll('.slot')].findIndex((one) => one.classList.contains('fits'));
        for (const key of slot >= 0 ? ['QWERT'[slot]] : ['1', 'x']) press(key);
      }
    }, 60);
  });
  const weigh = await weigher(page);
  const games = [
    ['spirits', 2],
    ['ratuki', 2],
    ['spirits', 3],
    ['ratuki', 5],
    ['spirits', 4],
  ];
  for (let i = 1; i <= 50; ++i) {
    await begin(page, ...games[(i - 1) % games.length]);
    await page.locator('.felt, .stacks').first().waitFor();
    await page.locator('.news .end').waitFor({ timeout: 240_000 });
    if ([10, 30, 50].includes(i)) await weigh(`${i} games played out`);
  }
  await page.context().close();
}

await browser.close();
server.kill();
