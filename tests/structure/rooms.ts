/**
 * Checks the floors inside a folder: its rooms from the bottom up, each importing only itself and those below
 * it. Also checks that no files import each other in a circle, and the size of folders: among more than twelve
 * files, a reader no longer finds the right one.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesUnder, specifiersOf, staticSpecifiersOf } from './imports.ts';

/** The files in the folder itself, outside of any room. */
const ROOT = '.';

/** The rooms of each folder, from the bottom up. */
export const FLOORS: Readonly<Record<string, readonly string[]>> = {
  'src/ink': [
    'job',
    'brush',
    'geometry',
    'feel',
    'handwriting',
    'view',
    'canvas',
    'scene',
    'input',
    'tiles',
    'output',
    'eyedropper',
    'selection',
    'tools',
    'formats',
    'replay',
    ROOT,
  ],
  'src/app/studio': [
    'document',
    'layers',
    'saving',
    'session',
    'controls',
    'tool-settings',
    'eyedropper',
    'picker',
    'marks',
    'layer-panel',
    'feel',
    'viewport',
    'guide',
    'underlay',
    'clipboard',
    'selection',
    'dock',
    'export',
    'replay',
    'full',
    'gone',
    'versions',
    'stamp',
    'header',
    'keys',
    'print',
    ROOT,
  ],
  'src/app/air': ['readings', 'reading', 'regions', 'chip', 'chart', 'map', ROOT],
  'src/app/gallery': ['list', 'empty', 'trash', 'actions', 'grid', 'tools', ROOT],
  'src/app/settings': ['profile', 'archive', 'sync', ROOT],
  'src/sync': ['state', 'cache', 'sky', 'alerts', 'drawings', 'photos', 'runner', ROOT],
  'server/store': ['sql', 'sqlite', 'postgres', ROOT],
};

/** Most files of a folder: one with more needs rooms. */
const FILES_MAX = 12;

/**
 * Every fault of the rooms, one line each.
 * @param root the repository's folder
 */
export function roomFaults(root: string): string[] {
  const files = ['src', 'sw', 'server', 'tests'].flatMap((folder) => filesUnder(root, folder));
  const product = files.filter((file) => isModule(file) && !file.startsWith('tests/'));
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  return [
    ...missingRooms(files),
    ...product.flatMap((file) => upwardImportsOf(file, read(file))),
    ...circles(new Map(files.filter(isModule).map((file) => [file, read(file)]))),
    ...crowdedFolders(files),
  ];
}

/** Rooms in FLOORS that have no file. */
export function missingRooms(files: readonly string[]): string[] {
  return Object.entries(FLOORS).flatMap(([folder, rooms]) =>
    rooms
      .filter((room) => !files.some((file) => file.startsWith(folder) && roomOf(folder, file) === room))
      .map((room) => `${folder} has no room ${room}, which tests/structure/rooms.ts names`),
  );
}

/**
 * Every import that points to a room above, one line each.
 * @param file path relative to the root, with slashes
 * @param source its text
 */
export function upwardImportsOf(file: string, source: string): string[] {
  const folder = Object.keys(FLOORS).find((name) => file.startsWith(`${name}/`));
  const rooms = folder === undefined ? undefined : FLOORS[folder];
  if (folder === undefined || rooms === undefined) return [];
  const from = roomOf(folder, file);
  const floor = rooms.indexOf(from);
  if (floor < 0) return [`${file} is in no room that tests/structure/rooms.ts knows`];
  return specifiersOf(source)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(file), specifier))
    .filter((target) => target.startsWith(`${folder}/`) && rooms.indexOf(roomOf(folder, target)) > floor)
    .map((target) => `${file} imports ${target}, which is above it`);
}

/**
 * Files that import each other, directly or by way of others, one line for each circle. What is loaded later
 * may lead back.
 * @param sources texts by path
 */
export function circles(sources: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  const path: string[] = [];
  const done = new Set<string>();
  function visit(file: string): void {
    const begin = path.indexOf(file);
    if (begin >= 0) found.push(`${[...path.slice(begin), file].join(' imports ')}: a circle`);
    const source = sources.get(file);
    if (begin >= 0 || done.has(file) || source === undefined) return;
    path.push(file);
    for (const specifier of staticSpecifiersOf(source)) visit(posix.join(posix.dirname(file), specifier));
    path.pop();
    done.add(file);
  }
  for (const file of sources.keys()) visit(file);
  return found;
}

function roomOf(folder: string, file: string): string {
  const [first = ROOT, ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length === 0 ? ROOT : first;
}

/** Folders with too many files, and how many they have. Unit tests do not count. */
export function crowdedFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (!/\.(?:tsx?|js|css)$/.test(file) || isUnitTest(file)) continue;
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > FILES_MAX)
    .map(([folder, count]) => `${folder}: ${count} files`);
}

function isModule(file: string): boolean {
  return /\.tsx?$/.test(file) && !isUnitTest(file) && !file.endsWith('.d.ts');
}

function isUnitTest(file: string): boolean {
  return !file.startsWith('tests/') && /\.test\.tsx?$/.test(file);
}
