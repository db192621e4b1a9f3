import { describe, expect, it } from 'vitest';
import { numbers, stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { applyPatch, parsePatch } from './patch.ts';
import { chunkStrokes, parseChunk } from './strokes/chunks.ts';
import { editStrokes } from './strokes/edit-strokes.ts';
import type { Problem } from './types.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const value = stroke(9);

/** The result of a patch on a drawing with strokes 0, 1 and 2 and the title "Old". */
async function apply(...document: unknown[]) {
  const operations = parsePatch(document, []);
  if (operations === undefined) throw new Error('not a patch');
  const [chunk] = chunkStrokes([0, 1, 2].map(stroke));
  const text = chunk?.text ?? '';
  const editor = editStrokes([['c', 3]], async () => [text]);
  const result = await applyPatch({ title: 'Old' }, editor, operations);
  const { written, chunks } = await editor.finish((n) => `new${n}`);
  const texts = new Map([['c', text], ...written.map(({ id, text: made }) => [id, made] as const)]);
  const strokes = numbers(chunks.flatMap(([chunkId]) => parseChunk(texts.get(chunkId) ?? '')));
  return { ...result, strokes };
}

function paths(document: unknown): string[] {
  const problems: Problem[] = [];
  expect(parsePatch(document, problems)).toBeUndefined();
  return problems.map(({ path }) => path);
}

describe('drawing: patch', () => {
  it.each([
    ['appends at -', [{ op: 'add', path: '/strokes/-', value }], [0, 1, 2, 9]],
    ['inserts', [{ op: 'add', path: '/strokes/1', value }], [0, 9, 1, 2]],
    ['appends at the index after the last', [{ op: 'add', path: '/strokes/3', value }], [0, 1, 2, 9]],
    ['removes', [{ op: 'remove', path: '/strokes/0' }], [1, 2]],
    ['replaces', [{ op: 'replace', path: '/strokes/2', value }], [0, 1, 9]],
    [
      'goes on when a test holds',
      [
        { op: 'test', path: '/strokes/1', value: stroke(1) },
        { op: 'remove', path: '/strokes/1' },
      ],
      [0, 2],
    ],
    ['does nothing for no operation', [], [0, 1, 2]],
    [
      'counts by what the earlier operations left',
      [
        { op: 'remove', path: '/strokes/0' },
        { op: 'remove', path: '/strokes/0' },
        { op: 'add', path: '/strokes/1', value },
        { op: 'replace', path: '/strokes/0', value: stroke(7) },
      ],
      [7, 9],
    ],
  ])('%s', async (_, document, strokes) => {
    expect(await apply(...document)).toEqual({ strokes });
  });

  it('replaces title and thumbnail, and tests the title', async () => {
    const document = [
      { op: 'test', path: '/title', value: 'Old' },
      { op: 'replace', path: '/title', value: 'New' },
      { op: 'test', path: '/title', value: 'New' },
      { op: 'replace', path: '/thumb', value: PIXEL },
    ];
    expect(await apply(...document)).toEqual({ title: 'New', thumb: PIXEL, strokes: [0, 1, 2] });
    expect(await apply({ op: 'replace', path: '/thumb', value: '' })).toMatchObject({ thumb: '' });
  });

  it('returns the last date of the change, with the index of its operation', async () => {
    const document = [
      { op: 'replace', path: '/updatedAt', value: '2022-09-10T11:12:13Z' },
      { op: 'remove', path: '/strokes/0' },
      { op: 'replace', path: '/updatedAt', value: '2023-09-10T19:12:13.5+08:00' },
    ];
    const date = { updatedAt: '2023-09-10T11:12:13.500Z', index: 2 };
    expect(await apply(...document)).toEqual({ date, strokes: [1, 2] });
  });

  it('compares strokes by value, ignoring the order of members', async () => {
    const { tool, color, size, points } = stroke(1);
    const same = await apply({ op: 'test', path: '/strokes/1', value: { points, size, color, tool } });
    expect(same.failed).toBeUndefined();
    expect(
      await apply({ op: 'test', path: '/strokes/1', value: { ...stroke(1), size: 1.000001 } }),
    ).toMatchObject({
      failed: 'test',
      index: 0,
    });
  });

  it('returns the index of the failed test', async () => {
    const document = [
      { op: 'add', path: '/strokes/-', value },
      { op: 'test', path: '/title', value: 'Other' },
    ];
    expect(await apply(...document)).toMatchObject({ failed: 'test', index: 1 });
  });

  it.each([
    ['adding', { op: 'add', path: '/strokes/4', value }],
    ['removing', { op: 'remove', path: '/strokes/3' }],
    ['replacing', { op: 'replace', path: '/strokes/3', value }],
    ['testing', { op: 'test', path: '/strokes/999999999', value }],
  ])('answers that an index is out of range when %s', async (_, operation) => {
    const result = await apply({ op: 'test', path: '/title', value: 'Old' }, operation);
    expect(result).toMatchObject({ failed: 'range', problem: { path: '/1/path' } });
  });

  it.each([
    ['an object', {}, ['']],
    ['null', null, ['']],
    ['null in the list', [null], ['/0']],
    ['an operation without anything', [{}], ['/0/op']],
    ['another operation', [{ op: 'move', path: '/strokes/0', from: '/strokes/1' }], ['/0/from', '/0/op']],
    ['an unknown member', [{ op: 'add', path: '/strokes/-', value, note: 1 }], ['/0/note']],
    ['__proto__', [JSON.parse('{"op":"remove","path":"/strokes/0","__proto__":1}')], ['/0/__proto__']],
    ['a value to remove', [{ op: 'remove', path: '/strokes/0', value }], ['/0/value']],
    ['no path', [{ op: 'add', value }], ['/0/path']],
    ['a leading zero', [{ op: 'remove', path: '/strokes/01' }], ['/0/path']],
    ['a negative index', [{ op: 'remove', path: '/strokes/-1' }], ['/0/path']],
    ['an endless index', [{ op: 'remove', path: `/strokes/${'9'.repeat(400)}` }], ['/0/path']],
    ['- to remove', [{ op: 'remove', path: '/strokes/-' }], ['/0/path']],
    ['all strokes', [{ op: 'replace', path: '/strokes', value: [] }], ['/0/path']],
    ['a part of a stroke', [{ op: 'replace', path: '/strokes/0/size', value: 3 }], ['/0/path']],
    ['a rev', [{ op: 'replace', path: '/rev', value: 3 }], ['/0/path']],
    ['adding a title', [{ op: 'add', path: '/title', value: 'x' }], ['/0/path']],
    ['testing the thumbnail', [{ op: 'test', path: '/thumb', value: '' }], ['/0/path']],
    ['the whole document', [{ op: 'replace', path: '', value: {} }], ['/0/path']],
    ['no value', [{ op: 'add', path: '/strokes/-' }], ['/0/value']],
    ['a bad stroke', [{ op: 'add', path: '/strokes/-', value: { ...value, size: 0 } }], ['/0/value/size']],
    ['a bad date', [{ op: 'replace', path: '/updatedAt', value: '2022-09-10' }], ['/0/value']],
    ['testing the date', [{ op: 'test', path: '/updatedAt', value: '2022-09-10T11:12:13Z' }], ['/0/path']],
    [
      'the time of making',
      [{ op: 'replace', path: '/createdAt', value: '2022-09-10T11:12:13Z' }],
      ['/0/path'],
    ],
    ['a bad title', [{ op: 'replace', path: '/title', value: 'a'.repeat(201) }], ['/0/value']],
    ['a bad thumbnail', [{ op: 'replace', path: '/thumb', value: 'x' }], ['/0/value']],
    [
      'the second of two',
      [
        { op: 'remove', path: '/strokes/0' },
        { op: 'remove', path: '/a' },
      ],
      ['/1/path'],
    ],
  ])('refuses %s, naming the place', (_, document, expected) => {
    expect(paths(document)).toEqual(expected);
  });

  it('refuses a patch with more than twenty problems', () => {
    expect(paths(Array(50).fill({ op: 'remove', path: '/x' }))).toHaveLength(20);
  });

  it('looks at no more operations than it needs for twenty problems', () => {
    let looks = 0;
    const wrong = {
      op: 'remove',
      get path() {
        looks += 1;
        return '/x';
      },
    };
    expect(paths(Array(1000).fill(wrong))).toHaveLength(20);
    expect(looks).toBe(20);
  });
});
