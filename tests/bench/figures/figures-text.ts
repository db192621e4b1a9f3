/** The measurements of ink as docs/performance.md shows them. */

import type { BrushFacts } from '../ink/brushes/brush-facts.ts';
import { cellsOf, PEER_HEAD, type PeerFacts } from '../peers/peers-table.ts';
import { budgetText } from '../report.ts';
import type { Figure } from '../trial.ts';
import { brushesMarkdown } from './brush-text.ts';
import { markdownTable } from './markdown-table.ts';

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

/** The lines around what is written. */
interface Marks {
  readonly begin: string;
  readonly end: string;
}

const INK: Marks = {
  begin: '<!-- Written by npm run bench:write: do not edit. -->',
  end: '<!-- End of what npm run bench:write writes. -->',
};
const BRUSHES: Marks = {
  begin: "<!-- Written by npm run bench:write after npm run bench -- 'ink: brushes': do not edit. -->",
  end: '<!-- End of what it writes about brushes. -->',
};
const PEERS: Marks = {
  begin: '<!-- Written by npm run bench:write after npm run bench -- peers: do not edit. -->',
  end: '<!-- End of what it writes about others. -->',
};

/** The text with the part between the marks replaced. */
export function withFigures(text: string, facts: InkFacts): string {
  return between(text, INK, `${markdown(facts)}\n\n`);
}

/** The text before anything was measured. */
export function withoutFigures(text: string): string {
  return between(text, INK, '');
}

/** The text with the table of other products replaced. */
export function withPeers(text: string, facts: PeerFacts): string {
  return between(text, PEERS, `${peersMarkdown(facts)}\n\n`);
}

/** The text before other products were measured. */
export function withoutPeers(text: string): string {
  return between(text, PEERS, '');
}

/** The text with the tables of brushes replaced. */
export function withBrushes(text: string, facts: BrushFacts): string {
  return between(text, BRUSHES, `${brushesMarkdown(facts)}\n\n`);
}

/** The text before brushes were measured. */
export function withoutBrushes(text: string): string {
  return between(text, BRUSHES, '');
}

function between(text: string, { begin, end }: Marks, part: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('The text has no place for the figures.');
  return `${text.slice(0, from)}${begin}\n\n${part}${text.slice(to)}`;
}

function peersMarkdown({ at, machine, browser, drawing, load, peers }: PeerFacts): string {
  const { cpu, cores, memory, system } = machine;
  return [
    markdownTable([PEER_HEAD, ...peers.map(cellsOf)]),
    `${sentence(drawing)} Measured on ${at} with ${browser}: ${cpu}, ${cores} cores, ${memory} GiB, ${system}, no graphics card, load ${load.join(' to ')}.`,
  ].join('\n\n');
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

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Three significant digits. */
function digits(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
