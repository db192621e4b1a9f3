/** What a move of the hand costs the page with a wide brush, compared with a thin pen. */
import { join } from 'node:path';
import { root } from '../../../../server/bin/bootstrap.js';
import { BRUSH_TOOLS, type BrushTool, brushSizes } from '../../../../src/ink/index.ts';
import { launchBrowser } from '../../../support/browser.ts';
import { bundle } from '../../../support/bundle.ts';
import { type Figure, figureOf, measureTrial, type Side } from '../../trial.ts';
import type { HandBench } from './hand-page.ts';

declare const handBench: HandBench;

const NAME = 'ink: brushes, work per move';
const NOTE = `${NAME}: listeners and the part of the frame, of 120 moves of a pen: four samples and two predicted each, about 3 px apart, on 1280 x 800`;
const RUNS = 21;
const WIDE = 40;
const THIN = 4;
/** Times a move of the thin pen, for every brush. */
const AT_MOST = 5;

export async function handFigures(isWanted: (name: string) => boolean): Promise<Figure[]> {
  const rows = BRUSH_TOOLS.map((tool) => {
    // A person cannot choose a wider one.
    const size = Math.min(WIDE, brushSizes(tool).most);
    return { tool, size, what: `${NAME}, ${tool} at ${size} to pen at ${THIN}` };
  });
  const wanted = rows.filter(({ what }) => isWanted(what));
  if (wanted.length === 0) return [];
  const script = await bundle(join(root, 'tests/bench/ink/brushes/hand-page.ts'));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addScriptTag({ content: script, type: 'module' });
    await page.waitForFunction(() => 'handBench' in globalThis);
    const side =
      (tool: BrushTool, size: number): Side =>
      () =>
        page.evaluate(([tool, size]) => handBench.moves(tool, size), [tool, size] as const);
    const figures: Figure[] = [];
    for (const { tool, size, what } of wanted) {
      const sides = { wide: side(tool, size), thin: side('pen', THIN) };
      const runs = await measureTrial({ open: async () => ({ sides }) }, new Set(['wide', 'thin']), RUNS);
      const spec = { what, subject: 'wide', limit: 'thin', budget: { atMost: AT_MOST } };
      figures.push(figureOf({ unit: 'ms', note: NOTE }, spec, runs));
    }
    return figures;
  } finally {
    await browser.close();
  }
}
