/** The engine behind one canvas: it connects the renderer, the tools and the pointer input. */
import { onLayer } from '../core/drawing/members/change-layers.ts';
import { BASE } from '../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../core/drawing/types.ts';
import { dryAfter, runBelow, wetUntil } from './brush/wet-wash.ts';
import { NO_LAYERS, WetInkLayer } from './canvas/wet-ink-layer.ts';
import { DrawingLayers } from './drawing-layers.ts';
import { Eyedropper } from './eyedropper/eyedropper.ts';
import { watchHover } from './eyedropper/hover.ts';
import { type Feel, PLAIN } from './feel/feel.ts';
import { type Bounds, type Position, strokeBounds, strokesBounds, union } from './geometry/bounds.ts';
import type { Guide } from './geometry/guide.ts';
import type { Ink, InkEvents, InkOptions } from './ink.ts';
import { Frames } from './input/frames.ts';
import { watchSize } from './input/host-size.ts';
import {
  type Device,
  PointerInput,
  type PointerMove,
  type PointerTarget,
  type Sample,
} from './input/pointer.ts';
import { zoomFactorOf } from './input/wheel.ts';
import type { Edit, Swap } from './scene/edit.ts';
import { EditedStrokes } from './scene/edited-strokes.ts';
import { diffStrokes } from './scene/stroke-diff.ts';
import { Selection } from './selection/selection.ts';
import { SelectionLayer } from './selection/selection-layer.ts';
import type { Renderer } from './tiles/renderer.ts';
import type { StandIn } from './tiles/tile-painter.ts';
import { TileRenderer } from './tiles/tile-renderer.ts';
import { DrawingTime, landed, landingTime } from './tools/drawing-time.ts';
import { LateWork, type Left } from './tools/late-work.ts';
import { Pen } from './tools/pen.ts';
import { ERASER, type EraserTip, type Tool, type ToolContext } from './tools/tool.ts';
import { type ToolName, toolbox } from './tools/toolbox.ts';
import { VeilsAhead } from './veils-ahead.ts';
import {
  type Camera,
  cameraAt,
  HOME,
  type Insets,
  pan,
  pinch,
  type Size,
  snap,
  zoomAt,
} from './view/camera.ts';
import { coverParent } from './view/cover.ts';
import { fitDrawing } from './view/fitting.ts';
import { createBuffers, warmUpStrokes } from './warm-up.ts';

/** Delay of the warm-up, ms after the canvas is created: opening the drawing comes first. */
const WARM_UP_DELAY = 700;

/**
 * Puts a canvas into `host`, which must have a size of its own, and lets it take the focus. Draws nothing but ink:
 * the paper is the host's background.
 */
export function createInk(host: HTMLElement, options: InkOptions): Ink {
  return new Engine(host, options);
}

class Engine implements Ink, ToolContext, PointerTarget {
  readonly wetInk = new WetInkLayer();
  /** The finished strokes and the one being drawn. */
  readonly #layers = document.createElement('div');
  color: string;
  size: number;
  opacity: number;
  eraser: EraserTip;
  feel: Feel;
  guide: Guide | undefined;
  readonly host: HTMLElement;
  readonly #events: InkEvents;
  readonly #frames = new Frames();
  /** Input step of a frame. It runs before the picture, so that the frame shows the latest moves. */
  readonly #inputStep = this.#frames.step(() => this.#input.flush());
  readonly #renderer: Renderer = new TileRenderer(this.#frames);
  readonly #input: PointerInput;
  readonly #tools = toolbox(this);
  readonly #abort = new AbortController();
  readonly #eyedropper: Eyedropper;
  readonly #hover: () => Position | undefined;
  readonly #edits = new EditedStrokes({
    show: (strokes) => {
      if (this.isOpening) this.#renderer.setEarly(strokes);
      else this.#renderer.setStrokes(strokes);
    },
    changed: (strokes) => this.selection.keep(strokes),
    report: (edit) => this.#report(edit),
    gone: (edit) => this.gone(edit),
    full: () => this.#events.onFull(),
    finish: () => this.finish(),
  });
  readonly #late: LateWork;
  isOpening: boolean;
  readonly #drawingLayers = new DrawingLayers();
  #drawingTime = new DrawingTime();
  /** Strokes that were drawn or changed here: undo and redo take them away and bring them back. */
  readonly #own = new WeakSet<Stroke>();
  /** The times of strokes that were drawn while the drawing opened, by their points: on top of it they have later ones. */
  readonly #early = new WeakMap<Stroke['points'], number>();
  /** How much later those are so far. */
  #landedBy = 0;
  /** True if the gesture in progress began while the drawing opened. */
  #isEarly = false;
  /** The time of the event that is replayed, ms of the clock. */
  #replayed: number | undefined;
  /** True while the drawing takes an edit, and answers with its strokes. */
  #isReporting = false;
  #camera: Camera = HOME;
  #view: Size = { width: 0, height: 0 };
  ratio = 1;
  #chosen: ToolName;
  /** The tool of the gesture in progress. */
  #active: Tool | undefined;
  readonly #picked = new SelectionLayer();
  readonly #veils = new VeilsAhead({
    renderer: this.#renderer,
    wetInk: this.wetInk,
    picked: this.#picked,
    layers: this.#drawingLayers,
    brush: () => (this.isOpening || !this.#isBrush ? undefined : { tool: this.#chosen, color: this.color }),
    isDrawing: () => this.#active instanceof Pen,
    hasSelection: () => this.selection.strokes.length > 0,
  });
  /** True while a finger is down that the active layer has refused. */
  #isRefused = false;
  readonly selection: Selection = new Selection(this, this.#picked, (strokes) => {
    this.#veils.selected();
    this.#events.onSelect?.(strokes);
  });
  shift = false;
  isAdding = false;
  readonly #warmUpTimer = setTimeout(() => this.#warmUp(), WARM_UP_DELAY);

  constructor(host: HTMLElement, options: InkOptions) {
    this.host = host;
    // What the eraser takes next shows once it is applied, which waits for what it took before.
    const isBusy = () => this.#active !== undefined && this.#active !== this.#tools.eraser;
    this.#late = new LateWork(host.ownerDocument, (edit) => this.#edits.land(edit), isBusy);
    host.tabIndex = 0;
    this.#events = options;
    this.#chosen = options.tool;
    this.color = options.color;
    this.size = options.size;
    this.opacity = options.opacity ?? 1;
    this.eraser = options.eraser ?? ERASER;
    this.feel = options.feel ?? PLAIN;
    this.isOpening = options.opening === true;
    this.#picked.lacking = () => this.#renderer.lacking;
    this.#renderer.onPainted = () => this.#picked.land();
    this.#renderer.onStandInFailed = () => options.onStandInFailed?.();
    if (this.isOpening) {
      this.#renderer.setEarly([]);
      this.#renderer.standIn = options.standIn;
    }
    this.#layers.append(this.#renderer.element, this.wetInk.element, this.#picked.inkElement);
    // A loop of the lasso is on no layer.
    this.wetInk.sheet = () => (this.#active instanceof Pen ? this.#drawingLayers.sheet : NO_LAYERS);
    // On the layer where it lands: the layers may be known, or change, only since the stroke began.
    this.wetInk.runOf = (style) =>
      runBelow(this.strokes, this.#inTime(onLayer({ ...style, points: [] }, this.layer ?? BASE.id)));
    // Ink being drawn goes under the picture, or multiplies with it, and not with the paper.
    this.#layers.style.isolation = 'isolate';
    coverParent(this.#renderer.element);
    for (const element of [this.#layers, this.#picked.element]) {
      coverParent(element);
      host.append(element);
    }
    this.#renderer.onSettled = () => {
      this.#picked.landed();
      this.#veils.prepare();
      options.onSettled?.();
    };
    this.#input = new PointerInput(host, this, options);
    this.#eyedropper = new Eyedropper(this, this.#frames, options);
    this.#hover = watchHover(host, this.#abort.signal);
    watchSize(host, this.#abort.signal, (view, ratio) => this.#resized(view, ratio));
    this.#showCursor();
  }

  get strokes(): readonly Stroke[] {
    return this.#edits.all;
  }

  get camera(): Camera {
    return this.#camera;
  }

  get view(): Size {
    return this.#view;
  }

  get settled(): boolean {
    return this.#renderer.settled;
  }

  replay(moves: readonly PointerMove[]): void {
    for (const move of moves) {
      this.#replayed = move.event.timeStamp;
      this.#input.replay([move]);
    }
    this.#replayed = undefined;
  }

  /** Ms of a clock that never goes back. */
  get #clock(): number {
    return this.#replayed ?? performance.now();
  }

  picture(): StandIn | undefined {
    const isAtWork = this.#active || this.isBehind;
    return isAtWork || this.selection.strokes.length > 0 ? undefined : this.#renderer.picture();
  }

  read(document: ArrayBuffer): boolean {
    return this.#renderer.read(document);
  }

  standIn(picture: StandIn): void {
    if (!this.isOpening) return;
    this.#renderer.standIn = picture;
    this.#renderer.setEarly(this.strokes);
  }

  open(strokes: readonly Stroke[], standsIn = true): void {
    if (!standsIn) this.#renderer.standIn = undefined;
    this.isOpening = false;
    for (const { points, at } of this.strokes) if (at !== undefined) this.#early.set(points, at);
    this.#landBy(landingTime(strokes));
    this.#edits.set(strokes);
  }

  /** What was drawn while the drawing opened is later by this much. */
  #landBy(by: number): void {
    this.#drawingTime.later(by - this.#landedBy);
    this.#landedBy = by;
  }

  setStrokes(strokes: readonly Stroke[]): void {
    // What was drawn here needs no search among thousands.
    if (!this.#isReporting && !this.isOpening) this.#goOnAfter(diffStrokes(this.strokes, strokes).come);
    this.#edits.set(strokes);
  }

  /**
   * What is drawn next is later than strokes from elsewhere, as it lies above them, and runs into none of their washes:
   * nobody here saw when they were laid.
   */
  #goOnAfter(come: readonly Stroke[]): void {
    const others: Stroke[] = [];
    let hasLanded = false;
    for (const stroke of come) {
      const early = this.#early.get(stroke.points);
      if (early === undefined) {
        if (!this.#own.has(stroke)) others.push(stroke);
        continue;
      }
      // It may be later yet: what an ended page has left lies below it.
      if (stroke.at !== undefined) this.#landBy(stroke.at - early);
      this.#early.delete(stroke.points);
      this.#own.add(stroke);
      hasLanded = true;
    }
    // It lies on the others, and time has gone on past them.
    if (hasLanded) return;
    this.#drawingTime.goOnAfter(
      others.map((stroke) => {
        const at = wetUntil(stroke);
        return at === undefined ? stroke : { ...stroke, at };
      }),
    );
  }

  #report(edit: Edit): void {
    const made = edit.kind === 'replace' ? edit.swaps.flatMap(({ by }) => by) : edit.strokes;
    for (const stroke of made) this.#own.add(stroke);
    this.#isReporting = true;
    try {
      this.#events.onEdit(edit);
    } finally {
      this.#isReporting = false;
    }
  }

  setLayers(layers: readonly Layer[], active?: string): void {
    const isOther = this.#drawingLayers.set(layers, active);
    this.#renderer.setLayers(layers);
    this.selection.keep(this.strokes);
    if (isOther) this.#veils.renew();
    this.#veils.prepare();
  }

  get layer(): string | undefined {
    return this.#drawingLayers.ofNewInk;
  }

  get #isBrush(): boolean {
    return this.#tools[this.#chosen] instanceof Pen;
  }

  reaches(stroke: Stroke): boolean {
    return this.#drawingLayers.reaches(stroke);
  }

  moveToLayer(layer: string): void {
    if (!this.#drawingLayers.isOpenAt(layer)) return;
    this.selection.putDown();
    this.finish();
    // First, because the selection has strokes of the active layer alone.
    this.#drawingLayers.activate(layer);
    this.selection.moveToLayer(layer);
    this.#veils.prepare();
  }

  setTool(tool: ToolName): void {
    if (tool !== this.#chosen) this.#tools[this.#chosen].leave?.();
    this.#chosen = tool;
    this.#showCursor();
    this.#veils.prepare();
  }

  setColor(color: string): void {
    this.color = color;
    this.#veils.prepare();
  }

  setSize(size: number): void {
    this.size = size;
  }

  setOpacity(opacity: number): void {
    this.opacity = opacity;
  }

  setFeel(feel: Feel): void {
    this.feel = feel;
  }

  setGuide(guide: Guide | undefined): void {
    this.guide = guide;
  }

  setFingers(draw: boolean): void {
    this.#input.fingersDraw = draw;
  }

  setEraser(eraser: EraserTip): void {
    this.eraser = eraser;
    this.#showCursor();
  }

  setAdding(adds: boolean): void {
    this.isAdding = adds;
  }

  setCamera(camera: Camera, isTurned = false): void {
    // The view holds still while a stroke is being drawn.
    if (this.#active && this.#active !== this.#tools.hand) return;
    const next = snap(cameraAt(camera.x, camera.y, camera.zoom), this.ratio);
    if (next.x === this.#camera.x && next.y === this.#camera.y && next.zoom === this.#camera.zoom) return;
    this.#camera = next;
    this.#renderer.setCamera(next);
    this.#picked.setCamera(next);
    this.#events.onCamera(next, isTurned);
    this.#veils.prepare();
  }

  seenColor(): string | undefined {
    if (this.isOpening) return undefined;
    const { left, top, width, height } = this.host.getBoundingClientRect();
    const { x, y } = this.#hover() ?? { x: left + width / 2, y: top + height / 2 };
    return this.#eyedropper.colorAt({ x: x - left, y: y - top });
  }

  panBy(dx: number, dy: number): void {
    this.#look(pan(this.#camera, dx, dy));
  }

  zoomBy(factor: number): void {
    this.zoomTo(this.#camera.zoom * factor);
  }

  zoomTo(zoom: number): void {
    this.#look(zoomAt(this.#camera, this.#view.width / 2, this.#view.height / 2, zoom));
  }

  fit(covered: Insets = { top: 0, right: 0, bottom: 0, left: 0 }, beside?: Bounds): void {
    const ink = strokesBounds(this.strokes);
    const bounds = beside ? union(ink, beside) : ink;
    this.#look(bounds ? fitDrawing(bounds, this.#view, covered) : HOME);
  }

  cancel(): boolean {
    return this.#input.cancel();
  }

  destroy(): void {
    // A stroke being drawn is finished, not dropped: the view closes, but the person meant the stroke.
    if (this.#active) this.end();
    this.finish();
    clearTimeout(this.#warmUpTimer);
    this.#veils.destroy();
    this.selection.putDown();
    this.#input.destroy();
    this.#abort.abort();
    this.#frames.destroy();
    this.#renderer.destroy();
    this.#layers.remove();
    this.#picked.destroy();
  }

  // ToolContext

  near(area: Bounds): readonly Stroke[] {
    return this.#drawingLayers.reached(this.#renderer.near(area));
  }

  seen(area: Bounds): readonly Stroke[] {
    return this.#drawingLayers.seen(this.#renderer.near(area));
  }

  hide(strokes: readonly Stroke[]): void {
    this.#edits.hide(strokes);
    this.#renderer.remove(strokes);
  }

  swap(swaps: readonly Swap[]): void {
    this.#edits.swap(swaps);
    this.#renderer.swap(swaps);
  }

  rub(stroke: Stroke, holds: boolean): void {
    // Tiles are flat: it would take the ink of other layers from them.
    if (!this.#drawingLayers.isOne && this.seen(strokeBounds(stroke)).some((one) => !this.reaches(one)))
      return;
    this.#renderer.rub(stroke, holds);
  }

  showAll(): void {
    this.#edits.showAll();
  }

  setFull(full: boolean): void {
    this.#edits.isFull = full;
  }

  get isFull(): boolean {
    return this.#edits.isFull;
  }

  get room(): number {
    return this.#edits.room;
  }

  get accent(): string {
    return getComputedStyle(this.host).accentColor;
  }

  full(): void {
    this.#events.onFull();
  }

  gone(edit: Edit): void {
    this.#events.onGone?.(edit);
  }

  tooFar(): void {
    this.#events.onTooFar?.();
  }

  missed(): void {
    if (!this.isOpening) this.#events.onMissed?.();
  }

  commit(edit: Edit): void {
    if (edit.kind === 'add') this.#drawingTime.ended(this.#clock);
    this.#edits.commit(edit.kind === 'add' ? { ...edit, strokes: edit.strokes.map(this.#inTime) } : edit);
  }

  /** A stroke that began while the drawing opened has its time only now. */
  readonly #inTime = (stroke: Stroke): Stroke =>
    this.#isEarly && !this.isOpening ? landed(stroke, this.#landedBy) : stroke;

  get isBehind(): boolean {
    return this.#edits.isBehind;
  }

  later(work: (newer: ReadonlySet<Stroke>) => Left): void {
    const wasBehind = this.isBehind;
    this.#late.add(work(this.#edits.expect()));
    if (wasBehind) return;
    this.#late.afterwards(() => this.#caughtUp());
    this.#events.onBehind?.(true);
  }

  afterwards(run: () => void): void {
    this.#late.afterwards(run);
  }

  finish(): void {
    this.#late.finish();
  }

  time(begins = false): number | undefined {
    const now = this.#clock;
    return begins ? this.#drawingTime.atBegin(now, dryAfter(this.strokes)) : this.#drawingTime.at(now);
  }

  renewed(strokes: readonly Stroke[]): readonly Stroke[] {
    return this.isOpening ? strokes : this.#drawingTime.renewed(strokes, this.strokes, performance.now());
  }

  drag(from: Position, to: Position, factor = 1): void {
    this.#look(pinch(this.#camera, from, to, factor));
  }

  // PointerTarget

  start(sample: Sample, device: Device, eraser: boolean): void {
    const tool = this.#tools[eraser ? 'eraser' : this.#chosen];
    const draws = tool instanceof Pen;
    if (tool !== this.#tools.hand && !this.#drawingLayers.isOpen) {
      // A finger may be the first of two that move the view.
      if (device === 'touch') this.#isRefused = true;
      else this.#events.onClosed?.();
      return;
    }
    if (draws && (this.isFull || this.room === 0)) {
      this.#events.onFull();
      return;
    }
    this.#active = tool;
    this.#isEarly = this.isOpening;
    this.#frames.isKept = true;
    this.#renderer.isDrawing = draws;
    this.#veils.begin();
    if (tool !== this.#tools.hand) this.#events.onPen(true);
    tool.start(sample, device);
  }

  /** Moves are collected and given to the tool once a frame: devices report them more often than the screen shows them. */
  moved(): void {
    this.#inputStep.ask();
  }

  move(samples: readonly Sample[], predicted: readonly Sample[]): void {
    this.#active?.move(samples, predicted);
  }

  end(): void {
    this.#input.flush();
    if (this.#isRefused) this.#events.onClosed?.();
    this.#active?.end();
    const { eraser, lasso } = this.#tools;
    const seeksStrokes = this.#active === eraser || this.#active === lasso;
    if (seeksStrokes && this.isOpening) this.#events.onOpening?.();
    this.#lifted();
  }

  drop(): void {
    this.#active?.drop();
    this.#lifted();
  }

  dragging(state: 'idle' | 'ready' | 'moving'): void {
    if (state === 'idle') this.#showCursor();
    else this.host.style.cursor = state === 'ready' ? 'grab' : 'grabbing';
  }

  penSeen(): void {
    this.#events.onPenSeen();
  }

  turnedAway(): void {
    this.#events.onFingerTurnedAway?.();
  }

  tapped(fingers: number): void {
    this.#events.onTap?.(fingers);
  }

  startPicking(at: Position): boolean {
    if (this.isOpening || !this.#isBrush) return false;
    this.#eyedropper.look(at);
    return true;
  }

  pickAt(at: Position): void {
    this.#eyedropper.look(at);
  }

  endPicking(takes: boolean): void {
    this.#eyedropper.end(takes);
  }

  wheel(at: Position, dx: number, dy: number, zooming: boolean): void {
    if (!zooming) {
      this.panBy(-dx, -dy);
      return;
    }
    this.#look(zoomAt(this.#camera, at.x, at.y, this.#camera.zoom * zoomFactorOf(dy)));
  }

  #warmUp(): void {
    if (this.#active) return;
    // Nobody draws: the drawing's own time stands still.
    const own = this.#drawingTime;
    this.#drawingTime = new DrawingTime();
    warmUpStrokes(this.#tools.pen);
    this.#drawingTime = own;
    this.wetInk.warmUp();
    createBuffers(this.wetInk, () => {
      if (this.#active || this.#abort.signal.aborted) return undefined;
      return { camera: this.#camera, view: this.#view, ratio: this.ratio };
    });
  }

  #lifted(): void {
    const tool = this.#active;
    this.#active = undefined;
    this.#isEarly = false;
    this.#isRefused = false;
    this.#frames.isKept = false;
    this.#renderer.isDrawing = false;
    this.#endRub();
    this.#late.goOn();
    if (tool && tool !== this.#tools.hand) this.#events.onPen(false);
  }

  /** Gestures have nothing left to do. */
  #caughtUp(): void {
    this.#endRub();
    this.#events.onBehind?.(false);
  }

  /** Strokes show what was rubbed out, unless some of it is still erased. */
  #endRub(): void {
    if (!this.isBehind && this.#active !== this.#tools.eraser) this.#renderer.endRub();
  }

  /** Moves the view for a person. Ignored while the drawing opens: its camera is not known yet. */
  #look(camera: Camera): void {
    if (!this.isOpening) this.setCamera(camera);
  }

  #showCursor(): void {
    this.host.style.cursor = this.#tools[this.#chosen].cursor;
  }

  #resized(view: Size, ratio: number): void {
    const before = this.#view;
    this.#view = view;
    this.ratio = ratio;
    // A stroke being drawn goes on. Its points so far belong to the view before the resize.
    this.#input.settle();
    // A device that is turned shows the middle of what it showed. A keyboard on the screen takes height alone.
    const isTurned = before.width !== view.width && before.width < before.height !== view.width < view.height;
    if (isTurned && before.width > 0 && !this.isOpening) {
      const [dx, dy] = [view.width - before.width, view.height - before.height];
      this.setCamera(pan(this.#camera, dx / 2, dy / 2), true);
    }
    this.#renderer.resize(this.#view, ratio);
    this.wetInk.resize(this.#view, ratio);
    this.#picked.resize(this.#view, ratio);
    this.#veils.prepare();
  }
}
