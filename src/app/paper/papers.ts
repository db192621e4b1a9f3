/** The papers that a person chooses from. */
import { samePaper, WHITE } from '../../core/drawing/members/paper.ts';
import type { Paper } from '../../core/drawing/types.ts';

export const PAPERS = {
  white: WHITE,
  /** Kraft: dark enough for chalk, light enough for ink. */
  toned: { color: '#c8b698' },
  night: { color: '#1d232f' },
} as const satisfies Readonly<Record<string, Paper>>;

export type PaperName = keyof typeof PAPERS;

export const PAPER_NAMES: readonly PaperName[] = ['white', 'toned', 'night'];

/** The name of a paper; undefined for one of another app. */
export function paperName(paper: Paper | undefined): PaperName | undefined {
  return PAPER_NAMES.find((name) => samePaper(paper, PAPERS[name]));
}
