/** The layer that a person works on in one drawing. The choice is remembered on this device. */
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { activeLayer, onLayer } from '../../../core/drawing/members/change-layers.ts';
import { ONE_LAYER, openLayerNear } from '../../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { readActiveLayer, writeActiveLayer } from '../document/drawing-memory.ts';

export class ActiveLayer {
  /** It may be hidden or locked. */
  readonly now: ReadonlySignal<Layer>;
  readonly #id: string;
  readonly #layers: Signal<readonly Layer[] | undefined>;
  readonly #isStored: Signal<boolean>;
  readonly #chosen: Signal<string | undefined> = signal(undefined);
  /** The last layers among which each was. */
  readonly #among = new Map<string | undefined, readonly Layer[]>();

  /** @param isStored true once the drawing is stored: before, its layer is not stored either */
  constructor(id: string, layers: Signal<readonly Layer[] | undefined>, isStored: Signal<boolean>) {
    this.#id = id;
    this.#layers = layers;
    this.#isStored = isStored;
    this.now = computed(() => {
      const [all = ONE_LAYER, chosen] = [layers.value, this.#chosen.value];
      return activeLayer(all, chosen, this.#among.get(chosen));
    });
    effect(() => {
      const all = layers.value ?? ONE_LAYER;
      for (const { id } of all) this.#among.set(id, all);
    });
  }

  choose(layer: string): void {
    this.#chosen.value = layer;
    this.write();
  }

  /**
   * Others change the layers. The active one stays active, also if they close it, until they take it away.
   * @param change sets the layers
   * @returns the one that is gone, and all among which it was; undefined if it is there
   */
  through(change: () => void): { readonly gone: Layer; readonly among: readonly Layer[] } | undefined {
    const [gone, among] = [this.now.value, this.#layers.value ?? ONE_LAYER];
    this.#chosen.value = gone.id;
    change();
    const { id } = this.now.value;
    if (id === gone.id) return undefined;
    this.choose(id);
    return { gone, among };
  }

  /** The last layers among which one was; undefined if it was never there. */
  among(layer: string): readonly Layer[] | undefined {
    return this.#among.get(layer);
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

  /** False if no layer is open: what is pasted, for instance, is refused then, as a tool is. */
  get takesNew(): boolean {
    return this.#open !== undefined;
  }

  /**
   * The layer for strokes that nobody draws, such as pasted ones: the active one if it is open, or else the nearest that is,
   * which is active then. What was drawn before the layers were known has a place also where none is open.
   */
  get forNew(): string {
    const [now, open] = [this.now.value, this.#open];
    if (open && open.id !== now.id) this.choose(open.id);
    return (open ?? now).id;
  }

  get #open(): Layer | undefined {
    const layers = this.#layers.value ?? ONE_LAYER;
    return openLayerNear(layers, layers.indexOf(this.now.value));
  }

  /** Strokes that nobody drew by hand, as they lie on the layer for such. */
  ofNew(strokes: readonly Stroke[]): readonly Stroke[] {
    const layer = this.forNew;
    return strokes.map((stroke) => onLayer(stroke, layer));
  }
}
