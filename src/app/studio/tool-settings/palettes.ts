/** The palettes. Their words are in the catalogue under the names used here. */
import { tools as words } from '../../words/en/studio/tools.ts';

export interface ColorChoice {
  readonly name: keyof typeof words.colors;
  /** `#rrggbb`, as in strokes. */
  readonly color: string;
  /** The same colour for dark paper, where the other is too dim; without it, that one is seen there too. */
  readonly night?: string;
}

export type PaletteName = keyof typeof words.palettes;

export interface Palette {
  readonly name: PaletteName;
  readonly colors: readonly [ColorChoice, ...ColorChoice[]];
}

/** What lines are drawn with on light paper and on dark paper, where the other is not seen. */
export const INK: ColorChoice = { name: 'ink', color: '#1f1b16' };
export const CHALK: ColorChoice = { name: 'chalkWhite', color: '#f3ece0' };

const GRAPHITE: ColorChoice = { name: 'graphite', color: '#77716a', night: '#9a948c' };

/** For lines. They differ in lightness, so that colour-blind people can tell them apart. */
export const EVERYDAY: Palette = {
  name: 'everyday',
  colors: [
    INK,
    GRAPHITE,
    { name: 'blue', color: '#1f4fae', night: '#7ea3f0' },
    { name: 'brick', color: '#bf3b2b', night: '#e5806f' },
    { name: 'leaf', color: '#3d7a3f', night: '#6db36c' },
    { name: 'ochre', color: '#d2962a' },
  ],
};

/** Shophouses: their plaster, tiles and shutters, and what grows and is sold in front of them. */
export const SINGAPORE: Palette = {
  name: 'singapore',
  colors: [
    { name: 'peranakanPink', color: '#d4718c' },
    { name: 'jade', color: '#4b9a83' },
    { name: 'terracotta', color: '#b4573b', night: '#d68a6e' },
    { name: 'shutterGreen', color: '#2f6650', night: '#5aad8a' },
    { name: 'koonSengBlue', color: '#6b9fc4' },
    { name: 'jooChiatYellow', color: '#dfae43' },
    { name: 'butterflyPea', color: '#3f4f9a', night: '#8f9bdb' },
    { name: 'bougainvillea', color: '#b23a7a', night: '#d97fae' },
    { name: 'pandan', color: '#86a74f' },
    { name: 'gulaMelaka', color: '#7b4a2d', night: '#c88f68' },
    { name: 'monsoon', color: '#6c7985', night: '#8d9aa6' },
    { name: 'limewash', color: '#e8d9b5' },
  ],
};

/** For washes: light and clear, so that two of them over each other still let the paper through. */
export const WASHES: Palette = {
  name: 'washes',
  colors: [
    { name: 'cerulean', color: '#79b4dc' },
    { name: 'rain', color: '#8d9fb0' },
    { name: 'sap', color: '#93b35c' },
    { name: 'gamboge', color: '#eec45e' },
    { name: 'dawn', color: '#eea78e' },
    { name: 'umber', color: '#a98c6d' },
    { name: 'lagoon', color: '#63b3aa' },
    { name: 'dusk', color: '#9d8bbb' },
    { name: 'rose', color: '#e09aa8' },
    { name: 'haze', color: '#c4bcab' },
    { name: 'moss', color: '#8a9a66' },
    { name: 'ultramarine', color: '#7d8ccb' },
  ],
};

/** For markers: bright, because they are translucent. */
export const BRIGHTS: Palette = {
  name: 'brights',
  colors: [
    { name: 'sun', color: '#f5c400' },
    { name: 'orange', color: '#f08a24' },
    { name: 'pink', color: '#e8559b' },
    { name: 'green', color: '#3fae5a' },
    { name: 'sky', color: '#2f97e0' },
    { name: 'stone', color: '#8b857c', night: '#9a948a' },
  ],
};

export const PALETTES: readonly [Palette, ...Palette[]] = [EVERYDAY, SINGAPORE, WASHES, BRIGHTS];

export function paletteOf(name: PaletteName): Palette {
  return PALETTES.find((one) => one.name === name) ?? EVERYDAY;
}

const known: ReadonlyMap<string, ColorChoice> = new Map(
  [CHALK, ...PALETTES.flatMap(({ colors }) => colors)].flatMap((one) =>
    [one.color, one.night ?? one.color].map((color) => [color, one] as const),
  ),
);

/** What colours lie on: white paper, paper between white and dark, or dark paper. */
export type Ground = 'white' | 'toned' | 'dark';

/** The palette as it is seen on a paper: on dark paper with chalk for ink, on toned paper with chalk for graphite. */
export function paletteOn(ground: Ground, { name, colors }: Palette): Palette {
  const [first, ...rest] = colors;
  const on = (one: ColorChoice) =>
    ground === 'toned' && one === GRAPHITE ? CHALK : ground === 'dark' ? ofNight(one) : one;
  return { name, colors: [on(first), ...rest.map(on)] };
}

function ofNight(one: ColorChoice): ColorChoice {
  return one === INK ? CHALK : { name: one.name, color: one.night ?? one.color };
}

/** A colour of a palette as it is on this paper; any other colour as it is. Both ink and chalk are seen on toned paper. */
export function colorOn(ground: Ground, color: string): string {
  const choice = known.get(color);
  if (!choice) return color;
  if (choice === CHALK) return ground === 'white' ? INK.color : color;
  return ground === 'dark' ? ofNight(choice).color : choice.color;
}

/** The name of a colour, or its code if it has none. */
export function colorName(color: string): string {
  const named = known.get(color);
  return named ? words.colors[named.name] : color;
}
