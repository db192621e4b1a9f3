/** What imported drawings are called. */
import { TITLE_MAX } from '../../core/drawing/limits.ts';
import { badText } from '../../core/drawing/text.ts';

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
  const addition = `, part ${part + 1} of ${parts}`;
  return [...(title || 'Untitled')].slice(0, TITLE_MAX - addition.length).join('') + addition;
}
