/** The view of one open drawing: kept while it moves, and stored when it rests. view-keeper.ts stores its pixels. */
import { type Signal, signal } from '@preact/signals';
import { writeCamera } from '../document/drawing-memory.ts';
import type { SavedCamera } from '../document/memory-database.ts';

/** ms without a movement after which the view is stored. */
const CAMERA_REST = 300;

export class ViewManager {
  /** The last view. */
  camera: SavedCamera | undefined;
  /** True if the view does not move and is stored. */
  readonly atRest = signal(true);
  readonly #id: string;
  readonly #isStored: Signal<boolean>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param isStored true once the drawing is stored: before, its view is not stored either */
  constructor(id: string, isStored: Signal<boolean>) {
    this.#id = id;
    this.#isStored = isStored;
  }

  /** The view has moved. It is stored when it rests. */
  setCamera(camera: SavedCamera): void {
    this.camera = camera;
    this.atRest.value = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.write(), CAMERA_REST);
  }

  /** Stores the view now. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    const { camera } = this;
    if (camera && this.#isStored.value) await writeCamera(this.#id, camera);
    if (this.camera === camera) this.atRest.value = true;
  }
}
