/** The distance of a pattern's lines while its slider moves: seen at once, and one step of undo when it is let go. */
import { signal } from '@preact/signals';

/** Drawing units; undefined while nobody slides. */
export const sliding = signal<number | undefined>(undefined);
