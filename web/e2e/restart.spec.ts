// A server that is killed in the middle of a game and started again: nobody has to do anything but wait.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calm, expect, test } from './page';
import { act_dragons } from './play';

const address = 'http://127.0.0.1:4186';
const data = mkdtempSync(join(tmpdir(), 'hotaka-restart-'));
let server: ChildProcess;

async function serve() {
  server = spawn(
    process.env['HOTAKA'] ?? '../build/release/hotaka',
    ['serve', '--port', '4186', '--data', data, '--web', '../build/web'],
    { stdio: 'ignore' },
  );
  await expect
    .poll(
      () =>
        fetch(`${address}/healthz`).then(
          (answer) => answer.ok,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
}

test.beforeEach(serve);
test.afterEach(() => void server.kill('SIGKILL'));

test('the server is killed and comes back', async ({ page, problems }) => {
  await calm(page);
  await page.goto(`${address}/#/new/dragons`);
  await page.getByRole('button', { name: 'Make the table' }).click();
  await page.waitForURL(/#\/t\//);
  await page.getByRole('button', { name: 'Add a bot' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const mine = page.locator('.segment.source, .enterable, .hint.asking').first();
  const moves = page.locator('.moves li');
  await expect(mine).toBeVisible({ timeout: 20_000 });
  const before = await moves.count();
  await act_dragons(page);
  await expect.poll(() => moves.count()).toBeGreaterThan(before);
  await expect(mine).toBeVisible({ timeout: 20_000 });
  const told = await moves.allTextContents();
  server.kill('SIGKILL');
  await expect(page.getByText('The connection is lost')).toBeVisible();
  await serve();
  await expect(page.getByText('The connection is lost')).toBeHidden({ timeout: 30_000 });
  expect((await moves.allTextContents()).slice(0, told.length)).toEqual(told);
  const count = await moves.count();
  await expect(mine).toBeVisible({ timeout: 20_000 });
  await act_dragons(page);
  await expect.poll(() => moves.count()).toBeGreaterThan(count);
  problems.splice(0); // the browser tells of the server that was not there
});
