// With a server: friends at one table, watchers, bots in free places, lost connections.
import type { Browser, Page } from '@playwright/test';
import { accessible, calm, expect, picture, sizes, test, watch } from './page';
import { act_dragons, act_ratuki, act_spirits, over } from './play';

test.beforeEach(async ({ page, problems }) => {
  void problems;
  await calm(page);
});

const troubles: string[] = [];
test.afterEach(() => {
  expect(troubles.splice(0)).toEqual([]);
});

// Another person with a browser of their own.
async function friend(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: 'http://127.0.0.1:4187', serviceWorkers: 'block', locale: 'en-GB', colorScheme: 'dark', viewport: sizes.laptop });
  const page = await context.newPage();
  watch(page, troubles);
  await calm(page, { motion: 'none', sound: false, language: 'en', name });
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

async function start_with_bots(page: Page) {
  while (await page.getByRole('button', { name: 'Add a bot' }).count()) {
    const before = await page.getByRole('button', { name: 'Add a bot' }).count();
    await page.getByRole('button', { name: 'Add a bot' }).first().click();
    await expect(page.getByRole('button', { name: 'Add a bot' })).toHaveCount(before - 1);
  }
  await page.getByRole('button', { name: 'Start the game' }).click();
}

async function sit_ready(page: Page, url: string) {
  await page.goto(url);
  await page.getByRole('button', { name: 'Sit here' }).first().click();
  await page.getByRole('button', { name: 'I am ready' }).click();
}

const my_turn = '.segment.source, .enterable, .hint.asking';

test('two friends play a whole game of dragons, a third watches, and they play again', async ({ page, browser }) => {
  test.setTimeout(400_000);
  const url = await make_table(page, 'dragons');
  await picture(page, 'waiting');
  await accessible(page);
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
  for (let i = 0; i < 2500 && !(await over(page).count()); ++i) {
    let acted = false;
    for (const one of [page, lu]) {
      if (await one.locator(my_turn).count()) {
        await act_dragons(one).catch(() => undefined);
        acted = true;
      }
    }
    if (!acted) await page.waitForTimeout(30);
    if (i === 12) {
      await picture(mo, 'watching');
      await accessible(mo);
    }
  }
  for (const one of [page, lu, mo]) await expect(over(one)).toBeVisible({ timeout: 15000 });
  await mo.getByRole('tab', { name: 'Verify' }).click();
  await mo.getByRole('button', { name: 'Verify all dice' }).click();
  await expect(mo.getByText('Everything is as it was sealed')).toBeVisible();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForURL((now) => !now.href.includes(url.split('/').pop()!));
  await lu.getByRole('link', { name: 'To the rematch' }).click();
  await expect(lu.getByRole('heading', { name: 'Places' }).or(lu.locator('.segment').first())).toBeVisible();
});

test('a lost connection comes back to the same seat', async ({ page }) => {
  let cut = () => {};
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer();
    cut = () => void socket.close();
  });
  await make_table(page, 'dragons');
  await start_with_bots(page);
  await expect(page.locator(my_turn).first()).toBeVisible({ timeout: 20000 });
  await act_dragons(page);
  cut();
  await expect(page.getByText('The connection is lost')).toBeVisible();
  await expect(page.getByText('The connection is lost')).toBeHidden({ timeout: 10000 });
  await expect(page.locator(my_turn).first()).toBeVisible({ timeout: 20000 });
  await act_dragons(page);
  await page.reload();
  await expect(page.locator('.segment')).toHaveCount(24);
  await page.goto('/');
  await page.getByRole('link', { name: /Your game on the server is waiting/ }).first().click();
  await expect(page.locator('.segment')).toHaveCount(24);
});

test('spirits with a friend and two bots', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const url = await make_table(page, 'spirits', 4);
  const lu = await friend(browser, 'Lu');
  await sit_ready(lu, url);
  await start_with_bots(page);
  const ready = '.hand .can, button.ask';
  await expect(page.locator('.felt')).toBeVisible();
  let moves = 0;
  for (let i = 0; i < 600 && moves < 24; ++i) {
    for (const one of [page, lu]) {
      const scene = one.locator('.scene button');
      if (await scene.count()) await scene.click().catch(() => undefined);
      if (await one.locator(ready).count()) {
        await act_spirits(one).then(() => ++moves, () => undefined);
        await one.waitForTimeout(80);
      }
    }
    await page.waitForTimeout(30);
  }
  expect(moves).toBeGreaterThanOrEqual(24);
  await picture(page, 'spirits-online');
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
  await sit_ready(lu, url);
  const mo = await friend(browser, 'Mo');
  const mo_told = views(mo);
  await mo.goto(url);
  await start_with_bots(page);
  await expect(mo.locator('.felt')).toBeVisible();
  const hands = (view: string) => view.split(' ')[0]!.split('/');
  const open = (hand: string) => /[YR](?!\?\?)/.test(hand);
  await expect.poll(() => hands(told()).map(open)).toEqual([true, false, false, false]);
  await expect.poll(() => hands(lu_told()).map(open)).toEqual([false, true, false, false]);
  await expect.poll(() => hands(mo_told()).map(open)).toEqual([false, false, false, false]);
});

test('ratuki with a friend and a bot', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const url = await make_table(page, 'ratuki', 3);
  const lu = await friend(browser, 'Lu');
  await sit_ready(lu, url);
  await start_with_bots(page);
  await expect(page.locator('.slot')).toHaveCount(3);
  await picture(page, 'ratuki-count-down');
  for (let i = 0; i < 120; ++i) {
    await act_ratuki(page).catch(() => undefined);
    await act_ratuki(lu).catch(() => undefined);
    await page.waitForTimeout(60);
  }
  await picture(page, 'ratuki-online');
  const scored = await page.locator('.player .numbers b').allTextContents();
  expect(scored.map(Number).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
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
  await accessible(lu);
  await lu.goto(url);
  await expect(lu.getByText('You are watching.')).toBeVisible();
  await lu.goto('/#/t/nosuchtable');
  await expect(lu.getByText('This table cannot be opened')).toBeVisible();
  await lu.getByRole('link', { name: 'Home' }).last().click();
  await expect(lu.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a display name is kept', async ({ page }) => {
  await page.goto('/#/settings');
  await page.getByLabel('Your name at the tables').fill('Kei');
  await page.getByRole('button', { name: 'Keep' }).click();
  await make_table(page, 'dragons');
  await expect(page.getByText('Kei (you)')).toBeVisible();
});
