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
  /** Id of a layer of the drawing. The lowest layer if absent, or if the drawing has no such layer. */
  readonly layer?: string;
  /** When the stroke began, in ms of drawing time, an integer from 0 to AT_MAX. */
  readonly at?: number;
}

/** What a drawing is drawn on. */
export interface Paper {
  /** `#rrggbb`, in lower case. */
  readonly color: string;
}

/** What a drawing may have, each set as a whole (`optional-members.ts`). */
export interface OptionalMembers {
  /** Absent for white. */
  readonly paper?: Paper | undefined;
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
