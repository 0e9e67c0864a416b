// What every test of the page has: it fails on any error in the console and on any request that
// leaves this machine, and keeps pictures of the screens it has seen.
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export const sizes = {
  laptop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
};

// A server that is not there is told by the page; the browser's own complaint about it is no error of ours.
const expected = /503|ERR_CONNECTION_REFUSED|WebSocket connection to/;

export function watch(page: Page, problems: string[]) {
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (hostname !== '127.0.0.1' && !['blob:', 'data:'].includes(protocol)) problems.push(`request: ${request.url()}`);
  });
}

export const test = base.extend<{ problems: string[] }>({
  problems: async ({ page }, use) => {
    const problems: string[] = [];
    watch(page, problems);
    await use(problems);
    expect(problems).toEqual([]);
  },
});

export async function picture(page: Page, name: string) {
  await page.screenshot({ path: `../build/screens/${name}.png` });
}

export async function accessible(page: Page) {
  const found = await new AxeBuilder({ page }).analyze();
  expect(
    found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
}

// In the theme that is on, and in the other one, with a picture if it has a name.
export async function accessible_in_both(page: Page, name = '') {
  await accessible(page);
  const now = await page.evaluate(() => {
    const root = document.documentElement;
    const before = root.dataset['theme'];
    root.dataset['theme'] = before === 'light' ? 'dark' : 'light';
    return before;
  });
  if (name) await picture(page, `${name}-light`);
  await accessible(page);
  await page.evaluate((before) => (document.documentElement.dataset['theme'] = before), now);
}

// Motion would only make the tests wait.
export async function calm(
  page: Page,
  settings: Record<string, unknown> = { motion: 'none', sound: false, language: 'en' },
) {
  await page.addInitScript((settings) => {
    const kept = JSON.parse(localStorage.getItem('hotaka.settings') ?? '{}') as object;
    localStorage.setItem('hotaka.settings', JSON.stringify({ ...kept, ...settings }));
  }, settings);
}

export { expect };
