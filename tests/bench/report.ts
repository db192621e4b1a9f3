/** The figures as tables for people. */
import type { Budget, Figure } from './trial.ts';

const COLUMNS = ['what', 'subject', 'bare limit', 'ratio', 'spread', 'budget', 'ok'] as const;

/** A table in plain text, with numbers aligned to the right. */
export function table(figures: readonly Figure[]): string {
  return columns([COLUMNS, ...figures.map(cells)]);
}

/** Says a figure on the terminal as soon as it is known: whoever ends a long run early has what was measured. */
export function said(figure: Figure): Figure {
  const [what, ...rest] = cells(figure);
  console.error(`  ${what}: ${rest.filter((cell) => cell !== '').join(', ')}`);
  return figure;
}

/** Rows in columns, the first row as the head. All but the first column are aligned to the right. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(rows[0]!), line(rule), ...rows.slice(1).map(line)].join('\n');
}

function cells(figure: Figure): string[] {
  const { what, unit, subject, limit, ratio, spread, budget, ok } = figure;
  const isAbsolute = limit === undefined;
  return [
    what,
    `${number(subject)} ${unit}`,
    isAbsolute ? '' : `${number(limit)} ${unit}`,
    isAbsolute ? '' : `${ratio.toFixed(2)}x`,
    spread === undefined ? '' : `${spread[0].toFixed(2)}-${spread[1].toFixed(2)}`,
    isAbsolute ? `${budgetText(budget)} ${unit}` : `${budgetText(budget)}x`,
    ok ? 'yes' : 'NO',
  ];
}

/** Three significant digits. */
function number(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}

export function budgetText(budget: Budget): string {
  return 'atMost' in budget ? `<= ${budget.atMost}` : `>= ${budget.atLeast}`;
}

/** One line for each figure over its budget. */
export function misses(figures: readonly Figure[]): string[] {
  return figures
    .filter(({ ok }) => !ok)
    .map(({ what, ratio, limit, unit, budget }) => {
      const is = limit === undefined ? `${number(ratio)} ${unit}` : `${ratio.toFixed(2)}x`;
      return `over budget: ${what} is ${is}, the budget is ${budgetText(budget)}`;
    });
}
