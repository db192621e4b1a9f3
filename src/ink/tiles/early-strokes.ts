/**
 * Strokes drawn before the drawing's own strokes arrived: they lie on top of those. No tile shows them, so they
 * are painted over the tiles. Once they are among the drawing's strokes, they are painted only where a tile is
 * still missing.
 */
import type { Stroke } from '../../core/drawing/types.ts';
import { coatsOf } from '../brush/wet-wash.ts';
import { stampCoat } from '../canvas/stamp.ts';
import { type Bounds, overlap, strokeBounds } from '../geometry/bounds.ts';
import type { Viewport } from '../view/viewport.ts';
import type { Area } from './tile-painter.ts';

export class EarlyStrokes {
  #strokes: readonly Stroke[] = [];

  get isEmpty(): boolean {
    return this.#strokes.length === 0;
  }

  set(strokes: readonly Stroke[]): void {
    this.#strokes = strokes;
  }

  /** Puts strokes on top. Put on top of the drawing, those of before have other times and the same points. */
  add(strokes: readonly Stroke[]): void {
    const added = new Set(strokes.map(({ points }) => points));
    this.#strokes = [...this.#strokes.filter(({ points }) => !added.has(points)), ...strokes];
  }

  /** True if all of these are among them. */
  has(strokes: readonly Stroke[]): boolean {
    return strokes.every((stroke) => this.#strokes.includes(stroke));
  }

  remove(strokes: readonly Stroke[]): void {
    this.#strokes = this.#strokes.filter((stroke) => !strokes.includes(stroke));
  }

  near(area: Bounds): Stroke[] {
    return this.#strokes.filter((stroke) => overlap(strokeBounds(stroke), area));
  }

  /** Paints them, on these areas of the view alone. */
  paint(surface: CanvasRenderingContext2D, look: Viewport, parts: readonly Area[]): void {
    if (this.isEmpty || parts.length === 0) return;
    surface.save();
    surface.beginPath();
    for (const part of parts) {
      surface.rect(part.left, part.top, part.right - part.left, part.bottom - part.top);
    }
    surface.clip();
    for (const coat of coatsOf(this.#strokes)) stampCoat(surface, coat, look);
    surface.restore();
  }
}
