// Without a server: bots on this device, whole games, records, lessons, dragging, touch.
import { gzipSync } from 'node:zlib';
import { accessible, accessible_in_both, calm, expect, hurry, picture, seeded, sizes, test } from './page';
import { act_dragons, act_ratuki, act_spirits, begin, over, play_out, verify_and_review } from './play';

test.beforeEach(async ({ page, problems }) => {
  void problems;
  await calm(page);
  await seeded(page, 1);
  await hurry(page);
});

test('a newcomer plays a bot within two clicks', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Play a bot' }).first().click();
  await page.getByRole('button', { name: /^Casual/ }).click();
  await expect(page.locator('.segment')).toHaveCount(24);
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

for (const players of [2, 3]) {
  test(`a whole game of spirits for ${players}`, async ({ page }) => {
    // With three it is drawn who leads: another entry for the list of moves, the proof and the record.
    const lead = players === 3 ? 'drawn' : 'left';
    await page.addInitScript(
      (lead) =>
        localStorage.setItem(
          'hotaka.wish-spirits',
          JSON.stringify({ players: 4, edition: 'matagot', options: { target: 30, lead } }),
        ),
      lead,
    );
    await begin(page, 'spirits', 'Casual', players);
    await play_out(page, act_spirits, '.hand .can, .columns .can, button.ask');
    if (lead === 'drawn') await expect(page.locator('.moves li', { hasText: 'First lead:' })).not.toHaveCount(0);
    await picture(page, `spirits${players}-over`);
    await accessible_in_both(page, `spirits${players}-over`);
    await verify_and_review(page, `spirits${players}`);
  });
}

for (const players of [2, 3, 4, 5]) {
  test(`a whole match of ratuki for ${players}`, async ({ page }) => {
    // One point is enough: whoever has taken more than is left ends the match with the round.
    await page.addInitScript(() =>
      localStorage.setItem(
        'hotaka.wish-ratuki',
        JSON.stringify({ players: 2, edition: '', options: { target: 1, idle_ms: 3000 } }),
      ),
    );
    await begin(page, 'ratuki', 'Casual', players);
    await play_out(page, act_ratuki, '.hand .card');
    await picture(page, `ratuki${players}-over`);
    await accessible_in_both(page, `ratuki${players}-over`);
    await verify_and_review(page, `ratuki${players}`);
  });
}

test('a beginner is let off the rule of one hand, also the next time', async ({ page }) => {
  await page.goto('/#/play/ratuki');
  await page.getByText('Rules and options').click();
  await page.getByRole('checkbox', { name: 'forgive me' }).check();
  await accessible_in_both(page, 'ratuki-forgiven');
  await picture(page, 'ratuki-forgiven');
  await page.getByRole('button', { name: /^Casual/ }).click();
  await expect(page.locator('.slot').first()).toBeVisible();
  await page.goto('/#/play/ratuki');
  await page.getByText('Rules and options').click();
  await expect(page.getByRole('checkbox', { name: 'forgive me' })).toBeChecked();
});

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
  const moves = page.locator('.moves li');
  const mine = page.locator('.segment.source, .enterable, .hint.asking').first();
  // Past our first turn, so that the bot has moved too.
  await expect(async () => {
    await act_dragons(page);
    expect(await moves.count()).toBeGreaterThan(8);
  }).toPass({ intervals: [50] });
  await expect(mine).toBeVisible();
  const before = await moves.allTextContents();
  await page.goto('/');
  await page.reload();
  await page.getByRole('link', { name: /Your game of Dragons is waiting/ }).click();
  await expect(mine).toBeVisible();
  const after = await moves.allTextContents();
  expect(after.slice(0, before.length)).toEqual(before);
});

test('the lessons can be played through', async ({ page }) => {
  for (const [game, count] of [
    ['spirits', 5],
    ['ratuki', 5],
  ] as const) {
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
  for (const action of [
    ['15', '10'],
    ['13', '8'],
    ['W', '13'],
    ['8', '6'],
    ['14', '12'],
    ['13', '9'],
    ['13', '9'],
  ] as const) {
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
  const done = page.locator('.turn-buttons .primary');
  await expect(async () => {
    if (!(await done.count())) await act_dragons(page);
    expect(await done.count()).toBe(1);
  }).toPass({ intervals: [50] });
  await picture(page, 'dragons-held');
  await page.locator('.turn-buttons button', { hasText: 'Take back' }).click();
  await expect(page.locator('.segment.source, .enterable').first()).toBeVisible();
  await act_dragons(page);
  await done.click();
  await expect.poll(() => moves.count()).toBeGreaterThan(before);
});

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
  test('a card by tapping', async ({ page }) => {
    await begin(page, 'spirits', 'Novice', 4);
    const card = page.locator('.own .hand .can');
    await expect(card.or(page.locator('button.ask')).first()).toBeVisible();
    const before = await page.locator('.own .hand button.card').count();
    if (await card.count()) {
      await card.first().tap();
      await expect(page.locator('.own .hand button.card')).toHaveCount(before - 1);
    } else await page.locator('button.ask').first().tap();
  });
  test('a stack by tapping', async ({ page }) => {
    await begin(page, 'ratuki', 'Novice', 2);
    await expect(page.locator('.countdown')).toBeHidden();
    await page.locator('.hand .card').first().tap();
    await expect(page.locator('.hand .chosen')).toHaveCount(1);
    await page.locator('.buttons button').first().tap();
    await page.getByRole('button', { name: 'Moves, chat and more' }).tap();
    await expect(page.locator('.moves li', { hasText: 'discards' }).first()).toBeVisible();
  });
});

test('giving up ends the game', async ({ page }) => {
  await begin(page, 'dragons', 'Casual');
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Really give up' }).click();
  await expect(over(page)).toBeVisible();
});
