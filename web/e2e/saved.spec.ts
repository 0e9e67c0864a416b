// The saved games of a device: several side by side, in two tabs, from a version before, damaged, and without storage.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { accessible_in_both, calm, expect, hurry, picture, seeded, sizes, test, watch } from './page';
import { act_dragons, begin } from './play';

test.beforeEach(async ({ page, problems }) => {
  void problems;
  await calm(page);
  await seeded(page, 1);
});

const moves = (page: Page) => page.locator('.moves li');
const mine = (page: Page) => page.locator('.segment.source, .enterable, .hint.asking').first();
const game_link = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(name) });

async function play_dragons(page: Page, at_least: number) {
  await expect(async () => {
    await act_dragons(page);
    expect(await moves(page).count()).toBeGreaterThan(at_least);
  }).toPass({ intervals: [50] });
  await expect(mine(page)).toBeVisible();
}

test('two games against bots go on side by side after a reload', async ({ page }) => {
  await hurry(page);
  await begin(page, 'dragons', 'Novice');
  await play_dragons(page, 8);
  const before = await moves(page).allTextContents();
  await begin(page, 'spirits', 'Casual', 4);
  await expect(page.locator('.own .hand button.card').first()).toBeVisible();
  await page.goto('/');
  await page.reload();
  await expect(game_link(page, 'game of Spirits')).toContainText('against Casual × 3');
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await picture(page, `saved-${name}`);
  }
  await accessible_in_both(page, 'saved');
  await page.setViewportSize(sizes.laptop);
  await game_link(page, 'game of Dragons').click();
  await expect(mine(page)).toBeVisible();
  expect((await moves(page).allTextContents()).slice(0, before.length)).toEqual(before);
  await play_dragons(page, before.length);
  await page.goto('/');
  await game_link(page, 'game of Spirits').click();
  await expect(page.locator('.own .hand button.card').first()).toBeVisible();
  // One that is over moves behind the fold, where it can be looked at and deleted.
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Really give up' }).click();
  await expect(page.locator('.news .end')).toBeVisible();
  await page.goto('/');
  await expect(game_link(page, 'game of Dragons')).toBeVisible();
  await page.getByText('Older and finished games (1)').click();
  await game_link(page, 'Spirits: over').click();
  await expect(page.locator('.news .end')).toBeVisible();
  await page.goto('/');
  await page.getByText('Older and finished games (1)').click();
  const row = page.locator('details li');
  await row.getByRole('button', { name: 'Delete' }).click();
  await row.getByRole('button', { name: 'Really delete' }).click();
  await expect(row).toHaveCount(0);
  await expect(game_link(page, 'game of Dragons')).toBeVisible();
});

test('a game is played in one tab at a time, and can be taken over', async ({ page, context, problems }) => {
  await hurry(page);
  await begin(page, 'dragons', 'Novice');
  await play_dragons(page, 8);
  const other = await context.newPage();
  watch(other, problems);
  await calm(other);
  await hurry(other);
  await other.goto(page.url());
  await expect(mine(other)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This game goes on in another tab' })).toBeVisible();
  await picture(page, 'saved-taken');
  await accessible_in_both(page, 'saved-taken');
  await play_dragons(other, await moves(other).count());
  const played = await moves(other).allTextContents();
  await page.getByRole('button', { name: 'Play on here' }).click();
  await expect(mine(page)).toBeVisible();
  expect((await moves(page).allTextContents()).slice(0, played.length)).toEqual(played);
  await expect(other.getByRole('button', { name: 'Play on here' })).toBeVisible();
  await play_dragons(page, played.length);
  await other.close();
  await page.reload();
  await expect(mine(page)).toBeVisible();
});

// --- Games that the version before journals has left: its seed, and what was said to its table.

type Log = [number, Record<string, unknown>][];
type Exports = Record<string, (...numbers: number[]) => number> & { memory: WebAssembly.Memory };

// Plays some actions against a bot, with the module itself.
function old_log(): { seed: string; log: Log } {
  const module = new WebAssembly.Module(readFileSync('../build/web/hotaka.wasm'));
  const api = new WebAssembly.Instance(module).exports as unknown as Exports;
  api['_initialize']!();
  const put = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    new Uint8Array(api.memory.buffer, api['input_buffer']!(bytes.length), bytes.length).set(bytes);
    return bytes.length;
  };
  const told = () => {
    const bytes = new Uint8Array(api.memory.buffer, api['output_text']!(), api['output_size']!());
    return new TextDecoder().decode(bytes).split('\n').filter(Boolean).at(-1);
  };
  const seed = '07'.repeat(32);
  api['offline_seed']!(put(seed));
  const log: Log = [];
  let now = Date.now() - 3_600_000;
  let last: Record<string, unknown> = {};
  const say = (message: Record<string, unknown>) => {
    log.push([(now += 1000), message]);
    api['offline_message']!(put(JSON.stringify(message)), now);
    last = JSON.parse(told()!) as Record<string, unknown>;
  };
  say({ type: 'create', game: 'dragons', options: {}, open: false, n: 1 });
  const table = last['table'];
  say({ type: 'sit', table, place: 0, seed: '00'.repeat(16), n: 2 });
  say({ type: 'bot', table, place: 1, level: 'novice', n: 3 });
  say({ type: 'start', table, n: 4 });
  for (let n = 5; n < 25; ++n) {
    while (api['offline_wait']!(now) === 0) {
      api['offline_tick']!(now);
      const text = told();
      if (text) last = JSON.parse(text) as Record<string, unknown>;
    }
    const action = Object.values(last['legal'] as Record<string, string[]>)[0]![0]!;
    say({ type: 'act', table, version: last['version'], do: action, n });
  }
  return { seed, log };
}

async function leave_old(page: Page, kept: { seed: string; log: Log }) {
  await page.addInitScript((kept) => {
    if (localStorage.getItem('e2e-old')) return;
    localStorage.setItem('e2e-old', 'left');
    localStorage.setItem('hotaka.offline-journal', JSON.stringify(kept));
    localStorage.setItem('hotaka.local-game', JSON.stringify({ table: kept.log[1]![1]['table'], game: 'dragons' }));
  }, kept);
}

test('a game of the version before goes on, and is a journal from then on', async ({ page }) => {
  const kept = old_log();
  await leave_old(page, kept);
  await page.goto('/');
  await game_link(page, 'game of Dragons').click();
  await expect(mine(page)).toBeVisible();
  const acted = kept.log.filter(([, message]) => message['type'] === 'act').map(([, message]) => message['do']);
  const shown = (await moves(page).allTextContents()).join(' ');
  for (const action of acted) expect(shown).toContain(String(action).split(' ').at(-1));
  expect(await page.evaluate(() => localStorage.getItem('hotaka.offline-journal'))).toBe('null');
  const before = await moves(page).allTextContents();
  await page.reload();
  await expect(mine(page)).toBeVisible();
  expect((await moves(page).allTextContents()).slice(0, before.length)).toEqual(before);
});

test('a game of the version before that would become another one is not lost', async ({ page }) => {
  const kept = old_log();
  kept.log.at(-3)![1]['do'] = '1-24'; // as if a bot had moved elsewhere meanwhile
  await leave_old(page, kept);
  await page.goto('/');
  await game_link(page, 'game of Dragons').click();
  await expect(page.getByRole('heading', { name: 'This game cannot go on' })).toBeVisible();
  await accessible_in_both(page, 'saved-old');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject(kept);
  await page.reload();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Really delete' }).click();
  await expect(page.getByRole('heading', { name: 'Three games' })).toBeVisible();
  await expect(page.locator('.saved')).toHaveCount(0);
});

test('a damaged journal is said to be so, and what is left can be saved', async ({ page }) => {
  await hurry(page);
  await begin(page, 'dragons', 'Novice');
  await play_dragons(page, 8);
  const address = page.url();
  await page.goto('/');
  await page.reload();
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        indexedDB.open('hotaka').onsuccess = ({ target }) => {
          const change = (target as IDBOpenDBRequest).result.transaction('journals', 'readwrite');
          const all = IDBKeyRange.bound(['lines'], ['lines', []]);
          change.objectStore('journals').getAllKeys(all).onsuccess = ({ target }) => {
            const keys = (target as IDBRequest<IDBValidKey[]>).result;
            change.objectStore('journals').delete(keys[Math.floor(keys.length / 2)]!);
          };
          change.oncomplete = () => done();
        };
      }),
  );
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'This saved game is damaged' })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/^\{"table":"here/);
  await page.goto('/');
  await expect(game_link(page, 'game of Dragons')).toBeVisible();
});

test('without storage a game is played all the same, and says that it is not saved', async ({ page }) => {
  await page.route('**/offline.worker-*.js', async (route) => {
    const response = await route.fetch();
    const without = `{ open() { throw new Error('no storage'); } }`;
    const body = `Object.defineProperty(self, 'indexedDB', { value: ${without} });${await response.text()}`;
    await route.fulfill({ response, body });
  });
  await begin(page, 'dragons', 'Novice');
  await expect(page.locator('.unsaved')).toContainText('This game is not being saved');
  await expect(mine(page)).toBeVisible();
  await act_dragons(page);
  await picture(page, 'saved-not');
  await accessible_in_both(page);
  await page.setViewportSize(sizes.phone);
  await expect(page.locator('.unsaved')).toBeVisible();
  await picture(page, 'saved-not-phone');
  await page.goto('/#/');
  await expect(game_link(page, 'game of Dragons')).toContainText('not saved');
  await game_link(page, 'game of Dragons').click();
  await expect(page.locator('.segment')).toHaveCount(24);
  await expect(page.locator('.unsaved')).toBeVisible();
});
