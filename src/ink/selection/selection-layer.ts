/**
 * The display of a selection, over the drawing: a frame with four corners, an outline around each stroke and, during a
 * move, a picture of the strokes themselves.
 */
import type { Stroke } from '../../core/drawing/types.ts';
import { type Bounds, contains, grow } from '../geometry/bounds.ts';
import { composed, NO_TRANSFORM, type Transform } from '../geometry/transform.ts';
import { inSlices, type SlicedWork } from '../tiles/slices.ts';
import { type Camera, HOME, type Size, toScreen, visibleBounds } from '../view/camera.ts';
import { coverParent } from '../view/cover.ts';
import { onRestored } from '../view/lost-canvas.ts';
import { paintPictures } from './paint-pictures.ts';
import { FRAME_GAP, type SelectionView } from './selection.ts';

/** Width of the outline around a selected stroke, CSS px. */
const RING = 2;
/** With more points than this, only the frame is drawn. */
const RINGED_POINTS = 60_000;
/** Most device pixels of one picture. */
const PIXELS_MAX = 6_000_000;
/** How long the view must rest before the pictures are redrawn for it, ms. */
const REST = 120;

/** Two pictures of the same part of the paper. */
interface Pictures {
  readonly rings: CanvasRenderingContext2D;
  readonly ink: CanvasRenderingContext2D;
  readonly area: Bounds;
  /** Device pixels per drawing unit. */
  readonly scale: number;
  readonly zoom: number;
  /** Transform of the strokes since the pictures were drawn. */
  gone: Transform;
}

export class SelectionLayer implements SelectionView {
  readonly element = document.createElement('div');
  readonly #frame = document.createElement('div');
  #strokes: readonly Stroke[] = [];
  #bounds: Bounds | undefined;
  #pictures: Pictures | undefined;
  #drawing: SlicedWork | undefined;
  #transform: Transform = NO_TRANSFORM;
  #carried = false;
  #camera: Camera = HOME;
  #view: Size = { width: 0, height: 0 };
  #ratio = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    coverParent(this.element);
    this.element.style.overflow = 'hidden';
    this.#frame.className = 'selection-frame';
    for (const corner of ['nw', 'ne', 'se', 'sw']) {
      const handle = document.createElement('div');
      handle.className = `selection-corner ${corner}`;
      this.#frame.append(handle);
    }
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
  }

  carry(transform: Transform): void {
    this.#transform = transform;
    this.#carried = true;
    this.#place();
  }

  putBack(): void {
    this.#transform = NO_TRANSFORM;
    this.#carried = false;
    this.#place();
  }

  /** The drawing shows the moved strokes: removes their picture. */
  landed(): void {
    if (this.#transform !== NO_TRANSFORM) return;
    this.#carried = false;
    this.#place();
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
    if (this.#bounds) this.#draw(true);
  }

  destroy(): void {
    this.#remove();
    this.element.remove();
  }

  #remove(): void {
    clearTimeout(this.#timer);
    this.#drawing?.cancel();
    this.#drawing = undefined;
    this.#pictures = undefined;
    this.#transform = NO_TRANSFORM;
    this.#carried = false;
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
    const pictures = this.#empty();
    if (!pictures) return;
    const strokes = this.#strokes;
    const points = strokes.reduce((sum, stroke) => sum + stroke.points.length, 0);
    const { ink, rings, area, scale } = pictures;
    let done = false;
    const step = paintPictures({
      strokes,
      ink,
      rings: points <= RINGED_POINTS ? rings : undefined,
      place: { scale, left: Math.round(area.minX * scale), top: Math.round(area.minY * scale) },
      color: getComputedStyle(this.#frame).color,
      wide: RING / this.#camera.zoom,
    });
    this.#drawing = inSlices(
      () => {
        done = step();
        return done;
      },
      () => {
        if (!done) return;
        this.#swap(pictures);
        this.#drawing = undefined;
      },
    );
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
    const make = () => {
      const canvas = document.createElement('canvas');
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
    return { rings: make(), ink: make(), area, scale, zoom: this.#camera.zoom, gone: NO_TRANSFORM };
  }

  #swap(pictures: Pictures | undefined): void {
    for (const context of [this.#pictures?.rings, this.#pictures?.ink]) {
      context?.canvas.remove();
      if (context) context.canvas.width = 0;
    }
    this.#pictures = pictures;
    if (pictures) this.element.prepend(pictures.ink.canvas, pictures.rings.canvas);
    this.#place();
  }

  #place(): void {
    const bounds = this.#bounds;
    if (!bounds) return;
    const { scale } = this.#transform;
    const { zoom } = this.#camera;
    const at = (x: number, y: number, { scale, dx, dy }: Transform) =>
      toScreen(this.#camera, x * scale + dx, y * scale + dy);
    const corner = at(bounds.minX, bounds.minY, this.#transform);
    Object.assign(this.#frame.style, {
      transform: `translate(${corner.x - FRAME_GAP}px, ${corner.y - FRAME_GAP}px)`,
      width: `${(bounds.maxX - bounds.minX) * scale * zoom + 2 * FRAME_GAP}px`,
      height: `${(bounds.maxY - bounds.minY) * scale * zoom + 2 * FRAME_GAP}px`,
    });
    const pictures = this.#pictures;
    if (!pictures) return;
    const { area } = pictures;
    const moved = composed(pictures.gone, this.#transform);
    const { x, y } = at(area.minX, area.minY, moved);
    const transform = `translate(${x}px, ${y}px) scale(${(zoom * moved.scale) / pictures.scale})`;
    pictures.rings.canvas.style.transform = transform;
    pictures.ink.canvas.style.transform = transform;
    pictures.ink.canvas.style.visibility = this.#carried ? 'visible' : 'hidden';
  }
}
