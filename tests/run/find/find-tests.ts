/**
 * Finds the files that `npm test -- NAME` must run. Titles are read from the source: running every file only
 * to learn its titles takes longer than the tests of a folder.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { root } from '../../../server/bin/bootstrap.js';
import { type Module, parseModule } from './module.ts';

export interface Found {
  /** Files with the name in their path: all of their tests run. */
  readonly byPath: readonly string[];
  /** Other files, with a test whose title may contain the name. */
  readonly byTitle: readonly string[];
}

export interface TestFinder {
  find(name: string): Found;
  /** True if a test of the file may have a title that contains the name. */
  mayHold(file: string, name: string): boolean;
}

interface TitleText {
  /** The fixed titles. */
  readonly fixed: string;
  /** What the computed ones may be made of; undefined if there are none. */
  readonly parts: string | undefined;
  /** True if a title may be anything. */
  readonly open: boolean;
}

/** Words of values that have no text in the source. */
const VALUES = 'true false null undefined nan infinity';

/** The files of a glob pattern, as paths from the repository's folder with slashes. */
export function testFiles(pattern: string): string[] {
  const files = globSync(pattern, { cwd: root });
  return files.map((file) => file.replaceAll(sep, '/')).sort();
}

/**
 * @param files all test files, relative to `folder`, with slashes
 */
export function createTestFinder(files: readonly string[], folder = root): TestFinder {
  const modules = new Map<string, Module | undefined>();
  const texts = new Map<string, TitleText>();

  function read(file: string): Module | undefined {
    if (modules.has(file)) return modules.get(file);
    const path = join(folder, file);
    const isSource = /\.[jt]sx?$/.test(file) && existsSync(path);
    const module = isSource ? parseModule(file, readFileSync(path, 'utf8')) : undefined;
    modules.set(file, module);
    return module;
  }

  /** These modules and all that they import. */
  function reached(files: readonly string[]): Module[] {
    const paths = new Set(files);
    for (const path of paths) for (const next of pathsOf(path, read(path)?.imports)) paths.add(next);
    return [...paths].flatMap((path) => read(path) ?? []);
  }

  function readTitles(file: string): TitleText {
    const module = read(file);
    if (module === undefined) return { fixed: '', parts: undefined, open: true };
    const titles = module.titles();
    const fixed = textOf(titles.fixed);
    const sources = reached(pathsOf(file, titles.imports));
    // What is given to a module that registers tests may become a title.
    const isComputed = titles.computed || sources.some(({ registers }) => registers);
    if (!isComputed) return { fixed, parts: undefined, open: false };
    const parts = textOf([module, ...sources].flatMap((part) => part.strings()).concat(titles.fixed, VALUES));
    return { fixed, parts, open: titles.fromFiles };
  }

  function mayHold(file: string, name: string): boolean {
    const titles = texts.get(file) ?? readTitles(file);
    texts.set(file, titles);
    const { fixed, parts, open } = titles;
    const isPart = (word: string) => parts?.includes(word) === true || /^\d+$/.test(word);
    // A name may begin in the title of a group and end in that of a test.
    return (
      open ||
      name
        .toLowerCase()
        .split(/\s+/)
        .every((piece) => fixed.includes(piece) || (parts !== undefined && wordsOf(piece).every(isPart)))
    );
  }

  return {
    find(name) {
      const isNamed = (file: string) => file.toLowerCase().includes(name.toLowerCase());
      return {
        byPath: files.filter(isNamed),
        byTitle: files.filter((file) => !isNamed(file) && mayHold(file, name)),
      };
    },
    mayHold,
  };
}

function pathsOf(file: string, specifiers: readonly string[] = []): string[] {
  return specifiers.map((specifier) => posix.join(posix.dirname(file), specifier));
}

function wordsOf(name: string): string[] {
  return name.match(/\p{L}+|\p{N}+/gu) ?? [];
}

function textOf(strings: readonly string[]): string {
  return strings.join('\n').toLowerCase();
}
