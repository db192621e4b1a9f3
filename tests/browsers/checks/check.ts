import type { Engine, EngineKind } from '../engine.ts';

export interface Check {
  readonly name: string;
  /** True for checks of browsers that keep their storage when they are closed. */
  readonly closesBrowser?: boolean;
  run(engine: Engine, kind: EngineKind): Promise<void>;
}
