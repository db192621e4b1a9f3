import { describe, expect, test } from 'vitest';
import { root } from '../../server/bin/bootstrap.js';
import { circles, crowdedFolders, missingRooms, roomFaults, upwardImportsOf } from './rooms.ts';

describe('structure: rooms', () => {
  test('the tree has no fault', () => {
    expect(roomFaults(root)).toEqual([]);
  });

  test('reports a room that does not exist', () => {
    expect(missingRooms(['src/ink/engine.ts']).join()).toContain('src/ink has no room geometry');
    expect(missingRooms(['src/ink/engine.ts']).join()).not.toContain('src/ink has no room .');
  });

  test('reports an import of a higher room, in any form', () => {
    const file = 'src/ink/geometry/a.ts';
    expect(
      upwardImportsOf(
        file,
        `import type { Camera } from '../view/camera.ts';\nimport { b } from './b.ts';\nimport('../tools/pen.ts');\nimport { Engine } from '../engine.ts';`,
      ),
    ).toEqual([
      `${file} imports src/ink/view/camera.ts, which is above it`,
      `${file} imports src/ink/engine.ts, which is above it`,
      `${file} imports src/ink/tools/pen.ts, which is above it`,
    ]);
    expect(upwardImportsOf('src/ink/tools/a.ts', `import { b } from '../geometry/b.ts';`)).toEqual([]);
    expect(upwardImportsOf('src/ink/attic/a.ts', '')).toHaveLength(1);
  });

  test('reports files that import each other, except by a lazy import', () => {
    const sources = new Map([
      ['a/a.ts', "import { b } from '../b/b.ts';"],
      ['b/b.ts', "export type { C } from './c.ts';"],
      ['b/c.ts', "import type { A } from '../a/a.ts';\nimport './d.ts';"],
      ['b/d.ts', "import('./c.ts');"],
    ]);
    expect(circles(sources)).toEqual(['a/a.ts imports b/b.ts imports b/c.ts imports a/a.ts: a circle']);
  });

  test('reports a folder with thirteen files; unit tests do not count', () => {
    const files = Array.from({ length: 12 }, (_, i) => [`src/a/${i}.ts`, `src/a/${i}.test.ts`]).flat();
    expect(crowdedFolders(files)).toEqual([]);
    expect(crowdedFolders([...files, 'src/a/a.css'])).toEqual(['src/a: 13 files']);
  });
});
