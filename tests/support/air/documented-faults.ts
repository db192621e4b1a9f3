/** For tests: the tables of docs/air-faults.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The rows of a table: what the upstream does, and what a client sees.
 * @param heading of the section that the table is in
 */
export function documentedFaults(heading: 'The air' | 'The sky'): readonly (readonly [string, string])[] {
  const file = join(import.meta.dirname, '..', '..', '..', 'docs', 'air-faults.md');
  const section = readFileSync(file, 'utf8').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => {
    const [fault = '', seen = ''] = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return [fault, seen];
  });
}
