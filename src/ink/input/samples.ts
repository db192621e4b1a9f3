/** Samples from pointer events: place, pressure, lean and time. */
import type { Device, Sample } from '../feel/sample.ts';
import { tiltOf } from '../feel/tilt.ts';
import type { Position } from '../geometry/bounds.ts';

export type { Device, Sample } from '../feel/sample.ts';

export function deviceOf(event: PointerEvent): Device {
  return event.pointerType === 'pen' || event.pointerType === 'touch' ? event.pointerType : 'mouse';
}

/** The sample of one event. `corner` is the view's top left corner in the window. */
export function sampleOf(event: PointerEvent, device: Device, corner: Position): Sample {
  return {
    x: event.clientX - corner.x,
    y: event.clientY - corner.y,
    pressure: device === 'pen' ? event.pressure : undefined,
    tilt: device === 'pen' ? tiltOf(event) : undefined,
    time: event.timeStamp,
  };
}

/** Appends the event's samples to `all`: its coalesced events, then its own sample if that one differs. */
export function addSamples(
  all: Sample[],
  event: PointerEvent,
  coalesced: readonly PointerEvent[],
  device: Device,
  corner: Position,
): void {
  for (const one of coalesced) all.push(sampleOf(one, device, corner));
  const own = sampleOf(event, device, corner);
  const last = coalesced.length > 0 ? all.at(-1) : undefined;
  if (last?.x !== own.x || last.y !== own.y) all.push(own);
}

/** The farthest that a prediction is believed, CSS px: a fast hand goes as far in one frame. */
const AHEAD_MAX = 60;

/**
 * The places the browser predicts next, as far as they are credible: no farther ahead than the hand came since the last
 * frame. Where events arrive in bursts, as over a remote desktop or on a busy machine, the browser takes it for much faster
 * than it is.
 * @param came how far the hand came, CSS px
 */
export function predictedSamples(
  event: PointerEvent,
  device: Device,
  corner: Position,
  came: number,
): Sample[] {
  const all: Sample[] = [];
  const most = Math.min(came, AHEAD_MAX);
  for (const one of event.getPredictedEvents?.() ?? []) {
    if (Math.hypot(one.clientX - event.clientX, one.clientY - event.clientY) > most) break;
    all.push(sampleOf(one, device, corner));
  }
  return all;
}
