import { defineWords } from '../../catalogue.ts';
import { number, plural } from '../../format.ts';

/** The dock, the tool settings, and actions on a selection. */
export const tools = defineWords('tools', {
  dock: 'Drawing tools',
  names: {
    pen: 'Pen',
    ink: 'Ink pen',
    pencil: 'Pencil',
    marker: 'Marker',
    wash: 'Wash',
    dry: 'Dry brush',
    chalk: 'Chalk',
    eraser: 'Eraser',
    lasso: 'Lasso',
    hand: 'Hand',
  },
  /** Descriptions for screen readers. */
  hints: { lasso: 'Selects strokes' },
  tips: { lasso: 'Lasso: selects strokes' },

  colors: {
    ink: 'Ink',
    chalkWhite: 'Chalk white',
    graphite: 'Graphite',
    blue: 'Blue',
    brick: 'Brick',
    leaf: 'Leaf',
    ochre: 'Ochre',
    sun: 'Sun',
    orange: 'Orange',
    pink: 'Pink',
    green: 'Green',
    sky: 'Sky',
    stone: 'Stone',
    cerulean: 'Cerulean',
    rain: 'Rain',
    sap: 'Sap green',
    gamboge: 'Gamboge',
    dawn: 'Dawn',
    umber: 'Umber',
    lagoon: 'Lagoon',
    dusk: 'Dusk',
    rose: 'Rose',
    haze: 'Haze',
    moss: 'Moss',
    ultramarine: 'Ultramarine',
    peranakanPink: 'Peranakan pink',
    jade: 'Jade',
    terracotta: 'Five-foot-way terracotta',
    shutterGreen: 'Shutter green',
    koonSengBlue: 'Koon Seng blue',
    jooChiatYellow: 'Joo Chiat yellow',
    butterflyPea: 'Butterfly pea',
    bougainvillea: 'Bougainvillea',
    pandan: 'Pandan',
    gulaMelaka: 'Gula melaka',
    monsoon: 'Monsoon',
    limewash: 'Limewash',
  },
  palettes: { everyday: 'Everyday', singapore: 'Singapore', washes: 'Washes', brights: 'Brights' },
  color: 'Colour',
  /** Said when a colour was taken from the drawing. */
  taken: (color: string) => `Colour taken: ${color}`,
  /** Where a colour was looked for, there is bare paper. */
  noColor: 'No colour here',
  palette: 'Palette',
  recents: 'Recent colours',
  /** The area of a colour picker. `saturation`, `brightness`: texts such as `40%`. */
  shade: 'Saturation and brightness',
  shadeNow: (saturation: string, brightness: string) => `Saturation ${saturation}, brightness ${brightness}`,
  hue: 'Hue',
  hueNow: (name: string, degrees: number) => `${name}, ${number(degrees)} degrees`,
  hues: {
    red: 'Red',
    orange: 'Orange',
    yellow: 'Yellow',
    green: 'Green',
    cyan: 'Cyan',
    blue: 'Blue',
    purple: 'Purple',
    pink: 'Pink',
  },
  hex: 'Hex code',
  notHex: 'A hex code has 3 or 6 digits, such as #1f4fae.',
  lastColor: (color: string) => `Last colour: ${color}`,

  sizes: {
    fine: 'Fine',
    medium: 'Medium',
    broad: 'Broad',
    heavy: 'Heavy',
    small: 'Small',
    large: 'Large',
    huge: 'Huge',
  },
  size: 'Size',
  /** On the sample of a wide brush, which is shown smaller: `1:2.5` is two fifths. */
  scale: (to: number) => `1:${number(to)}`,
  wide: (size: number) => `${number(size)} wide`,
  /** `least` and `most`: sizes. */
  beyond: (brush: string, least: number, most: number) =>
    `${brush} sizes go from ${number(least)} to ${number(most)}.`,
  opacity: 'Opacity',
  noOpacity: 'Opacity goes from 1% to 100%.',

  erase: 'Erase',
  modes: {
    part: { label: 'Part', hint: 'Erases what it touches' },
    whole: { label: 'Whole stroke', hint: 'Erases every stroke it touches' },
  },

  /** The buttons of the panels. */
  brush: (name: string) => `Brush: ${name}`,
  brushes: 'Brushes',
  lastBrush: (name: string) => `Last brush: ${name}`,
  colorNow: (color: string) => `Colour: ${color}`,
  /** `size`, `opacity`: texts such as `4` and `80%`. */
  mark: (size: string, opacity: string) => `Size and opacity: ${size}, ${opacity}`,
  marks: 'Size and opacity',
  eraser: (mode: string, size: string) => `Eraser: ${mode}, ${size}`,
  /** The chosen tool, its colour or mode, and size. */
  held: (names: readonly string[]) => names.join(', '),

  fingers: 'Draw with finger',
  fingersHint: 'When off, fingers pan',
  stylusSeen: 'Stylus detected. Fingers now pan.',
  fingersPan: 'Fingers pan because you used a stylus.',

  undo: 'Undo',
  redo: 'Redo',

  /** The percentage is a text such as `85%`. */
  view: (percent: string) => `Zoom: ${percent}`,
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  zoomFrom: (percent: string) => `Zoom to 100%, now ${percent}`,
  fit: 'Zoom to fit',

  selection: 'Selection',
  selected: (strokes: number) =>
    plural(strokes, { one: '1 stroke selected', other: `${number(strokes)} strokes selected` }),
  /** A loop caught no stroke. */
  nothingSelected: 'Nothing selected',
  add: 'Add to selection',
  addHint: 'Loops and taps add strokes, or take them away again',
  addingNow: 'Loops and taps add to the selection',
  duplicate: 'Duplicate',
  recolor: (color: string) => `Change colour to ${color}`,
  smaller: 'Smaller',
  larger: 'Larger',
  turn: 'Turn and mirror',
  /** On the buttons of turns. */
  degrees: (degrees: number) => `${number(degrees)}°`,
  turnLeft: (degrees: number) => `Turn left ${number(degrees)}°`,
  turnRight: (degrees: number) => `Turn right ${number(degrees)}°`,
  mirrorHorizontally: 'Mirror left and right',
  mirrorVertically: 'Mirror top and bottom',
  tooFar: 'That would go beyond the edge of the paper. Nothing was changed.',
  delete: 'Delete',
  deselect: 'Deselect',
});
