/** Tallies: what a runner reports, and how tallies add up. */

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };
export const ONE_PASSED: Tally = { passed: 1, failed: 0, skipped: 0 };
export const ONE_FAILED: Tally = { passed: 0, failed: 1, skipped: 0 };

export function add(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** The line that ends a run. Nothing else may look like it. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * The tally of a runner's report. A runner that ended without a report, or failed although its report names no
 * failure, counts as one failed test: silence is never success.
 */
export function tallyOf(report: Tally | undefined, exitCode: number | null): Tally {
  if (report === undefined) return ONE_FAILED;
  if (exitCode !== 0 && report.failed === 0) return add(report, ONE_FAILED);
  return report;
}

/** A regular expression that matches the text in upper or lower case, for tools that take no flags. */
export function eitherCase(text: string): string {
  return text.replace(/[^a-zA-Z0-9\s]/g, '\\$&').replace(/[a-zA-Z]/g, (letter) => {
    return `[${letter.toLowerCase()}${letter.toUpperCase()}]`;
  });
}
