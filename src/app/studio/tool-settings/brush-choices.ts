/** What each brush offers: its key, its sizes by name, and the colours that lie beside it. */
import type { BrushTool } from '../../../ink/index.ts';
import type { tools as words } from '../../words/en/studio/tools.ts';
import { BRIGHTS, EVERYDAY, type Palette, WASHES } from './palettes.ts';

export interface SizeChoice {
  readonly name: keyof typeof words.sizes;
  /** Drawing units. */
  readonly size: number;
}

export type Sizes = readonly [SizeChoice, ...SizeChoice[]];

export interface BrushChoice {
  /** The key that chooses the brush. */
  readonly key: string;
  /** The sizes with a name, finest first. The second is the default. */
  readonly sizes: Sizes;
  /** The palette beside it. Its first colour is the default. */
  readonly palette: Palette;
}

function sizes(fine: number, medium: number, broad: number, heavy: number): Sizes {
  return [
    { name: 'fine', size: fine },
    { name: 'medium', size: medium },
    { name: 'broad', size: broad },
    { name: 'heavy', size: heavy },
  ];
}

export const BRUSH_CHOICES: Readonly<Record<BrushTool, BrushChoice>> = {
  pen: { key: 'P', sizes: sizes(2, 4, 9, 20), palette: EVERYDAY },
  ink: { key: 'I', sizes: sizes(2, 4, 8, 16), palette: EVERYDAY },
  pencil: { key: 'G', sizes: sizes(1.5, 3, 6, 12), palette: EVERYDAY },
  marker: { key: 'M', sizes: sizes(10, 18, 30, 48), palette: BRIGHTS },
  wash: { key: 'W', sizes: sizes(16, 40, 80, 140), palette: WASHES },
  dry: { key: 'D', sizes: sizes(10, 20, 40, 70), palette: EVERYDAY },
  chalk: { key: 'K', sizes: sizes(6, 12, 24, 48), palette: EVERYDAY },
};
