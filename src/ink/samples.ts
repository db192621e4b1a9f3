/** What a pointer's events tell: where it was, and how hard it pressed. */
import type { Position } from './camera.ts';

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

/** All samples since the last event, the event's own included. */
export function samplesOf(event: PointerEvent, device: Device, corner: Position): Sample[] {
  const own = sampleOf(event, device, corner);
  const all: Sample[] = [];
  for (const one of event.getCoalescedEvents?.() ?? []) all.push(sampleOf(one, device, corner));
  const last = all.at(-1);
  if (last?.x !== own.x || last.y !== own.y) all.push(own);
  return all;
}

/** Where the browser thinks the pointer goes next. */
export function predictedOf(event: PointerEvent, device: Device, corner: Position): Sample[] {
  const all: Sample[] = [];
  for (const one of event.getPredictedEvents?.() ?? []) all.push(sampleOf(one, device, corner));
  return all;
}
