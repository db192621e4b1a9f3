/** Draws again what was drawn on a drawing before the app came, in a page that has ended. */
import type { Stroke } from '../../../core/drawing/types.ts';
import { createInk, type PointerMove } from '../../../ink/index.ts';
import type { EarlyMoves } from '../../early/early-moves.ts';
import { apply } from '../document/content.ts';
import { operationsOf } from '../document/history.ts';
import type { DrawnLeft } from '../session/opening/early-keeper.ts';
import { readSettings } from './kept-settings.ts';
import { colorOn } from './palettes.ts';
import { groundOf } from './suit-ink.ts';
import { ground } from './tool-settings.ts';

/**
 * The strokes that the canvas would have made of it, with what was in hand then, and without what was erased; one that was
 * not finished ends where the page did.
 */
export function drawLeft(left: EarlyMoves): DrawnLeft {
  const { camera, at, paper, hand, moves } = left;
  // Older apps have not kept the paper.
  const on = 'paper' in left ? groundOf(paper === undefined ? undefined : { color: paper }) : ground.peek();
  const { brush, brushes, eraser, softness, penSeen, fingersDraw } = readSettings(hand);
  const { color, size, opacity, steady, tapers } = brushes[brush];
  const host = document.createElement('div');
  // Hidden, so that it takes no focus from what the person is doing.
  host.style.cssText = `position:fixed;visibility:hidden;left:${at.x}px;top:${at.y}px;width:${at.width}px;height:${at.height}px`;
  document.body.append(host);
  /** The strokes after each edit, for undo. */
  const drawn: (readonly Stroke[])[] = [[]];
  let undone: (readonly Stroke[])[] = [];
  let begun: readonly Stroke[] = [];
  let isOver = false;
  try {
    const ink = createInk(host, {
      tool: brush,
      color: colorOn(on, color),
      size,
      opacity,
      eraser,
      feel: { steady, tapers, softness },
      penSeen,
      fingersDraw,
      opening: true,
      onEdit(edit) {
        if (isOver && edit.kind === 'add') begun = edit.strokes;
        const { strokes } = apply({ title: '', strokes: drawn.at(-1)! }, operationsOf(edit));
        drawn.push(strokes);
        undone = [];
        if (!isOver) ink.setStrokes(strokes);
      },
      onTap(fingers) {
        // What is undone may be an erasing that is still worked out.
        ink.finish();
        if (fingers === 2 && drawn.length > 1) undone.push(drawn.pop()!);
        else if (fingers === 3 && undone.length > 0) drawn.push(undone.pop()!);
        ink.setStrokes(drawn.at(-1)!);
      },
      onPen() {},
      onCamera() {},
      onPenSeen() {},
      onFull() {},
    });
    ink.setCamera(camera);
    ink.replay(moves.map(asMove));
    // Ends a stroke whose pointer is still down, and applies what an eraser has taken.
    isOver = true;
    ink.destroy();
  } finally {
    host.remove();
  }
  return { strokes: drawn.at(-1)!, begun };
}

function asMove([event, parts]: EarlyMoves['moves'][number]): PointerMove {
  return { event: asEvent(event), parts: parts.map(asEvent) };
}

/** The members that the canvas reads of an event, as the event. */
function asEvent(facts: EarlyMoves['moves'][number][0]): PointerEvent {
  return { ...facts, preventDefault() {} } as PointerEvent;
}
