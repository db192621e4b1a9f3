/** What of a drawing can be shown while it opens, and after it did not. */
import type { Bounds } from '../../../../ink/index.ts';

/** @typeParam Apart the new drawing with the strokes drawn meanwhile */
export type Phase<Apart> =
  /** The strokes are loading. Edits made meanwhile go on top of them. */
  { readonly kind: 'opening' } | { readonly kind: 'open' } | Unopened<Apart>;

/** A drawing that did not open. */
export type Unopened<Apart> =
  /** The drawing does not exist on this device. */
  | { readonly kind: 'missing'; readonly apart?: Apart | undefined }
  | { readonly kind: 'failed'; readonly words: string; readonly apart?: Apart | undefined };

/** A picture of the drawing at an earlier time. */
export interface Preview {
  /** Data URL. */
  readonly thumb: string;
  /** Bounds of its strokes; undefined if this device has never opened it. */
  readonly bounds: Bounds | undefined;
}
