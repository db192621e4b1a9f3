/** The paper of new drawings: a choice in Settings, stored on this device. */
import { signal } from '@preact/signals';
import type { Paper } from '../../core/drawing/types.ts';
import { chosenSun } from '../theme/sun-look.ts';
import { PAPER_NAMES, PAPERS, type PaperName } from './papers.ts';

const STORAGE_KEY = 'pleinair.paper';

/** `theme`: night in the dark theme, white in the light one and in sun mode. */
export type NewPaper = 'theme' | PaperName;

export const NEW_PAPERS: readonly NewPaper[] = ['theme', ...PAPER_NAMES];

function readChoice(): NewPaper {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return NEW_PAPERS.find((name) => name === stored) ?? 'theme';
  } catch {
    return 'theme';
  }
}

/** The choice. */
export const newPaper = signal(readChoice());

export function chooseNewPaper(chosen: NewPaper): void {
  newPaper.value = chosen;
  try {
    localStorage.setItem(STORAGE_KEY, chosen);
  } catch {
    // Without localStorage it lasts until the page is closed.
  }
}

/** The paper of a drawing that begins now; undefined for white. */
export function paperNow(): Paper | undefined {
  const chosen = newPaper.value;
  const isDark = chosenSun() !== 'on' && matchMedia('(prefers-color-scheme: dark)').matches;
  const byTheme = isDark ? 'night' : 'white';
  const name = chosen === 'theme' ? byTheme : chosen;
  return name === 'white' ? undefined : PAPERS[name];
}
