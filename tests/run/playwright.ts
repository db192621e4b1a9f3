/** Runs the browser tests of tests/e2e and reads Playwright's JSON report. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../server/bin/bootstrap.js';
import { checkTitles, type Titled } from './find/check-titles.ts';
import { createTestFinder, type TestFinder, testFiles } from './find/find-tests.ts';
import { runNode } from './process.ts';
import { add, eitherCase, NOTHING, type Tally, tallyOf } from './tally.ts';

interface Report {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly suites: readonly Suite[];
}

/** A file, or a group of tests within it. */
interface Suite {
  readonly title: string;
  readonly file: string;
  readonly specs: readonly { readonly title: string }[];
  readonly suites?: readonly Suite[];
}

const FOLDER = 'tests/e2e';
const CONFIG = `${FOLDER}/playwright.config.ts`;

/** Runs all tests, or those whose file path or title contains `name`. */
export async function runPlaywright(name: string | undefined): Promise<Tally> {
  if (!existsSync(join(root, CONFIG))) return tallyOf(undefined, 1);
  const finder = createTestFinder(testFiles(`${FOLDER}/**/*.test.ts`));
  if (name === undefined) return run([], finder);
  const { byPath, byTitle } = finder.find(name);
  const files = [...byPath, ...byTitle];
  if (files.length === 0) return NOTHING;
  // Playwright compares the pattern with path and title. It knows the path from its own folder on.
  const patterns = [name, ...byPath.map((file) => file.slice(FOLDER.length + 1))];
  return run(['--grep', patterns.map(eitherCase).join('|'), ...files.map(eitherCase)]);
}

/** @param whole finds tests by name, and is checked against the titles that ran */
async function run(args: readonly string[], whole?: TestFinder): Promise<Tally> {
  const dir = mkdtempSync(join(tmpdir(), 'pleinair-e2e-'));
  const file = join(dir, 'report.json');
  try {
    const { code } = await runNode(
      'node_modules/.bin/playwright',
      ['test', '-c', CONFIG, '--pass-with-no-tests', '--reporter=list,json', ...args],
      { show: true, limitMs: 900_000, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
    );
    const report = readReport(file);
    const tally = tallyOf(report && count(report), code);
    return add(tally, whole === undefined ? NOTHING : checkTitles(whole, titlesOf(report?.suites)));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function count({ stats }: Report): Tally {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

function titlesOf(suites: readonly Suite[] = [], before = ''): Titled[] {
  return suites.flatMap((suite) => {
    const title = suite.title === suite.file ? '' : `${before}${suite.title} `;
    const own = suite.specs.map((spec) => ({
      file: `${FOLDER}/${suite.file}`,
      title: `${title}${spec.title}`,
    }));
    return [...own, ...titlesOf(suite.suites, title)];
  });
}

function readReport(file: string): Report | undefined {
  try {
    const report: Report = JSON.parse(readFileSync(file, 'utf8'));
    return report;
  } catch {
    return undefined;
  }
}
