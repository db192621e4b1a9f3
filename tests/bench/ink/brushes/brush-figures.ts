/**
 * The painter of brushes compared with the path of a canvas: the same tiles of the same strokes, in turns, in one page
 * of each browser. And what a part of a tile costs, and whether it has the tile's bytes.
 */
import type { Stroke } from '../../../../src/core/drawing/types.ts';
import { BRUSHES, leavesInk } from '../../../../src/ink/brush/brushes.ts';
import type { Cell } from '../../../../src/ink/tiles/tile-grid.ts';
import { load } from '../../machine.ts';
import { said } from '../../report.ts';
import { type Figure, figureOf, measureRuns, type Side } from '../../trial.ts';
import { drawingOf } from '../ink.ts';
import { BENCH_BROWSERS, type BenchPage, inPage } from './browsers.ts';
import { keepBrushes } from './brush-facts.ts';
import type { TileBench, TileSet } from './tile-page.ts';

declare const tileBench: TileBench;

const NAME = 'ink: brushes';
/** For each figure, as many as `PATIENCE` allows, ms. */
const RUNS = 21;
const PATIENCE = 4_000;
const NOTE = `${NAME}: six tiles of 256 px each, in turns; sizes 2 to 8 where nothing is said`;

/** Six tiles of a scale, from this one on. */
function six(scale: number, left: number, top: number): Cell[] {
  return Array.from({ length: 6 }, (_, i) => ({ scale, x: left + (i % 3), y: top + Math.floor(i / 3) }));
}

const strokesOf = (n: number, tool: string): Stroke[] =>
  drawingOf(n).strokes.map((stroke) => ({ ...stroke, tool }));
const wide = (stroke: Stroke, i: number): Stroke => ({ ...stroke, size: 10 + ((i * 7) % 31) });
const pressed = (stroke: Stroke): Stroke => ({
  ...stroke,
  pressure: stroke.points.map((_, i) => (i % 10) / 10 + 0.05),
});

interface Row {
  readonly name: string;
  readonly set: () => TileSet;
  /** Field to canvas path. */
  readonly atMost: number;
}

/** A brush on 5,000 strokes of sizes 2 to 8. */
const thin = (tool: string, atMost: number, isPressed = false): Row => ({
  name: `${tool}${isPressed ? ' with pressure' : ''}, 5,000 strokes at 1`,
  set: () => {
    const strokes = strokesOf(5_000, tool);
    return { strokes: isPressed ? strokes.map(pressed) : strokes, cells: six(1, 2, 1) };
  },
  atMost,
});
/** A brush on 1,000 strokes of sizes 10 to 40. */
const broad = (tool: string, atMost: number): Row => ({
  name: `${tool} of sizes 10 to 40, 1,000 strokes at 1`,
  set: () => ({ strokes: strokesOf(1_000, tool).map(wide), cells: six(1, 2, 1) }),
  atMost,
});
const PARTS = thin('pen', 1.3);
/** The brushes whose parts are compared with their tiles, byte by byte. */
const TOOLS = BRUSHES.map(({ tool }) => tool).filter(leavesInk);

const ROWS: readonly Row[] = [
  {
    name: 'pen, 5,000 strokes at 0.45',
    set: () => ({ strokes: strokesOf(5_000, 'pen'), cells: six(0.45, 0, 0) }),
    atMost: 1.3,
  },
  PARTS,
  thin('pen', 1.3, true),
  thin('marker', 1.3),
  thin('ink', 1.3, true),
  thin('pencil', 1.4),
  thin('pencil', 1.4, true),
  thin('chalk', 1.6),
  thin('chalk', 1.6, true),
  thin('wash', 1.6),
  thin('dry', 2.5),
  thin('dry', 2.5, true),
  broad('pen', 2.5),
  broad('pencil', 3.5),
  broad('chalk', 3.5),
  broad('wash', 3.5),
  broad('dry', 5.5),
];

/** Measures the brushes in each browser, as far as they are wanted. */
export async function brushFigures(
  isWanted: (name: string) => boolean,
  take: (measure: () => Promise<readonly Figure[]>) => Promise<void>,
): Promise<void> {
  for (const browser of BENCH_BROWSERS) {
    const name = `${NAME}${browser.where}`;
    const isPart = isWanted(name) || isWanted(`${name}, part`);
    const rows = ROWS.filter((row) => isWanted(`${name}, tile, ${row.name}`));
    if (rows.length === 0 && !isPart) continue;
    const before = load();
    await take(() =>
      inPage(browser, name, 'tile-page.ts', 'tileBench', async (page) => {
        const all: Figure[] = [];
        for (const row of rows) all.push(await tileFigure(page, name, row));
        if (!isPart) return all;
        all.push(...(await partFigures(page, name)));
        if (rows.length === ROWS.length) keepBrushes('tiles', page.version, before, `${name}, `, all);
        return all;
      }),
    );
  }
}

/** ms of one side of the bench for a set of tiles that the page has. */
function side(page: BenchPage, what: 'field' | 'canvas' | 'part', name: string): Side {
  return () => page.run((what, name) => tileBench[what](name), what, name);
}

async function give(page: BenchPage, { name, set }: Row): Promise<void> {
  await page.run((name, set) => tileBench.take(name, JSON.parse(set)), name, JSON.stringify(set()));
}

async function tileFigure(page: BenchPage, name: string, row: Row): Promise<Figure> {
  await give(page, row);
  const sides = { field: side(page, 'field', row.name), canvas: side(page, 'canvas', row.name) };
  const runs = await measureRuns(sides, RUNS, PATIENCE);
  const spec = {
    what: `${name}, tile, ${row.name}`,
    subject: 'field',
    limit: 'canvas',
    budget: { atMost: row.atMost },
  };
  return said(figureOf({ unit: 'ms', note: NOTE }, spec, runs));
}

async function partFigures(page: BenchPage, name: string): Promise<Figure[]> {
  await give(page, PARTS);
  const sides = { part: side(page, 'part', PARTS.name), field: side(page, 'field', PARTS.name) };
  const runs = await measureRuns(sides, RUNS, PATIENCE);
  const spec = {
    what: `${name}, part of 64 px to its tile, ${PARTS.name}`,
    subject: 'part',
    limit: 'field',
    budget: { atMost: 0.2 },
  };
  let bytes = 0;
  for (const tool of TOOLS) {
    const row = thin(tool, 0, true);
    await give(page, row);
    bytes += await page.run((name) => tileBench.differing(name), row.name);
  }
  const differing: Figure = {
    what: `${name}, bytes of parts that differ from their tiles`,
    unit: 'bytes',
    subject: bytes,
    ratio: bytes,
    budget: { atMost: 0 },
    ok: bytes === 0,
    note: NOTE,
  };
  return [said(figureOf({ unit: 'ms', note: NOTE }, spec, runs)), said(differing)];
}
