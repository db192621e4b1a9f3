/** End-to-end tests in Chromium, against the built app and the real server. Run by `npm test`. */
import { defineConfig } from 'playwright/test';
import { launchOptions } from '../support/browser.ts';

// What a worker fetches is told by the server that is asked; to hear it from the browser too costs each test 5 %.
process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK = '1';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results',
  workers: 2,
  retries: 0,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 800 },
    // What moves is painted by the processor here, in each of its frames. Tests of what a person does with it have it on.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-SG',
    timezoneId: 'Asia/Singapore',
    screenshot: 'only-on-failure',
  },
});
