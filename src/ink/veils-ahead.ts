/**
 * Has painted ahead what the layers make of the ink that a person may draw next: painted only once it is needed, it would
 * come too late.
 */
import type { Veil } from './brush/field/paint-coats.ts';
import type { WetInkLayer } from './canvas/wet-ink-layer.ts';
import type { DrawingLayers } from './drawing-layers.ts';
import type { Renderer } from './tiles/renderer.ts';

/** Rest of view, brush and colour after which a stroke below other layers is prepared, ms. */
const VEIL_DELAY = 250;

export interface VeilsAheadHost {
  readonly renderer: Renderer;
  readonly wetInk: WetInkLayer;
  readonly layers: DrawingLayers;
  /** The chosen brush; undefined for another tool, and while the drawing opens. */
  brush(): { readonly tool: string; readonly color: string } | undefined;
  /** True while a stroke is being drawn. */
  isDrawing(): boolean;
}

export class VeilsAhead {
  readonly #host: VeilsAheadHost;
  /** What the layers make of the stroke being drawn. */
  #veil: Veil | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: VeilsAheadHost) {
    this.#host = host;
    const { renderer, wetInk } = host;
    wetInk.veil = () => (this.#veil ? renderer.veil : undefined);
    renderer.onVeil = () => {
      if (host.isDrawing()) wetInk.redraw();
    };
  }

  /** A gesture begins, perhaps a stroke. */
  begin(): void {
    this.#veil = this.#host.isDrawing() ? this.#ofBrush() : undefined;
    this.prepare();
  }

  /** The drawing has other layers: another device changed them, perhaps while a stroke is being drawn. */
  renew(): void {
    if (!this.#host.isDrawing()) return;
    this.#veil = this.#ofBrush();
    this.#host.wetInk.redraw();
  }

  /** View, brush or layers changed. Paints at once for a stroke being drawn, which keeps its own, else once the hand rests. */
  prepare(): void {
    const { renderer, layers } = this.#host;
    if (layers.isOne) return;
    clearTimeout(this.#timer);
    if (this.#host.isDrawing()) {
      renderer.wantVeil(this.#veil);
      return;
    }
    this.#timer = setTimeout(() => renderer.wantVeil(this.#ofBrush()), VEIL_DELAY);
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  #ofBrush(): Veil | undefined {
    const brush = this.#host.brush();
    return brush && this.#host.layers.veilOf(brush);
  }
}
