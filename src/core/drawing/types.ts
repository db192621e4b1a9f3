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

/** Where a photo lies under the strokes, for a person to draw from. */
export interface Underlay {
  /** Its middle, drawing units. */
  readonly x: number;
  readonly y: number;
  /** Drawing units for each px of the photo. */
  readonly scale: number;
  /** Degrees clockwise around its middle, -180 to 180. */
  readonly angle: number;
  /** 0 < opacity <= 1. */
  readonly opacity: number;
  readonly visible: boolean;
  /** True if nobody is to move it by hand. No host refuses to. */
  readonly locked: boolean;
  /** Px of the photo, 1 to UNDERLAY_SIDE_MAX. */
  readonly width: number;
  readonly height: number;
  /** Which photo: lower-case hex of its bytes' SHA-256. */
  readonly sha256: string;
}

/** What a drawing may have, each set as a whole (`optional-members.ts`). */
export interface OptionalMembers {
  /** Absent for white. */
  readonly paper?: Paper | undefined;
  /** The lowest first, 1 to LAYERS_MAX. Absent for one, the base. */
  readonly layers?: readonly Layer[] | undefined;
  /** Absent or null for none. A change that is to leave none says null. */
  readonly underlay?: Underlay | null | undefined;
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
