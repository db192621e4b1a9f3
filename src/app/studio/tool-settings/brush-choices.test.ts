import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BRUSHES, leavesInk } from '../../../ink/brush/brushes.ts';
import { BRUSH_TOOLS } from '../../../ink/index.ts';
import { tools as words } from '../../words/en/studio/tools.ts';

/** The first cells of the table in a document that begins with a row of this name. */
function firstCells(document: string, head: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs', document), 'utf8');
  const [, after = ''] = text.split(`\n| ${head} |`);
  const [table = ''] = after.split('\n\n');
  return [...table.matchAll(/\n\| ([^|-][^|]*?) \|/g)].map(([, cell = '']) => cell.replace(/[*`]/g, ''));
}

describe('studio: every brush', () => {
  test('is offered by the page, but the one that erases', () => {
    expect(BRUSHES.map(({ tool }) => tool).filter(leavesInk)).toEqual([...BRUSH_TOOLS]);
  });

  test('is described in the documents, by the name that the page has for it', () => {
    const names = BRUSH_TOOLS.map((tool) => words.names[tool]);
    expect(firstCells('drawing.md', 'brush')).toEqual(names);
    expect(firstCells('brushes.md', 'brush')).toEqual(names.map((name) => name.toLowerCase()));
    expect(firstCells('ink.md', 'tool')).toEqual([...BRUSH_TOOLS]);
  });
});
