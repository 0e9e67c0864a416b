// Without a server: the home page, bots on this device, records, languages, sizes, keyboard, touch.
import { gzipSync } from 'node:zlib';
import { accessible, calm, expect, picture, sizes, test } from './page';
import { act_dragons, act_ratuki, act_spirits, over, play_out } from './play';

test.beforeEach(async ({ page, problems }) => {
  void problems;
  await calm(page);
});

async function begin(page: import('@playwright/test').Page, game: string, level: string, players?: number) {
  await page.goto(`/#/play/${game}`);
  if (players) await page.locator('.players label', { hasText: String(players) }).click();
  await page.getByRole('button', { name: new RegExp(`^${level}`) }).click();
  await page.waitForURL(/#\/o\//);
}

test('a newcomer plays a bot within two clicks', async ({ page }) => {
  await page.goto('/');
  const start = Date.now();
  await page.getByRole('link', { name: 'Play a bot' }).first().click();
  await page.getByRole('button', { name: /^Casual/ }).click();
  await expect(page.locator('.segment')).toHaveCount(24);
  expect(Date.now() - start).toBeLessThan(5000);
});

test('the first load is small, and neither games nor the module are part of it', async ({ page }) => {
  const loaded: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    if (response.ok()) loaded.push(response.body().then((body) => [response.url(), gzipSync(body).length]));
  });
  await page.goto('/');
  await expect(page.locator('main h1')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const files = await Promise.all(loaded);
  expect(files.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(150 * 1024);
  expect(files.filter(([url]) => /wasm|Table-/.test(url))).toEqual([]);
});

for (const [name, size] of Object.entries(sizes)) {
  test(`the screens on a ${name}`, async ({ page }) => {
    await page.setViewportSize(size);
    for (const [screen, path] of [['home', ''], ['play-dragons', '#/play/dragons'], ['play-spirits', '#/play/spirits'], ['new-ratuki', '#/new/ratuki'], ['learn-dragons', '#/learn/dragons'], ['learn-spirits', '#/learn/spirits'], ['learn-ratuki', '#/learn/ratuki'], ['review', '#/review'], ['settings', '#/settings'], ['nowhere', '#/nowhere']] as const) {
      await page.goto(`/${path}`);
      await expect(page.locator('main h1')).toBeVisible();
      await page.waitForTimeout(250);
      await picture(page, `${screen}-${name}`);
      await accessible(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(wide, `${screen} scrolls sideways`).toBe(false);
    }
  });

  test(`the tables on a ${name} need no scrolling`, async ({ page }) => {
    await page.setViewportSize(size);
    for (const [game, players] of [['dragons', undefined], ['spirits', 2], ['spirits', 3], ['spirits', 4], ['ratuki', 2], ['ratuki', 5]] as const) {
      await begin(page, game, 'Casual', players);
      await page.waitForTimeout(900);
      await picture(page, `${game}${players ?? ''}-${name}`);
      await accessible(page);
      const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth);
      expect(scrolls, `${game} ${players} scrolls`).toBe(false);
    }
  });
}

test('light theme', async ({ page }) => {
  await calm(page, { theme: 'light' });
  await page.goto('/');
  await picture(page, 'home-light');
  await accessible(page);
  await begin(page, 'dragons', 'Casual');
  await page.waitForTimeout(500);
  await picture(page, 'dragons-light');
  await accessible(page);
});

test('a whole game of dragons, verified, replayed and opened as a record', async ({ page }) => {
  test.setTimeout(300_000);
  await begin(page, 'dragons', 'Novice');
  await play_out(page, act_dragons, '.segment.source, .enterable, .hint.asking', 200);
  await picture(page, 'dragons-over');
  await accessible(page);
  await page.getByRole('tab', { name: 'Verify' }).click();
  await page.getByRole('button', { name: 'Verify all dice' }).click();
  await expect(page.getByText('Everything is as it was sealed')).toBeVisible();
  await picture(page, 'dragons-verified');
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.getByRole('button', { name: 'First position' }).click();
  await expect(page.locator('.status')).toHaveText('Looking back');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the record' }).click()]);
  const path = await download.path();
  await page.goto('/#/review');
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.locator('.stepper')).toContainText(/0 \/ \d\d+/);
  await page.keyboard.press('End');
  await picture(page, 'review-dragons');
  await accessible(page);
});

for (const players of [2, 3, 4]) {
  test(`a whole game of spirits for ${players}`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.addInitScript(() => localStorage.setItem('hotaka.wish-spirits', JSON.stringify({ players: 4, edition: 'matagot', options: { target: 30 } })));
    await begin(page, 'spirits', 'Casual', players);
    await play_out(page, act_spirits, '.hand .can, .columns .can, button.ask', 200);
    await picture(page, `spirits${players}-over`);
    await page.getByRole('tab', { name: 'Verify' }).click();
    await page.getByRole('button', { name: 'Verify all dice' }).click();
    await expect(page.getByText('Everything is as it was sealed')).toBeVisible();
  });
}

for (const players of [2, 5]) {
  test(`a whole match of ratuki for ${players}`, async ({ page }) => {
    test.setTimeout(300_000);
    // One point is enough: whoever has taken more than is left ends the match with the round.
    await page.addInitScript(() => localStorage.setItem('hotaka.wish-ratuki', JSON.stringify({ players: 2, edition: '', options: { target: 1, idle_ms: 3000 } })));
    await begin(page, 'ratuki', 'Casual', players);
    await play_out(page, act_ratuki, '.hand .card', 240);
    await picture(page, `ratuki${players}-over`);
    await page.getByRole('tab', { name: 'Verify' }).click();
    await page.getByRole('button', { name: 'Verify all dice' }).click();
    await expect(page.getByText('Everything is as it was sealed')).toBeVisible();
  });
}

test('two people on one device', async ({ page }) => {
  await begin(page, 'dragons', 'A friend beside you');
  for (let i = 0; i < 8; ++i) {
    await expect(page.locator('.segment.source, .enterable').first()).toBeVisible();
    await act_dragons(page);
  }
  await expect(page.locator('aside .moves li')).not.toHaveCount(0);
});

test('a game goes on after the page was closed', async ({ page }) => {
  await begin(page, 'dragons', 'Novice');
  await expect(page.locator('.segment.source, .enterable').first()).toBeVisible();
  await act_dragons(page);
  await page.waitForTimeout(2500);
  await expect(page.locator('.segment.source, .enterable, .hint.asking').first()).toBeVisible();
  const before = await page.locator('.moves li').allTextContents();
  await page.goto('/');
  await page.reload();
  await page.getByRole('link', { name: /Your game of Dragons is waiting/ }).click();
  await expect(page.locator('.segment.source, .enterable, .hint.asking').first()).toBeVisible();
  const after = await page.locator('.moves li').allTextContents();
  expect(after.slice(0, before.length)).toEqual(before);
});

test('dragons by keyboard alone, announced', async ({ page }) => {
  await begin(page, 'dragons', 'Novice');
  await expect(page.locator('.segment.source').first()).toBeVisible();
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.classList.contains('source') ?? false)) break;
  }
  await page.keyboard.press('Enter');
  await expect(page.locator('[role=status].hidden')).toContainText('Targets:');
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.classList.contains('target') ?? false)) break;
  }
  await page.keyboard.press('Enter');
  await expect(page.locator('.moves li', { hasText: /\d+-\d+/ }).first()).toBeVisible();
});

test('spirits by keyboard alone, announced', async ({ page }) => {
  await begin(page, 'spirits', 'Novice', 4);
  const ready = page.locator('.hand .can, button.ask');
  for (let played = 0; played < 5; ++played) {
    await expect(ready.first()).toBeVisible({ timeout: 20000 });
    for (let i = 0; i < 60; ++i) {
      if (await page.evaluate(() => document.activeElement?.matches('.can, button.ask') ?? false)) break;
      await page.keyboard.press('Tab');
    }
    await expect(page.locator('[role=status].hidden')).toContainText(/card|ask/);
    const before = await page.locator('.moves li').count();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.moves li').count()).toBeGreaterThan(before);
    await page.waitForTimeout(300);
  }
});

test('the lessons can be played through', async ({ page }) => {
  for (const [game, count] of [['spirits', 5], ['ratuki', 5]] as const) {
    await page.goto(`/#/learn/${game}`);
    for (let i = 0; i < count; ++i) {
      const choices = page.locator('.quiz .table button');
      await choices.first().waitFor();
      for (let k = 0; k < (await choices.count()); ++k) {
        await choices.nth(k).click();
        if (await page.locator('.quiz .row .primary').count()) break;
      }
      await picture(page, `lesson-${game}`);
      await page.locator('.quiz .row .primary').click();
    }
    await page.waitForURL(`**/#/play/${game}`);
  }
  await page.goto('/#/learn/dragons');
  for (const action of [['15', '10'], ['13', '8'], ['W', '13'], ['8', '6'], ['14', '12'], ['13', '9'], ['13', '9']] as const) {
    if (action[0] === 'W') await page.locator('.enterable').click({ force: true });
    else await page.locator(`[data-segment="${action[0]}"]`).click({ force: true });
    await page.locator(`[data-segment="${action[1]}"]`).click({ force: true });
    await page.locator('.lesson .row .primary').click();
  }
  await page.waitForURL('**/#/play/dragons');
});

test('dragons by dragging a stone', async ({ page }) => {
  await begin(page, 'dragons', 'Novice');
  const source = page.locator('.segment.source').first();
  await source.click({ force: true });
  const target = page.locator('.segment.target').first();
  const number = await target.getAttribute('data-segment');
  const from = (await page.locator('.segment.picked').boundingBox())!;
  const to = (await target.boundingBox())!;
  await page.keyboard.press('Escape');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect(page.locator('.moves li', { hasText: new RegExp(`-${number}$`) }).first()).toBeVisible();
});

test('a turn is taken back step by step until Done', async ({ page }) => {
  await calm(page, { confirm: true });
  await begin(page, 'dragons', 'Novice');
  await expect(page.locator('.segment.source').first()).toBeVisible();
  const moves = page.locator('.moves li', { hasText: /\d+-\d+|[VWF]-\d+/ });
  const before = await moves.count();
  for (let i = 0; i < 4 && !(await page.locator('.turn-buttons .primary').count()); ++i) {
    if (await page.locator('.segment.source, .enterable').count()) await act_dragons(page);
    await page.waitForTimeout(200);
  }
  await page.locator('.turn-buttons .primary').waitFor();
  await picture(page, 'dragons-held');
  await page.locator('.turn-buttons button', { hasText: 'Take back' }).click();
  await expect(page.locator('.segment.source, .enterable').first()).toBeVisible();
  await act_dragons(page);
  await page.locator('.turn-buttons .primary').click();
  await expect.poll(() => moves.count()).toBeGreaterThan(before);
});

for (const [code, words] of [['de', 'Du bist am Zug'], ['ru', 'Ваш ход']] as const) {
  test(`the page speaks ${code}`, async ({ page }) => {
    await calm(page, { language: code });
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    await picture(page, `home-${code}`);
    await page.locator('.actions .primary').first().click();
    await page.locator('.levels button').first().click();
    await expect(page.locator('.status')).toHaveText(words, { timeout: 15000 });
    await picture(page, `dragons-${code}`);
    await page.goto('/#/learn/spirits');
    await expect(page.getByText('S25')).toBeVisible();
    await picture(page, `learn-${code}`);
    await accessible(page);
  });
}

test.describe('touch', () => {
  test.use({ hasTouch: true, viewport: sizes.phone });
  test('a move by tapping', async ({ page }) => {
    await begin(page, 'dragons', 'Novice');
    const source = page.locator('.segment.source').first();
    await expect(source).toBeVisible();
    await source.tap({ force: true });
    await page.locator('.segment.target').first().tap({ force: true });
    await page.getByRole('button', { name: 'Moves, chat and more' }).tap();
    await expect(page.locator('.moves li', { hasText: /\d+-\d+/ }).first()).toBeVisible();
    await picture(page, 'side-phone');
    await accessible(page);
  });
});

test('a garbage record, a dead table and a lost address are told plainly', async ({ page }) => {
  await page.goto('/#/review');
  await page.locator('input[type=file]').setInputFiles({ name: 'x.hgr', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(page.getByRole('alert')).toContainText('not a JSON object');
  await page.locator('input[type=file]').setInputFiles({ name: 'x.hgr', mimeType: 'text/plain', buffer: Buffer.from('{"hgr":1,"game":"dragons"}\n{"roll":[7,9]}\n') });
  await expect(page.getByRole('alert')).toContainText('breaks off');
  await page.goto('/#/o/none');
  await expect(page.getByText('This table cannot be opened')).toBeVisible();
  await accessible(page);
});

test('storage that is disabled disables nothing else', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', { get: () => { throw new Error('disabled'); } });
  });
  await page.goto('/');
  await page.getByRole('link', { name: 'Play a bot' }).first().click();
  await page.getByRole('button', { name: /^Casual/ }).click();
  await expect(page.locator('.segment')).toHaveCount(24);
});

test('a module that cannot be loaded is told plainly', async ({ page, problems }) => {
  await page.route('**/hotaka.wasm', (route) => route.fulfill({ status: 404 }));
  await page.goto('/#/play/dragons');
  await page.getByRole('button', { name: /^Casual/ }).click();
  await expect(page.getByRole('alert')).toContainText('That did not work');
  problems.splice(0);
});

test('giving up ends the game', async ({ page }) => {
  await begin(page, 'dragons', 'Casual');
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Really give up' }).click();
  await expect(over(page)).toBeVisible();
});
