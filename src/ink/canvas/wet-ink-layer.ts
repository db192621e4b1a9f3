/**
 * The stroke being drawn, on a layer of its own with the finished ones: the pixels that its tiles will have. Each move
 * shows only the parts that it changed.
 */
import type { Stroke } from '../../core/drawing/types.ts';
import type { Brush } from '../brush/brush.ts';
import { brushOf } from '../brush/brushes.ts';
import type { Part } from '../brush/field/pixels.ts';
import { BLOCK, type Block } from '../brush/growing/block.ts';
import { GrowingStroke, type GrowingStyle } from '../brush/growing/growing-stroke.ts';
import { emptySamples, type StrokeSamples } from '../geometry/stroke-samples.ts';
import { type Camera, HOME, type Size } from '../view/camera.ts';
import { coverParent } from '../view/cover.ts';
import { onRestored } from '../view/lost-canvas.ts';
import { pixelsOf, usableRatio, type Viewport, viewportOf } from '../view/viewport.ts';

export type WetInkStyle = GrowingStyle;

/** How the layer meets the finished strokes, which lie over it where it goes under them. */
const MEETS: Readonly<Record<Brush['blend'], { readonly zIndex: string; readonly mixBlendMode: string }>> = {
  over: { zIndex: '', mixBlendMode: '' },
  under: { zIndex: '-1', mixBlendMode: '' },
  multiply: { zIndex: '', mixBlendMode: 'multiply' },
  erase: { zIndex: '', mixBlendMode: '' },
};

/** How a stroke of this tool meets what lies below it, while it is drawn on this layer. */
export function meetsAs({ blend, isAbove }: WetSheet, tool: string): Brush['blend'] {
  return blend ?? (isAbove ? 'over' : brushOf(tool).blend);
}

/** Paints what the layers make of the stroke's colour onto a canvas, in a part of the view, device px. */
export type ShowVeil = (onto: CanvasRenderingContext2D, part: Part) => void;

/** How the layer that the stroke will be on meets those below it. */
export interface WetSheet {
  readonly opacity: number;
  readonly blend?: 'multiply' | undefined;
  /** True if there are layers below: the stroke does not mix with their ink. */
  readonly isAbove: boolean;
}

export const NO_LAYERS: WetSheet = { opacity: 1, isAbove: false };

/** Samples of a stroke that warms up. */
const WARM_UP = 64;

export class WetInkLayer {
  readonly element: HTMLCanvasElement;
  /** Finds the finished strokes that a new one runs into (wet-wash.ts). */
  runOf: (style: WetInkStyle) => readonly Stroke[] = () => [];
  /** The layer that a new stroke will be on. */
  sheet: () => WetSheet = () => NO_LAYERS;
  /** What lies over that layer, where something does and it is known. */
  veil: () => ShowVeil | undefined = () => undefined;
  readonly #context: CanvasRenderingContext2D;
  readonly #stroke = new GrowingStroke();
  #ratio = 1;
  #camera: Camera = HOME;
  /** What the canvas's corner shows. */
  #corner: Viewport = { scale: 1, left: 0, top: 0 };
  #style: WetInkStyle = { tool: 'pen', color: '#000', size: 1 };
  #veil: ShowVeil | undefined;
  /** The pixels of each block, as a canvas takes them. */
  readonly #images = new WeakMap<Block, ImageData>();
  /** What the canvas shows, to clear no more than that. Device pixels of the view. */
  #inked: { left: number; top: number; right: number; bottom: number } | undefined;
  /** What was drawn last, to draw it again when the browser loses the canvas. */
  #shown: { readonly settled: StrokeSamples; readonly end: StrokeSamples } | undefined;

  constructor() {
    this.element = document.createElement('canvas');
    const context = this.element.getContext('2d');
    if (!context) throw new Error('This browser gives no 2D canvas.');
    this.#context = context;
    coverParent(this.element);
    this.#showLayer(false);
    onRestored(this.element, () => this.redraw());
  }

  resize(view: Size, ratio: number): void {
    this.#ratio = usableRatio(view, ratio);
    const { width, height } = pixelsOf(view, this.#ratio);
    this.element.width = width;
    this.element.height = height;
    this.redraw();
  }

  /** Draws strokes that nobody sees: the browser compiles the painter, and the first stroke finds its memory. */
  warmUp(): void {
    const view = { left: 0, top: 0, width: 1024, height: 384 };
    for (const pressure of [[], [0.5]]) {
      const line = emptySamples();
      this.#stroke.begin({ tool: 'pen', color: '#000', size: 8 }, 1, view);
      for (let i = 0; i < WARM_UP; i++) {
        line.x.push(20 + (980 * i) / WARM_UP);
        line.y.push(40 + 300 * ((i / 16) % 1));
        line.pressure.push(...pressure);
        this.#stroke.draw(line, emptySamples(), () => {});
      }
      this.#stroke.end();
    }
  }

  /** Begins a new stroke. The camera must stay the same until `clear`. */
  begin(style: WetInkStyle, camera: Camera): void {
    this.clear();
    this.#camera = camera;
    this.#style = style;
    this.#showLayer(true);
    this.#begin();
  }

  /**
   * Draws the points that `settled` gained since the last call, and replaces `end`. The first point of `end` is the last
   * settled one.
   */
  draw(settled: StrokeSamples, end: StrokeSamples): void {
    this.#shown = { settled, end };
    this.#stroke.draw(settled, end, this.#show);
  }

  clear(): void {
    this.#shown = undefined;
    this.#stroke.end();
    this.#showLayer(false);
    if (!this.#inked) return;
    const { left, top, right, bottom } = this.#inked;
    this.#context.clearRect(left, top, right - left, bottom - top);
    this.#inked = undefined;
  }

  /**
   * While nobody draws, the layer is not there for the browser: without a graphics card, Chromium copies all pixels of
   * each canvas in every frame, also of one that is blank. On a slow phone that took a fifth of a frame.
   */
  #showLayer(isShown: boolean): void {
    this.element.style.visibility = isShown ? '' : 'hidden';
  }

  #begin(): void {
    const sheet = this.sheet();
    this.#veil = this.veil();
    this.element.dataset.veiled = String(this.#veil !== undefined);
    // Colours of a veil are mixed already: they cover what is there.
    const meets = MEETS[this.#veil ? 'over' : meetsAs(sheet, this.#style.tool)];
    Object.assign(this.element.style, meets, { opacity: sheet.opacity < 1 ? String(sheet.opacity) : '' });
    const { width, height } = this.element;
    this.#corner = viewportOf(this.#camera, this.#ratio);
    const { scale, left, top } = this.#corner;
    this.#stroke.begin(this.#style, scale, { left, top, width, height }, this.runOf(this.#style));
  }

  /** Draws the stroke being drawn again: on a canvas that came back blank or has another size, or under another veil. */
  redraw(): void {
    const shown = this.#shown;
    this.clear();
    if (!shown) return;
    this.#showLayer(true);
    this.#begin();
    this.draw(shown.settled, shown.end);
  }

  readonly #show = (block: Block): void => {
    let image = this.#images.get(block);
    if (!image) {
      image = new ImageData(new Uint8ClampedArray(block.words.buffer), BLOCK, BLOCK);
      this.#images.set(block, image);
    }
    const { left, top, right, bottom } = block.changed;
    const x = block.left - this.#corner.left;
    const y = block.top - this.#corner.top;
    this.#context.putImageData(image, x, y, left, top, right - left, bottom - top);
    const part = { left: x + left, top: y + top, right: x + right, bottom: y + bottom };
    if (this.#veil) {
      this.#context.globalCompositeOperation = 'source-atop';
      this.#veil(this.#context, part);
      this.#context.globalCompositeOperation = 'source-over';
    }
    const before = this.#inked ?? part;
    this.#inked = {
      left: Math.min(before.left, part.left),
      top: Math.min(before.top, part.top),
      right: Math.max(before.right, part.right),
      bottom: Math.max(before.bottom, part.bottom),
    };
  };
}
