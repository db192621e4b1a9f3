/** End-to-end tests in Chromium, against the built app and the real server. Run by `npm test`. */
import { defineConfig } from 'playwright/test';
import { launchOptions } from '../support/browser.ts';

/**
 * A test has few pages, so that processes of their own for each site and each thread cost more than they bring: a
 * fourteenth of the processor time.
 */
const FEW_PROCESSES = ['--process-per-site', '--num-raster-threads=1'];

// The test's server knows what a worker fetches. Hearing it from the browser too would cost each test 5 %.
process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK = '1';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results',
  // With one for each processor, a sixth of their time was spent waiting.
  workers: 3,
  retries: 0,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(FEW_PROCESSES),
    viewport: { width: 1280, height: 800 },
    // Without a graphics card, every frame of an animation costs processor time. Tests of animations turn them
    // on.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-SG',
    timezoneId: 'Asia/Singapore',
  },
});
