/** All limits of draw/v1 in one place. Source: the API document, Limits; and docs/contract.md. */

/** Unicode code points. */
export const TITLE_MAX = 200;
export const STROKES_MAX = 20_000;
export const POINTS_MAX = 10_000;
/** Drawing units. */
export const SIZE_MAX = 512;
export const COORDINATE_MAX = 1_000_000;
/** ms of drawing time. */
export const AT_MAX = 2 ** 31 - 1;
/** Characters of the whole data URL. */
export const THUMB_MAX = 400 * 1024;
/** Bytes of a request body, counted by the host, whatever Content-Length says. */
export const BODY_MAX = 5 * 1024 * 1024;
/**
 * Bytes of request bodies that a host holds in memory at a time: about a dozen of the largest. A body stays
 * until its response is made.
 */
export const BODIES_MAX = 64 * 1024 * 1024;
/** Bytes of a drawing's JSON. */
export const DRAWING_MAX = 64 * 1024 * 1024;
/**
 * Characters of the stored strokes of a drawing (`DrawingRow.size`), all ASCII. The rest of DRAWING_MAX holds
 * any title and thumbnail, so a full drawing can still be renamed and gets its thumbnail.
 */
export const STROKES_SIZE_MAX = DRAWING_MAX - 512 * 1024;
/** Unicode code points. */
export const DISPLAY_NAME_MAX = 80;
export const AVATAR_SEED_MAX = 200;
/** Number of idempotency keys that a drawing remembers. */
export const KEYS_KEPT = 32;
/** Characters of one Idempotency-Key. */
export const KEY_MAX = 255;

/**
 * Number of permanently deleted drawings that the change feed still lists: 400 bytes each, more than a person
 * ever deletes.
 */
export const PURGES_KEPT = 20_000;
/** Number of idempotency keys kept for each permanently deleted drawing. A late request is one of the last. */
export const PURGE_KEYS_KEPT = 8;

export const TOOL_PATTERN = /^[a-z][a-z0-9-]{0,31}$/;
export const LAYER_PATTERN = /^[a-z0-9]{1,8}$/;
/** As many as a person keeps apart, and a phone paints while it pans. */
export const LAYERS_MAX = 8;
/** Unicode code points. */
export const LAYER_NAME_MAX = 40;
export const COLOR_PATTERN = /^#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/;
/** Lower case only: one colour, one text. */
export const PAPER_COLOR_PATTERN = /^#[0-9a-f]{6}$/;
/** Drawing units from one line of a pattern to the next. */
export const STEP_MIN = 4;
export const STEP_MAX = 512;
export const GUIDE_MAX = 3;
/** Lower-case hex. */
export const SHA256_PATTERN = /^[0-9a-f]{64}$/;
/** Px of the longer side of a photo to draw from: as sharp as a tablet shows it, and what every browser decodes. */
export const UNDERLAY_SIDE_MAX = 4096;
/** Drawing units for each px of a photo; at least one part of that. */
export const UNDERLAY_SCALE_MAX = 256;
/** Bytes of a photo to draw from. */
export const UNDERLAY_MAX = 4 * 1024 * 1024;
/**
 * Bytes of all photos of a space or a device, the larger of two of one drawing alone: more than a hundred of the largest. With
 * the others they take at most twice as much.
 */
export const UNDERLAYS_MAX = 512 * 1024 * 1024;
export const ID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Size of a full chunk: no more strokes or characters than these. */
export const CHUNK_STROKES = 64;
/** Characters of JSON. */
export const CHUNK_CHARS = 32 * 1024;
/**
 * Size of a small chunk: strokes appended by one save stay a chunk of their own up to this, and are packed at
 * once beyond it.
 */
export const SMALL_STROKES = 8;
export const SMALL_CHARS = 4 * 1024;
/** Number of chunks of one tier at the end of a drawing that are packed into the next tier. */
export const TIER_CHUNKS = 8;
