/** Colours that are seen on the paper: what a line is drawn with unless a person mixes another colour. */
import { WHITE } from '../../../core/drawing/members/paper.ts';
import type { Paper } from '../../../core/drawing/types.ts';
import { isDark } from '../../paper/on-paper.ts';
import type { BrushSettings } from './kept-settings.ts';
import { CHALK, colorOn, type Ground, INK, paletteOf, paletteOn } from './palettes.ts';
import { brushes, ground } from './tool-settings.ts';

/**
 * Gives each brush the variant of its colour that is seen on the paper: chalk for ink on dark paper, ink for chalk on
 * white, and lighter colours of the palettes on dark paper; the same for the colour before, which stays another one.
 * A mixed colour stays.
 * @param paper of the drawing that is open; undefined for white
 */
export function suitInk(paper: Paper | undefined): void {
  const on = groundOf(paper);
  ground.value = on;
  const all = brushes.peek();
  const suited = Object.entries(all).map(([name, settings]) => [name, suitedTo(on, settings)]);
  brushes.value = { ...all, ...Object.fromEntries(suited) };
}

/** What ink is seen on: the colour of the paper, whatever pattern or perspective it has. @param paper undefined for white */
export function groundOf(paper: Paper = WHITE): Ground {
  return paper.color === WHITE.color ? 'white' : isDark(paper) ? 'dark' : 'toned';
}

function suitedTo(on: Ground, settings: BrushSettings): BrushSettings {
  const color = colorOn(on, settings.color);
  const last = colorOn(on, settings.last);
  const isKept = last !== color || settings.last === settings.color;
  return { ...settings, color, last: isKept ? last : otherThan(color, on, settings) };
}

/** The first colour beside the brush that is another one and can be seen: ink and chalk are suited to each other. */
function otherThan(color: string, on: Ground, { palette }: BrushSettings): string {
  const others = paletteOn(on, paletteOf(palette)).colors.map((one) => one.color);
  return others.find((one) => one !== color && one !== INK.color && one !== CHALK.color) ?? color;
}
