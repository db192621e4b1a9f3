/** Runs vitest and reads its JSON report. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../../server/bin/bootstrap.js';
import { runNode } from './process.ts';
import { add, eitherCase, type Tally, tallyOf } from './tally.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

interface Pass {
  readonly tally: Tally;
  /** Files that ran, relative to the root. */
  readonly files: readonly string[];
}

/**
 * Runs all tests, or those whose file path or title contains `name`: first the files of that name, then the
 * titles in all other files, so that no test counts twice.
 */
export async function runVitest(name: string | undefined): Promise<Tally> {
  if (name === undefined) return (await run([], undefined)).tally;
  const byPath = await run([name], undefined);
  const excluded = byPath.files.flatMap((file) => ['--exclude', file]);
  const byTitle = await run(
    ['--testNamePattern', eitherCase(name), ...excluded],
    new RegExp(eitherCase(name)),
  );
  return add(byPath.tally, byTitle.tally);
}

async function run(args: readonly string[], title: RegExp | undefined): Promise<Pass> {
  const dir = mkdtempSync(join(tmpdir(), 'pleinair-vitest-'));
  const file = join(dir, 'report.json');
  try {
    const { code } = await runNode(
      'node_modules/.bin/vitest',
      [
        'run',
        '--passWithNoTests',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
        ...args,
      ],
      { show: true, limitMs: 600_000 },
    );
    const report = readReport(file);
    return {
      tally: tallyOf(report && count(report, title), code),
      files: report?.testResults.map((result) => relative(root, result.name)) ?? [],
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
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
