// A server that is killed in the middle of a game and started again: nobody has to do anything but wait.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calm, expect, test } from './page';
import { act_dragons } from './play';
import { program, start } from './servers';

const data = mkdtempSync(join(tmpdir(), 'hotaka-restart-'));
let server: Awaited<ReturnType<typeof start>>;

const serve = async (port: string) =>
  (server = await start(program, ['serve', '--port', port, '--data', data, '--web', '../build/web']));

test.beforeEach(() => serve('0'));
test.afterEach(() => {
  server.process.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

test('the server is killed and comes back', async ({ page, problems }) => {
  await calm(page);
  await page.goto(`${server.address}/#/new/dragons`);
  await page.getByRole('button', { name: 'Make the table' }).click();
  await page.waitForURL(/#\/t\//);
  await page.getByRole('button', { name: 'Add a bot' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const mine = page.locator('.segment.source, .enterable, .hint.asking').first();
  const moves = page.locator('.moves li');
  await expect(mine).toBeVisible();
  const before = await moves.count();
  await act_dragons(page);
  await expect.poll(() => moves.count()).toBeGreaterThan(before);
  await expect(mine).toBeVisible();
  const told = await moves.allTextContents();
  server.process.kill('SIGKILL');
  await expect(page.getByText('The connection is lost')).toBeVisible();
  await serve(new URL(server.address).port);
  await expect(page.getByText('The connection is lost')).toBeHidden();
  expect((await moves.allTextContents()).slice(0, told.length)).toEqual(told);
  const count = await moves.count();
  await expect(mine).toBeVisible();
  await act_dragons(page);
  await expect.poll(() => moves.count()).toBeGreaterThan(count);
  problems.splice(0); // the browser tells of the server that was not there
});
