/**
 * Checks the folder pages: a folder with more than a few entries has a README.md that names everything in it,
 * and nothing that does not exist.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesUnder } from './imports.ts';

/** Folders that this rule covers. */
const TOP_FOLDERS = ['src', 'sw', 'server', 'tests'];
/** A folder with more modules and rooms than this has a page. */
const ENTRIES_MAX = 4;
/** Most lines of a page: it must be quick to read. */
const LINES_MAX = 25;

const PAGE = 'README.md';
/** A placeholder like `en/PLACE.ts`, for a name that whoever adds something chooses. */
const PLACEHOLDER = /(?:^|\/)(?!README)[A-Z]+\.\w+$/;

/** The entries of each folder by name: modules, and rooms with a slash at the end. */
type Folders = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The faults of all folder pages, one line each.
 * @param root the repository's folder
 */
export function pageFaults(root: string): string[] {
  const files = TOP_FOLDERS.flatMap((folder) => filesUnder(root, folder));
  const folders = foldersOf(files);
  const exists = (path: string) => existsSync(join(root, path));
  const pages = files.filter((file) => posix.basename(file) === PAGE);
  return [
    ...missingPages(folders, pages),
    ...pages.flatMap((page) => {
      const folder = posix.dirname(page);
      return pageFaultsOf(folder, readFileSync(join(root, page), 'utf8'), folders.get(folder), exists);
    }),
  ];
}

/**
 * Every folder with its entries, without unit tests, styles and data.
 * @param files paths from the root
 */
export function foldersOf(files: readonly string[]): Folders {
  const folders = new Map<string, Set<string>>();
  const put = (path: string, name: string) => {
    const folder = posix.dirname(path);
    folders.set(folder, (folders.get(folder) ?? new Set()).add(name));
    if (folder.includes('/')) put(folder, `${posix.basename(folder)}/`);
  };
  for (const file of files) if (isModule(file)) put(file, posix.basename(file));
  return folders;
}

/** Folders that should have a page and have none. */
export function missingPages(folders: Folders, pages: readonly string[]): string[] {
  return [...folders]
    .filter(([folder, entries]) => entries.size > ENTRIES_MAX && !pages.includes(`${folder}/${PAGE}`))
    .map(([folder, entries]) => `${folder} holds ${entries.size} files and rooms and has no ${PAGE}`);
}

/**
 * @param folder path from the root
 * @param text its page
 * @param entries what the folder holds
 * @param exists whether a path from the root leads to a file or folder
 */
export function pageFaultsOf(
  folder: string,
  text: string,
  entries: ReadonlySet<string> = new Set(),
  exists: (path: string) => boolean,
): string[] {
  const lines = text.trimEnd().split('\n').length;
  const named = namesIn(text);
  const found = (name: string) => exists(posix.join(folder, name)) || exists(name);
  return [
    ...(lines > LINES_MAX ? [`${folder}/${PAGE} has ${lines} lines: ${LINES_MAX} at most`] : []),
    ...named
      .filter((name) => !found(name))
      .map((name) => `${folder}/${PAGE} names ${name}, which is not there`),
    ...[...entries]
      .filter((entry) => !named.includes(entry))
      .map((entry) => `${folder}/${PAGE} does not name ${entry}`),
  ];
}

/**
 * Files and folders that a text names: code with a file's ending or a slash at its end, and plain paths into
 * docs.
 */
export function namesIn(text: string): string[] {
  const code = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '');
  const documents = text.match(/\bdocs\/[\w.-]*\w/g) ?? [];
  const names = code.filter((name) => /^[\w./-]+(?:\.(?:tsx?|js|css|md|json)|\/)$/.test(name));
  return [...names.filter((name) => !PLACEHOLDER.test(name)), ...documents];
}

function isModule(file: string): boolean {
  if (!/\.(?:tsx?|js)$/.test(file) || file.endsWith('.d.ts')) return false;
  return file.startsWith('tests/') || !/\.test\.tsx?$/.test(file);
}
