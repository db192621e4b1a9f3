/**
 * The stroke being drawn, on a layer of its own over the finished ones. Its settled part is drawn once and
 * never again. Only the short end after it, and the points that the browser predicts, are redrawn at each move.
 */

import { EVEN, opacityOf, UPRIGHT } from '../brush/brush.ts';
import { brushOf } from '../brush/brushes.ts';
import type { StrokeSamples } from '../geometry/stroke-samples.ts';
import { type Camera, HOME, type Size } from '../view/camera.ts';
import { coverParent } from '../view/cover.ts';
import { onRestored } from '../view/lost-canvas.ts';
import { addDot, addSegment } from './stroke-path.ts';

export interface WetInkStyle {
  readonly tool: string;
  readonly color: string;
  /** Drawing units. */
  readonly size: number;
  readonly opacity?: number;
}

interface Layer {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
}

function layer(parent: HTMLElement): Layer {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no 2D canvas.');
  coverParent(canvas);
  parent.append(canvas);
  return { canvas, context };
}

export class WetInkLayer {
  readonly element: HTMLDivElement;
  readonly #settled: Layer;
  readonly #end: Layer;
  #ratio = 1;
  #camera: Camera = HOME;
  #style: WetInkStyle = { tool: 'pen', color: '#000', size: 1 };
  /** The part of the end layer that is not blank, device pixels. */
  #dirty: { x: number; y: number; width: number; height: number } | undefined;
  #drawn = 0;
  /** What was drawn last, to draw it again when the browser loses the canvas. */
  #shown: { readonly settled: StrokeSamples; readonly end: StrokeSamples } | undefined;

  constructor() {
    // Both canvases are opaque inside this element, which carries the opacity: so they may overlap.
    this.element = document.createElement('div');
    this.#settled = layer(this.element);
    this.#end = layer(this.element);
    for (const { canvas } of [this.#settled, this.#end]) onRestored(canvas, () => this.#redraw());
  }

  resize(view: Size, ratio: number): void {
    this.#ratio = ratio;
    for (const { canvas } of [this.#settled, this.#end]) {
      canvas.width = Math.max(1, Math.round(view.width * ratio));
      canvas.height = Math.max(1, Math.round(view.height * ratio));
    }
    this.#redraw();
  }

  /** Begins a new stroke. The camera must stay the same until `clear`. */
  begin(style: WetInkStyle, camera: Camera): void {
    this.clear();
    this.#camera = camera;
    const { opaque, alpha } = splitAlpha(style.color);
    this.#style = { ...style, color: opaque };
    const brush = brushOf(style.tool);
    this.element.style.opacity = String(alpha * opacityOf(brush, style));
    this.element.style.zIndex = brush.blend === 'under' ? '-1' : '';
    for (const { context } of [this.#settled, this.#end]) this.#prepare(context);
  }

  /**
   * Draws the points that `settled` gained since the last call, then redraws `end`. The first point of `end` is
   * the last settled one.
   */
  draw(settled: StrokeSamples, end: StrokeSamples): void {
    this.#shown = { settled, end };
    this.#wipeEnd();
    const from = Math.max(0, this.#drawn - 1);
    this.#line(this.#settled.context, settled, from, this.#drawn === 0);
    this.#drawn = settled.x.length;
    if (end.x.length < 2) return;
    this.#line(this.#end.context, end, 0, false);
    this.#noteEnd(end);
  }

  clear(): void {
    const { canvas, context } = this.#settled;
    if (this.#drawn > 0) {
      context.clearRect(0, 0, canvas.width, canvas.height);
    }
    this.#drawn = 0;
    this.#shown = undefined;
    this.#wipeEnd();
  }

  /** Draws the stroke being drawn again, onto canvases that came back blank and without their settings. */
  #redraw(): void {
    const shown = this.#shown;
    this.#drawn = 0;
    this.#dirty = undefined;
    if (!shown) return;
    for (const { canvas, context } of [this.#settled, this.#end]) {
      context.clearRect(0, 0, canvas.width, canvas.height);
      this.#prepare(context);
    }
    this.draw(shown.settled, shown.end);
  }

  /** Sets the context up, once a stroke. Lines are drawn in device pixels, so that no transform is needed. */
  #prepare(context: CanvasRenderingContext2D): void {
    context.fillStyle = this.#style.color;
    context.strokeStyle = this.#style.color;
    context.lineWidth = this.#style.size * this.#camera.zoom * this.#ratio;
    context.lineCap = 'round';
    context.lineJoin = 'round';
  }

  /** Draws the line through the points from `from` on. With `start`, it begins with a dot. */
  #line(context: CanvasRenderingContext2D, trace: StrokeSamples, from: number, start: boolean): void {
    const { pressure } = trace;
    const n = trace.x.length;
    if (n === 0) return;
    const scale = this.#camera.zoom * this.#ratio;
    const x = (i: number) => (trace.x[i]! - this.#camera.x) * scale;
    const y = (i: number) => (trace.y[i]! - this.#camera.y) * scale;
    const brush = brushOf(this.#style.tool);
    const radius = (i: number) => this.#style.size * scale * brush.radius(pressure[i] ?? EVEN, UPRIGHT);
    context.beginPath();
    if (start) {
      addDot(context, x(0), y(0), radius(0));
      context.fill();
      context.beginPath();
    }
    if (n - from < 2) return;
    if (pressure.length > 0) {
      for (let i = from + 1; i < n; i++) {
        addSegment(context, x(i - 1), y(i - 1), radius(i - 1), x(i), y(i), radius(i));
      }
      context.fill();
    } else {
      context.moveTo(x(from), y(from));
      for (let i = from + 1; i < n; i++) context.lineTo(x(i), y(i));
      context.stroke();
    }
  }

  #noteEnd({ x, y }: StrokeSamples): void {
    const scale = this.#camera.zoom * this.#ratio;
    const reach = this.#style.size * scale + 2;
    const left = (Math.min(...x) - this.#camera.x) * scale - reach;
    const top = (Math.min(...y) - this.#camera.y) * scale - reach;
    const right = (Math.max(...x) - this.#camera.x) * scale + reach;
    const bottom = (Math.max(...y) - this.#camera.y) * scale + reach;
    this.#dirty = {
      x: Math.floor(left),
      y: Math.floor(top),
      width: Math.ceil(right - left) + 1,
      height: Math.ceil(bottom - top) + 1,
    };
  }

  #wipeEnd(): void {
    if (!this.#dirty) return;
    this.#end.context.clearRect(this.#dirty.x, this.#dirty.y, this.#dirty.width, this.#dirty.height);
    this.#dirty = undefined;
  }
}

/** Splits `#rrggbbaa` or `#rgba` into an opaque colour and its opacity. */
function splitAlpha(color: string): { opaque: string; alpha: number } {
  if (color.length === 9)
    return { opaque: color.slice(0, 7), alpha: Number.parseInt(color.slice(7), 16) / 255 };
  if (color.length === 5)
    return { opaque: color.slice(0, 4), alpha: Number.parseInt(color.slice(4), 16) / 15 };
  return { opaque: color, alpha: 1 };
}
