import { defineWords } from '../../catalogue.ts';

/** The papers of drawings, in the studio and in Settings. */
export const papers = defineWords('papers', {
  paper: 'Paper',
  names: { white: 'White', toned: 'Toned', night: 'Night' },
  /** A paper from another app. */
  other: 'Own',
  pattern: 'Pattern',
  patterns: { none: 'Plain', grid: 'Grid', dots: 'Dots', lines: 'Lines', isometric: 'Isometric' },
  step: 'Distance',
  newDrawings: 'Paper of new drawings',
  /** Night in the dark theme, white in the light one. */
  likeTheme: 'Follows the theme',
  newNote: 'Your other drawings keep their paper. Change it in the drawing, under More.',
});
