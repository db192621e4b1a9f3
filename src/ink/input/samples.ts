/** What a pointer's events tell: where it was, and how hard it pressed. */
import type { Position } from '../geometry/bounds.ts';

/** One sample of a pointer, CSS px in the view. */
export interface Sample {
  readonly x: number;
  readonly y: number;
  /** 0..1 where the device measures it. */
  readonly pressure: number | undefined;
}

export type Device = 'pen' | 'touch' | 'mouse';

export function deviceOf(event: PointerEvent): Device {
  return event.pointerType === 'pen' || event.pointerType === 'touch' ? event.pointerType : 'mouse';
}

/** `corner`: of the view, in the window. */
export function sampleOf(event: PointerEvent, device: Device, corner: Position): Sample {
  return {
    x: event.clientX - corner.x,
    y: event.clientY - corner.y,
    pressure: device === 'pen' ? event.pressure : undefined,
  };
}

/** Adds what an event tells to `all`: what its coalesced events do, and then its own sample where that is another. */
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

/** Where the browser thinks the pointer goes next. */
export function predictedOf(event: PointerEvent, device: Device, corner: Position): Sample[] {
  const all: Sample[] = [];
  for (const one of event.getPredictedEvents?.() ?? []) all.push(sampleOf(one, device, corner));
  return all;
}
