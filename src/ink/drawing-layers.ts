/** The layers of the drawing as tools meet them: the active one takes all that is drawn, erased and selected. */
import { activeLayer } from '../core/drawing/members/change-layers.ts';
import {
  BASE,
  isOpen,
  layerOf,
  ONE_LAYER,
  openLayerNear,
  sameLayers,
  visibleStrokes,
} from '../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../core/drawing/types.ts';
import type { Veil } from './brush/field/paint-coats.ts';
import { type Pass, passesFor, veilFor } from './canvas/veil-for.ts';
import type { WetSheet } from './canvas/wet-ink-layer.ts';

export class DrawingLayers {
  /** The lowest first. */
  #all: readonly Layer[] = ONE_LAYER;
  #active: Layer = BASE;
  #passes: readonly Pass[] = [];

  /** True if there is nothing to tell apart. */
  get isOne(): boolean {
    return this.#all.length === 1;
  }

  /** True if the active layer takes anything: it is neither hidden nor locked. */
  get isOpen(): boolean {
    return isOpen(this.#active);
  }

  /**
   * Takes the drawing's layers. Returns false if they are the same as before.
   * @param active id of the layer that tools work on; the default is the base, or else the highest that is open
   */
  set(layers: readonly Layer[], active?: string): boolean {
    const isOther = !sameLayers(layers, this.#all);
    const before = this.#active;
    this.#all = layers;
    this.#active = activeLayer(layers, active);
    if (isOther || this.#active.id !== before.id) this.#findPasses();
    return isOther;
  }

  /** True if this layer is there and open. */
  isOpenAt(id: string): boolean {
    const wanted = this.#at(id);
    return wanted !== undefined && isOpen(wanted);
  }

  /** Makes a layer active. */
  activate(id: string): void {
    this.#active = this.#at(id) ?? this.#active;
    this.#findPasses();
  }

  /** The layer of new strokes; undefined for the base. */
  get ofNewInk(): string | undefined {
    const { id } = this.#inked;
    return id === BASE.id ? undefined : id;
  }

  /** How new ink meets what lies below. */
  get sheet(): WetSheet {
    const { opacity, blend } = this.#inked;
    return { opacity, blend, isAbove: this.#all.indexOf(this.#inked) > 0 };
  }

  /** What the layers make of a brush's new ink; undefined where they let it through as it is. */
  veilOf(brush: { readonly tool: string; readonly color: string }): Veil | undefined {
    return veilFor(this.#all, this.#all.indexOf(this.#inked), brush);
  }

  /** What ink of the active layer goes through where it is carried below others. The same until that changes. */
  get passes(): readonly Pass[] {
    return this.#passes;
  }

  /** False for strokes of other layers than the active one, and of that one while it is not open. */
  reaches(stroke: Stroke): boolean {
    return this.isOpen && (this.isOne || layerOf(stroke, this.#all) === this.#active.id);
  }

  /** Those of the strokes that tools reach. */
  reached(strokes: readonly Stroke[]): readonly Stroke[] {
    return this.isOne && this.isOpen ? strokes : strokes.filter((stroke) => this.reaches(stroke));
  }

  /** Those of the strokes that are on visible layers. */
  seen(strokes: readonly Stroke[]): readonly Stroke[] {
    return visibleStrokes(strokes, this.#all);
  }

  /**
   * The active layer, or the nearest open one while that is closed: a stroke that began before the layers were known, or
   * before others closed it, goes where it is seen.
   */
  get #inked(): Layer {
    return openLayerNear(this.#all, this.#all.indexOf(this.#active)) ?? this.#active;
  }

  #findPasses(): void {
    this.#passes = passesFor(this.#all, this.#all.indexOf(this.#active));
  }

  #at(id: string): Layer | undefined {
    return this.#all.find((layer) => layer.id === id);
  }
}
