/** Accessibility checks with axe-core. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  /** Elements, as CSS selectors. */
  readonly at: readonly string[];
}

declare global {
  /** Set once axe's script has run in this document. */
  var axe: {
    run(options: { readonly resultTypes: readonly string[] }): Promise<{
      passes: unknown[];
      violations: { id: string; impact: string; help: string; nodes: { target: string[] }[] }[];
    }>;
  };
}

/** Violations that keep somebody from using something. */
export async function seriousViolations(page: Page): Promise<Violation[]> {
  return (await violations(page)).filter(isSerious);
}

/** Like `seriousViolations`, in light and in dark. Leaves the page dark. */
export async function seriousInEitherScheme(page: Page): Promise<Violation[]> {
  return (await allInEitherScheme(page)).filter(isSerious);
}

/** Every violation, in light and in dark. Leaves the page dark. */
export async function allInEitherScheme(page: Page): Promise<Violation[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...light, ...(await violations(page)).map((one) => ({ ...one, id: `${one.id}, dark` }))];
}

function isSerious({ impact }: Violation): boolean {
  return impact === 'serious' || impact === 'critical';
}

/** Every violation. The script comes over the debugger, because the page's policy allows none. */
async function violations(page: Page): Promise<Violation[]> {
  // Ends animations, whose colours do not last.
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
  });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async () => {
    // All rules run. For those that pass, the hundreds of elements are not listed.
    const { passes, violations } = await globalThis.axe.run({ resultTypes: ['violations'] });
    if (passes.length === 0) throw new Error('axe found nothing to look at');
    return violations.map(({ id, impact, help, nodes }) => ({
      id,
      impact,
      help,
      at: nodes.map(({ target }) => target.join(' ')),
    }));
  });
}
