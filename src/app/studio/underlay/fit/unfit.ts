/** Why a picture cannot lie under a drawing. */
import type { PhotoKind } from './said-kind.ts';

export type Reason =
  | { readonly code: 'empty' | 'unreadable' | 'damaged' | 'no_photo' | 'markup' | 'no_memory' | 'too_slow' }
  /** Its file ends before it does. */
  | { readonly code: 'incomplete' }
  /** The browser does not decode this kind. */
  | { readonly code: 'unknown_here'; readonly kind: PhotoKind }
  /** Its name or type says another kind than its bytes. */
  | { readonly code: 'other_kind'; readonly said: string; readonly kind: PhotoKind }
  /** In bytes. */
  | { readonly code: 'too_large'; readonly size: number; readonly most: number }
  | { readonly code: 'too_many_pixels'; readonly pixels: number; readonly most: number };

/** The picture is refused. */
export class Unfit extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.code);
    this.reason = reason;
  }
}
