/** The type of a shortcut. Each room declares its own, and keys/ collects them. */
import type { Ink } from '../../../ink/index.ts';
import type { Session } from '../session/session.ts';

/** What a key works on. */
export interface ShortcutContext {
  readonly session: Session;
  readonly ink: Ink;
}

export interface Shortcut {
  /** Chords, as in src/app/keys/chords.ts. */
  readonly keys: readonly string[];
  /** Name of the action, in the present language. */
  readonly label: () => string;
  /** The action; undefined if the focused element handles the key itself. */
  readonly run?: (context: ShortcutContext, chord: string) => void;
}
