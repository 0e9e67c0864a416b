import { defineConfig } from '@playwright/test';

// Debian's browser, alone on this machine: no request may leave it (e2e/page.ts watches). All time limits are there to
// end what hangs; nothing is measured here.
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/servers.ts',
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: Number(process.env['E2E_WORKERS'] ?? 2),
  fullyParallel: true,
  retries: 0,
  reporter: [['list'], ['./e2e/sum.ts']],
  use: {
    colorScheme: 'dark',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    serviceWorkers: 'block',
    actionTimeout: 60_000,
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'offline', testMatch: /(offline|saved|installed|screens|keyboard|broken|phone)\.spec\.ts/ },
    { name: 'online', testMatch: /(online|restart|account)\.spec\.ts/ },
  ],
});
