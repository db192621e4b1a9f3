/** The drawing types that all layers share. Members and limits: docs/contract.md. */

/** `[x, y]` in drawing units: CSS px at zoom 1. */
export type Point = readonly [x: number, y: number];

export interface Stroke {
  readonly tool: string;
  /** `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. */
  readonly color: string;
  /** Width in drawing units, 0 < size <= 512. */
  readonly size: number;
  readonly points: readonly Point[];
  /** Values from 0 to 1, one for each point. Absent if the device measures none. */
  readonly pressure?: readonly number[];
  /** Values from 0, upright, to 1, flat, one for each point. Absent if the brush does not ask for it. */
  readonly tilt?: readonly number[];
  /** 0 < opacity <= 1. Absent for 1. */
  readonly opacity?: number;
  /** Id of its layer (`layerOf`). Absent for the base. */
  readonly layer?: string;
  /** When the stroke began, in ms of drawing time, an integer from 0 to AT_MAX. */
  readonly at?: number;
}

export type PaperPattern = 'grid' | 'dots' | 'lines' | 'isometric';

/** What a drawing is drawn on. */
export interface Paper {
  /** `#rrggbb`, in lower case. */
  readonly color: string;
  /** What is printed on it, from the origin on. Absent: nothing. */
  readonly pattern?: PaperPattern;
  /** Drawing units from one line of the pattern to the next, STEP_MIN to STEP_MAX. Absent for `STEP`. */
  readonly step?: number;
  /** Vanishing points of its perspective, 1 to GUIDE_MAX. Absent: it has none. */
  readonly guide?: readonly Point[];
}

/** A sheet that strokes lie on, above the layers before it. */
export interface Layer {
  /** 1 to 8 of `a-z` and `0-9`, once in a drawing. */
  readonly id: string;
  /** At most LAYER_NAME_MAX code points; `""` if nobody gave it one. */
  readonly name: string;
  /** 0 < opacity <= 1, of the layer as a whole. */
  readonly opacity: number;
  readonly visible: boolean;
  /** True if nobody is to change its strokes by hand. No host refuses to. */
  readonly locked: boolean;
  /** How it is blended with the layers below. Absent: it covers them. */
  readonly blend?: 'multiply';
}

/** What a drawing may have, each set as a whole (`optional-members.ts`). */
export interface OptionalMembers {
  /** Absent for white. */
  readonly paper?: Paper | undefined;
  /** The lowest first, 1 to LAYERS_MAX. Absent for one, the base. */
  readonly layers?: readonly Layer[] | undefined;
}

/** A drawing without its strokes, for lists and short responses. */
export interface DrawingEntry extends OptionalMembers {
  readonly id: string;
  /** Integer from 1, one more with every accepted change. */
  readonly rev: number;
  readonly title: string;
  readonly strokeCount: number;
  /** `""` or a PNG data URL. */
  readonly thumb: string;
  readonly trashed: boolean;
  /** RFC 3339, UTC, milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Drawing extends Omit<DrawingEntry, 'strokeCount'> {
  readonly strokes: readonly Stroke[];
}

/** A fault in a member of a request; `path` is a JSON Pointer (RFC 6901). */
export interface Problem {
  readonly path: string;
  readonly message: string;
}
