/** A page that paints the golden pictures, at an address of its own, for any browser. */
import { join } from 'node:path';
import { root } from '../../../server/bin/bootstrap.js';
import { type ScriptPage, scriptPage } from '../script-page.ts';

declare global {
  /** Set once the page is ready. */
  var goldenDigests: (() => Record<string, string>) | undefined;
  var wetDifferences: (() => Record<string, number>) | undefined;
}

/** Serves the page until it is disposed of. */
export function painterPage(): Promise<ScriptPage> {
  return scriptPage(join(root, 'tests/support/painted/in-page.ts'), 'Painter');
}

/** The digests, once the page is ready. Runs in the page. */
export async function digestsInPage(): Promise<Record<string, string>> {
  while (globalThis.goldenDigests === undefined)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  return globalThis.goldenDigests();
}

/** How the strokes being drawn differ from the finished ones, in bytes, once the page is ready. Runs in the page. */
export async function differencesInPage(): Promise<Record<string, number>> {
  while (globalThis.wetDifferences === undefined)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  return globalThis.wetDifferences();
}
