// Plays games through the page itself, the way a person would.
import { expect, type Page } from '@playwright/test';
import { accessible_in_both, picture } from './page';

// A game on this device, against bots of a level.
export async function begin(page: Page, game: string, level: string, players?: number) {
  await page.goto(`/#/play/${game}`);
  if (players) await page.locator('.players label', { hasText: String(players) }).click();
  await page.getByRole('button', { name: new RegExp(`^${level}`) }).click();
  await page.waitForURL(/#\/o\//);
}

export const over = (page: Page) => page.locator('.news .end');

const any = (count: number) => Math.floor(Math.random() * count);

// One action of dragons: fires come in first and burn what they can, which ends a game; else any stone to any place
// that lights up.
export async function act_dragons(page: Page) {
  const question = page.locator('.hint.asking button.primary');
  if (await question.count()) return void (await question.click());
  await press_any(
    page,
    '.enterable[aria-label*="fire"]',
    '.segment.source[aria-label*="fire"]:not([aria-label*="vine"])',
    '.segment.source, .enterable',
  );
  await press_any(
    page,
    '.segment.target[aria-label*="destroys"]',
    '.segment.target[aria-label*="recruits"]',
    '.segment.target',
  );
}

// Presses one of the things that the first selector with any finds.
async function press_any(page: Page, ...selectors: string[]) {
  for (const selector of selectors) {
    const found = page.locator(selector);
    const count = await found.count();
    if (count > 0) return found.nth(any(count)).click({ force: true, timeout: 2000 });
  }
  throw new Error(`nothing to press: ${selectors.at(-1)}`);
}

export async function act_spirits(page: Page) {
  const button = page.locator('.hand .can, .columns .can, button.ask').first();
  await button.click({ force: true, timeout: 2000 });
}

// Ratuki by keys: OUT as soon as it may be called, else the first stack that something fits on, else a card away.
export async function act_ratuki(page: Page) {
  const keys = await page.evaluate(() => {
    if (document.querySelector('.out:not([disabled])')) return ['Enter'];
    const slot = [...document.querySelectorAll('.slot')].findIndex((one) => one.classList.contains('fits'));
    return slot >= 0 ? ['QWERT'[slot]!] : ['1', 'x'];
  });
  for (const key of keys) await page.keyboard.press(key);
}

// Plays until the game is over, whoever sits at these pages. Bounded by time and not by a number of
// presses: how many of them a game takes depends on the machine.
export async function play_out(pages: Page | Page[], act: (page: Page) => Promise<void>, ready: string, seconds = 150) {
  const all = Array.isArray(pages) ? pages : [pages];
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    let acted = false;
    for (const page of all) {
      if (await over(page).count()) return;
      const go_on = page.locator('.scene button');
      if (await go_on.count())
        await go_on
          .first()
          .click({ force: true, timeout: 1000 })
          .catch(() => undefined);
      if (!(await page.locator(ready).count())) continue;
      acted = true;
      await act(page).catch(() => undefined);
    }
    if (!acted) await all[0]!.waitForTimeout(40);
  }
  await expect(over(all[0]!), `the game is over within ${seconds} s`).toBeVisible({ timeout: 1000 });
}

// What a player does after a game: checks what chance did, goes back in it, saves the record and opens it again.
export async function verify_and_review(page: Page, name: string) {
  await page.getByRole('tab', { name: 'Verify' }).click();
  await page.getByRole('button', { name: 'Verify all dice' }).click();
  await expect(page.getByText('Everything is as it was sealed')).toBeVisible();
  await expect(page.getByRole('heading', { name: /How the (dice|cards) fell/ })).toBeVisible();
  await picture(page, `${name}-verified`);
  await accessible_in_both(page, `${name}-verified`);
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.getByRole('button', { name: 'First position' }).click();
  await expect(page.locator('.status')).toHaveText('Looking back');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the record' }).click(),
  ]);
  await page.goto('/#/review');
  await page.locator('input[type=file]').setInputFiles(await download.path());
  await expect(page.locator('.stepper')).toContainText(/0 \/ \d\d+/);
  await picture(page, `review-${name}-begin`);
  await page.keyboard.press('End');
  await picture(page, `review-${name}`);
  await accessible_in_both(page, `review-${name}`);
}
