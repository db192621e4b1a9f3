/** Samples from pointer events: place, pressure, lean and time. */
import { tiltOf } from '../feel/tilt.ts';
import type { Position } from '../geometry/bounds.ts';

/** One sample of a pointer, CSS px in the view. */
export interface Sample {
  readonly x: number;
  readonly y: number;
  /** 0..1 where the device measures pressure. */
  readonly pressure: number | undefined;
  /** From 0, upright, to 1, flat, where the device is a pen. */
  readonly tilt: number | undefined;
  /** When it was measured, ms on the clock of the device's events. */
  readonly time: number;
}

export type Device = 'pen' | 'touch' | 'mouse';

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
