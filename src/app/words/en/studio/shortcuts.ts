import { defineWords } from '../../catalogue.ts';

const NEARLY_STRAIGHT = 'Hold still at the end of a nearly straight stroke';

/** The sheet of keys and gestures. Actions with a button have the button's name. */
export const shortcuts = defineWords('shortcuts', {
  title: 'Keyboard shortcuts',
  titleByTouch: 'Gestures and shortcuts',
  close: 'Close',
  /** Between two keys of the same action, for screen readers. */
  or: 'or',
  singleKeys: 'Single-key shortcuts',
  singleKeysNote: 'When off, letters, digits and signs do nothing on their own.',

  groups: {
    tools: 'Tools',
    drawing: 'Drawing',
    selection: 'Selection',
    view: 'View',
    page: 'Page',
    touch: 'Touch',
    mouse: 'Mouse',
  },
  eraserMode: 'Switch eraser mode',
  nextColor: 'Next colour',
  previousColor: 'Previous colour',
  lastBrush: 'Last brush',
  lastColor: 'Last colour',
  takeColor: 'Take a colour from the drawing',
  thinner: 'Thinner',
  thicker: 'Thicker',
  selectAll: 'Select all',
  selectOlder: 'Select older stroke',
  selectNewer: 'Select newer stroke',
  move: 'Move',
  moveFar: 'Move further',
  pan: 'Pan',
  panFar: 'Pan further',
  zoomTo100: 'Zoom to 100%',
  nextControl: 'Next control or toolbar',
  escape: 'Close, or cancel the stroke',

  draw: 'Draw',
  zoom: 'Zoom',
  straight: 'Draw a straight line',
  erase: 'Erase',
  selectMore: 'Add to a lasso selection',
  touch: {
    draw: 'One finger or a stylus',
    pan: 'Two fingers',
    panWithOne: 'One finger, when “Draw with finger” is off',
    zoom: 'Pinch',
    undo: 'Tap with two fingers',
    redo: 'Tap with three fingers',
    straight: NEARLY_STRAIGHT,
    erase: 'The other end of the stylus',
    takeColor: 'Hold one finger still, then slide to the colour',
  },
  mouse: {
    panByWheel: 'Wheel',
    pan: 'Hold Space or the middle button, and drag',
    zoom: 'Ctrl and wheel',
    straight: NEARLY_STRAIGHT,
    straightByKey: 'Hold Shift',
    selectMore: 'Hold Shift',
    takeColor: 'Hold Alt and press, with a brush',
  },
});
