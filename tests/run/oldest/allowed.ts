/** Features that the app uses although some of the oldest browsers lack them, and why nothing is lost there. */

const ASKED_FIRST = 'used where it is there: the code asks first';
const LOOKS = 'a nicety of looks: all is there and works without it';

export const ALLOWED: Readonly<Record<string, string>> = {
  // Saves an export into a file as it is written. Elsewhere the export is a download.
  showSaveFilePicker: ASKED_FIRST,
  createWritable: 'of the file that showSaveFilePicker gives',
  // Sharing and full screen: without them, their buttons are not shown.
  'navigator.share': ASKED_FIRST,
  'navigator.canShare': ASKED_FIRST,
  'document.fullscreenEnabled': ASKED_FIRST,
  'document.fullscreenElement': ASKED_FIRST,
  'document.exitFullscreen': ASKED_FIRST,
  requestFullscreen: ASKED_FIRST,
  // Without it, a copied SVG is text only.
  'ClipboardItem.supports': ASKED_FIRST,
  // Without it, the screen turns off as the device is set.
  'navigator.wakeLock': ASKED_FIRST,
  Notification: ASKED_FIRST,
  'Notification.permission': ASKED_FIRST,
  'Notification.requestPermission': ASKED_FIRST,
  // Only pushes bring it, and a browser that has them.
  notification: 'an event that never comes there',
  // More samples of a pen.
  getCoalescedEvents: ASKED_FIRST,
  getPredictedEvents: ASKED_FIRST,
  altitudeAngle: ASKED_FIRST,
  requestIdleCallback: ASKED_FIRST,
  cancelIdleCallback: ASKED_FIRST,
  launchQueue: ASKED_FIRST,
  targetURL: 'of what launchQueue gives',
  imageSmoothingQuality: 'Firefox ignores it, and smooths all the same',
  estimate: ASKED_FIRST,
  usage: 'of what estimate gives; its breakdown by kind is what is new',
  // From Preact and its signals.
  moveBefore: ASKED_FIRST,
  'Symbol.dispose': ASKED_FIRST,
  dispose: 'of Symbol',
  node: 'a field of Preact’s own',
  properties: 'a member of the OpenAPI document',
  // Only a detail of these is missing in the data.
  devicePixelRatio: 'Safari has it, and leaves the zoom of the page out of it',
  isComposing: 'Safari has it, and clears it one event too early',
  'AbortSignal.timeout': 'Chrome has it, and named the error differently',

  'css.properties.cursor.crosshair': 'for a mouse',
  'css.properties.cursor.default': 'for a mouse',
  'css.properties.cursor.grab': 'for a mouse',
  'css.properties.cursor.grabbing': 'for a mouse',
  'css.properties.cursor.move': 'for a mouse',
  'css.properties.cursor.nesw-resize': 'for a mouse',
  'css.properties.cursor.nwse-resize': 'for a mouse',
  'css.properties.cursor.pointer': 'for a mouse',
  'css.at-rules.page': 'without it, the person turns the sheet in the dialog of printing',
  'css.properties.accent-color': LOOKS,
  'css.properties.forced-color-adjust': 'for forced colours, which only the browsers that have it know',
  'css.properties.forced-color-adjust.none': 'for forced colours, which only the browsers that have it know',
  'css.properties.overscroll-behavior': 'all have it; what they lack is of areas that do not scroll',
  'css.properties.overscroll-behavior.contain': 'all have it; what they lack is of areas that do not scroll',
  'css.properties.paint-order': 'all have it for SVG, which alone uses it',
  'css.selectors.selection': LOOKS,
  'css.properties.text-wrap': LOOKS,
  'css.properties.text-wrap.balance': LOOKS,
  'css.properties.anchor-name': 'under @supports',
  'css.properties.content-visibility': 'else all of the reference is laid out at once',
  'css.properties.content-visibility.auto': 'the same',
  'css.properties.content-visibility.visible': 'the same',
  'css.properties.contain-intrinsic-block-size': 'used with content-visibility alone',
  'css.properties.overflow-clip-margin': 'else a ring at the edge of the reference loses a hair of it',
  'css.properties.bottom.anchor': 'under @supports',
  'css.types.anchor': 'under @supports',
};

/** Scripts that only newer browsers load. */
export const NEWER: Readonly<Record<string, string>> = {
  'assets/video-worker-': 'makes videos: the page asks for VideoEncoder first, and elsewhere makes a GIF',
};
