import { describe, expect, test } from 'vitest';
import { root } from '../../server/bin/bootstrap.js';
import { filesUnder } from './imports.ts';
import { crowdedFolders, FLOORS, upwardImports, upwardImportsOf } from './rooms.ts';

const WITH_ROOMS = ['src', 'sw', 'server', 'tests'];

describe('structure: rooms', () => {
  test('the rooms of a folder import only those below them', () => {
    expect(upwardImports(root)).toEqual([]);
  });

  test('every room that is named is there', () => {
    const files = WITH_ROOMS.flatMap((folder) => filesUnder(root, folder));
    const missing = Object.entries(FLOORS).flatMap(([folder, rooms]) =>
      rooms.filter(
        (room) => !files.some((file) => file.startsWith(room === '.' ? folder : `${folder}/${room}/`)),
      ),
    );
    expect(missing).toEqual([]);
  });

  test('an import of a room above is told, in whatever form', () => {
    const file = 'src/ink/geometry/a.ts';
    expect(
      upwardImportsOf(
        file,
        `import type { Camera } from '../view/camera.ts';\nimport { b } from './b.ts';\nimport('../tools/pen.ts');\nimport { Engine } from '../engine.ts';`,
      ),
    ).toEqual([
      `${file} imports src/ink/view/camera.ts, which stands above it`,
      `${file} imports src/ink/engine.ts, which stands above it`,
      `${file} imports src/ink/tools/pen.ts, which stands above it`,
    ]);
    expect(upwardImportsOf('src/ink/tools/a.ts', `import { b } from '../geometry/b.ts';`)).toEqual([]);
    expect(upwardImportsOf('src/ink/attic/a.ts', '')).toHaveLength(1);
  });

  test('a folder of more than twelve files has rooms', () => {
    expect(crowdedFolders(WITH_ROOMS.flatMap((folder) => filesUnder(root, folder)))).toEqual([]);
  });

  test('the thirteenth file is told; unit tests beside their files do not count', () => {
    const files = Array.from({ length: 12 }, (_, i) => [`src/a/${i}.ts`, `src/a/${i}.test.ts`]).flat();
    expect(crowdedFolders(files)).toEqual([]);
    expect(crowdedFolders([...files, 'src/a/a.css'])).toEqual(['src/a: 13 files']);
  });
});
