/** The title of the drawing that a full one is continued on. Pure but for the language of the page. */
import { TITLE_MAX } from '../../../core/drawing/limits.ts';
import { drawings } from '../../words/en/drawings.ts';

const NUMBERED = / \((\d{1,3})\)$/;

/** `Rain tree (2)`, and then `Rain tree (3)`. At most as long as a title may be. */
export function continuedTitle(title: string): string {
  const earlier = NUMBERED.exec(title);
  const addition = ` (${Number(earlier?.[1] ?? 1) + 1})`;
  const letters = [...(earlier ? title.slice(0, earlier.index) : title || drawings.untitled)];
  return (
    letters
      .slice(0, TITLE_MAX - addition.length)
      .join('')
      .trimEnd() + addition
  );
}
