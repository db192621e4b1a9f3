/** Which end of the paper the bar of a selection lies at, so that it covers nothing of what is selected. */
import { effect, type ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Camera } from '../../../ink/index.ts';
import { penDown } from '../saving/busy.ts';
import type { Session } from '../session/session.ts';
import { selected } from '../tool-settings/tool-settings.ts';

/** ms without a change of view or strokes, after which the place is looked at: nothing jumps under a hand. */
const REST = 150;

/** From top to bottom, CSS px of the window. */
interface Span {
  readonly top: number;
  readonly bottom: number;
}

/**
 * True if a bar belongs below the header, above what is selected, instead of in its usual place below. It stays where it is
 * as long as it covers nothing. Where neither place is free, it rather covers a handle than what is selected.
 * @param frame around what is selected
 * @param whole with the handle that turns it
 * @param places of the bar, as high as it is
 */
export function belongsAbove(
  frame: Span,
  whole: Span,
  { above, below }: { readonly above: Span; readonly below: Span },
  isAbove: boolean,
): boolean {
  const meets = (a: Span, b: Span) => a.top < b.bottom && a.bottom > b.top;
  const covered = (place: Span) => Number(meets(place, whole)) + Number(meets(place, frame));
  if (covered(isAbove ? above : below) === 0) return isAbove;
  return covered(above) < covered(below);
}

/** Looks at the place of the bar whenever the view, the strokes or the selection have come to rest. */
export function useBarPlace(
  bar: RefObject<HTMLElement | null>,
  session: Session,
  camera: ReadonlySignal<Camera>,
): boolean {
  const [isAbove, setAbove] = useState(false);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () =>
      setAbove((now) => {
        const frame = spanOf('.selection-frame');
        if (!frame || !bar.current) return now;
        // A notice lies below the header.
        if (document.querySelector('.studio-trouble')) return false;
        const turn = spanOf('.selection-turn') ?? frame;
        const whole = { top: Math.min(frame.top, turn.top), bottom: Math.max(frame.bottom, turn.bottom) };
        return belongsAbove(frame, whole, placesOf(bar.current), now);
      });
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(look, REST);
    };
    const end = effect(() => {
      void camera.value;
      void session.strokes.value;
      void selected.value;
      clearTimeout(timer);
      if (!penDown.value) later();
    });
    look();
    addEventListener('resize', later);
    return () => {
      end();
      clearTimeout(timer);
      removeEventListener('resize', later);
    };
  }, [bar, session, camera]);
  return isAbove;
}

/** Where an element is; undefined if there is none. */
function spanOf(selector: string): Span | undefined {
  return document.querySelector(selector)?.getBoundingClientRect();
}

/** Both places of the bar, below the header and above the dock, wherever it is now (selection.css). */
function placesOf(bar: HTMLElement): { readonly above: Span; readonly below: Span } {
  const { height } = bar.getBoundingClientRect();
  const marks = getComputedStyle(bar);
  const top = Number.parseFloat(marks.scrollMarginTop);
  const bottom = innerHeight - Number.parseFloat(marks.scrollMarginBottom);
  return { above: { top, bottom: top + height }, below: { top: bottom - height, bottom } };
}
