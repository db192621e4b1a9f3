/** The drawing as every layer speaks of it. Members and limits: docs/contract.md. */

/** `[x, y]` in drawing units: CSS px at zoom 1. */
export type Point = readonly [x: number, y: number];

export interface Stroke {
  readonly tool: string;
  /** `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. */
  readonly color: string;
  /** Width in drawing units, 0 < size <= 512. */
  readonly size: number;
  readonly points: readonly Point[];
  /** 0..1 each, as long as `points`. Absent where the device has none. */
  readonly pressure?: readonly number[];
}

/** A drawing without its strokes: what lists, and short answers, carry. */
export interface DrawingEntry {
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

/** What is wrong with a member of a request; `path` is a JSON Pointer (RFC 6901). */
export interface Problem {
  readonly path: string;
  readonly message: string;
}
