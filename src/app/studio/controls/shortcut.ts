/** A key with what it does: each room declares its own, and keys/ collects them. */
import type { Ink } from '../../../ink/index.ts';
import type { Session } from '../session/session.ts';

/** What a key works on. */
export interface ShortcutContext {
  readonly session: Session;
  readonly ink: Ink;
}

export interface Shortcut {
  /** Chords as chords.ts writes them. */
  readonly keys: readonly string[];
  /** What it does, as it is called now. */
  readonly label: () => string;
  /** Undefined: whoever has the focus does it itself. */
  readonly run?: (context: ShortcutContext, chord: string) => void;
}
