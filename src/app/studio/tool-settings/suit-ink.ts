/** Ink on light paper, chalk on dark paper: what a line is drawn with unless a person chooses another colour. */
import { samePaper } from '../../../core/drawing/paper.ts';
import type { Paper } from '../../../core/drawing/types.ts';
import { isDark } from '../../paper/on-paper.ts';
import type { BrushSettings } from './kept-settings.ts';
import { CHALK, INK, paletteOf } from './palettes.ts';
import { brushes, ground } from './tool-settings.ts';

/**
 * Gives brushes with ink chalk on dark paper, and those with chalk ink on white; the same for the colour before, which
 * stays another one. On paper between them both are seen.
 * @param paper of the drawing that is open; undefined for white
 */
export function suitInk(paper: Paper | undefined): void {
  const on = samePaper(paper) ? 'white' : paper && isDark(paper) ? 'dark' : 'toned';
  ground.value = on;
  if (on === 'dark') recolor(INK.color, CHALK.color);
  else if (on === 'white') recolor(CHALK.color, INK.color);
}

function recolor(from: string, to: string): void {
  const suited = (color: string) => (color === from ? to : color);
  const all = brushes.peek();
  const changed = Object.entries(all).map(([name, settings]) => {
    const color = suited(settings.color);
    const last = suited(settings.last);
    return [
      name,
      {
        ...settings,
        color,
        last: last !== color || settings.last === settings.color ? last : otherThan(color, settings),
      },
    ];
  });
  brushes.value = { ...all, ...Object.fromEntries(changed) };
}

/** The first colour beside the brush that is another one and can be seen: ink and chalk are suited to each other. */
function otherThan(color: string, { palette }: BrushSettings): string {
  const others = paletteOf(palette).colors.map((one) => one.color);
  return others.find((one) => one !== color && one !== INK.color && one !== CHALK.color) ?? color;
}
