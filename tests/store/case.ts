/** A case of the store suite, and what it gets. */
import type { Store } from '../../src/api/ports.ts';
import type { Stroke } from '../../src/core/drawing/types.ts';

export interface StoreUnderTest {
  /** Opens the case's own database; again after a close, or beside an open connection. */
  open(): Promise<Store>;
  readonly strokes: readonly Stroke[];
}

export interface StoreCase {
  readonly name: string;
  /** True for cases that need a database that outlives its store. */
  readonly durable?: true;
  /** True for cases of devices' stores only. */
  readonly device?: true;
  run(test: StoreUnderTest): Promise<void>;
}
