/** Files of the build that the application answers with; paths from the origin's root. */

export const OPENAPI_FILE = '/api/v1/openapi.json';
/** The guide's own members. Beside the API, not under it: the API itself answers there. */
export const GUIDE_FILE = '/air/guide.json';
