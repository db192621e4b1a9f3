/** What has no room in a drawing that others have filled meanwhile. */
import { erases } from '../../../core/drawing/erasing.ts';
import { STROKES_MAX } from '../../../core/drawing/limits.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { apply, type Content, compile, type Operation } from '../document/content.ts';

export interface Parted {
  /** The operations without those for which there is no room, and those that change what these bring. */
  readonly fitting: readonly Operation[];
  /** The ink that these lead to. It is in no drawing. */
  readonly beyond: readonly Stroke[];
  /** True if a stroke stays as it is, because its parts have no room. */
  readonly isWhole: boolean;
}

/** Parts operations into those that the drawing takes and those that bring more strokes than it holds. */
export function parted(content: Content, operations: readonly Operation[]): Parted {
  const all = { fitting: operations, beyond: [], isWhole: false };
  // Mostly the numbers tell.
  if (content.strokes.length + mostGrowth(operations) <= STROKES_MAX) return all;
  const { skipped } = compile(content, operations, Number.POSITIVE_INFINITY);
  if (!skipped.some(({ why }) => why === 'full')) return all;
  const left = new Set(skipped.map(({ operation }) => operation));
  // One that finds nothing in the drawing may be for a stroke that has no room there.
  const { strokes } = apply({ title: '', strokes: [] }, [...left]);
  return {
    fitting: operations.filter((operation) => !left.has(operation)),
    beyond: strokes.every(erases) ? [] : strokes,
    isWhole: skipped.some(({ operation, why }) => why === 'full' && operation.kind === 'replace'),
  };
}

/** By how many strokes a drawing grows at most. */
function mostGrowth(operations: readonly Operation[]): number {
  let growth = 0;
  for (const operation of operations) {
    if (operation.kind === 'insert') growth += 1;
    else if (operation.kind === 'replace') growth += operation.by.length - 1;
  }
  return growth;
}
