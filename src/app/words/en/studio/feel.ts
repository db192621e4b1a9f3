import { defineWords } from '../../catalogue.ts';
import { percent } from '../../format.ts';

/** How lines follow the hand, and the dialog about the pressure of the pen. */
export const feel = defineWords('feel', {
  /** The stabiliser. */
  steady: 'Steady',
  off: 'Off',
  tapers: 'Taper with speed',
  tapersNote: 'Quick lines get thin, with a finger or a mouse.',
  pressureButton: 'Pen pressure…',

  pressure: 'Pen pressure',
  pressureNote:
    'Soft answers to a light touch, hard to a firm one. It counts for every brush on this device.',
  softness: 'Response',
  soft: 'Soft',
  hard: 'Hard',
  /** The place of the slider. */
  asReported: 'As the pen reports',
  softer: (by: number) => `${percent(by)} softer`,
  harder: (by: number) => `${percent(by)} harder`,
  tryHere: 'Try it here',
  pad: 'Paper to try the pen on',
  noPressure: 'A finger and a mouse measure no pressure.',
  clear: 'Clear paper',
  reset: 'Reset',
  done: 'Done',
});
