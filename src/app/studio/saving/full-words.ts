/** How large a drawing may be, for the import. */
import { DRAWING_MAX } from '../../../core/drawing/limits.ts';

export const SIZE_WORDS = `${DRAWING_MAX / 1024 / 1024} MB`;
