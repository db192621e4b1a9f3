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
  guide: 'Perspective',
  guides: { none: 'None', one: 'One point', two: 'Two points', three: 'Three points' },
  guideShown: 'Show its lines',
  guideNote: 'Straight lines follow them',
  arrange: 'Move points',
  points: 'Vanishing points',
  pointsHint: 'Drag the vanishing points',
  point: (number: number, count: number, isOut: boolean) =>
    isOut ? `Vanishing point ${number} of ${count}, out of sight` : `Vanishing point ${number} of ${count}`,
  pointHint: 'Arrow keys move it, Home brings it into sight',
  putBack: 'Put back',
  done: 'Done',
  newDrawings: 'Paper of new drawings',
  /** Night in the dark theme, white in the light one. */
  likeTheme: 'Follows the theme',
  newNote: 'Your other drawings keep their paper. Change it in the drawing, under More.',
});
