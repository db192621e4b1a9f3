/** Where the bar of a selection lies, so that it covers neither its handles nor what is selected. */
import { effect, type ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Camera, Ink } from '../../../ink/index.ts';
import { openPanel } from '../controls/panels.ts';
import { penDown } from '../saving/busy.ts';
import type { Session } from '../session/session.ts';
import { selected } from '../tool-settings/tool-settings.ts';
import { mapShown } from '../viewport/view-state.ts';

/** Above the dock, below the header, or in two columns at a side of the window: a class in selection.css. */
export type BarPlace = 'below' | 'above' | 'left' | 'right';

/** ms without a change of view or strokes, after which the place is looked at: nothing jumps under a hand. */
const REST = 150;
/** A phone on its side, as in selection.css: the other places leave hardly any height between them. */
const ASIDE = '(min-width: 36rem) and (max-height: 30rem)';
/** Between the bar and the middle of a handle that a finger can still take, beyond what is seen of it; CSS px. */
const GRIP = 6;
/** Parts of the page that may lie below the header, where the handle that turns is. */
const BELOW_HEAD = '.studio-trouble, .messages > *, .picked-bar.above, .map-card.shown';
/** Parts of the page that the bar must not lie over. */
const TAKEN = '.studio-trouble, .map-card.shown';

/** CSS px of the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A place for the bar, and what of the page it would lie over there. */
export interface Choice {
  readonly place: BarPlace;
  readonly bar: Box;
  readonly taken: readonly Box[];
}

/**
 * The place for the bar. It stays where it is as long as it covers nothing. Where no place is free, it rather covers a part of
 * what is selected than a handle, which nobody could take then.
 * @param choices the first of equal ones is taken
 * @param frame around what is selected
 */
export function barPlace(
  choices: readonly Choice[],
  frame: Box,
  handles: readonly Box[],
  now: BarPlace,
): BarPlace {
  const here = choices.find(({ place }) => place === now);
  if (here && cost(here, frame, handles) === 0) return now;
  return choices.reduce((best, one) => (cost(one, frame, handles) < cost(best, frame, handles) ? one : best))
    .place;
}

/** How much a bar covers there; 0 for nothing. */
function cost({ bar, taken }: Choice, frame: Box, handles: readonly Box[]): number {
  const covers = (box: Box) => meets(bar, box);
  return 4 * Number(taken.some(covers)) + 2 * Number(handles.some(covers)) + Number(covers(frame));
}

function meets(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

/**
 * Looks at the place of the bar whenever the view, the strokes or the selection have come to rest, and keeps the handle that
 * turns clear of what lies below the header then.
 */
export function useBarPlace(
  bar: RefObject<HTMLElement | null>,
  session: Session,
  camera: ReadonlySignal<Camera>,
  ink: () => Ink | undefined,
): BarPlace {
  const [place, setPlace] = useState<BarPlace>('below');
  // Once more when the bar has moved: it may have come over the handle, and messages go with it.
  useLayoutEffect(() => {
    placeMessages();
    ink()?.selection.keepBelow(coveredHead());
  }, [place]);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      placeMessages();
      ink()?.selection.keepBelow(coveredHead());
      setPlace((now) => {
        const frame = document.querySelector('.selection-frame')?.getBoundingClientRect();
        if (!frame || !bar.current) return now;
        const all = handles();
        // Every window has these two. To try others has the browser compute the bar's styles each time.
        const canStay = now === 'below' || now === 'above';
        if (canStay && cost(choiceOf(bar.current, now), frame, all) === 0) return now;
        return barPlace(choicesFor(bar.current), frame, all, now);
      });
    };
    const later = () => {
      clearTimeout(timer);
      if (!penDown.value) timer = setTimeout(look, REST);
    };
    const end = effect(() => {
      void camera.value;
      void session.strokes.value;
      void selected.value;
      void mapShown.value;
      // Messages go below the header while it is open, and what is not saved is longer or shorter.
      void openPanel.value;
      later();
    });
    // Notices and messages come and go.
    const parts = new MutationObserver(() => {
      placeMessages();
      later();
    });
    for (const list of document.querySelectorAll('.studio, .toasts'))
      parts.observe(list, { childList: true });
    look();
    addEventListener('resize', later);
    return () => {
      end();
      parts.disconnect();
      document.querySelector('.messages')?.removeAttribute('data-at-top');
      clearTimeout(timer);
      removeEventListener('resize', later);
    };
  }, [bar, session, camera]);
  return place;
}

/** Has messages lie below the header where they would lie over a handle at the foot, and over no corner there. */
function placeMessages(): void {
  const list = document.querySelector('.messages:has(.toast)');
  if (!list) return;
  const covers = (handle: string) =>
    [...document.querySelectorAll(`.selection-frame ${handle}`)].some((one) =>
      meets(one.getBoundingClientRect(), list.getBoundingClientRect()),
    );
  // Where they would lie at the foot, then at the top.
  list.removeAttribute('data-at-top');
  if (!covers('*')) return;
  list.toggleAttribute('data-at-top', true);
  if (covers('.selection-corner')) list.removeAttribute('data-at-top');
}

/** Height of the upper edge of the canvas under what lies below the header, over or under the handle that turns; CSS px. */
function coveredHead(): number {
  const turn = document.querySelector('.selection-turn')?.getBoundingClientRect();
  const canvas = document.querySelector('.canvas')?.getBoundingClientRect();
  if (!turn || !canvas) return 0;
  const over = [...document.querySelectorAll(BELOW_HEAD)]
    .map((part) => part.getBoundingClientRect())
    .filter(({ left, top, right, height }) => {
      const isAtTop = height > 0 && top < canvas.top + canvas.height / 3;
      return isAtTop && left < turn.right + GRIP && right > turn.left - GRIP;
    });
  return Math.max(0, ...over.map(({ bottom }) => bottom + turn.height / 2 + GRIP - canvas.top));
}

/** The handles that are shown, with room for a finger. */
function handles(): Box[] {
  const shown = [...document.querySelectorAll('.selection-corner, .selection-turn')]
    .map((handle) => handle.getBoundingClientRect())
    .filter(({ width }) => width > 0);
  return shown.map(({ left, top, right, bottom }) => ({
    left: left - GRIP,
    top: top - GRIP,
    right: right + GRIP,
    bottom: bottom + GRIP,
  }));
}

/** What a bar would lie over where it is now. */
function choiceOf(bar: HTMLElement, place: BarPlace): Choice {
  const taken = [...document.querySelectorAll(TAKEN)].map((part) => part.getBoundingClientRect());
  return { place, bar: bar.getBoundingClientRect(), taken };
}

/** The places that the window has for the bar. It is in each of them for a moment, between two frames. */
function choicesFor(bar: HTMLElement): Choice[] {
  const before = bar.className;
  const inPlace = (place: BarPlace): Choice => {
    bar.className = `picked-bar ${place}`;
    return choiceOf(bar, place);
  };
  const below = inPlace('below');
  const aside = matchMedia(ASIDE).matches ? [inPlace('left'), inPlace('right')] : [];
  const choices = [below, inPlace('above'), ...aside.filter((one) => one.bar.bottom <= below.bar.bottom)];
  bar.className = before;
  return choices;
}
