/** The app's own clipboard: what was copied last. It works where the browser refuses the system's. */
import { type Signal, signal } from '@preact/signals';
import type { Stroke } from '../../../core/drawing/types.ts';

export interface Clip {
  /** The name of the copy, by which a text from the system's clipboard is known. */
  readonly name: string;
  readonly strokes: readonly Stroke[];
  /** Id of the drawing that they are from. */
  readonly from: string;
  /** True if they were taken out of it. */
  readonly isCut: boolean;
  /** True if something was erased from them that is whole in the copies. */
  readonly isWhole: boolean;
  /** How often they were pasted. */
  readonly pasted: Signal<number>;
  /** True if the system's clipboard has them too. */
  isWritten: boolean;
  /** True if the window was left since: the system's clipboard may be newer. */
  isOld: boolean;
}

let clip: Clip | undefined;
let isWatching = false;

/** Keeps strokes until others are copied or the page is closed. */
export function keepClip(kept: Pick<Clip, 'name' | 'strokes' | 'from' | 'isCut' | 'isWhole'>): Clip {
  clip = { ...kept, pasted: signal(0), isWritten: false, isOld: false };
  if (!isWatching) {
    isWatching = true;
    addEventListener('blur', () => {
      if (clip) clip.isOld = true;
    });
  }
  return clip;
}

/**
 * Which strokes a paste means: those of the app's clipboard, or else the system's text.
 * @param text from the system's clipboard; undefined if it cannot be read
 * @param nameOf the name of the copy that a text carries
 */
export async function clipFor(
  text: string | undefined,
  nameOf: (text: string) => Promise<string | undefined>,
): Promise<Clip | undefined> {
  const kept = clip;
  if (!kept || text === undefined || text === '') return kept;
  if ((await nameOf(text)) === kept.name) return kept;
  // The system's clipboard did not take them. It has something older, unless the window was left since.
  if (kept.isWritten) return undefined;
  return kept.isOld && isDrawing(text) ? undefined : kept;
}

/** How a text that may be a drawing begins: as JSON, or as SVG or what may stand before one. Not as a piece of a page. */
const DRAWING = /^\s*(?:[{[]|<(?:\?xml|!--|!DOCTYPE(?!\s+html)|(?:[\w.-]+:)?svg(?![\w.:-])))/i;

/** True if a text may be a drawing: SVG or JSON. */
export function isDrawing(text: string): boolean {
  return DRAWING.test(text);
}
