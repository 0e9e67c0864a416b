// What every test of the page has: it fails on any error in the console and on any request that
// leaves this machine, and keeps pictures of the screens it has seen.
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { addresses } from './servers';

export const sizes = {
  laptop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
};

// The page reports a server that is not there, or a wrong password; the browser's own complaint is not an error
// of ours.
const expected = /503|status of 401|ERR_CONNECTION_REFUSED|WebSocket connection to/;

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
  baseURL: async ({}, use, info) => {
    await use(info.project.name === 'online' ? addresses().online : addresses().files);
  },
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

export async function accessible(page: Page, rules?: string[]) {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  axe.setLegacyMode(true); // without frames there is nothing to gather in a window of its own
  if (rules) axe.withRules(rules);
  const found = await axe.analyze();
  expect(
    found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
}

// All rules in the current theme, and in the other one those about colors, since nothing else differs. Takes a
// picture of the other theme if there is a name for it.
export async function accessible_in_both(page: Page, name = '') {
  await accessible(page);
  const now = await page.evaluate(() => {
    const root = document.documentElement;
    const before = root.dataset['theme'];
    root.dataset['theme'] = before === 'light' ? 'dark' : 'light';
    return before;
  });
  if (name) await picture(page, `${name}-light`);
  await accessible(page, ['color-contrast', 'link-in-text-block']);
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

// Speeds up the clocks of the page and of the worker that runs offline games, for tests that are not about time: a
// count-down of three seconds is over in a fraction of one, for people and bots alike. From the next load on.
export async function hurry(page: Page, speed = 10) {
  const begin = Date.now();
  const faster = `{
    const { now } = Date;
    const real = performance.now.bind(performance);
    const { setTimeout: later, setInterval: often } = globalThis;
    Date.now = () => Math.round(${begin} + (now() - ${begin}) * ${speed});
    performance.now = () => real() * ${speed};
    globalThis.setTimeout = (run, ms = 0, ...more) => later(run, ms / ${speed}, ...more);
    globalThis.setInterval = (run, ms = 0, ...more) => often(run, ms / ${speed}, ...more);
  }`;
  await page.addInitScript(faster);
  await page.route('**/offline.worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: faster + (await response.text()) });
  });
}

// Makes the page draw the same random numbers in every run, so that offline games get the same dice and deals. Each
// load has others, as on a real device.
export async function seeded(page: Page, seed: number) {
  await page.addInitScript((seed) => {
    const loads = Number(localStorage.getItem('e2e-loads'));
    localStorage.setItem('e2e-loads', String(loads + 1));
    let state = seed + 7919 * loads;
    crypto.getRandomValues = (array) => {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let i = 0; i < bytes.length; ++i) {
        state = (Math.imul(state, 1103515245) + 12345) | 0;
        bytes[i] = state >>> 16;
      }
      return array;
    };
  }, seed);
}

export { expect };
