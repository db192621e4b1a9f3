/** What the sheet is called that a full drawing is continued on. Pure. */
import { TITLE_MAX } from '../../../core/drawing/limits.ts';

const CONTINUED = /, continued(?: (\d{1,6}))?$/;

/** `Rain tree, continued`, and then `Rain tree, continued 2`. At most as long as a title may be. */
export function continuedTitle(title: string): string {
  const earlier = CONTINUED.exec(title);
  const addition = earlier ? `, continued ${Number(earlier[1] ?? 1) + 1}` : ', continued';
  const letters = [...(earlier ? title.slice(0, earlier.index) : title || 'Untitled')];
  return (
    letters
      .slice(0, TITLE_MAX - addition.length)
      .join('')
      .trimEnd() + addition
  );
}
