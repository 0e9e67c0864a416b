// Whole games on a phone, in the other languages.
import { accessible_in_both, calm, expect, hurry, picture, seeded, sizes, test } from './page';
import { act_dragons, act_ratuki, act_spirits, over, play_out } from './play';

test.use({ hasTouch: true, viewport: sizes.phone });

for (const [game, language, act, ready] of [
  ['dragons', 'ru', act_dragons, '.segment.source, .enterable, .hint.asking'],
  ['spirits', 'de', act_spirits, '.hand .can, .columns .can, button.ask'],
  ['ratuki', 'ru', act_ratuki, '.hand .card'],
] as const) {
  test(`a whole game of ${game} in ${language}`, async ({ page, problems }) => {
    void problems;
    await calm(page, { motion: 'none', sound: false, language });
    await seeded(page, 1);
    await hurry(page);
    await page.addInitScript(() => {
      localStorage.setItem(
        'hotaka.wish-spirits',
        JSON.stringify({ players: 3, edition: 'russian', options: { target: 30 } }),
      );
      localStorage.setItem(
        'hotaka.wish-ratuki',
        JSON.stringify({ players: 3, edition: '', options: { target: 1, idle_ms: 3000 } }),
      );
    });
    await page.goto(`/#/play/${game}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.locator('.levels button').first().tap();
    await page.waitForURL(/#\/o\//);
    await play_out(page, act, ready);
    await expect(over(page)).toBeInViewport();
    await picture(page, `${game}-over-phone-${language}`);
    // Nothing is cut off at the side, and nothing needs scrolling.
    const cut = await page.evaluate(
      () =>
        [document.documentElement, ...document.querySelectorAll('.scene')].some(
          (one) => one.scrollWidth > one.clientWidth,
        ) || document.documentElement.scrollHeight > innerHeight + 1,
    );
    expect(cut).toBe(false);
    await accessible_in_both(page, `${game}-over-phone-${language}`);
  });
}
