// What can go wrong around a page: each time a plain sentence, and a way on.
import { accessible_in_both, calm, expect, picture, test } from './page';

test.beforeEach(async ({ page, problems }) => {
  void problems;
  await calm(page);
});

test('a garbage record, a dead table and a lost address are told plainly', async ({ page }) => {
  await page.goto('/#/review');
  const file = page.locator('input[type=file]');
  const open = (text: string) =>
    file.setInputFiles({ name: 'x.hgr', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await open('hello');
  await expect(page.getByRole('alert')).toContainText('not a JSON object');
  await open('{"hgr":1,"game":"chess"}');
  await expect(page.getByRole('alert')).toContainText('names a game that Hotaka does not know');
  await open('');
  await expect(page.getByRole('alert')).toContainText('no game in this file');
  await accessible_in_both(page);
  await open('{"hgr":1,"game":"dragons"}\n{"roll":[7,9]}\n');
  await expect(page.getByRole('alert')).toContainText('breaks off');
  await page.goto('/#/o/none');
  await expect(page.getByText('This table cannot be opened')).toBeVisible();
  await expect(page.getByText('There is no such table on this device.')).toBeVisible();
  await picture(page, 'table-lost');
  await accessible_in_both(page);
  await page.goto('/#/nowhere/at/all');
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: 'Play a bot' })).toHaveCount(3);
});

test('storage that is disabled disables nothing else', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new Error('disabled');
      },
    });
  });
  await page.goto('/');
  await page.getByRole('link', { name: 'Play a bot' }).first().click();
  await page.getByRole('button', { name: /^Casual/ }).click();
  await expect(page.locator('.segment')).toHaveCount(24);
});

test('a module that cannot be loaded is told plainly, and tried again', async ({ page, problems }) => {
  await page.route('**/hotaka.wasm', (route) => route.fulfill({ status: 404 }));
  await page.goto('/#/play/dragons');
  await page.getByRole('button', { name: /^Casual/ }).click();
  await expect(page.getByRole('alert')).toContainText('could not be started');
  await accessible_in_both(page);
  await page.unroute('**/hotaka.wasm');
  await page.getByRole('button', { name: /^Casual/ }).click();
  await expect(page.locator('.segment')).toHaveCount(24);
  problems.splice(0); // the browser tells of the file that is not there
});

test('a part of the page that cannot be loaded is told plainly', async ({ page, problems }) => {
  await page.route('**/DragonsTable-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/#/play/dragons');
  await page.getByRole('button', { name: /^Casual/ }).click();
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  problems.splice(0);
});

test('without a server, friends cannot come, and bots still can', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('No server answers right now')).toBeVisible();
  await page.goto('/#/new/dragons');
  await expect(page.getByRole('alert')).toContainText('No server answers right now');
  await page.goto('/#/t/some');
  await expect(page.getByText('The connection is lost; trying again')).toBeVisible();
  await accessible_in_both(page);
});

test('a server of another version is told plainly', async ({ page }) => {
  await page.route('**/api/session', (route) =>
    route.fulfill({ json: { person: 'p', name: 'Kei', claimed: false, protocol: 2 } }),
  );
  await page.routeWebSocket(/\/ws$/, (socket) =>
    socket.send(JSON.stringify({ type: 'welcome', protocol: 2, person: 'p', name: 'Kei', now: 0 })),
  );
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('another version of the protocol');
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await accessible_in_both(page);
  await page.goto('/#/t/some');
  await expect(page.getByText('another version of the protocol')).toBeVisible();
});
