// Every screen in three sizes, both themes and three languages.
import { accessible, accessible_in_both, calm, expect, picture, seeded, sizes, test } from './page';
import { begin } from './play';

test.beforeEach(async ({ page, problems }) => {
  void problems;
  await calm(page);
  await seeded(page, 1);
  await page.addInitScript(() => {
    const wish = { players: 4, edition: '', options: { idle_ms: 600_000 } };
    localStorage.setItem('hotaka.wish-ratuki', JSON.stringify(wish)); // a round does not end by itself
  });
});

const board = { dragons: '.segment', spirits: '.felt', ratuki: '.slot' };

// No text is cut off or sticks out of its button.
async function overflows(page: import('@playwright/test').Page) {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, .button, .status')]
      .filter((one) => one.offsetParent && !one.querySelector('svg') && one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent),
  );
  expect(found).toEqual([]);
}

// The parts of a table do not lie on each other, no card lies on a button that asks for one, and the places for
// cards are large enough to see what lies there.
async function has_room(page: import('@playwright/test').Page) {
  const found = await page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const apart = (a: Element, b: Element) => {
      const [one, two] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
      return (
        one.left >= two.right - 1 || one.right <= two.left + 1 || one.top >= two.bottom - 1 || one.bottom <= two.top + 1
      );
    };
    const name = (one: Element) => `${one.className} ${(one.textContent ?? '').trim().slice(0, 20)}`;
    const parts = all(
      '.dragons > *, .spirits > *, .ratuki > *, .other .plate, .other .ask, .other .backs, .own-plate .plate, .status',
    );
    const over = parts.flatMap((a, i) =>
      parts
        .slice(i + 1)
        .filter((b) => !a.contains(b) && !apart(a, b))
        .map((b) => `${name(a)} on ${name(b)}`),
    );
    const cards = all('.other .card').flatMap((card) =>
      all('button.ask')
        .filter((ask) => !apart(card, ask))
        .map(name),
    );
    // The ring of dragons has free corners, where text may be; a name of the greatest length is put in, in one word.
    const ring = document.querySelector<SVGGeometryElement>('.dragons svg > .plate');
    const status = document.querySelector('.dragons .status');
    if (status) status.textContent = 'Wolfeschlegelsteinhausen is thinking';
    const on_ring = !ring
      ? []
      : all('.dragons .status, .dragons .hint')
          .filter((one) => {
            const words = document.createRange();
            words.selectNodeContents(one);
            const to_ring = ring.getScreenCTM()!.inverse();
            return [...words.getClientRects()].some(({ left, right, top, bottom }) =>
              [
                new DOMPoint(left, top),
                new DOMPoint(right, top),
                new DOMPoint(left, bottom),
                new DOMPoint(right, bottom),
              ].some((corner) => ring.isPointInFill(corner.matrixTransform(to_ring))),
            );
          })
          .map((one) => `${name(one)} on the ring`);
    const tiny = all('.slot, .hand .card')
      .filter((one) => one.getBoundingClientRect().width < 24)
      .map(name);
    return [...over, ...cards, ...on_ring, ...tiny];
  });
  expect(found).toEqual([]);
}

for (const [name, size] of Object.entries(sizes)) {
  test(`the screens on a ${name}`, async ({ page }) => {
    await page.setViewportSize(size);
    for (const [screen, path] of [
      ['home', ''],
      ['play-dragons', '#/play/dragons'],
      ['play-spirits', '#/play/spirits'],
      ['play-ratuki', '#/play/ratuki'],
      ['new-dragons', '#/new/dragons'],
      ['new-spirits', '#/new/spirits'],
      ['new-ratuki', '#/new/ratuki'],
      ['learn-dragons', '#/learn/dragons'],
      ['learn-spirits', '#/learn/spirits'],
      ['learn-ratuki', '#/learn/ratuki'],
      ['review', '#/review'],
      ['settings', '#/settings'],
      ['account', '#/account'],
      ['nowhere', '#/nowhere'],
    ] as const) {
      await page.goto(`/${path}`);
      await expect(page.locator('main h1')).toBeVisible();
      if (screen.startsWith('learn')) await expect(page.getByText(/^[DSR]1$/)).toBeVisible();
      await picture(page, `${screen}-${name}`);
      await accessible_in_both(page, `${screen}-${name}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(wide, `${screen} scrolls sideways`).toBe(false);
    }
  });
}

for (const [name, size] of Object.entries({
  ...sizes,
  'small-phone': { width: 360, height: 640 },
  'phone-on-its-side': { width: 932, height: 430 },
  'small-phone-on-its-side': { width: 667, height: 331 },
  'upright-tablet': { width: 820, height: 1180 },
})) {
  test(`the tables on a ${name} need no scrolling`, async ({ page }) => {
    await page.setViewportSize(size);
    for (const [game, players] of [
      ['dragons', undefined],
      ['spirits', 2],
      ['spirits', 3],
      ['spirits', 4],
      ['ratuki', 2],
      ['ratuki', 3],
      ['ratuki', 4],
      ['ratuki', 5],
    ] as const) {
      // With five players the table is looked at when cards have been played, with fewer during the count-down. Time
      // has its usual speed here: the round must last longer than the checks, on a busy machine too.
      await begin(page, game, 'Casual', players);
      await expect(page.locator(board[game]).first()).toBeVisible();
      if (players === 5) await expect(page.locator('.slot .top').first()).toBeVisible();
      await picture(page, `${game}${players ?? ''}-${name}`);
      await accessible_in_both(page, `${game}${players ?? ''}-${name}`);
      await has_room(page);
      const scrolls = await page.evaluate(
        () =>
          document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth,
      );
      expect(scrolls, `${game} ${players} scrolls`).toBe(false);
    }
  });
}

for (const [code, words] of [
  ['de', 'Du bist am Zug'],
  ['ru', 'Ваш ход'],
] as const) {
  test(`the page speaks ${code}`, async ({ page }) => {
    await calm(page, { language: code });
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    await picture(page, `home-${code}`);
    await page.locator('.actions .primary').first().click();
    await page.locator('.levels button').first().click();
    await expect(page.locator('.status')).toHaveText(words);
    await picture(page, `dragons-${code}`);
    for (const [game, players] of [
      ['spirits', 3],
      ['ratuki', 5],
    ] as const) {
      await page.goto(`/#/play/${game}`);
      await page.locator('.players label', { hasText: String(players) }).click();
      await page.locator('.levels button').first().click();
      await page.waitForURL(/#\/o\//);
      await expect(page.locator(board[game]).first()).toBeVisible();
      await picture(page, `${game}-${code}`);
      await page.setViewportSize(sizes.phone);
      await picture(page, `${game}-${code}-phone`);
      await overflows(page);
      await page.setViewportSize(sizes.laptop);
    }
    await page.goto('/#/learn/spirits');
    await expect(page.getByText('S25')).toBeVisible();
    await picture(page, `learn-${code}`);
    await accessible(page);
  });
}
