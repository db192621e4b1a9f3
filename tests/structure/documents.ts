/** Checks the documents for people: every file, link and command that one of them names exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesUnder } from './imports.ts';

const FOLDERS = ['src', 'sw', 'server', 'tests', 'docs', 'public'];
const SOURCE = /^[\w./*-]+\.(?:tsx?|js|css)$/;
const PLACEHOLDER = /(?:^|\/)[A-Z]+\.\w+$/;

/** The things that documents may name. */
export interface KnownNames {
  /** Paths from the root. */
  readonly files: readonly string[];
  /** Scripts of package.json. */
  readonly scripts: readonly string[];
  /** Paths and titles of all tests, in lower case: `npm test -- NAME` must find something. */
  readonly tests: string;
  /** The headings of a document, as anchors; undefined if there is no such document. */
  anchors(document: string): readonly string[] | undefined;
}

/**
 * The faults of all documents, one line each.
 * @param root the repository's folder
 */
export function documentFaults(root: string): string[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const files = FOLDERS.flatMap((folder) => filesUnder(root, folder));
  const { scripts } = JSON.parse(read('package.json'));
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file));
  const named: KnownNames = {
    files,
    scripts: Object.keys(scripts),
    tests: tests
      .flatMap((file) => [file, ...titlesOf(read(file))])
      .join('\n')
      .toLowerCase(),
    anchors: (document) => (existsSync(join(root, document)) ? anchorsOf(read(document)) : undefined),
  };
  const documents = ['README.md', 'CONTRIBUTING.md', ...files.filter((file) => /^docs\/.*\.md$/.test(file))];
  return documents.flatMap((document) => documentFaultsOf(document, read(document), named));
}

/**
 * @param document path from the root
 * @param text its content
 */
export function documentFaultsOf(document: string, text: string, named: KnownNames): string[] {
  return [
    ...brokenLinks(document, text, named),
    ...namedFiles(text).filter((name) => !isThere(name, named)),
    ...commandsOf(text).filter((command) => !runs(command, named)),
  ].map((what) => `${document}: ${what} is not there`);
}

/** The anchors of headings, as GitHub makes them. */
export function anchorsOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function brokenLinks(document: string, text: string, { files, anchors }: KnownNames): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? document : posix.join(posix.dirname(document), path);
    const known = anchors(target);
    if (anchor !== undefined) return known === undefined || !known.includes(anchor);
    return known === undefined && !files.includes(target);
  });
}

/** Source files by name or path, and every path into a folder of ours. */
function namedFiles(text: string): string[] {
  const code = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '');
  const isOurs = (name: string) =>
    SOURCE.test(name) ||
    (/^[\w./*-]+$/.test(name) && FOLDERS.some((folder) => name.startsWith(`${folder}/`)));
  return code.filter((name) => isOurs(name) && !PLACEHOLDER.test(name));
}

/**
 * True if the name is a path from the root, or the end of one: `tile-grid.ts` is enough. A star stands for any
 * part of a name.
 */
function isThere(name: string, { files }: KnownNames): boolean {
  const path = name.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  const pattern = new RegExp(`(?:^|/)${path}(?:$|/)`);
  return files.some((file) => pattern.test(file));
}

/** Titles of tests, however they are declared. */
function titlesOf(source: string): string[] {
  const calls = source.matchAll(/\b(?:describe|test|it)\b[\w.]*\(\s*(['"`])(.*?)\1/g);
  return [...calls].map((call) => call[2] ?? '');
}

function commandsOf(text: string): string[] {
  return text.match(/npm (?:run(?: --silent)? [a-z]+(?::[a-z]+)*|test -- [\w-]+)/g) ?? [];
}

function runs(command: string, { scripts, tests }: KnownNames): boolean {
  const name = command.split(' ').at(-1) ?? '';
  if (command.startsWith('npm run')) return scripts.includes(name);
  return name === 'NAME' || tests.includes(name.toLowerCase());
}
