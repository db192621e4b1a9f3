import { describe, expect, test } from 'vitest';
import { DEPTH_MAX, hasSaneShape as isSane, MEMBERS_MAX, NAMES_MAX } from './shape.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
/** Members with names of their own, from `first` on. */
const members = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => `"m${first + index}" :[{}]`).join(',');

describe('contract: the shape of a body', () => {
  test('may be as deep as the limit, and no deeper', () => {
    expect(isSane(nested(DEPTH_MAX))).toBe(true);
    expect(isSane(nested(DEPTH_MAX + 1))).toBe(false);
    expect(isSane(`${'{"a":'.repeat(DEPTH_MAX)}1${'}'.repeat(DEPTH_MAX)}`)).toBe(true);
    expect(isSane('{"a":'.repeat(DEPTH_MAX + 1))).toBe(false);
    expect(isSane(`[${`${nested(DEPTH_MAX - 1)},`.repeat(100)}1]`)).toBe(true);
  });

  test('may have as many different names as the limit, and no more, in one object or in many', () => {
    expect(isSane(`{${members(NAMES_MAX)}}`)).toBe(true);
    expect(isSane(`{${members(NAMES_MAX + 1)}}`)).toBe(false);
    expect(isSane(`[{${members(1)}},{${members(NAMES_MAX - 1, 1)}}]`)).toBe(true);
    expect(isSane(`[{${members(1)}},{${members(NAMES_MAX, 1)}}]`)).toBe(false);
    const objects = Array.from({ length: NAMES_MAX + 1 }, (_, index) => `{${members(1, index)}}`);
    expect(isSane(`[${objects.slice(1).join(',')}]`)).toBe(true);
    expect(isSane(`[${objects.join(',')}]`)).toBe(false);
  });

  test('a name that was there before is not another one', () => {
    const known = `{${members(NAMES_MAX)}}`;
    expect(isSane(`[${known},${known},${known}]`)).toBe(true);
    for (const other of ['m', 'm00', 'M0', '', 'm0 '])
      expect(isSane(`[${known},{"${other}":0}]`)).toBe(false);
  });

  test('may have as many members as the limit, of however many objects, and no more', () => {
    const text = `[${'{"a":0,"b":{"a":0}},'.repeat(MEMBERS_MAX / 3)}0]`;
    expect(isSane(text)).toBe(true);
    expect(isSane(text.replace('0]', '{"a":0}]'))).toBe(false);
  });

  test('nothing in a text counts, escaped quotes and longer characters included', () => {
    expect(isSane(JSON.stringify([`"${'['.repeat(50)}`, '\\', ':'.repeat(50), '［：｛🎨'.repeat(50)]))).toBe(
      true,
    );
    expect(isSane(`["\\\\",${'['.repeat(50)}`)).toBe(false);
  });

  test('what is no JSON ends too', () => {
    for (const text of ['', '"', '"\\', ']]]]', '}{', '\0']) expect(isSane(text)).toBe(true);
    expect(isSane(`${']'.repeat(50)}${'['.repeat(50)}`)).toBe(false);
  });
});
