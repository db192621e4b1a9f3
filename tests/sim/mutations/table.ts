/** The table of mutations in docs/sync-simulator.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../rewrite.ts';
import type { Seed } from '../schedule/schedule.ts';
import type { Mutation } from './mutation.ts';
import type { Verdict } from './run.ts';

const FILE = join(ROOT, 'docs/sync-simulator.md');
const [BEGIN, END] = [
  '<!-- mutations: written by npm run sim:mutations -- --write -->',
  '<!-- end of mutations -->',
];
/** Between a seed and the tabs of each device, as in `17 of tabs 2+1`. */
const OF_TABS = ' of tabs ';

export interface TableRow {
  readonly name: string;
  readonly removes: string;
  readonly seed: string;
  readonly breaks: string;
}

export function readTable(): TableRow[] {
  return between(readFileSync(FILE, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| safeguard'))
    .map((line) => {
      const [, name = '', removes = '', seed = '', breaks = ''] = line.split('|').map((cell) => cell.trim());
      return { name, removes, seed, breaks };
    });
}

/** The seed that the table gives for a mutation. */
export function knownSeeds({ name }: Mutation): Seed[] {
  return readTable().flatMap((row) => (row.name === name ? seedOf(row) : []));
}

/** The seed of a row: the number of a random schedule or of random acts of tabs, or the name of a schedule by hand. */
export function seedOf({ seed }: TableRow): Seed {
  const [number = seed] = seed.split(OF_TABS);
  return Number(number) || seed;
}

/** Writes the rows of these mutations; those without a verdict stay as they are. */
export function writeTable(mutations: readonly Mutation[], verdicts: readonly Verdict[]): void {
  const before = readTable();
  const rows = mutations.map((mutation) => {
    const verdict = verdicts.find((one) => one.mutation === mutation);
    const old = before.find(({ name }) => name === mutation.name);
    const [seed, breaks] = verdict
      ? [seedWords(verdict), breaksWords(verdict.failure)]
      : [old?.seed ?? 'none', old?.breaks ?? ''];
    return `| ${mutation.name} | ${mutation.removes} | ${seed} | ${breaks} |`;
  });
  const table = [
    '| safeguard | what is removed | seed | what breaks |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
  const [start = '', rest = ''] = readFileSync(FILE, 'utf8').split(BEGIN);
  writeFileSync(FILE, `${start}${BEGIN}\n\n${table}\n\n${rest.slice(rest.indexOf(END))}`);
}

function seedWords({ seed = 'none', mutation: { tabs } }: Verdict): string {
  return tabs === undefined ? String(seed) : `${seed}${OF_TABS}${tabs}`;
}

/** The invariant or other kind of failure, in words that do not depend on the seed. */
export function breaksWords(failure: string): string {
  const [words = ''] = failure.split(/[\n"{]/, 1);
  return words
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){0,3}(?:-[0-9a-f]{12})?/g, '…')
    .replace(/(?<!invariant )\b\d{2,}\b/g, '…')
    .replace(/(?:: … is|:)\s*$/, '')
    .replaceAll('|', '/')
    .trim();
}

function between(text: string): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${FILE} has no place for the table`);
  return text.slice(from + BEGIN.length, to);
}
