import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { firstLoad, measure, staticImports } from './sizes.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'pleinair-sizes-'));
  mkdirSync(join(dist, 'assets'));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

describe('test command: sizes', () => {
  test('only what index.html loads at once counts, not lazy imports', () => {
    writeFileSync(
      join(dist, 'index.html'),
      '<script src="/early.js" async></script><script type="module" crossorigin src="/assets/index-1.js"></script>',
    );
    writeFileSync(
      join(dist, 'assets/index-1.js'),
      'import{a as b}from"./shared-2.js";import"./effect-3.js";const c=()=>import("./lazy-4.js");export{c};',
    );
    writeFileSync(join(dist, 'assets/shared-2.js'), 'import*as x from"./deep-5.js";export const a=x;');
    for (const name of ['effect-3', 'lazy-4', 'deep-5']) writeFileSync(join(dist, `assets/${name}.js`), '1');
    expect(firstLoad(dist)).toEqual([
      'assets/deep-5.js',
      'assets/effect-3.js',
      'assets/index-1.js',
      'assets/shared-2.js',
    ]);
  });

  test('a build without a worker fails instead of counting nothing', () => {
    writeFileSync(join(dist, 'index.html'), '<script type="module" src="/assets/index-1.js"></script>');
    writeFileSync(join(dist, 'assets/index-1.js'), '1');
    expect(() => measure(dist)).toThrow('sw.js was not built');
    writeFileSync(join(dist, 'sw.js'), '1');
    for (const name of ['later', 'seldom']) {
      expect(() => measure(dist)).toThrow(`The worker's script sw-${name} was not built.`);
      writeFileSync(join(dist, `assets/sw-${name}-1.js`), '1');
    }
    expect(() => measure(dist)).toThrow('early.js was not built');
  });

  test('static imports are found in minified code', () => {
    const code =
      'import{a}from"./a.js";import b,{c as d}from"./b.js";export*from"./c.js";export{e}from"./d.js";';
    expect(staticImports(code)).toEqual(['./a.js', './b.js', './c.js', './d.js']);
  });
});
