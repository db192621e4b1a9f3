/** The measurements of brushes as docs/performance.md shows them: a row for each figure, a column for each browser. */
import type { BrushFacts, BrushPart, BrushRow } from '../ink/brushes/brush-facts.ts';
import { budgetText } from '../report.ts';
import { markdownTable } from './markdown-table.ts';

const KINDS = {
  tiles: 'a tile by the painter, to one by the path of a canvas',
  moves: 'work per move',
} as const;

/** Chromium first, as in the bench. */
const ORDER = ['Chromium', 'Firefox', 'WebKit'];

export function brushesMarkdown({ machine, parts }: BrushFacts): string {
  const all = parts.toSorted((a, b) => placeOf(a) - placeOf(b));
  const tables = (['tiles', 'moves'] as const)
    .map((kind) => all.filter((part) => part.kind === kind))
    .filter((some) => some.length > 0)
    .map(tableOf);
  const { cpu, cores, memory, system } = machine;
  const when = all.map(
    ({ kind, browser, at, load }) => `${kind} in ${browser} on ${at} with a load of ${load.join(' to ')}`,
  );
  return [
    ...tables,
    `Measured: ${when.join('; ')}. ${cpu}, ${cores} cores, ${memory} GiB, ${system}, no graphics card.`,
  ].join('\n\n');
}

function tableOf(parts: readonly BrushPart[]): string {
  const names = new Set(parts.flatMap(({ rows }) => rows.map(({ name }) => name)));
  const rows = [...names].map((name) => {
    const found = parts.map((part) => part.rows.find((row) => row.name === name));
    const budget = found.find((row) => row !== undefined)!.budget;
    return [name.replace(/^tile, /, ''), budgetText(budget), ...found.map((row) => (row ? cellOf(row) : ''))];
  });
  const kind = KINDS[parts[0]!.kind];
  return markdownTable([[kind, 'budget', ...parts.map(({ browser }) => browser)], ...rows]);
}

function cellOf({ unit, limit, ratio, ok }: BrushRow): string {
  const text = limit === undefined ? `${ratio} ${unit}` : ratio.toFixed(2);
  return ok ? text : `**${text}**`;
}

function placeOf({ kind, browser }: BrushPart): number {
  const at = ORDER.findIndex((name) => browser.toLowerCase().startsWith(name.toLowerCase()));
  return (kind === 'tiles' ? 0 : ORDER.length) + at;
}
