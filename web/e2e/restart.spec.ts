// A server that is killed in the middle of a game and started again: nobody has to do anything but wait.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calm, expect, test } from './page';
import { act_dragons } from './play';
import { end, program, start } from './servers';

const data = mkdtempSync(join(tmpdir(), 'hotaka-restart-'));
let holder: Awaited<ReturnType<typeof start>>;
let server: Awaited<ReturnType<typeof start>>;

// Stays bound to a free port and never listens, so that the system gives the port to no other connection while the
// server is down. Node cannot bind without listening.
const hold = `
import signal, socket
holder = socket.socket()
holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
holder.bind(("127.0.0.1", 0))
print("http://127.0.0.1:%d" % holder.getsockname()[1], flush=True)
signal.pause()
`;

async function serve() {
  const { port } = new URL(holder.address);
  server = await start(program, ['serve', '--port', port, '--data', data, '--web', '../build/web']);
}

test.beforeEach(async () => {
  holder = await start('python3', ['-c', hold]);
  await serve();
});
test.afterEach(async () => {
  await Promise.all([server, holder].map(end));
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
  await end(server);
  await expect(page.getByText('The connection is lost')).toBeVisible();
  await serve();
  await expect(page.getByText('The connection is lost')).toBeHidden();
  expect((await moves.allTextContents()).slice(0, told.length)).toEqual(told);
  const count = await moves.count();
  await expect(mine).toBeVisible();
  await act_dragons(page);
  await expect.poll(() => moves.count()).toBeGreaterThan(count);
  problems.splice(0); // the browser tells of the server that was not there
});
