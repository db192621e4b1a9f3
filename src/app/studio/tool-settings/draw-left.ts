/** Draws again what was drawn on a drawing before the app came, in a page that has ended. */
import type { Stroke } from '../../../core/drawing/types.ts';
import { createInk, type PointerMove } from '../../../ink/index.ts';
import type { EarlyMoves } from '../../early/early-moves.ts';
import { brush, color, feel, fingersDraw, opacity, penSeen, size } from './tool-settings.ts';

/**
 * The strokes that the canvas would have made of it, with the brush in hand; one that was not finished ends where the page
 * did.
 */
export function drawLeft({ camera, at, moves }: EarlyMoves): readonly Stroke[] {
  const host = document.createElement('div');
  // Hidden, so that it takes no focus from what the person is doing.
  host.style.cssText = `position:fixed;visibility:hidden;left:${at.x}px;top:${at.y}px;width:${at.width}px;height:${at.height}px`;
  document.body.append(host);
  const drawn: (readonly Stroke[])[] = [];
  let undone: (readonly Stroke[])[] = [];
  try {
    const ink = createInk(host, {
      tool: brush.peek(),
      color: color.peek(),
      size: size.peek(),
      opacity: opacity.peek(),
      feel: feel.peek(),
      penSeen: penSeen.peek(),
      fingersDraw: fingersDraw.peek(),
      opening: true,
      onEdit(edit) {
        if (edit.kind !== 'add') return;
        drawn.push(edit.strokes);
        undone = [];
      },
      onTap(fingers) {
        const [from, to] = fingers === 2 ? [drawn, undone] : [undone, drawn];
        const one = fingers > 3 ? undefined : from.pop();
        if (one) to.push(one);
      },
      onPen() {},
      onCamera() {},
      onPenSeen() {},
      onFull() {},
    });
    ink.setCamera(camera);
    ink.replay(moves.map(asMove));
    // Ends a stroke whose pointer is still down.
    ink.destroy();
  } finally {
    host.remove();
  }
  return drawn.flat();
}

function asMove([event, parts]: EarlyMoves['moves'][number]): PointerMove {
  return { event: asEvent(event), parts: parts.map(asEvent) };
}

/** The members that the canvas reads of an event, as the event. */
function asEvent(facts: EarlyMoves['moves'][number][0]): PointerEvent {
  return { ...facts, preventDefault() {} } as PointerEvent;
}
