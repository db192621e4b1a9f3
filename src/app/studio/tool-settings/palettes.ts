/** The palettes. Their words are in the catalogue under the names used here. */
import { tools as words } from '../../words/en/studio/tools.ts';

export interface ColorChoice {
  readonly name: keyof typeof words.colors;
  /** `#rrggbb`, as in strokes. */
  readonly color: string;
}

export type PaletteName = keyof typeof words.palettes;

export interface Palette {
  readonly name: PaletteName;
  readonly colors: readonly [ColorChoice, ...ColorChoice[]];
}

/** What lines are drawn with on light paper and on dark paper, where the other is not seen. */
export const INK: ColorChoice = { name: 'ink', color: '#1f1b16' };
export const CHALK: ColorChoice = { name: 'chalkWhite', color: '#f3ece0' };

const GRAPHITE: ColorChoice = { name: 'graphite', color: '#77716a' };

/** For lines. They differ in lightness, so that colour-blind people can tell them apart. */
export const EVERYDAY: Palette = {
  name: 'everyday',
  colors: [
    INK,
    GRAPHITE,
    { name: 'blue', color: '#1f4fae' },
    { name: 'brick', color: '#bf3b2b' },
    { name: 'leaf', color: '#3d7a3f' },
    { name: 'ochre', color: '#d2962a' },
  ],
};

/** Shophouses: their plaster, tiles and shutters, and what grows and is sold in front of them. */
export const SINGAPORE: Palette = {
  name: 'singapore',
  colors: [
    { name: 'peranakanPink', color: '#d4718c' },
    { name: 'jade', color: '#4b9a83' },
    { name: 'terracotta', color: '#b4573b' },
    { name: 'shutterGreen', color: '#2f6650' },
    { name: 'koonSengBlue', color: '#6b9fc4' },
    { name: 'jooChiatYellow', color: '#dfae43' },
    { name: 'butterflyPea', color: '#3f4f9a' },
    { name: 'bougainvillea', color: '#b23a7a' },
    { name: 'pandan', color: '#86a74f' },
    { name: 'gulaMelaka', color: '#7b4a2d' },
    { name: 'monsoon', color: '#6c7985' },
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
    { name: 'stone', color: '#8b857c' },
  ],
};

export const PALETTES: readonly [Palette, ...Palette[]] = [EVERYDAY, SINGAPORE, WASHES, BRIGHTS];

export function paletteOf(name: PaletteName): Palette {
  return PALETTES.find((one) => one.name === name) ?? EVERYDAY;
}

const known: ReadonlyMap<string, ColorChoice> = new Map(
  [CHALK, ...PALETTES.flatMap(({ colors }) => colors)].map((one) => [one.color, one]),
);

/** What colours lie on: white paper, paper between white and dark, or dark paper. */
export type Ground = 'white' | 'toned' | 'dark';

/** The palette with chalk, where that is seen: in the place of ink on dark paper, of graphite on toned paper. */
export function paletteOn(ground: Ground, { name, colors }: Palette): Palette {
  const given = { white: undefined, toned: GRAPHITE, dark: INK }[ground];
  const [first, ...rest] = colors;
  const on = (one: ColorChoice) => (one === given ? CHALK : one);
  return { name, colors: [on(first), ...rest.map(on)] };
}

/** The name of a colour, or its code if it has none. */
export function colorName(color: string): string {
  const named = known.get(color);
  return named ? words.colors[named.name] : color;
}
