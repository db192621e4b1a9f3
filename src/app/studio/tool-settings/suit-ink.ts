/** Ink on light paper, chalk on dark paper: what a line is drawn with unless a person chooses another colour. */
import { samePaper } from '../../../core/drawing/paper.ts';
import type { Paper } from '../../../core/drawing/types.ts';
import { isDark } from '../../paper/on-paper.ts';
import { CHALK, INK } from './palettes.ts';
import { brushes, ground } from './tool-settings.ts';

/**
 * Gives brushes with ink chalk on dark paper, and those with chalk ink on white. On paper between them both are seen.
 * @param paper of the drawing that is open; undefined for white
 */
export function suitInk(paper: Paper | undefined): void {
  const on = samePaper(paper) ? 'white' : paper && isDark(paper) ? 'dark' : 'toned';
  ground.value = on;
  if (on === 'dark') recolor(INK.color, CHALK.color);
  else if (on === 'white') recolor(CHALK.color, INK.color);
}

function recolor(from: string, to: string): void {
  const all = brushes.peek();
  const changed = Object.entries(all).map(([name, settings]) => [
    name,
    settings.color === from ? { ...settings, color: to } : settings,
  ]);
  brushes.value = { ...all, ...Object.fromEntries(changed) };
}
