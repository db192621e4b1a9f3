import { describe, expect, test } from 'vitest';
import { specifiersOf, wrongImportsOf } from './imports.ts';

describe('structure', () => {
  test('src/core may import only itself', () => {
    expect(wrongImportsOf('src/core/drawing/a.ts', "import { b } from './b.ts';")).toEqual([]);
    expect(wrongImportsOf('src/core/drawing/a.ts', "import { b } from '../../api/ports.ts';")).toEqual([
      'src/core/drawing/a.ts imports src/api/ports.ts: src/core may not import src/api',
    ]);
    expect(wrongImportsOf('src/core/drawing/a.ts', "import fs from 'node:fs';")).toHaveLength(1);
  });

  test('the canvas engine imports neither Preact nor the page', () => {
    expect(wrongImportsOf('src/ink/a.ts', "import { h } from 'preact';")).toHaveLength(1);
    expect(wrongImportsOf('src/ink/a.ts', "import x from '../app/x.ts';")).toHaveLength(1);
    expect(wrongImportsOf('src/app/a.ts', "import x from '../ink/x.ts';")).toEqual([]);
  });

  test('of the canvas engine only films may use encoders', () => {
    expect(wrongImportsOf('src/ink/replay/film/a.ts', "import { Output } from 'mediabunny';")).toEqual([]);
    expect(wrongImportsOf('src/ink/replay/a.ts', "import { Output } from 'mediabunny';")).toHaveLength(1);
    expect(wrongImportsOf('src/ink/replay/a.ts', "import x from './film/x.ts';")).toEqual([]);
    expect(wrongImportsOf('src/app/a.ts', "import x from '../ink/replay/film/x.ts';")).toHaveLength(1);
  });

  test("the worker's code imports the small zod", () => {
    expect(wrongImportsOf('src/api/a.ts', "import { z } from 'zod';")).toHaveLength(1);
    expect(wrongImportsOf('src/api/a.ts', "import * as z from 'zod/mini';")).toEqual([]);
  });

  test('a file in a folder without a rule is reported', () => {
    expect(wrongImportsOf('src/elsewhere/a.ts', '')).toHaveLength(1);
  });

  test('imports are found in every form', () => {
    const source = [
      "import a from './a.ts';",
      "import {\n  b,\n} from './b.ts';",
      "import type { C } from './c.ts';",
      "export * from './d.ts';",
      "import './e.css';",
      "const f = await import('./f.ts');",
    ].join('\n');
    expect(specifiersOf(source).sort()).toEqual([
      './a.ts',
      './b.ts',
      './c.ts',
      './d.ts',
      './e.css',
      './f.ts',
    ]);
  });
});
