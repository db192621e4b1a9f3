/** Which drawings are shown, and in what order: search and sort. Pure. */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { drawings as words } from '../../words/en/drawings.ts';

export type Sort = 'changed' | 'created' | 'title';

export const SORTS: readonly Sort[] = ['changed', 'created', 'title'];

/** Letters that Unicode does not take apart, and what people type for them. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
  ς: 'σ',
};

/** What a drawing is called. */
export function titleWords(title: string): string {
  return title === '' ? words.untitled : title;
}

/** Characters of a title that a sentence bears. */
const SHORT = 32;

/** What a drawing is called within a sentence: not longer than a sentence bears. */
export function shortTitle({ title }: Pick<DrawingEntry, 'title'>): string {
  const letters = [...titleWords(title)];
  if (letters.length <= SHORT) return letters.join('');
  const kept = letters.slice(0, SHORT - 1).join('');
  return `${kept.trimEnd()}…`;
}

/** A text without what search overlooks: case, marks on letters, widths and ligatures. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđðłħıþς]/g, (letter) => PLAIN[letter] ?? letter);
}

/** The words of a search: every one of them has to be somewhere in the title. */
export function searchWords(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean);
}

/** Folding a title costs more than looking into it, and a person types many letters. */
const folded = new WeakMap<DrawingEntry, string>();

function foldedTitle(entry: DrawingEntry): string {
  let text = folded.get(entry);
  if (text === undefined) {
    text = fold(titleWords(entry.title));
    folded.set(entry, text);
  }
  return text;
}

let collator: Intl.Collator | undefined;

/** Made when first needed: a browser takes longer over it than over the rest of an empty gallery. */
function byTitle(): Intl.Collator {
  collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return collator;
}

function newestFirst(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}

function compare(a: DrawingEntry, b: DrawingEntry, sort: Sort): number {
  if (sort === 'created') return newestFirst(a.createdAt, b.createdAt);
  if (sort === 'changed') return 0;
  // What has no title comes after everything that has one.
  if (a.title === '' || b.title === '') return Number(a.title === '') - Number(b.title === '');
  return byTitle().compare(a.title, b.title);
}

/** The drawings that a search finds, in order. Equal ones stand as the API lists them: last changed first, then by id. */
export function arrange(entries: readonly DrawingEntry[], query: string, sort: Sort): DrawingEntry[] {
  const wanted = searchWords(query);
  const found = wanted.length
    ? entries.filter((entry) => wanted.every((word) => foldedTitle(entry).includes(word)))
    : [...entries];
  return found.sort(
    (a, b) =>
      compare(a, b, sort) ||
      newestFirst(a.updatedAt, b.updatedAt) ||
      (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
}
