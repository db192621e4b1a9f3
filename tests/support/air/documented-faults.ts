/** For tests: the tables of docs/air-faults.md. */

/**
 * The rows of a table: what the upstream does, and what a client sees.
 * @param text of the document. Each test reads that itself, so that `npm test -- NAME` sees where its titles come from.
 * @param heading of the section that the table is in
 */
export function documentedFaults(
  text: string,
  heading: 'The air' | 'The sky',
): readonly (readonly [string, string])[] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => {
    const [fault = '', seen = ''] = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return [fault, seen];
  });
}
