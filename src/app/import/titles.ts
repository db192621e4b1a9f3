/** What imported drawings are called. */
import { TITLE_MAX } from '../../core/drawing/limits.ts';
import { badText } from '../../core/drawing/text.ts';
import { drawings } from '../words/en/drawings.ts';
import { imports as words } from '../words/en/import.ts';

/** The file's own title, else its name without the ending. */
export function titleOf(title: string | undefined, fileName: string): string {
  if (title) return title;
  const name = fileName
    .replace(/(?:\.excalidraw)?\.(?:json|svg|excalidraw|excalidrawlib)$/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  return badText(name) === undefined ? [...name].slice(0, TITLE_MAX).join('') : '';
}

/** `Rain, part 1 of 2`, as long as a title may be. */
export function partTitle(title: string, part: number, parts: number): string {
  if (parts === 1) return title;
  return fitting(title || drawings.untitled, (short) => words.part(short, part + 1, parts));
}

/** A title with words around it, as long as a title may be: what is too long goes from its end. */
export function fitting(title: string, around: (title: string) => string): string {
  const letters = [...title];
  let whole = around(title.trimEnd());
  while ([...whole].length > TITLE_MAX) {
    letters.pop();
    whole = around(letters.join('').trimEnd());
  }
  return whole;
}
