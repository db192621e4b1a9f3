import { describe, expect, test } from 'vitest';
import { DEPTH_MAX, hasSaneShape, MEMBERS_MAX } from './shape.ts';

const isSane = (json: string) => hasSaneShape(new TextEncoder().encode(json));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const object = (members: number) =>
  `{${Array.from({ length: members }, (_, index) => `"m${index}":[{}]`).join(',')}}`;

describe('contract: the shape of a body', () => {
  test('may be as deep as the limit, and no deeper', () => {
    expect(isSane(nested(DEPTH_MAX))).toBe(true);
    expect(isSane(nested(DEPTH_MAX + 1))).toBe(false);
    expect(isSane(`${'{"a":'.repeat(DEPTH_MAX)}1${'}'.repeat(DEPTH_MAX)}`)).toBe(true);
    expect(isSane('{"a":'.repeat(DEPTH_MAX + 1))).toBe(false);
    expect(isSane(`[${`${nested(DEPTH_MAX - 1)},`.repeat(100)}1]`)).toBe(true);
  });

  test('an object may have as many members as the limit, and no more, next to others', () => {
    expect(isSane(object(MEMBERS_MAX))).toBe(true);
    expect(isSane(object(MEMBERS_MAX + 1))).toBe(false);
    expect(isSane(`[${object(MEMBERS_MAX)},${object(MEMBERS_MAX)}]`)).toBe(true);
    expect(isSane(`[${object(MEMBERS_MAX)},${object(MEMBERS_MAX + 1)}]`)).toBe(false);
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
