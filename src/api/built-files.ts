/** Paths of build output that the application serves, from the root of the origin. */

export const OPENAPI_FILE = '/api/v1/openapi.json';
/** The guide's own part of its response. Outside /api/, because only the API may answer there. */
export const GUIDE_FILE = '/air/guide.json';
