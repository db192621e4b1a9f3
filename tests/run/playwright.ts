/** Runs the browser tests of tests/e2e and reads Playwright's JSON report. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../server/bin/bootstrap.js';
import { runNode } from './process.ts';
import { eitherCase, type Tally, tallyOf } from './tally.ts';

interface Report {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

const CONFIG = 'tests/e2e/playwright.config.ts';

/** Runs all tests, or those whose file or title contains `name`. */
export async function runPlaywright(name: string | undefined): Promise<Tally> {
  if (!existsSync(join(root, CONFIG))) return tallyOf(undefined, 1);
  const dir = mkdtempSync(join(tmpdir(), 'pleinair-e2e-'));
  const file = join(dir, 'report.json');
  const filter = name === undefined ? [] : ['--grep', eitherCase(name)];
  try {
    const { code } = await runNode(
      'node_modules/.bin/playwright',
      ['test', '-c', CONFIG, '--pass-with-no-tests', '--reporter=list,json', ...filter],
      { show: true, limitMs: 600_000, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
    );
    return tallyOf(readReport(file), code);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function readReport(file: string): Tally | undefined {
  try {
    const { stats }: Report = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
  } catch {
    return undefined;
  }
}
