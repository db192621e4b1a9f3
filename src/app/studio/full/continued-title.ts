/** Titles of drawings that continue a full one. */
import { TITLE_MAX } from '../../../core/drawing/limits.ts';
import { drawings } from '../../words/en/drawings.ts';

const NUMBERED = / \((\d{1,3})\)$/;

/** The next title, within the limit of a title: `Rain tree (2)`, then `Rain tree (3)`. */
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
