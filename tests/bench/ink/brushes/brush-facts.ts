/** What was measured of the brushes, one browser after another, kept for `npm run bench:write`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../server/bin/bootstrap.js';
import { load, type Machine, machine } from '../../machine.ts';
import type { Figure } from '../../trial.ts';

/** All rows of one kind in one browser, measured at one time. */
export interface BrushPart {
  readonly kind: 'tiles' | 'moves';
  /** Name and version. */
  readonly browser: string;
  /** The day. */
  readonly at: string;
  /** The machine's load before and after. */
  readonly load: readonly number[];
  readonly rows: readonly BrushRow[];
}

/** A figure, named alike in every browser. */
export interface BrushRow extends Pick<Figure, 'unit' | 'limit' | 'ratio' | 'budget' | 'ok'> {
  readonly name: string;
}

/** The content of bench-brushes.json, and of docs/brush-figures.json. */
export interface BrushFacts {
  /** The day of the last part. */
  readonly at: string;
  readonly machine: Machine;
  readonly parts: readonly BrushPart[];
}

const FILE = join(root, 'bench-brushes.json');

/** The facts with one part more, which replaces that of an earlier run, be it of another version. */
export function withPart(facts: BrushFacts | undefined, part: BrushPart, on: Machine): BrushFacts {
  const nameOf = (browser: string) => browser.split(' ')[0];
  const others = (facts?.parts ?? []).filter(
    ({ kind, browser }) => kind !== part.kind || nameOf(browser) !== nameOf(part.browser),
  );
  return { at: part.at, machine: on, parts: [...others, part] };
}

/**
 * Keeps the figures of a browser.
 * @param prefix of their names
 * @param before the load before they were measured
 */
export function keepBrushes(
  kind: BrushPart['kind'],
  browser: string,
  before: number,
  prefix: string,
  figures: readonly Figure[],
): void {
  const facts: BrushFacts | undefined = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : undefined;
  const rows = figures.map(({ what, unit, limit, ratio, budget, ok }) => {
    return {
      name: what.slice(prefix.length),
      unit,
      ...(limit !== undefined && { limit }),
      ratio,
      budget,
      ok,
    };
  });
  const at = new Date().toISOString().slice(0, 10);
  const part = { kind, browser, at, load: [before, load()], rows };
  writeFileSync(FILE, `${JSON.stringify(withPart(facts, part, machine()), null, 2)}\n`);
}
