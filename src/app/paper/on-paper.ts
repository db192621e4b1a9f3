/** How an element shows the paper of a drawing. Small, because the gallery's cards need it first of all. */
import { WHITE } from '../../core/drawing/members/paper.ts';
import type { Paper } from '../../core/drawing/types.ts';

/** True if light ink is better seen on it than dark ink. Blue hardly counts: it looks dark even at its brightest. */
export function isDark({ color }: Paper): boolean {
  const [red, green] = [1, 3].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 3 * red! + 7 * green! < 1100;
}

/**
 * Attributes of an element in which drawings lie on this paper, and what is beside them is seen on it. White that a drawing
 * names, as one with a pattern does, is the white of one that names none.
 * @param paper undefined for white
 */
export function onPaper(paper: Paper | undefined) {
  if (!paper) return undefined;
  if (paper.color === WHITE.color)
    return { style: '--drawing-paper:var(--white-paper)', 'data-paper': 'white' };
  return { style: `--drawing-paper:${paper.color}`, 'data-paper': isDark(paper) ? 'dark' : 'light' };
}
