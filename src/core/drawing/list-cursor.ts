/** Where a list of drawings goes on, as text. Opaque to callers of the API; the page knows it, being of the same build. */

/** The place of a drawing in a list. */
export interface ListPlace {
  readonly updatedAt: string;
  readonly id: string;
}

/** The list goes on after this place. */
export function listCursor({ updatedAt, id }: ListPlace): string {
  return btoa(`${updatedAt} ${id}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The list goes on with the drawing at this place. */
export function cursorBefore({ updatedAt, id }: ListPlace): string {
  // A text comes right after its own beginning.
  return listCursor({ updatedAt, id: id.slice(0, -1) });
}

/** Undefined for what is no cursor. */
export function readListCursor(cursor: string): ListPlace | undefined {
  try {
    const text = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    const [updatedAt = '', id = '', ...rest] = text.split(' ');
    if (rest.length === 0 && id !== '' && Number.isFinite(Date.parse(updatedAt))) return { updatedAt, id };
  } catch {
    // Not base64: the same answer as for anything else that is not a cursor.
  }
  return undefined;
}
