/** What a move of the hand costs the page with a wide brush, compared with a thin pen. */
import { BRUSH_TOOLS, type BrushTool, brushSizes } from '../../../../src/ink/index.ts';
import { load } from '../../machine.ts';
import { said } from '../../report.ts';
import { type Figure, figureOf, measureRuns, type Side } from '../../trial.ts';
import { BENCH_BROWSERS, type BenchPage, inPage } from './browsers.ts';
import { keepBrushes } from './brush-facts.ts';
import type { HandBench } from './hand-page.ts';

declare const handBench: HandBench;

const NAME = 'ink: brushes';
const NOTE = `${NAME}, work per move: listeners and the part of the frame, of 120 moves of a pen: four samples and two predicted each, about 3 px apart, on 1280 x 800`;
/** For each figure, as many as `PATIENCE` allows, ms: one stroke takes a few ms, and differs from the next. */
const RUNS = 101;
const PATIENCE = 4_000;
const WIDE = 40;
const THIN = 4;
/** Times a move of the thin pen, for every brush. */
const AT_MOST = 5;

/** Measures a move with each brush in each browser, as far as they are wanted. */
export async function handFigures(
  isWanted: (name: string) => boolean,
  take: (measure: () => Promise<readonly Figure[]>) => Promise<void>,
): Promise<void> {
  for (const browser of BENCH_BROWSERS) {
    const name = `${NAME}${browser.where}, work per move`;
    const rows = BRUSH_TOOLS.map((tool) => {
      // A person cannot choose a wider one.
      const size = Math.min(WIDE, brushSizes(tool).most);
      return { tool, size, what: `${name}, ${tool} at ${size} to pen at ${THIN}` };
    }).filter(({ what }) => isWanted(what));
    if (rows.length === 0) continue;
    const before = load();
    await take(() =>
      inPage(browser, name, 'hand-page.ts', 'handBench', async (page) => {
        const all: Figure[] = [];
        for (const { tool, size, what } of rows) {
          const sides = { wide: side(page, tool, size), thin: side(page, 'pen', THIN) };
          const runs = await measureRuns(sides, RUNS, PATIENCE);
          const spec = { what, subject: 'wide', limit: 'thin', budget: { atMost: AT_MOST } };
          all.push(said(figureOf({ unit: 'ms', note: NOTE }, spec, runs)));
        }
        if (all.length === BRUSH_TOOLS.length) keepBrushes('moves', page.version, before, `${name}, `, all);
        return all;
      }),
    );
  }
}

/** ms of the moves of one stroke. */
function side(page: BenchPage, tool: BrushTool, size: number): Side {
  return () => page.run((tool, size) => handBench.moves(tool, size), tool, size);
}
