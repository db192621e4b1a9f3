/**
 * The display of a selection: over the drawing a frame with four corners and a handle that turns, and mostly an outline around
 * each stroke; during a move also a picture of the strokes themselves, in their layer.
 */
import type { Stroke } from '../../core/drawing/types.ts';
import type { Part } from '../brush/field/pixels.ts';
import { type Bounds, contains, grow, type Position } from '../geometry/bounds.ts';
import { composed, NO_TRANSFORM, placed, type Transform } from '../geometry/transform.ts';
import { inSlices, type SlicedWork } from '../tiles/slices.ts';
import { type Camera, HOME, type Size, toScreen, toWorld, visibleBounds } from '../view/camera.ts';
import { coverParent } from '../view/cover.ts';
import { onRestored } from '../view/lost-canvas.ts';
import { CarriedInk, type CarriedLook, type Matrix } from './carried-ink.ts';
import { FRAME_GAP, frameOf, turnHandleOf } from './frame.ts';
import { paintPictures } from './paint-pictures.ts';
import { areRinged } from './ringed.ts';
import type { SelectionView } from './selection.ts';

/** Width of the outline around a selected stroke, CSS px. */
const RING = 2;
/** Most device pixels of one picture. */
const PIXELS_MAX = 6_000_000;
/** Distance between the handle that turns and the angle shown beyond it, CSS px. A finger covers the handle. */
const ANGLE_GAP = 44;
/** How long the view must rest before the pictures are redrawn for it, ms. */
const REST = 120;

const DEGREES = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'degree', unitDisplay: 'narrow' });

/** Pictures of the same part of the paper. */
interface Pictures {
  readonly rings: CanvasRenderingContext2D;
  readonly ink: CanvasRenderingContext2D;
  readonly solid: CanvasRenderingContext2D | undefined;
  readonly area: Bounds;
  /** Device pixels per drawing unit. */
  readonly scale: number;
  readonly zoom: number;
  /** Transform of the strokes since the pictures were drawn. */
  gone: Transform;
}

export class SelectionLayer implements SelectionView {
  readonly element = document.createElement('div');
  /** Where the drawing lacks what was moved last: parts of the view, device px. */
  lacking: () => readonly Part[] = () => [];
  /** The strokes during a move. Its element belongs among the layers. */
  readonly #ink = new CarriedInk();
  readonly #frame = document.createElement('div');
  readonly #turnHandle = document.createElement('div');
  /** The angle of a turn, while it is made. */
  readonly #angle = document.createElement('div');
  #strokes: readonly Stroke[] = [];
  #bounds: Bounds | undefined;
  #pictures: Pictures | undefined;
  #drawing: SlicedWork | undefined;
  #transform: Transform = NO_TRANSFORM;
  #carried = false;
  #camera: Camera = HOME;
  #view: Size = { width: 0, height: 0 };
  /** Height of the upper edge of the view that is covered, CSS px. */
  #head = 0;
  #ratio = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    coverParent(this.element);
    this.element.style.overflow = 'hidden';
    this.#frame.className = 'selection-frame';
    this.#frame.style.transformOrigin = '0 0';
    for (const corner of ['nw', 'ne', 'se', 'sw']) {
      const handle = document.createElement('div');
      handle.className = `selection-corner ${corner}`;
      this.#frame.append(handle);
    }
    this.#frame.append(this.#turnHandle);
    this.#angle.className = 'selection-angle';
  }

  /** The strokes during a move, to be put over the tiles. */
  get inkElement(): HTMLElement {
    return this.#ink.element;
  }

  /** How the strokes meet the layers during a move. */
  setLook(look: CarriedLook): void {
    this.#ink.look = look;
    if (!this.#drawing) this.#complete();
  }

  show(strokes: readonly Stroke[], bounds: Bounds | undefined, kept: boolean): void {
    this.#strokes = strokes;
    this.#bounds = bounds;
    if (!bounds) {
      this.#remove();
      return;
    }
    this.element.append(this.#frame);
    if (!kept) this.#carried = false;
    if (this.#pictures) this.#pictures.gone = composed(this.#pictures.gone, this.#transform);
    this.#transform = NO_TRANSFORM;
    this.#draw(kept);
    this.#place();
    this.land();
    this.#showAngle(undefined);
  }

  carry(transform: Transform, turn?: number): void {
    this.#transform = transform;
    this.#carried = true;
    this.#ink.clip(undefined);
    this.#place();
    this.#showAngle(turn);
  }

  putBack(): void {
    this.#transform = NO_TRANSFORM;
    this.#carried = false;
    this.#place();
    this.#showAngle(undefined);
  }

  keepBelow(head: number): void {
    this.#head = head;
    this.#place();
  }

  /** The drawing shows the moved strokes: removes their picture. */
  landed(): void {
    if (this.#transform !== NO_TRANSFORM) return;
    this.#carried = false;
    this.#place();
  }

  /** Once moved strokes are put down, their picture shows only where the drawing lacks them: else it has them twice. */
  land(): void {
    if (!this.#carried || this.#transform !== NO_TRANSFORM) return;
    const lacking = this.lacking();
    if (lacking.length > 0) this.#ink.clip(lacking);
    else this.landed();
  }

  setCamera(camera: Camera): void {
    this.#camera = camera;
    if (!this.#bounds) return;
    this.#place();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#refresh(), REST);
  }

  resize(view: Size, ratio: number): void {
    this.#view = view;
    this.#ratio = ratio;
    this.#ink.resize(view, ratio);
    if (this.#bounds) this.#draw(true);
  }

  destroy(): void {
    this.#remove();
    this.element.remove();
    this.#ink.element.remove();
  }

  #remove(): void {
    clearTimeout(this.#timer);
    this.#drawing?.cancel();
    this.#drawing = undefined;
    this.#pictures = undefined;
    this.#transform = NO_TRANSFORM;
    this.#carried = false;
    this.#ink.clear();
    this.element.replaceChildren();
  }

  #refresh(): void {
    const pictures = this.#pictures;
    if (!pictures || (pictures.zoom === this.#camera.zoom && contains(pictures.area, this.#area()))) return;
    this.#draw(true);
  }

  /** The visible part of the selection, with a margin that may come into view. */
  #area(margin = 0): Bounds {
    const bounds = grow(this.#bounds!, (RING + 2) / this.#camera.zoom);
    const { width, height } = this.#view;
    const seen = grow(
      visibleBounds(this.#camera, this.#view),
      (margin * Math.max(width, height)) / this.#camera.zoom,
    );
    return {
      minX: Math.max(bounds.minX, seen.minX),
      minY: Math.max(bounds.minY, seen.minY),
      maxX: Math.max(bounds.minX, Math.min(bounds.maxX, seen.maxX)),
      maxY: Math.max(bounds.minY, Math.min(bounds.maxY, seen.maxY)),
    };
  }

  /** Draws the pictures, in slices. `kept`: the previous ones stay visible until then. */
  #draw(kept: boolean): void {
    this.#drawing?.cancel();
    if (!kept) this.#swap(undefined);
    const strokes = this.#strokes;
    let pictures: Pictures | undefined;
    let step: (() => boolean) | undefined;
    let done = false;
    this.#drawing = inSlices(
      () => {
        if (step) done = step();
        else {
          pictures = this.#empty();
          if (pictures) step = this.#painting(strokes, pictures);
          done = !pictures;
        }
        return done;
      },
      () => {
        if (!done) return;
        if (pictures) this.#swap(pictures);
        this.#drawing = undefined;
        this.#complete();
      },
      // Whoever selects thousands of strokes has done enough in this task.
      'later',
    );
  }

  /** Draws the pictures again if they lack what the layers ask for by now. */
  #complete(): void {
    if (this.#ink.look.mixes && this.#pictures && !this.#pictures.solid) this.#draw(true);
  }

  #painting(strokes: readonly Stroke[], { ink, solid, rings, area, scale }: Pictures): () => boolean {
    return paintPictures({
      strokes,
      ink,
      solid,
      rings: areRinged(strokes, this.#camera.zoom) ? rings : undefined,
      place: { scale, left: Math.round(area.minX * scale), top: Math.round(area.minY * scale) },
      color: getComputedStyle(this.#frame).color,
      wide: RING / this.#camera.zoom,
    });
  }

  #empty(): Pictures | undefined {
    const wanted = this.#area(0.5);
    const [width, height] = [wanted.maxX - wanted.minX, wanted.maxY - wanted.minY];
    if (width <= 0 || height <= 0) return undefined;
    const scale = Math.min(this.#camera.zoom * this.#ratio, Math.sqrt(PIXELS_MAX / (width * height)));
    // On whole pixels of the scale's grid, as tiles are: then a picture has the pixels of the tiles.
    const area = {
      minX: Math.floor(wanted.minX * scale) / scale,
      minY: Math.floor(wanted.minY * scale) / scale,
      maxX: Math.ceil(wanted.maxX * scale) / scale,
      maxY: Math.ceil(wanted.maxY * scale) / scale,
    };
    const make = (name: string) => {
      const canvas = document.createElement('canvas');
      canvas.className = name;
      coverParent(canvas);
      canvas.width = Math.max(1, Math.round((area.maxX - area.minX) * scale));
      canvas.height = Math.max(1, Math.round((area.maxY - area.minY) * scale));
      const context = canvas.getContext('2d');
      if (!context) throw new Error('This browser gives no 2D canvas.');
      onRestored(canvas, () => this.#bounds && this.#draw(true));
      canvas.style.transformOrigin = '0 0';
      canvas.style.width = `${canvas.width}px`;
      canvas.style.height = `${canvas.height}px`;
      return context;
    };
    return {
      rings: make('selection-rings'),
      ink: make('carried-ink'),
      solid: this.#ink.look.mixes ? make('') : undefined,
      area,
      scale,
      zoom: this.#camera.zoom,
      gone: NO_TRANSFORM,
    };
  }

  #swap(pictures: Pictures | undefined): void {
    const before = this.#pictures?.rings.canvas;
    before?.remove();
    if (before) before.width = 0;
    this.#pictures = pictures;
    this.#ink.picture = pictures && { ink: pictures.ink.canvas, solid: pictures.solid?.canvas };
    if (pictures) this.element.prepend(pictures.rings.canvas);
    this.#place();
  }

  #place(): void {
    const bounds = this.#bounds;
    if (!bounds) return;
    const frame = frameOf(bounds, this.#camera);
    const [width, height] = [frame.right - frame.left, frame.bottom - frame.top];
    const { scale, cos, sin } = this.#transform;
    const middle = this.#onScreen({ x: (bounds.minX + bounds.maxX) / 2, y: (bounds.minY + bounds.maxY) / 2 });
    // Mirrored, the frame is the same.
    const turned = `translate(${middle.x}px, ${middle.y}px) matrix(${cos}, ${sin}, ${-sin}, ${cos}, 0, 0)`;
    const gap = 2 * FRAME_GAP;
    const [wide, high] = [scale * (width - gap) + gap, scale * (height - gap) + gap];
    Object.assign(this.#frame.style, {
      transform: `${turned} translate(-50%, -50%)`,
      width: `${wide}px`,
      height: `${high}px`,
    });
    const handle = turnHandleOf(frame, this.#view, this.#head);
    this.#turnHandle.className = `selection-turn ${handle.side}`;
    this.#turnHandle.style.left = `${((handle.x - frame.left) / width) * wide}px`;
    // Above and below it keeps its distance from the frame.
    this.#turnHandle.style.top = `${handle.y - frame.top + (handle.side === 'below' ? high - height : 0)}px`;
    const pictures = this.#pictures;
    if (!pictures) return;
    const { area } = pictures;
    const moved = composed(pictures.gone, this.#transform);
    const { x, y } = toScreenBy(this.#camera, { x: area.minX, y: area.minY }, moved);
    const by = (this.#camera.zoom * moved.scale) / pictures.scale;
    const [a, b] = [moved.cos * by, moved.sin * by];
    const mirror = moved.mirrored ? -1 : 1;
    const matrix: Matrix = [mirror * a, mirror * b, -b, a, x, y];
    pictures.rings.canvas.style.transform = `matrix(${matrix.join()})`;
    this.#ink.place(matrix, this.#carried);
  }

  /** Shows the angle beyond the handle that turns, within the view. */
  #showAngle(degrees: number | undefined): void {
    const bounds = this.#bounds;
    if (degrees === undefined || !bounds) {
      this.#angle.remove();
      return;
    }
    const { side, ...handle } = turnHandleOf(frameOf(bounds, this.#camera), this.#view, this.#head);
    const beyond = { x: handle.x, y: handle.y + (side === 'below' ? ANGLE_GAP : -ANGLE_GAP) };
    const { x, y } = this.#onScreen(toWorld(this.#camera, beyond.x, beyond.y));
    const within = (v: number, most: number) => Math.min(most - ANGLE_GAP, Math.max(ANGLE_GAP, v));
    this.#angle.style.transform = `translate(${within(x, this.#view.width)}px, ${within(y, this.#view.height)}px) translate(-50%, -50%)`;
    this.#angle.textContent = DEGREES.format(Math.round(degrees));
    this.element.append(this.#angle);
  }

  /** Where a place of the paper is shown, as the strokes are carried: CSS px of the view. */
  #onScreen(at: Position): Position {
    return toScreenBy(this.#camera, at, this.#transform);
  }
}

function toScreenBy(camera: Camera, at: Position, transform: Transform): Position {
  const { x, y } = placed(at, transform);
  return toScreen(camera, x, y);
}
