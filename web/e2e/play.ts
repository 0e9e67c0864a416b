// Plays games through the page itself, the way a person would.
import { errors, expect, type Page } from '@playwright/test';
import { accessible_in_both, picture } from './page';

// A game on this device, against bots of a level.
export async function begin(page: Page, game: string, level: string, players?: number) {
  choices = 1;
  await page.goto(`/#/play/${game}`);
  if (players) await page.locator('.players label', { hasText: String(players) }).click();
  await page.getByRole('button', { name: new RegExp(`^${level}`) }).click();
  await page.waitForURL(/#\/o\//);
}

export const over = (page: Page) => page.locator('.news .end');

// The same choices in every run.
let choices = 1;
function any(count: number) {
  choices = (Math.imul(choices, 1103515245) + 12345) | 0;
  return (choices >>> 16) % count;
}

interface Press {
  force: boolean;
  timeout?: number;
}
// A machine that is busy may take its time.
const patiently = { force: true };
// What is to be pressed may be gone by now, such as a card that a bot was faster with: then the next look decides.
const briefly = { force: true, timeout: 2000 };
function retry(error: unknown) {
  if (!(error instanceof errors.TimeoutError) && !(error instanceof NothingToPress)) throw error;
}
class NothingToPress extends Error {}

// One action of dragons: fires come in first and burn what they can, which ends a game; else any stone to any place
// that lights up.
export async function act_dragons(page: Page, how: Press = patiently) {
  const question = page.locator('.hint.asking button.primary');
  if (await question.count()) return void (await question.click(how));
  await press_any(
    page,
    how,
    '.enterable[aria-label*="fire"]',
    '.segment.source[aria-label*="fire"]:not([aria-label*="vine"])',
    '.segment.source, .enterable',
  );
  await press_any(
    page,
    how,
    '.segment.target[aria-label*="destroys"]',
    '.segment.target[aria-label*="recruits"]',
    '.segment.target',
  );
}

// Presses one of the things that the first selector with any finds.
async function press_any(page: Page, how: Press, ...selectors: string[]) {
  for (const selector of selectors) {
    const found = page.locator(selector);
    const count = await found.count();
    if (count > 0) return found.nth(any(count)).click(how);
  }
  throw new NothingToPress(selectors.at(-1));
}

export async function act_spirits(page: Page, how: Press = patiently) {
  const button = page.locator('.hand .can, .columns .can, button.ask').first();
  await button.click(how);
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

// Plays until the game is over at one of these pages; the time limit of the test ends what hangs.
export async function play_out(pages: Page | Page[], act: (page: Page, how?: Press) => Promise<void>, ready: string) {
  const all = Array.isArray(pages) ? pages : [pages];
  for (;;) {
    let acted = false;
    for (const page of all) {
      if (await over(page).count()) return;
      const go_on = page.locator('.scene button');
      if (await go_on.count()) await go_on.first().click(briefly).catch(retry);
      if (!(await page.locator(ready).count())) continue;
      acted = true;
      await act(page, briefly).catch(retry);
    }
    if (!acted) await all[0]!.waitForTimeout(20);
  }
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
