// With a server: friends at one table, watchers, bots in free places, lost connections.
import { execFileSync } from 'node:child_process';
import type { Browser, Page } from '@playwright/test';
import { accessible, accessible_in_both, calm, expect, picture, sizes, test, watch } from './page';
import { act_dragons, act_ratuki, act_spirits, over, play_out } from './play';
import { addresses, program } from './servers';

test.beforeEach(async ({ page, problems }) => {
  void problems;
  await calm(page);
});

const troubles: string[] = [];
test.afterEach(() => {
  expect(troubles.splice(0)).toEqual([]);
});

// Another person with a browser of their own.
async function friend(browser: Browser, name: string, language = 'en'): Promise<Page> {
  const context = await browser.newContext({
    baseURL: addresses().online,
    serviceWorkers: 'block',
    locale: 'en-GB',
    colorScheme: 'dark',
    viewport: sizes.laptop,
  });
  const page = await context.newPage();
  watch(page, troubles);
  await calm(page, { motion: 'none', sound: false, language, name });
  return page;
}

async function make_table(page: Page, game: string, players?: number): Promise<string> {
  await page.goto(`/#/new/${game}`);
  if (players) await page.locator('.players label', { hasText: String(players) }).click();
  await page.getByRole('button', { name: 'Make the table' }).click();
  await page.waitForURL(/#\/t\//);
  await expect(page.getByRole('heading', { name: 'Places' })).toBeVisible();
  return page.url();
}

async function add_bots(page: Page) {
  while (await page.getByRole('button', { name: 'Add a bot' }).count()) {
    const before = await page.getByRole('button', { name: 'Add a bot' }).count();
    await page.getByRole('button', { name: 'Add a bot' }).first().click();
    await expect(page.getByRole('button', { name: 'Add a bot' })).toHaveCount(before - 1);
  }
}

async function start_with_bots(page: Page) {
  await add_bots(page);
  await page.getByRole('button', { name: 'Start the game' }).click();
}

async function sit_ready(page: Page, url: string) {
  await page.goto(url);
  await page.getByRole('button', { name: 'Sit here' }).first().click();
  await page.getByRole('button', { name: 'I am ready' }).click();
}

const my_turn = '.segment.source, .enterable, .hint.asking';

test('two friends play a whole game of dragons, a third watches, and they play again', async ({ page, browser }) => {
  const url = await make_table(page, 'dragons');
  await picture(page, 'waiting');
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const laptop = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'waiting-phone');
  await accessible(page);
  await page.setViewportSize(laptop);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await accessible_in_both(page);
  const lu = await friend(browser, 'Lu');
  await sit_ready(lu, url);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.segment')).toHaveCount(24);
  const mo = await friend(browser, 'Mo');
  await mo.goto(url);
  await expect(mo.getByText('You are watching.')).toBeVisible();
  await lu.getByRole('tab', { name: 'Chat' }).click();
  await lu.getByLabel('Say something').fill('Good luck!');
  await lu.getByRole('button', { name: 'Send' }).click();
  await lu.getByRole('tab', { name: 'Moves' }).click();
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect(page.getByText('Good luck!')).toBeVisible();
  await page.getByRole('tab', { name: 'Moves' }).click();
  await picture(mo, 'watching');
  await accessible_in_both(mo);
  await play_out([page, lu], act_dragons, my_turn);
  for (const one of [page, lu, mo]) await expect(over(one)).toBeVisible();
  await mo.getByRole('tab', { name: 'Verify' }).click();
  await mo.getByRole('button', { name: 'Verify all dice' }).click();
  await expect(mo.getByText('Everything is as it was sealed')).toBeVisible();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForURL((now) => !now.href.includes(url.split('/').pop()!));
  await lu.getByRole('link', { name: 'To the rematch' }).click();
  await expect(lu.getByRole('heading', { name: 'Places' }).or(lu.locator('.segment').first())).toBeVisible();
});

test('a record with another secret than the one that was promised is found, also after a reload', async ({ page }) => {
  await make_table(page, 'dragons');
  await start_with_bots(page);
  await expect(page.locator('.segment')).toHaveCount(24);
  await page.reload();
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Really give up' }).click();
  await expect(over(page)).toBeVisible();
  await page.getByRole('tab', { name: 'Verify' }).click();
  await page.getByRole('button', { name: 'Verify all dice' }).click();
  await expect(page.getByText('Everything is as it was sealed')).toBeVisible();
  await expect(page.getByText('The fingerprint is the one that was shown before the game.')).toBeVisible();
  await expect(page.getByText('Your own seed is in the record')).toBeVisible();
  await picture(page, 'verified-online');
  // The host publishes another game, which is in order by itself.
  const other = execFileSync(program, ['simulate', 'dragons', '--fair', '--seed', '5'], { encoding: 'utf8' });
  await page.route('**/api/tables/*/record', (route) => route.fulfill({ body: other }));
  await page.reload();
  await page.getByRole('tab', { name: 'Verify' }).click();
  await page.getByRole('button', { name: 'Verify all dice' }).click();
  await expect(page.getByText('Something does not fit')).toBeVisible();
  await expect(page.getByText('but you were shown')).toBeVisible();
  await picture(page, 'verified-cheat');
  await accessible_in_both(page);
});

test('a lost connection comes back to the same seat', async ({ page }) => {
  let cut = () => {};
  const joins: object[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(String(text)) as { type: string };
      if (message.type === 'join') joins.push(message);
      server.send(text);
    });
    cut = () => void socket.close();
  });
  await make_table(page, 'dragons');
  await start_with_bots(page);
  await expect(page.locator(my_turn).first()).toBeVisible();
  await act_dragons(page);
  cut();
  await expect(page.getByText('The connection is lost')).toBeVisible();
  await expect(page.getByText('The connection is lost')).toBeHidden();
  expect(joins.at(-1)).toHaveProperty('since');
  await expect(page.locator(my_turn).first()).toBeVisible();
  await act_dragons(page);
  await page.reload();
  await expect(page.locator('.segment')).toHaveCount(24);
  await page.goto('/');
  await page
    .getByRole('link', { name: /Your game on the server is waiting/ })
    .first()
    .click();
  await expect(page.locator('.segment')).toHaveCount(24);
});

// A table with options that the form does not offer, so that a game is short.
async function with_options(page: Page, options: Record<string, number>) {
  await page.addInitScript((options) => {
    const { send } = WebSocket.prototype as { send: (this: WebSocket, text: string) => void };
    WebSocket.prototype.send = function (text) {
      const message = JSON.parse(text as string) as { type: string; options?: object };
      if (message.type === 'create') message.options = { ...message.options, ...options };
      send.call(this, JSON.stringify(message));
    };
  }, options);
}

for (const { game, players, options, act, ready, drawn } of [
  {
    game: 'spirits',
    players: 2,
    options: { target: 10 },
    act: act_spirits,
    ready: '.columns .can, button.ask',
    drawn: '.felt',
  },
  {
    game: 'ratuki',
    players: 2,
    options: { target: 1, idle_ms: 3000 },
    act: act_ratuki,
    ready: '.hand .card',
    drawn: '.slot',
  },
]) {
  test(`two friends play a whole game of ${game}, and a third watches`, async ({ page, browser }) => {
    await with_options(page, options);
    const url = await make_table(page, game, players);
    const lu = await friend(browser, 'Lu');
    await sit_ready(lu, url);
    const mo = await friend(browser, 'Mo');
    await mo.goto(url);
    await page.getByRole('button', { name: 'Start the game' }).click();
    for (const one of [page, lu, mo]) await expect(one.locator(drawn).first()).toBeVisible();
    await expect(mo.getByText('You are watching.')).toBeVisible();
    await picture(mo, `${game}-watching`);
    await accessible_in_both(mo);
    await play_out([page, lu], act, ready);
    for (const one of [page, lu, mo]) await expect(over(one)).toBeVisible();
    await picture(lu, `${game}-online-over`);
    await mo.getByRole('tab', { name: 'Verify' }).click();
    await mo.getByRole('button', { name: 'Verify all dice' }).click();
    await expect(mo.getByText('Everything is as it was sealed')).toBeVisible();
  });
}

test('cards that come at once are a tie, and fly home', async ({ page, browser }) => {
  await with_options(page, { tie_ms: 1000, hand_ms: 1000, idle_ms: 120_000 });
  const url = await make_table(page, 'ratuki', 2);
  const lu = await friend(browser, 'Lu');
  await sit_ready(lu, url);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.countdown')).toBeVisible();
  await expect(page.locator('.countdown')).toBeHidden();
  // Which stacks a page could play on; and whether it could open one.
  const look = (one: Page) =>
    one.evaluate(() => {
      const slots = [...document.querySelectorAll('.slot')];
      const fits = slots.flatMap((slot, i) => (slot.matches('.fits') && slot.querySelector('.top') ? [i] : []));
      return {
        fits,
        empty: !slots.some((slot) => slot.querySelector('.top')),
        opens: slots.some((slot) => slot.matches('.fits') && !slot.querySelector('.top')),
      };
    });
  while (!(await page.locator('.tied').count())) {
    const [mine, theirs] = await Promise.all([look(page), look(lu)]);
    const both = mine.fits.find((slot) => theirs.fits.includes(slot));
    if (both !== undefined) await Promise.all([page, lu].map((one) => one.keyboard.press('QW'[both]!)));
    else {
      for (const [one, seen] of [
        [page, mine],
        [lu, theirs],
      ] as const) {
        if (seen.empty && seen.opens) await one.keyboard.press('Space');
        else {
          await one.keyboard.press('1');
          await one.keyboard.press('x');
        }
      }
    }
    await page.waitForTimeout(1100); // until both hands are free again
  }
  for (const one of [page, lu]) {
    await expect(one.locator('.tied')).toHaveCount(2);
    await expect(one.locator('.spark')).toHaveText('Tie!');
  }
});

// The last view that a page was told.
function views(page: Page): () => string {
  let last = '';
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const told = JSON.parse(String(payload)) as { view?: string };
      if (told.view) last = told.view;
    }),
  );
  return () => last;
}

test('hidden means hidden: no message tells what others hold', async ({ page, browser }) => {
  const told = views(page);
  const url = await make_table(page, 'spirits', 4);
  const lu = await friend(browser, 'Lu');
  const lu_told = views(lu);
  await lu.goto(url);
  await lu.getByRole('button', { name: 'Sit here' }).first().click();
  const mo = await friend(browser, 'Mo');
  const mo_told = views(mo);
  await mo.goto(url);
  await add_bots(page);
  await lu.getByRole('button', { name: 'I am ready' }).click(); // bots that come make nobody ready
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(mo.locator('.felt')).toBeVisible();
  const hands = (view: string) => view.split(' ')[0]!.split('/');
  const open = (hand: string) => /[YR](?!\?\?)/.test(hand);
  await expect.poll(() => hands(told()).map(open)).toEqual([true, false, false, false]);
  await expect.poll(() => hands(lu_told()).map(open)).toEqual([false, true, false, false]);
  await expect.poll(() => hands(mo_told()).map(open)).toEqual([false, false, false, false]);
});

test('on phones, nobody misses a word or a request to take back', async ({ page, browser }) => {
  const url = await make_table(page, 'spirits', 2);
  const lu = await friend(browser, 'Lu');
  await sit_ready(lu, url);
  await page.getByRole('button', { name: 'Start the game' }).click();
  for (const one of [page, lu]) {
    await one.setViewportSize(sizes.phone);
    await expect(one.locator('.felt')).toBeVisible();
  }
  const opener = (one: Page) => one.getByRole('button', { name: 'Moves, chat and more' });
  const closer = (one: Page) => one.getByRole('button', { name: 'Back to the table' });

  await opener(lu).click();
  await lu.getByRole('tab', { name: 'Chat' }).click();
  await lu.getByLabel('Say something').fill('Good luck!');
  await lu.getByRole('button', { name: 'Send' }).click();
  await closer(lu).click();
  await expect(opener(lu)).toHaveText('Moves, chat and more');
  await expect(opener(page)).toContainText('(1)');
  await picture(page, 'unheard-phone');
  await opener(page).click();
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect(page.getByText('Good luck!')).toBeInViewport();
  await closer(page).click();
  await expect(opener(page)).toHaveText('Moves, chat and more');

  // Only asking can be taken back.
  const ask = 'button.ask';
  await expect.poll(async () => (await page.locator(ask).count()) + (await lu.locator(ask).count())).toBe(1);
  const [one, other] = (await page.locator(ask).count()) ? [page, lu] : [lu, page];
  await one.locator(ask).click();
  await expect(one.locator(ask)).toHaveCount(0);
  await opener(one).click();
  await one.getByRole('button', { name: 'Ask to take back' }).click();
  const request = other.locator('.news').getByRole('alert');
  await expect(request).toContainText('would like to take a move back.');
  await expect(request.getByRole('button', { name: 'Yes' })).toBeInViewport();
  await picture(other, 'undo-asked-phone');
  await accessible_in_both(other);
  await request.getByRole('button', { name: 'Yes' }).click();
  await closer(one).click();
  await expect(one.locator(ask)).toHaveCount(1);
});

test('leaving to a bot and coming back', async ({ page, browser }) => {
  const url = await make_table(page, 'dragons');
  const lu = await friend(browser, 'Lu');
  await sit_ready(lu, url);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.segment')).toHaveCount(24);
  await page.getByRole('button', { name: 'Let a bot play' }).click();
  await expect(lu.getByText('(a bot plays)')).toBeVisible();
  await page.getByRole('button', { name: 'Play again myself' }).click();
  await expect(page.getByRole('button', { name: 'Let a bot play' })).toBeVisible();
  await expect(lu.getByText('(a bot plays)')).toBeHidden();
});

test('a full table is watched, a dead link is told plainly', async ({ page, browser }) => {
  const url = await make_table(page, 'dragons');
  await start_with_bots(page);
  const lu = await friend(browser, 'Lu');
  await lu.goto('/');
  await expect(lu.getByRole('link', { name: 'Watch' }).first()).toBeVisible();
  await picture(lu, 'home-online');
  await accessible_in_both(lu);
  await lu.goto(url);
  await expect(lu.getByText('You are watching.')).toBeVisible();
  await lu.goto('/#/t/nosuchtable');
  await expect(lu.getByText('This table cannot be opened')).toBeVisible();
  await expect(lu.getByText('There is no such table. The link may be wrong or old.')).toBeVisible();
  await lu.getByRole('link', { name: 'Home' }).last().click();
  await expect(lu.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a display name is kept', async ({ page }) => {
  await page.goto('/#/account');
  await page.getByLabel('Your name at the tables').fill('Kei');
  await page.getByRole('button', { name: 'Keep' }).click();
  await make_table(page, 'dragons');
  await expect(page.getByText('Kei (you)')).toBeVisible();
});

test('who comes too late to a place is told so in their language', async ({ page, browser }) => {
  const url = await make_table(page, 'dragons');
  const lu = await friend(browser, 'Lu', 'de');
  await lu.goto(url);
  const sit = lu.getByRole('button', { name: 'Hier sitzen' }).first();
  await expect(sit).toBeVisible();
  // Both press at once: the page of one does not know of the other yet.
  await lu.evaluate(() => {
    const { send } = WebSocket.prototype as { send: (this: WebSocket, text: string) => void };
    WebSocket.prototype.send = function (text) {
      send.call(this, (text as string).replace('"place":1', '"place":0'));
    };
  });
  await sit.click();
  await expect(lu.getByRole('button', { name: 'Dieser Platz ist besetzt. Nimm einen anderen.' })).toBeVisible();
});

test('a table that nobody may watch shows others out when the game begins', async ({ page, browser }) => {
  await page.goto('/#/new/dragons');
  await page.getByLabel('others may watch').uncheck();
  await page.getByRole('button', { name: 'Make the table' }).click();
  await page.waitForURL(/#\/t\//);
  const lu = await friend(browser, 'Lu');
  await lu.goto(page.url());
  await expect(lu.getByRole('heading', { name: 'Places' })).toBeVisible();
  await start_with_bots(page);
  await expect(lu.getByText('nobody may watch at this table')).toBeVisible();
  await expect(lu.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
});
