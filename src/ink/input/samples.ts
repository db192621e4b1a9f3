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

/** The places the browser predicts next. */
export function predictedSamples(event: PointerEvent, device: Device, corner: Position): Sample[] {
  const all: Sample[] = [];
  for (const one of event.getPredictedEvents?.() ?? []) all.push(sampleOf(one, device, corner));
  return all;
}
