/**
 * The strokes of a selection while they are carried: a picture that follows the hand, below whatever lies over its layer.
 * With nothing above, the browser moves the picture. Else it is put onto a canvas of the view's size, where it takes on
 * what the layers above make of its colours (canvas/veil-for.ts).
 */
import type { Part } from '../brush/field/pixels.ts';
import { COMPOSITE } from '../canvas/paint.ts';
import type { Pass } from '../canvas/veil-for.ts';
import type { ShowVeil } from '../canvas/wet-ink-layer.ts';
import type { Size } from '../view/camera.ts';
import { coverParent } from '../view/cover.ts';
import { onRestored } from '../view/lost-canvas.ts';
import { pixelsOf, usableRatio } from '../view/viewport.ts';

/** One pass, with what paints it. */
export type ShownPass = Pick<Pass, 'blend'> & { readonly show: ShowVeil };

/** How the ink meets the layers. */
export interface CarriedLook {
  readonly opacity: number;
  readonly blend?: 'multiply' | undefined;
  /** True if it will go through layers that multiply: its colours must be opaque first. */
  readonly mixes: boolean;
  /** What it goes through, one after the other; nothing until that is known. */
  readonly passes: readonly ShownPass[];
}

/** From px of the picture to CSS px of the view, as CSS has it. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, x: number, y: number];

export interface CarriedPicture {
  readonly ink: HTMLCanvasElement;
  /** The same with every pixel opaque that has ink. Undefined unless the look `mixes`. */
  readonly solid: HTMLCanvasElement | undefined;
}

const PLAIN: CarriedLook = { opacity: 1, mixes: false, passes: [] };

export class CarriedInk {
  readonly element = document.createElement('div');
  #look: CarriedLook = PLAIN;
  #picture: CarriedPicture | undefined;
  #matrix: Matrix = [1, 0, 0, 1, 0, 0];
  #isCarried = false;
  /** The view, once it is needed. */
  #screen: CanvasRenderingContext2D | undefined;
  /** What of it has ink. */
  #inked: Part | undefined;
  #view: Size = { width: 0, height: 0 };
  #ratio = 1;

  constructor() {
    coverParent(this.element);
    this.element.style.overflow = 'hidden';
  }

  get look(): CarriedLook {
    return this.#look;
  }

  set look(look: CarriedLook) {
    this.#look = look;
    if (look.passes.length > 0 && !this.#screen) this.#screen = this.#emptyScreen();
    this.#show();
  }

  /** Takes another picture; undefined for none. */
  set picture(picture: CarriedPicture | undefined) {
    const before = this.#picture;
    before?.ink.remove();
    for (const canvas of [before?.ink, before?.solid]) if (canvas) canvas.width = 0;
    this.#picture = picture;
    if (picture) {
      picture.ink.style.transformOrigin = '0 0';
      this.element.prepend(picture.ink);
    } else this.#show();
  }

  resize(view: Size, ratio: number): void {
    this.#view = view;
    this.#ratio = usableRatio(view, ratio);
    if (!this.#screen) return;
    Object.assign(this.#screen.canvas, pixelsOf(view, this.#ratio));
    this.#inked = undefined;
    this.#show();
  }

  /** Shows the picture there, or nothing. */
  place(matrix: Matrix, isCarried: boolean): void {
    this.#matrix = matrix;
    this.#isCarried = isCarried;
    this.#show();
  }

  /** Shows only what lies in these parts of the view, device px; all of it if undefined. */
  clip(parts: readonly Part[] | undefined): void {
    const px = (...at: number[]) => at.map((v) => v / this.#ratio).join(' ');
    const boxes = parts?.map(
      ({ left, top, right, bottom }) =>
        `M${px(left, top)}L${px(right, top)}L${px(right, bottom)}L${px(left, bottom)}Z`,
    );
    this.element.style.clipPath = boxes ? `path("${boxes.join('')}")` : '';
  }

  clear(): void {
    this.#isCarried = false;
    this.picture = undefined;
    this.#screen?.canvas.remove();
    if (this.#screen) this.#screen.canvas.width = 0;
    this.#screen = undefined;
    this.#look = PLAIN;
  }

  #emptyScreen(): CanvasRenderingContext2D {
    const canvas = document.createElement('canvas');
    coverParent(canvas);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser gives no 2D canvas.');
    onRestored(canvas, () => {
      this.#inked = undefined;
      this.#show();
    });
    Object.assign(canvas, pixelsOf(this.#view, this.#ratio));
    canvas.style.visibility = 'hidden';
    this.element.append(canvas);
    return context;
  }

  #show(): void {
    const picture = this.#isCarried ? this.#picture : undefined;
    const { opacity, blend, passes, mixes } = this.#look;
    const isBelow = passes.length > 0 && (!mixes || this.#picture?.solid !== undefined);
    // On the screen its colours are mixed already, and cover what is there.
    Object.assign(this.element.style, {
      opacity: opacity < 1 ? String(opacity) : '',
      mixBlendMode: isBelow || !blend ? '' : blend,
    });
    this.element.dataset.below = String(isBelow);
    if (this.#picture) {
      this.#picture.ink.style.transform = `matrix(${this.#matrix.join()})`;
      this.#picture.ink.style.visibility = picture && !isBelow ? 'visible' : 'hidden';
    }
    const screen = this.#screen;
    if (!screen) return;
    if (this.#inked) {
      const { left, top, right, bottom } = this.#inked;
      screen.clearRect(left, top, right - left, bottom - top);
      this.#inked = undefined;
    }
    screen.canvas.style.visibility = picture && isBelow ? 'visible' : 'hidden';
    if (picture && isBelow) this.#paint(screen, picture);
  }

  #paint(screen: CanvasRenderingContext2D, { ink, solid }: CarriedPicture): void {
    const part = this.#partOf(ink);
    if (!part) return;
    this.#inked = part;
    const put = (picture: HTMLCanvasElement, how: GlobalCompositeOperation) => {
      screen.globalCompositeOperation = how;
      const [a, b, c, d, x, y] = this.#matrix.map((value) => value * this.#ratio);
      screen.setTransform(a!, b!, c!, d!, x!, y!);
      screen.drawImage(picture, 0, 0);
      screen.resetTransform();
    };
    screen.save();
    screen.beginPath();
    screen.rect(part.left, part.top, part.right - part.left, part.bottom - part.top);
    screen.clip();
    const { passes, mixes } = this.#look;
    put(mixes && solid ? solid : ink, COMPOSITE.over);
    for (const { blend, show } of passes) {
      screen.globalCompositeOperation = blend === 'over' ? 'source-atop' : COMPOSITE.multiply;
      show(screen, part);
    }
    if (mixes) put(ink, 'destination-in');
    screen.restore();
  }

  /** Where the picture is on the screen, device px of the view; undefined if it is out of sight. */
  #partOf({ width, height }: HTMLCanvasElement): Part | undefined {
    const [a, b, c, d, x, y] = this.#matrix;
    const ends = (by: number, along: number, from: number) => {
      const all = [0, by, along, by + along].map((value) => (value + from) * this.#ratio);
      return [Math.floor(Math.min(...all)) - 1, Math.ceil(Math.max(...all)) + 1] as const;
    };
    const [left, right] = ends(a * width, c * height, x);
    const [top, bottom] = ends(b * width, d * height, y);
    const view = pixelsOf(this.#view, this.#ratio);
    const part = {
      left: Math.max(0, left),
      top: Math.max(0, top),
      right: Math.min(view.width, right),
      bottom: Math.min(view.height, bottom),
    };
    return part.left < part.right && part.top < part.bottom ? part : undefined;
  }
}
