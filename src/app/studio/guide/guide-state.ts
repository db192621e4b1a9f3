/** The guide of a perspective as this device shows it. */
import { signal } from '@preact/signals';
import type { Guide } from '../../../ink/index.ts';
import { storedFlag } from '../../platform/stored-flag.ts';
import type { Session } from '../session/session.ts';

/** True to hide guides and to draw free, on this device. */
export const guideHidden = storedFlag('pleinair.guide', 'hidden', false);

/** True while the vanishing points have handles. */
export const arranging = signal(false);

/** The points while one of them is dragged, and not stored yet. */
export const dragged = signal<Guide | undefined>(undefined);

/** The guide that one sees, and that straight lines follow; undefined for none. */
export function guideOf({ paper }: Pick<Session, 'paper'>): Guide | undefined {
  const guide = paper.value?.guide;
  return guide && !guideHidden.value ? (dragged.value ?? guide) : undefined;
}

/** Takes the handles away. Returns false if there are none. */
export function endArranging(): boolean {
  const were = arranging.value;
  arranging.value = false;
  dragged.value = undefined;
  return were;
}
