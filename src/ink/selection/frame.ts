/** The frame of a selection on the screen, and its handles. Places are CSS px of the view. */
import type { Bounds, Position } from '../geometry/bounds.ts';
import type { Device } from '../input/pointer.ts';
import { type Camera, type Size, toScreen } from '../view/camera.ts';

/** A part of the frame that can be dragged: its inside, a corner with the opposite one as anchor, or the handle that turns. */
export type SelectionHandle =
  | { readonly kind: 'inside' }
  /** Both in drawing units. */
  | { readonly kind: 'corner'; readonly corner: Position; readonly anchor: Position }
  | { readonly kind: 'turn' };

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The handle that turns, and the side of the frame on which it is. */
export interface TurnHandle extends Position {
  readonly side: 'above' | 'below' | 'inside';
}

/** Distance between the strokes and the frame, CSS px. */
export const FRAME_GAP = 8;
/** Distance between the frame and the handle that turns, CSS px. */
const TURN_GAP = 34;
/** Reach of a handle, CSS px. */
const REACH: Readonly<Record<Device, number>> = { mouse: 12, pen: 16, touch: 22 };
/** Height of the edges of the view that bars of the page may cover, CSS px. In a narrow view the upper one has two rows. */
const [HEAD, NARROW_HEAD, FOOT] = [84, 132, 190];
const NARROW = 640;

/** @param bounds of the selected strokes, drawing units */
export function frameOf(bounds: Bounds, camera: Camera): Frame {
  const low = toScreen(camera, bounds.minX, bounds.minY);
  const high = toScreen(camera, bounds.maxX, bounds.maxY);
  return {
    left: low.x - FRAME_GAP,
    top: low.y - FRAME_GAP,
    right: high.x + FRAME_GAP,
    bottom: high.y + FRAME_GAP,
  };
}

/**
 * Above the frame; below it if there is no room; otherwise on its upper edge, or as far up as can be seen.
 * @param head height of the upper edge that something of the page covers now, such as a message below the header; CSS px
 */
export function turnHandleOf({ left, top, right, bottom }: Frame, view: Size, head = 0): TurnHandle {
  const bars = Math.min(view.width < NARROW ? NARROW_HEAD : HEAD, view.height / 2);
  const least = Math.max(bars, Math.min(head, view.height - FOOT));
  const most = Math.max(least, view.height - FOOT);
  const middle = (left + right) / 2;
  // Beside the middle if that cannot be seen.
  const seen = Math.min(view.width - TURN_GAP, Math.max(TURN_GAP, middle));
  const x = Math.min(right, Math.max(left, seen));
  if (top - TURN_GAP >= least) return { x, y: top - TURN_GAP, side: 'above' };
  const isClear = bottom < 0 || bottom + TURN_GAP >= head;
  if (isClear && bottom + TURN_GAP <= most) return { x, y: bottom + TURN_GAP, side: 'below' };
  return { x, y: Math.max(least, top), side: 'inside' };
}

/**
 * The handle at a place, if any. Where two are in reach, the nearest.
 * @param head as `turnHandleOf` has it
 */
export function handleAt(
  at: Position,
  device: Device,
  bounds: Bounds,
  camera: Camera,
  view: Size,
  head = 0,
): SelectionHandle | undefined {
  const frame = frameOf(bounds, camera);
  const handles = [
    { kind: 'turn', place: turnHandleOf(frame, view, head) } as const,
    ...[true, false].flatMap((right) =>
      [true, false].map((bottom) => ({
        kind: 'corner' as const,
        place: { x: right ? frame.right : frame.left, y: bottom ? frame.bottom : frame.top },
        corner: { x: right ? bounds.maxX : bounds.minX, y: bottom ? bounds.maxY : bounds.minY },
        anchor: { x: right ? bounds.minX : bounds.maxX, y: bottom ? bounds.minY : bounds.maxY },
      })),
    ),
  ];
  const isInside = at.x >= frame.left && at.x <= frame.right && at.y >= frame.top && at.y <= frame.bottom;
  // The middle third of a small frame is left to moving.
  const [wide, high] = [(frame.right - frame.left) / 3, (frame.bottom - frame.top) / 3];
  let nearest = REACH[device];
  let handle: SelectionHandle | undefined;
  for (const { place, ...one } of handles) {
    if (isInside && (Math.abs(at.x - place.x) > wide || Math.abs(at.y - place.y) > high)) continue;
    const away = Math.hypot(at.x - place.x, at.y - place.y);
    if (away > nearest || (away === nearest && handle)) continue;
    [nearest, handle] = [away, one];
  }
  if (handle) return handle;
  return isInside ? { kind: 'inside' } : undefined;
}
