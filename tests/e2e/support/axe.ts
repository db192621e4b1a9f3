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
    run(
      context: string,
      options: { readonly resultTypes: readonly string[]; readonly runOnly?: readonly string[] },
    ): Promise<{
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
export async function seriousInEitherScheme(page: Page, inside?: string): Promise<Violation[]> {
  return (await allInEitherScheme(page, inside)).filter(isSerious);
}

/**
 * Every violation, in light and in dark. Leaves the page dark.
 * @param inside CSS selector of the part that is looked at; the whole page without one
 */
export async function allInEitherScheme(page: Page, inside?: string): Promise<Violation[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page, inside);
  await page.emulateMedia({ colorScheme: 'dark' });
  // Only the values of colours depend on the scheme (src/app/theme/tokens.css).
  const dark = await violations(page, inside, COLOR_RULES);
  return [...light, ...dark.map((one) => ({ ...one, id: `${one.id}, dark` }))];
}

/** Texts with a contrast below 7:1. */
export function enhancedContrast(page: Page): Promise<Violation[]> {
  return violations(page, 'html', ['color-contrast-enhanced']);
}

function isSerious({ impact }: Violation): boolean {
  return impact === 'serious' || impact === 'critical';
}

/** Axe's rules about colours. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Every violation. The script comes over the debugger, because the page's policy allows none.
 * @param rules that run; all without
 */
async function violations(page: Page, inside = 'html', rules?: readonly string[]): Promise<Violation[]> {
  // Ends animations, whose colours do not last.
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
  });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async ([inside, rules]) => {
      // For rules that pass, the hundreds of elements are not listed.
      const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
      const { passes, violations } = await globalThis.axe.run(inside, options);
      if (passes.length === 0) throw new Error('axe found nothing to look at');
      return violations.map(({ id, impact, help, nodes }) => ({
        id,
        impact,
        help,
        at: nodes.map(({ target }) => target.join(' ')),
      }));
    },
    [inside, rules] as const,
  );
}
