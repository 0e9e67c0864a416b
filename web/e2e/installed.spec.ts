// After the first visit the page plays without any server at all.
import { calm, expect, test } from './page';

test.use({ serviceWorkers: 'allow' });

test('playable with the network gone', async ({ page, context, problems }) => {
  void problems;
  await calm(page);
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await context.setOffline(true);
  await page.goto('/#/play/dragons');
  await page.reload();
  await page.getByRole('button', { name: /^Casual/ }).click();
  await expect(page.locator('.segment')).toHaveCount(24);
  await context.setOffline(false);
  problems.splice(0); // the browser tells of the server that cannot be reached
});
