/**
 * The cursor of a list of drawings: the place where the next page starts, as text. Opaque to API clients. The
 * app may read it, because it is of the same build.
 */

export interface ListPlace {
  readonly updatedAt: string;
  readonly id: string;
}

/** A cursor to the drawings after this place. */
export function listCursor({ updatedAt, id }: ListPlace): string {
  return btoa(`${updatedAt} ${id}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** A cursor to the drawing at this place and those after it. */
export function cursorBefore({ updatedAt, id }: ListPlace): string {
  // A text sorts right after its own prefix.
  return listCursor({ updatedAt, id: id.slice(0, -1) });
}

/** Decodes a cursor; undefined if it is not one. */
export function readListCursor(cursor: string): ListPlace | undefined {
  try {
    const text = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    const [updatedAt = '', id = '', ...rest] = text.split(' ');
    if (rest.length === 0 && id !== '' && Number.isFinite(Date.parse(updatedAt))) return { updatedAt, id };
  } catch {
    // Not base64: treated like any other text that is no cursor.
  }
  return undefined;
}
