/**
 * Bounds on the shape of a JSON body, checked on its bytes before anything is parsed: JSON.parse takes seconds for
 * 5 MB of `[`, or for objects with hundreds of names of their own, and nobody else is answered meanwhile.
 */

/** Deepest nesting. A coordinate in a patch is five deep. */
export const DEPTH_MAX = 8;
/** Most members of one object. A drawing has nine. */
export const MEMBERS_MAX = 16;

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];

/**
 * True if no part of a JSON text is deeper than DEPTH_MAX and no object has more than MEMBERS_MAX members.
 * @param json UTF-8, where no byte of a longer character looks like an ASCII one; need not be JSON at all
 */
export function hasSaneShape(json: Uint8Array): boolean {
  let depth = 0;
  let inString = false;
  /** By depth, of the object that is open there. */
  const members = new Uint32Array(DEPTH_MAX + 1);
  for (let i = 0; i < json.length; i++) {
    const byte = json[i] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COLON) {
      const count = (members[depth] ?? 0) + 1;
      if (count > MEMBERS_MAX) return false;
      members[depth] = count;
    } else {
      // `[` and `{`, `]` and `}` differ in one bit.
      const bracket = byte | 0x20;
      if (bracket === 0x7b) {
        depth += 1;
        if (depth > DEPTH_MAX) return false;
        members[depth] = 0;
      } else if (bracket === 0x7d && depth > 0) depth -= 1;
    }
  }
  return true;
}
