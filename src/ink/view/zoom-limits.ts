/** The limits of the zoom, CSS px per drawing unit. Apart, because the script before the app has room for little. */
export const ZOOM_MIN = 0.05;
export const ZOOM_MAX = 20;
