/** Strokes that erase and wait to be saved while somebody else draws. */
import { erases } from '../../../core/drawing/erasing.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { apply, belowOf, type Content, type Operation } from '../document/content.ts';
import { strokeKey } from '../document/stroke-key.ts';

type Insert = Extract<Operation, { kind: 'insert' }>;

/**
 * The waiting operations, without a loss for anybody: a stroke that erases would take what somebody else put under it
 * meanwhile, because ink that a page has saved may end above theirs. It goes to just below the lowest ink that the person
 * had not seen under it. What it erased above that is whole again, and can be erased again.
 * @param before what the person saw, with the operations applied
 * @param base what the operations will be applied to
 */
export function belowUnseen(
  operations: readonly Operation[],
  before: readonly Stroke[],
  base: Content,
): Operation[] {
  const waiting = new Set(operations.flatMap(addedBy).filter(erases));
  if (waiting.size === 0) return [...operations];
  const places = new Map<string, number>();
  for (const [i, stroke] of before.entries()) places.set(strokeKey(stroke), i);
  const placeOf = (stroke: Stroke) => places.get(strokeKey(stroke)) ?? Number.POSITIVE_INFINITY;

  const { strokes } = apply(base, operations);
  const sunk = new Map<Stroke, Insert>();
  for (const [i, stroke] of strokes.entries()) {
    if (!waiting.has(stroke)) continue;
    const own = placeOf(stroke);
    const lowest = strokes.findIndex((one, at) => at < i && !erases(one) && placeOf(one) > own);
    if (lowest >= 0) sunk.set(stroke, { kind: 'insert', stroke, place: belowOf(strokes, lowest) });
  }
  return sunk.size === 0 ? [...operations] : operations.flatMap((operation) => placed(operation, sunk));
}

/** The strokes that an operation puts into the drawing. The first of a replacement takes a place that was there. */
function addedBy(operation: Operation): readonly Stroke[] {
  if (operation.kind === 'insert') return [operation.stroke];
  return operation.kind === 'replace' ? operation.by.slice(1) : [];
}

/** The operation, and those that put its strokes elsewhere. */
function placed(operation: Operation, sunk: ReadonlyMap<Stroke, Insert>): Operation[] {
  const elsewhere = addedBy(operation).flatMap((stroke) => sunk.get(stroke) ?? []);
  if (elsewhere.length === 0) return [operation];
  if (operation.kind !== 'replace') return elsewhere.map((one) => ({ ...operation, ...one }));
  const [first, ...rest] = operation.by;
  const left = rest.filter((stroke) => !sunk.has(stroke));
  return [{ ...operation, by: [first, ...left] }, ...elsewhere];
}
