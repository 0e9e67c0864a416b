// A person's way through the page on two devices: a name, an account, and out again.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { accessible_in_both, calm, expect, picture, sizes, test, watch } from './page';
import { addresses } from './servers';

test.beforeEach(async ({ page, problems }) => {
  void problems;
  await calm(page);
});

const troubles: string[] = [];
test.afterEach(() => {
  expect(troubles.splice(0)).toEqual([]);
});

async function device(browser: Browser, viewport = sizes.laptop): Promise<Page> {
  const context = await browser.newContext({
    baseURL: addresses().online,
    serviceWorkers: 'block',
    locale: 'en-GB',
    colorScheme: 'dark',
    viewport,
  });
  const page = await context.newPage();
  watch(page, troubles);
  await calm(page);
  return page;
}

let count = 0;
const new_name = () => `Kei ${test.info().workerIndex} ${++count}`;
const password = 'a long enough one';
const section = (page: Page, title: string) => page.getByRole('region', { name: title });

async function claim(page: Page, name: string) {
  await page.goto('/#/account');
  const form = section(page, 'Keep this account');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Claim this name' }).click();
  await expect(page.getByRole('heading', { name: `${name} claimed name` })).toBeVisible();
}

async function log_in(page: Page, name: string, word = password) {
  await page.goto('/#/account');
  const form = section(page, 'Log in');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Password').fill(word);
  await form.getByRole('button', { name: 'Log in' }).click();
}

test('a name is chosen with the first table, and by whoever sits down for the first time', async ({
  page,
  browser,
}) => {
  await page.goto('/#/new/dragons');
  const field = page.getByLabel('Your name at the tables');
  const suggested = await field.inputValue();
  expect(suggested).toMatch(/^\w+ \d+$/);
  await page.getByRole('button', { name: 'Suggest another name' }).click();
  await field.fill('Aki');
  await picture(page, 'name-new-table');
  await accessible_in_both(page);
  await page.getByRole('button', { name: 'Make the table' }).click();
  await expect(page.getByText('Aki (you)')).toBeVisible();
  const lu = await device(browser, sizes.phone);
  await lu.goto(page.url());
  await expect(lu.getByLabel('Your name at the tables')).toBeVisible();
  await picture(lu, 'name-sit-down');
  await accessible_in_both(lu);
  const own = await lu.getByLabel('Your name at the tables').inputValue();
  await lu.getByRole('button', { name: 'Sit here' }).click();
  await expect(lu.getByText(`${own} (you)`)).toBeVisible();
  await expect(page.getByText(own)).toBeVisible();
  await expect(lu.getByLabel('Your name at the tables')).toHaveCount(0);
  // It is asked once.
  await page.goto('/#/new/ratuki');
  await expect(page.getByRole('button', { name: 'Make the table' })).toBeVisible();
  await expect(page.getByLabel('Your name at the tables')).toHaveCount(0);
});

test('an account on two devices: claim, log in, end sessions, change the password', async ({ page, browser }) => {
  const name = new_name();
  await page.goto('/#/account');
  await expect(page.getByText('You are a guest.')).toBeVisible();
  await picture(page, 'account-guest');
  await accessible_in_both(page, 'account-guest');
  await page.goto('/#/settings');
  await page.getByLabel('Letters').check();
  await claim(page, name);
  await expect(page.getByRole('banner').getByRole('img', { name: 'claimed name' })).toBeVisible();

  const phone = await device(browser, sizes.phone);
  await log_in(phone, name, 'a wrong password');
  await expect(phone.getByText('The name or the password is wrong.')).toBeVisible();
  await picture(phone, 'account-login-phone');
  await log_in(phone, name);
  await expect(phone.getByRole('heading', { name: `${name} claimed name` })).toBeVisible();
  const devices = section(phone, 'Where you are logged in');
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByText('this device')).toHaveCount(1);
  await picture(phone, 'account-phone');
  await phone.screenshot({ path: '../build/screens/account-phone-full.png', fullPage: true });
  await accessible_in_both(phone, 'account-phone');

  // The first device is ended by the second; it is a guest when it comes back.
  await devices.getByRole('button', { name: 'Log out:' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(page.getByText('You are a guest.')).toBeVisible();

  await phone.getByText('Change the password').first().click();
  await phone.getByLabel('Current password').fill(password);
  await phone.getByLabel('New password').fill('another long one');
  await phone.getByRole('button', { name: 'Change the password' }).click();
  await expect(phone.getByRole('button', { name: 'The password is changed.' })).toBeVisible();
  await log_in(page, name);
  await expect(page.getByText('The name or the password is wrong.')).toBeVisible();
  await log_in(page, name, 'another long one');
  await expect(page.getByRole('heading', { name: `${name} claimed name` })).toBeVisible();
  await picture(page, 'account');
  await page.screenshot({ path: '../build/screens/account-full.png', fullPage: true });
  await accessible_in_both(page, 'account');

  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page.getByText('You are a guest.')).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('You are a guest.')).toBeVisible();
});

test('settings and offline games stay when a guest becomes an account, logs out and in', async ({ page }) => {
  const name = new_name();
  await page.goto('/#/play/dragons');
  await page.getByRole('button', { name: /^Club/ }).click();
  await page.waitForURL(/#\/o\//);
  await expect(page.locator('.segment')).toHaveCount(24);
  const game = page.url();
  await page.goto('/#/settings');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('light');
  const stays = async () => {
    await page.goto('/#/');
    await expect(page.locator(`a[href="${new URL(game).hash}"]`)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
  };
  await claim(page, name);
  await stays();
  await page.goto('/#/account');
  await page.getByRole('button', { name: 'Log out here' }).click();
  await expect(page.getByText('You are a guest.')).toBeVisible();
  await stays();
  await log_in(page, name);
  await expect(page.getByRole('heading', { name: `${name} claimed name` })).toBeVisible();
  await stays();
});

test('everything about oneself is a file, and an account can be deleted', async ({ page }) => {
  const name = new_name();
  await claim(page, name);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(JSON.stringify(JSON.parse(readFileSync(await file.path(), 'utf8')))).toContain(name);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText(`Really delete ${name}?`)).toBeVisible();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const data = section(page, 'Your data');
  await data.getByLabel('Password').fill('a wrong password');
  await data.getByRole('button', { name: 'Delete for good' }).click();
  await expect(data.getByRole('alert')).toBeVisible();
  await picture(page, 'account-delete');
  await accessible_in_both(page);
  await data.getByLabel('Password').fill(password);
  await data.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('button', { name: 'Your account is deleted.' })).toBeVisible();
  await log_in(page, name);
  await expect(page.getByText('The name or the password is wrong.')).toBeVisible();
});

test('claimed names have their mark at the table, in chat and in the lobby; people are muted and reported', async ({
  page,
  browser,
}) => {
  const name = new_name();
  await claim(page, name);
  await page.goto('/#/new/dragons');
  await page.getByRole('button', { name: 'Make the table' }).click();
  await page.waitForURL(/#\/t\//);
  const mark = (where: ReturnType<Page['locator']>) => where.getByRole('img', { name: 'claimed name' });
  await expect(mark(page.getByRole('listitem').filter({ hasText: name }))).toBeVisible();

  const lu = await device(browser);
  const reports: object[] = [];
  await lu.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { n, ...message } = JSON.parse(String(text)) as { type: string; n: number };
      if (message.type !== 'report') return server.send(text);
      reports.push(message);
      socket.send(JSON.stringify({ type: 'ok', to: n }));
    });
  });
  const visitor = await device(browser);
  await visitor.goto('/');
  await expect(mark(section(visitor, 'Open tables').getByRole('listitem').filter({ hasText: name }))).toBeVisible();
  await lu.goto(page.url());
  await lu.getByLabel('Your name at the tables').fill('Lu');
  await lu.getByRole('button', { name: 'Sit here' }).first().click();
  await lu.getByRole('button', { name: 'I am ready' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(lu.locator('.segment')).toHaveCount(24);
  await expect(mark(lu.locator('.plate').filter({ hasText: name }))).toBeVisible();

  await page.getByRole('tab', { name: 'Chat' }).click();
  await lu.getByRole('tab', { name: 'Chat' }).click();
  const say = async (text: string) => {
    await page.getByLabel('Say something').fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  };
  await say('You play like a turnip');
  const line = lu.getByRole('listitem').filter({ hasText: 'turnip' });
  await expect(mark(line)).toBeVisible();
  await line.getByRole('button', { name: `Report or mute ${name}` }).click();
  const form = lu.getByRole('form', { name: `Report or mute ${name}` });
  await expect(form.getByText('You play like a turnip')).toBeVisible();
  await form.getByLabel('What is wrong?').fill('rude');
  await picture(lu, 'report');
  await accessible_in_both(lu, 'report');
  await form.getByRole('button', { name: 'Send the report' }).click();
  await expect(lu.getByRole('button', { name: 'Thank you. Your report has been sent.' })).toBeVisible();
  const table = page.url().split('/').at(-1);
  expect(reports).toEqual([{ type: 'report', table, place: 0, text: 'You play like a turnip', why: 'rude' }]);

  await line.getByRole('button', { name: `Report or mute ${name}` }).click();
  await form.getByRole('button', { name: 'Mute' }).click();
  await expect(line).toHaveCount(0);
  await say('Do you hear me?');
  await expect(lu.getByText('Hidden lines: 2.')).toBeVisible();
  await lu.reload();
  await lu.getByRole('tab', { name: 'Chat' }).click();
  await expect(lu.getByText('Hidden lines: 2.')).toBeVisible();
  await accessible_in_both(lu);
  await lu.getByRole('link', { name: 'People you have muted' }).click();
  await section(lu, 'People you have muted').getByRole('button', { name: 'Show chat again' }).click();
  await expect(section(lu, 'People you have muted')).toHaveCount(0);
  await lu.goBack();
  await lu.getByRole('tab', { name: 'Chat' }).click();
  await expect(line).toBeVisible();
});
