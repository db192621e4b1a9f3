/** The layer that a person works on in one drawing. The choice is remembered on this device. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { activeLayer, onLayer } from '../../../core/drawing/members/change-layers.ts';
import { isOpen, ONE_LAYER, openLayer } from '../../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { readActiveLayer, writeActiveLayer } from '../document/drawing-memory.ts';

export class ActiveLayer {
  /** It may be hidden or locked. */
  readonly now: ReadonlySignal<Layer>;
  readonly #id: string;
  readonly #layers: Signal<readonly Layer[] | undefined>;
  readonly #isStored: Signal<boolean>;
  readonly #chosen: Signal<string | undefined> = signal(undefined);

  /** @param isStored true once the drawing is stored: before, its layer is not stored either */
  constructor(id: string, layers: Signal<readonly Layer[] | undefined>, isStored: Signal<boolean>) {
    this.#id = id;
    this.#layers = layers;
    this.#isStored = isStored;
    this.now = computed(() => activeLayer(layers.value, this.#chosen.value));
  }

  choose(layer: string): void {
    this.#chosen.value = layer;
    this.write();
  }

  /** Takes what was remembered, unless a layer was chosen meanwhile. */
  remembered(layer: string | undefined): void {
    this.#chosen.value ??= layer;
  }

  read(): Promise<string | undefined> {
    return readActiveLayer(this.#id);
  }

  /** Stores the choice, if there is one. */
  write(): void {
    const chosen = this.#chosen.value;
    if (chosen !== undefined && this.#isStored.value) void writeActiveLayer(this.#id, chosen);
  }

  /**
   * The layer for strokes that nobody draws, such as pasted ones: the active one if it is open, or else where new strokes
   * go without a choice, which is active then.
   */
  get forNew(): string {
    const now = this.now.value;
    const open = isOpen(now) ? now : openLayer(this.#layers.value ?? ONE_LAYER);
    if (open && open.id !== now.id) this.choose(open.id);
    return (open ?? now).id;
  }

  /** Strokes that nobody drew by hand, as they lie on the layer for such. */
  ofNew(strokes: readonly Stroke[]): readonly Stroke[] {
    const layer = this.forNew;
    return strokes.map((stroke) => onLayer(stroke, layer));
  }
}
