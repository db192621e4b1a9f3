/** The view of one open drawing: kept while it moves, and stored when it rests. */
import { type Signal, signal } from '@preact/signals';
import { writeCamera } from '../document/drawing-memory.ts';
import type { SavedCamera } from '../document/memory-database.ts';

/** ms without a movement after which the view is stored. */
const CAMERA_REST = 300;

export class ViewKeeper {
  /** The last view. */
  camera: SavedCamera | undefined;
  /** True if the view does not move and is stored. */
  readonly atRest = signal(true);
  readonly #id: string;
  readonly #made: Signal<boolean>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param made true once the drawing is stored: before, its view is not stored either */
  constructor(id: string, made: Signal<boolean>) {
    this.#id = id;
    this.#made = made;
  }

  /** The view has moved. It is stored when it rests. */
  look(camera: SavedCamera): void {
    this.camera = camera;
    this.atRest.value = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.write(), CAMERA_REST);
  }

  /** Stores the view now. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    const { camera } = this;
    if (camera && this.#made.value) await writeCamera(this.#id, camera);
    if (this.camera === camera) this.atRest.value = true;
  }
}
