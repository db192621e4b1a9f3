/** Every limit of draw/v1, once. Source: the API document, Limits; and docs/contract.md. */

/** Unicode code points. */
export const TITLE_MAX = 200;
export const STROKES_MAX = 20_000;
export const POINTS_MAX = 10_000;
/** Drawing units. */
export const SIZE_MAX = 512;
export const COORDINATE_MAX = 1_000_000;
/** Characters of the whole data URL. */
export const THUMB_MAX = 400 * 1024;
/** Bytes of a request body, counted. */
export const BODY_MAX = 5 * 1024 * 1024;
/** Bytes of bodies that a host has in memory at a time: a dozen of the largest. What has been read is kept until its answer is made. */
export const BODIES_MAX = 64 * 1024 * 1024;
/** Bytes of a drawing's JSON. */
export const DRAWING_MAX = 64 * 1024 * 1024;
/**
 * Characters of a drawing's strokes as they are stored (`DrawingRow.size`), all of them ASCII. What is left of DRAWING_MAX
 * holds any title and thumbnail: a full drawing can still be renamed, and gets its picture.
 */
export const STROKES_SIZE_MAX = DRAWING_MAX - 512 * 1024;
/** Unicode code points. */
export const DISPLAY_NAME_MAX = 80;
export const AVATAR_SEED_MAX = 200;
/** Idempotency keys that a drawing remembers. */
export const KEYS_KEPT = 32;
/** Characters of one Idempotency-Key. */
export const KEY_MAX = 255;

/** Drawings deleted for good that the feed of changes still names: 400 bytes each, more than a person ever deletes. */
export const PURGES_KEPT = 20_000;
/** Idempotency keys that stay known of each: requests that come late are among the last. */
export const PURGE_KEYS_KEPT = 8;

export const TOOL_PATTERN = /^[a-z][a-z0-9-]{0,31}$/;
export const COLOR_PATTERN = /^#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/;
export const ID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A chunk is closed at whichever of these comes first. */
export const CHUNK_STROKES = 64;
/** Characters of JSON text. */
export const CHUNK_CHARS = 32 * 1024;
/** What one save appends is a chunk of its own up to these, and is packed at once beyond them. */
export const SMALL_STROKES = 8;
export const SMALL_CHARS = 4 * 1024;
/** So many chunks of one tier stand at the end of a drawing before they are packed into the next. */
export const TIER_CHUNKS = 8;
