/**
 * Descriptions of the drawing routes' query parameters, by route. Their schemas are beside the routes, and so
 * are the descriptions of the air routes.
 */
type Words = Readonly<Record<string, string>>;

export const PARAMETERS: Readonly<Record<string, Words>> = {
  listDrawings: {
    trashed: 'Only the drawings in the trash, instead of only the others.',
    limit: 'At most so many; all of them without one.',
    cursor: 'Where the last page ended: its `next`. Needs `limit`.',
  },
  listChanges: {
    since: 'The `cursor` of the last answer; without one, everything from the start.',
    limit: 'At most so many changes.',
  },
  purgeDrawing: {
    cursor: 'A `cursor` of the changes: 410 when the store is not the one that gave it any more.',
    untrashed:
      'Also a drawing that is not in the trash: a browser whose storage is full cannot even move one there.',
  },
  emptyTrash: {
    cursor:
      'A `cursor` of the changes: what was put in the trash, or changed, after it stays. Without one, after this request.',
  },
};
