import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const program = process.env['HOTAKA'] ?? '../build/release/hotaka';
const data = mkdtempSync(join(tmpdir(), 'hotaka-e2e-'));

// Debian's browser, alone on this machine: no request may leave it (e2e/page.ts watches).
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  timeout: 120_000,
  workers: 1,
  fullyParallel: false,
  retries: 0,
  reporter: [['list'], ['./e2e/sum.ts']],
  use: {
    baseURL: 'http://127.0.0.1:4188',
    colorScheme: 'dark',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    serviceWorkers: 'block',
    actionTimeout: 10_000,
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
    { name: 'offline', testMatch: /(offline|installed|screens|keyboard|broken|phone)\.spec\.ts/ },
    { name: 'online', testMatch: /(online|restart)\.spec\.ts/, use: { baseURL: 'http://127.0.0.1:4187' } },
  ],
  webServer: [
    { command: 'node e2e/static.mjs ../build/web 4188', url: 'http://127.0.0.1:4188/', reuseExistingServer: false },
    {
      command: `${program} serve --port 4187 --data ${data} --web ../build/web`,
      url: 'http://127.0.0.1:4187/healthz',
      reuseExistingServer: false,
    },
  ],
});
