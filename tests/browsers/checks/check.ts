import type { Engine, EngineKind } from '../engine.ts';

export interface Check {
  readonly name: string;
  /** Only for browsers that keep what they stored when they are closed. */
  readonly closesBrowser?: boolean;
  run(engine: Engine, kind: EngineKind): Promise<void>;
}
