/** Titles of imported drawings. */
import { TITLE_MAX } from '../../core/drawing/limits.ts';
import { textProblem } from '../../core/drawing/text.ts';
import { drawings } from '../words/en/drawings.ts';
import { imports as words } from '../words/en/import.ts';

/** The title in the file, or else the file's name without its extension. */
export function titleOf(title: string | undefined, fileName: string): string {
  if (title) return title;
  const name = fileName
    .replace(/(?:\.excalidraw)?\.(?:json|svg|excalidraw|excalidrawlib)$/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  return textProblem(name) === undefined ? [...name].slice(0, TITLE_MAX).join('') : '';
}

/**
 * The title of a part, within the limit of a title: `Rain, part 1 of 2`.
 * @param part counted from 0
 */
export function partTitle(title: string, part: number, parts: number): string {
  if (parts === 1) return title;
  return fitTitle(title || drawings.untitled, (short) => words.part(short, part + 1, parts));
}

/** A title with words around it. The title is cut at its end until all fits the limit of a title. */
export function fitTitle(title: string, around: (title: string) => string): string {
  const letters = [...title];
  let whole = around(title.trimEnd());
  while ([...whole].length > TITLE_MAX) {
    letters.pop();
    whole = around(letters.join('').trimEnd());
  }
  return whole;
}
