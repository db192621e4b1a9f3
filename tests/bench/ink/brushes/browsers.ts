/** The browsers in which brushes are measured: Chromium, and Debian's Firefox and WebKit where they are installed. */
import { join } from 'node:path';
import { root } from '../../../../server/bin/bootstrap.js';
import { callOf, type Json } from '../../../browsers/engine.ts';
import { firefox } from '../../../browsers/firefox.ts';
import { webkit } from '../../../browsers/webkit.ts';
import { launchBrowser } from '../../../support/browser.ts';
import { scriptPage } from '../../../support/script-page.ts';
import { load } from '../../machine.ts';

/** A page of a browser. */
export interface BenchPage {
  /** Name and version of the browser. */
  readonly version: string;
  /** Runs a function in the page, as `Engine.run` does. */
  run<A extends readonly Json[], R>(task: (...args: A) => R, ...args: A): Promise<R>;
}

interface Opened extends BenchPage {
  goto(url: string): Promise<void>;
  close(): Promise<void>;
}

export interface BenchBrowser {
  /** Goes behind the name of a measurement; nothing for Chromium. */
  readonly where: string;
  /** What is missing to start it, and the packages that have it; undefined if it is here. */
  readonly missing: string | undefined;
  open(): Promise<Opened>;
}

const chromium: BenchBrowser = {
  where: '',
  missing: undefined,
  async open() {
    const browser = await launchBrowser();
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    return {
      version: `Chromium ${browser.version()}`,
      goto: async (url) => void (await page.goto(url)),
      run: async (task, ...args) => JSON.parse(await page.evaluate(callOf(task, args))),
      close: () => browser.close(),
    };
  },
};

export const BENCH_BROWSERS: readonly BenchBrowser[] = [
  chromium,
  ...[firefox, webkit].map((kind): BenchBrowser => {
    const missing = kind.missing();
    return {
      where: ` in ${kind.name}`,
      missing: missing.length > 0 ? `${missing.join(', ')}: apt-get install ${kind.packages}` : undefined,
      async open() {
        const engine = await kind.launch();
        const [number = ''] = /[\d.]+/.exec(engine.version) ?? [];
        return {
          version: `${kind.name === 'firefox' ? 'Firefox' : 'WebKit'} ${number}`,
          goto: (url) => engine.goto(url),
          run: (task, ...args) => engine.run(task, ...args),
          close: () => engine.close(),
        };
      },
    };
  }),
];

/**
 * Opens a module of this folder in a page of the browser, measures, and closes it. Says so and measures nothing if the
 * browser is not here.
 * @param global what the module sets in the page once it is ready
 */
export async function inPage<T>(
  browser: BenchBrowser,
  name: string,
  module: string,
  global: string,
  measure: (page: BenchPage) => Promise<T[]>,
): Promise<T[]> {
  if (browser.missing !== undefined) {
    console.error(`not measured, ${name}: ${browser.missing}`);
    return [];
  }
  console.error(`measuring ${name} (load ${load()})`);
  await using served = await scriptPage(join(root, 'tests/bench/ink/brushes', module), 'Bench');
  const page = await browser.open();
  try {
    await page.goto(served.url);
    await page.run(async (global) => {
      while (!(global in globalThis)) await new Promise((resolve) => setTimeout(resolve, 10));
    }, global);
    return await measure(page);
  } finally {
    await page.close();
  }
}
