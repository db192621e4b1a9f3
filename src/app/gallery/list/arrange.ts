/** Search and order of the drawings. */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { drawings as words } from '../../words/en/drawings.ts';

/** Order of the drawings. */
export type Sort = 'changed' | 'created' | 'title';

export const SORTS: readonly Sort[] = ['changed', 'created', 'title'];

/** Letters without a decomposition in Unicode, and what people type for them. */
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

/** The title of a drawing as shown. */
export function titleWords(title: string): string {
  return title === '' ? words.untitled : title;
}

/** Most characters of a title within a sentence. */
const SHORT = 32;

/** The title of a drawing within a sentence, cut to 32 characters. */
export function shortTitle({ title }: Pick<DrawingEntry, 'title'>): string {
  const letters = [...titleWords(title)];
  if (letters.length <= SHORT) return letters.join('');
  const kept = letters.slice(0, SHORT - 1).join('');
  return `${kept.trimEnd()}…`;
}

/** A text without case, marks on letters, widths and ligatures, which search ignores. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđðłħıþς]/g, (letter) => PLAIN[letter] ?? letter);
}

/** The words of a search, folded. A title must contain all of them. */
function searchWords(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean);
}

/** Folded titles, kept because folding is slow and every typed letter searches again. */
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

/** Created when first needed, because that is slower than the rest of an empty gallery. */
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
  // Untitled drawings come last.
  if (a.title === '' || b.title === '') return Number(a.title === '') - Number(b.title === '');
  return byTitle().compare(a.title, b.title);
}

/** The drawings that match a search, in order. Ties are in the API's order: last changed first, then by id. */
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
