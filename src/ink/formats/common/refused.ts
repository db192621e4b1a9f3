/** Why a file is not accepted. The words are the page's. */
export type Refusal =
  | {
      readonly code:
        | 'empty'
        /** It cannot be read at all: it was moved, or removed. */
        | 'unreadable'
        | 'too_slow'
        | 'no_memory'
        | 'zip'
        | 'picture'
        /** No format that is known. */
        | 'unknown'
        | 'other_json'
        /** JSON that names another program as its own. */
        | 'other_program'
        | 'no_json'
        | 'no_svg'
        | 'cut_off'
        | 'too_deep'
        | 'script'
        /** It would fetch something. */
        | 'outside'
        /** It defines entities of its own, which can do harm. */
        | 'entities'
        /** It goes beyond the largest coordinate. */
        | 'too_wide'
        | 'no_strokes'
        /** All that it has was left out. */
        | 'no_lines';
    }
  /** In bytes. */
  | { readonly code: 'too_large'; readonly size: number; readonly most: number }
  | { readonly code: 'too_many'; readonly what: 'points' | 'strokes' | 'layers'; readonly most: number }
  /** At this member of the JSON: `elements/3/x`. */
  | { readonly code: 'damaged'; readonly at: string }
  /** At this character, counted from 0. */
  | { readonly code: 'bad_xml'; readonly at: number }
  /** From this character of the path's data on; `text` is the beginning of the rest. */
  | { readonly code: 'path'; readonly at: number; readonly text: string }
  /** `text` is the beginning of what cannot be read. */
  | { readonly code: 'transform' | 'polyline' | 'entity'; readonly text: string };

/** A file that is not accepted. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(JSON.stringify(refusal));
    this.refusal = refusal;
  }
}
