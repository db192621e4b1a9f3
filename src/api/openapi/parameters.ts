/**
 * Descriptions of the drawing routes' query parameters, by route. Their schemas are beside the routes, and so
 * are the descriptions of the air routes.
 */
type Descriptions = Readonly<Record<string, string>>;

export const PARAMETERS: Readonly<Record<string, Descriptions>> = {
  listDrawings: {
    trashed: 'Whether to list the drawings in the trash or the others.',
    limit: 'Largest number of drawings; without it, all of them.',
    cursor: '`next` of the page before. Requires `limit`.',
  },
  listChanges: {
    since: '`cursor` of the last response. Without it, all changes from the start.',
    limit: 'Largest number of changes.',
  },
  getUnderlay: {
    sha256:
      'The digest of a photo, in lower-case hex, such as an earlier version names: that one, if it is still kept with the drawing.',
  },
  trashDrawing: {
    cursor: 'A `cursor` of the changes: 410 if it is from another store.',
  },
  purgeDrawing: {
    cursor: 'A `cursor` of the changes: 410 if it is from another store.',
    untrashed:
      'Also a drawing that is not in the trash: a browser whose storage is full cannot even move one there.',
  },
  emptyTrash: {
    cursor:
      'A `cursor` of the changes: drawings trashed or changed after it stay. Without it, those trashed or changed after this request.',
  },
};

/** Descriptions of the variables in a path, except those that are a drawing's id. */
export const PATH_PARAMETERS: Descriptions = {
  share: 'The id of a link, from the list.',
  version: 'The id of an earlier version, from the list.',
  secret: 'The secret of a link: the end of its address.',
};
