// Whole games by keyboard, with nothing but what a screen reader gets: announcements, and the name of what has
// the focus.
import type { Page } from '@playwright/test';
import { accessible_in_both, calm, expect, hurry, picture, seeded, test } from './page';
import { begin, over, verify_and_review } from './play';

test.beforeEach(async ({ page, problems }) => {
  void problems;
  await calm(page);
  await seeded(page, 1);
  await hurry(page);
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver((changes) => {
        for (const change of changes)
          for (const node of change.addedNodes)
            if (node.parentElement?.matches('[role=log]')) heard.push(node.textContent ?? '');
      }).observe(document.body, { childList: true, subtree: true }),
    );
  });
});

// Waits for the next announcement that matches; what was said before it is past.
function listener(page: Page) {
  let at = 0;
  return async (pattern: RegExp, patience = 120_000) => {
    const until = Date.now() + patience;
    for (;;) {
      const news = await page.evaluate((at) => (window as unknown as { heard: string[] }).heard.slice(at), at);
      const found = news.findIndex((line) => pattern.test(line));
      if (found >= 0) {
        at += found + 1;
        return news[found]!;
      }
      if (Date.now() > until)
        throw new Error(`nothing like ${pattern} was announced; the last was: ${news.slice(-5).join(' | ')}`);
      await page.waitForTimeout(30);
    }
  };
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    return one && one !== document.body ? (one.getAttribute('aria-label') ?? one.textContent ?? '') : '';
  });

async function tab_to(page: Page, name: RegExp) {
  for (let i = 0; i < 90; ++i) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way by Tab to ${name}`);
}

const ended = /You have won|Won by/;

test('a whole game of dragons by keyboard, verified, replayed and opened as a record', async ({ page }) => {
  const hear = listener(page);
  await begin(page, 'dragons', 'Novice');
  for (;;) {
    if (ended.test(await hear(/Your turn|You have won|Won by/))) break;
    await tab_to(page, /can move|^Enter: /);
    await page.keyboard.press('Enter');
    const told = (await hear(/^Targets: /)).replace('Targets: ', '').split('; ');
    const best = told.find((one) => /destroys/.test(one)) ?? told.find((one) => /recruits/.test(one)) ?? told[0]!;
    const target = best.split(':')[0];
    await tab_to(page, new RegExp(`^Segment ${target}\\b`));
    await page.keyboard.press('Enter');
  }
  await expect(over(page)).toBeVisible();
  await picture(page, 'dragons-over');
  await accessible_in_both(page);
  await verify_and_review(page, 'dragons');
});

test('a whole game of spirits by keyboard', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'hotaka.wish-spirits',
      JSON.stringify({ players: 4, edition: 'matagot', options: { target: 30 } }),
    ),
  );
  const hear = listener(page);
  await begin(page, 'spirits', 'Casual', 4);
  for (;;) {
    if (ended.test(await hear(/^(Play a|You have no)|asks you for|You have won|Won by/))) break;
    await tab_to(page, /^(Yellow|Red) (power|times|fusion)|^Ask /);
    await page.keyboard.press('Enter');
  }
  await expect(over(page)).toBeVisible();
  await picture(page, 'spirits4-over');
  await accessible_in_both(page, 'spirits4-over');
});
