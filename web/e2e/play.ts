// Plays games through the page itself, the way a person would.
import { expect, type Page } from '@playwright/test';

export const over = (page: Page) => page.locator('aside .end');

const any = (count: number) => Math.floor(Math.random() * count);

// One action of dragons: any stone that can move, to any place that lights up.
export async function act_dragons(page: Page) {
  const question = page.locator('.hint.asking button.primary');
  if (await question.count()) return void (await question.click());
  const sources = page.locator('.segment.source, .enterable');
  await sources.nth(any(await sources.count())).click({ force: true, timeout: 2000 });
  const targets = page.locator('.segment.target');
  await targets.nth(any(await targets.count())).click({ force: true, timeout: 2000 });
}

export async function act_spirits(page: Page) {
  const button = page.locator('.hand .can, .columns .can, button.ask').first();
  await button.click({ force: true, timeout: 2000 });
}

// Ratuki by keys: whatever fits, else the first card away.
export async function act_ratuki(page: Page) {
  if (await page.locator('.out:not([disabled])').count()) return void (await page.keyboard.press('Enter'));
  const lit = page.locator('.slot.fits').first();
  if (await lit.count()) return void (await lit.click({ force: true, timeout: 500 }).catch(() => undefined));
  await page.keyboard.press('1');
  await page.keyboard.press('x');
}

export async function play_out(page: Page, act: (page: Page) => Promise<void>, ready: string, most = 1500) {
  for (let i = 0; i < most; ++i) {
    if (await over(page).count()) return;
    const go_on = page.locator('.scene button');
    if (await go_on.count()) await go_on.first().click({ force: true, timeout: 1000 }).catch(() => undefined);
    if (await page.locator(ready).count()) await act(page).catch(() => undefined);
    else await page.waitForTimeout(60);
  }
  await expect(over(page)).toBeVisible({ timeout: 1000 });
}
