/**
 * Has painted ahead what the layers make of the ink that a person may draw next, or carry: painted only once it is needed,
 * it would come too late.
 */
import type { Veil } from './brush/field/paint-coats.ts';
import type { Pass } from './canvas/veil-for.ts';
import type { WetInkLayer } from './canvas/wet-ink-layer.ts';
import type { DrawingLayers } from './drawing-layers.ts';
import type { SelectionLayer } from './selection/selection-layer.ts';
import type { Renderer } from './tiles/renderer.ts';

/** Rest of view, brush and colour after which ink below other layers is prepared, ms. */
const VEIL_DELAY = 250;

export interface VeilsAheadHost {
  readonly renderer: Renderer;
  readonly wetInk: WetInkLayer;
  readonly picked: SelectionLayer;
  readonly layers: DrawingLayers;
  /** The chosen brush; undefined for another tool, and while the drawing opens. */
  brush(): { readonly tool: string; readonly color: string } | undefined;
  /** True while a stroke is being drawn. */
  isDrawing(): boolean;
  /** True if strokes are selected. */
  hasSelection(): boolean;
}

export class VeilsAhead {
  readonly #host: VeilsAheadHost;
  /** What the layers make of the stroke being drawn. */
  #veil: Veil | undefined;
  /** What selected strokes go through. */
  #passes: readonly Pass[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: VeilsAheadHost) {
    this.#host = host;
    const { renderer, wetInk } = host;
    wetInk.veil = () => (this.#veil ? renderer.veils?.[0] : undefined);
    renderer.onVeils = () => {
      if (host.isDrawing()) wetInk.redraw();
      else this.#showSelection();
    };
  }

  /** A gesture begins, perhaps a stroke. */
  begin(): void {
    this.#veil = this.#host.isDrawing() ? this.#ofBrush() : undefined;
    this.prepare();
  }

  /** The drawing has other layers: another device changed them, perhaps while a stroke is being drawn. */
  renew(): void {
    this.#passes = [];
    this.#showSelection();
    if (!this.#host.isDrawing()) return;
    this.#veil = this.#ofBrush();
    this.#host.wetInk.redraw();
  }

  /** View, brush or layers changed. Paints at once for a stroke being drawn, which keeps its own, else once the hand rests. */
  prepare(): void {
    if (this.#host.layers.isOne) return;
    clearTimeout(this.#timer);
    if (this.#host.isDrawing()) this.#want();
    else this.#timer = setTimeout(() => this.#want(), VEIL_DELAY);
  }

  /** Other strokes are selected, or none. They may be carried at once. */
  selected(): void {
    const { layers, hasSelection, isDrawing } = this.#host;
    if (!hasSelection()) return;
    this.#showSelection();
    if (layers.isOne || isDrawing()) return;
    clearTimeout(this.#timer);
    this.#want();
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  #want(): void {
    const { renderer, layers, hasSelection, isDrawing } = this.#host;
    const veil = isDrawing() ? this.#veil : this.#ofBrush();
    const before = this.#passes;
    this.#passes = !veil && hasSelection() ? layers.passes : [];
    renderer.wantVeils(veil ? [veil] : this.#passes.map((pass) => pass.veil));
    // In a view that has moved, those of the last one serve until the others are there.
    if (renderer.veils || this.#passes !== before) this.#showSelection();
  }

  #ofBrush(): Veil | undefined {
    const brush = this.#host.brush();
    return brush && this.#host.layers.veilOf(brush);
  }

  /** Until what lies above is there, the selection is shown on top. */
  #showSelection(): void {
    const { renderer, layers, picked, hasSelection } = this.#host;
    if (!hasSelection()) return;
    const { opacity, blend } = layers.sheet;
    const mixes = layers.passes.some((pass) => pass.blend === 'multiply');
    const shown = this.#passes.length > 0 ? renderer.veils : undefined;
    const passes = shown ? this.#passes.map((pass, i) => ({ blend: pass.blend, show: shown[i]! })) : [];
    picked.setLook({ opacity, blend, mixes, passes });
  }
}
