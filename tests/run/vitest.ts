/** Runs vitest and reads its JSON report. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { root } from '../../server/bin/bootstrap.js';
import { checkTitles, type Titled } from './find/check-titles.ts';
import { createTestFinder, type TestFinder, testFiles } from './find/find-tests.ts';
import { runNode } from './process.ts';
import { add, eitherCase, NOTHING, type Tally, tallyOf } from './tally.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs all tests, or those whose file path or title contains `name`, so that no test counts twice. */
export async function runVitest(name: string | undefined): Promise<Tally> {
  const files = testFiles('{src,server,sw,tests}/**/*.test.{ts,tsx}');
  const finder = createTestFinder(files.filter((file) => !file.startsWith('tests/e2e/')));
  if (name === undefined) return run([], undefined, finder);
  const { byPath, byTitle } = finder.find(name);
  const pattern = eitherCase(name);
  const named = await run(byPath, undefined);
  return add(named, await run(byTitle, pattern));
}

/**
 * @param files those to run; all if `whole` is given
 * @param pattern runs only the tests with such a title
 * @param whole finds tests by name, and is checked against the titles that ran
 */
async function run(
  files: readonly string[],
  pattern: string | undefined,
  whole?: TestFinder,
): Promise<Tally> {
  if (files.length === 0 && whole === undefined) return NOTHING;
  const dir = mkdtempSync(join(tmpdir(), 'pleinair-vitest-'));
  const file = join(dir, 'report.json');
  const filter = pattern === undefined ? [] : ['--testNamePattern', pattern];
  try {
    const { code } = await runNode(
      'node_modules/.bin/vitest',
      [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
        ...filter,
        ...files.map((path) => join(root, path)),
      ],
      { show: true, limitMs: 600_000 },
    );
    const report = readReport(file);
    const title = pattern === undefined ? undefined : new RegExp(pattern);
    const tally = tallyOf(report && count(report, title), code);
    return add(tally, whole === undefined ? NOTHING : checkTitles(whole, titlesOf(report)));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function titlesOf(report: Report | undefined): Titled[] {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) => {
    const file = relative(root, name).replaceAll(sep, '/');
    return assertionResults.map(({ fullName }) => ({ file, title: fullName }));
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

/**
 * @param title only tests with this title count: with a filter, vitest reports all others as skipped
 */
export function count(report: Report, title: RegExp | undefined): Tally {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const result of report.testResults) {
    const tests = result.assertionResults.filter((test) => title === undefined || title.test(test.fullName));
    const failures = tests.filter((test) => test.status === 'failed').length;
    passed += tests.filter((test) => test.status === 'passed').length;
    skipped += tests.filter((test) => test.status !== 'passed' && test.status !== 'failed').length;
    // A file that could not be loaded, or whose setup failed, has no failed test, but counts as one.
    failed += result.status === 'failed' && failures === 0 ? 1 : failures;
  }
  return { passed, failed, skipped };
}
