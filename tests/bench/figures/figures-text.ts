/** The measurements of ink as docs/performance.md shows them. */
import { budgetText } from '../report.ts';
import type { Figure } from '../trial.ts';

/**
 * The content of bench-ink.json, written by `npm run bench -- ink`, and of docs/ink-figures.json, written by
 * `npm run bench:write`.
 */
export interface InkFacts {
  /** The day. */
  readonly at: string;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memory: number;
    readonly system: string;
  };
  /** The machine's load before and after. */
  readonly load: readonly number[];
  readonly figures: readonly Pick<Figure, 'what' | 'unit' | 'subject' | 'limit' | 'budget' | 'ok'>[];
  /** The head comes first. */
  readonly rows: readonly (readonly string[])[];
  readonly legend: string;
  readonly drawings: readonly string[];
  readonly note: string;
}

const BEGIN = '<!-- Written by npm run bench:write: do not edit. -->';
const END = '<!-- End of what npm run bench:write writes. -->';

/** The text with the part between the marks replaced. */
export function withFigures(text: string, facts: InkFacts): string {
  return between(text, `${markdown(facts)}\n\n`);
}

/** The text before anything was measured. */
export function withoutFigures(text: string): string {
  return between(text, '');
}

function between(text: string, part: string): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error('The text has no place for the figures.');
  return `${text.slice(0, from)}${BEGIN}\n\n${part}${text.slice(to)}`;
}

function markdown({ at, machine, load, figures, rows, legend, drawings, note }: InkFacts): string {
  const bound = figures.map(({ what, unit, subject, limit, budget, ok }) => [
    what.replace(/^ink: /, ''),
    `${digits(subject)} ${unit}${limit === undefined ? '' : ` to ${digits(limit)}`}`.trim(),
    `${budgetText(budget)} ${limit === undefined ? unit : 'x'}`.trim(),
    ok ? 'yes' : '**no**',
  ]);
  const { cpu, cores, memory, system } = machine;
  return [
    markdownTable([['what', 'measured', 'budget', 'kept'], ...bound]),
    markdownTable(rows),
    `${sentence(legend)} ${sentence(note)} ${sentence(drawings.join('; '))}`,
    `Measured on ${at}: ${cpu}, ${cores} cores, ${memory} GiB, ${system}, no graphics card, load ${load.join(' to ')}.`,
  ].join('\n\n');
}

function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Three significant digits. */
function digits(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
