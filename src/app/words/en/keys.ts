import { place } from '../catalogue.ts';

/** Keys as they are printed on a keyboard. One that is not here prints what it writes. */
export const keys = place('keys', {
  Ctrl: 'Ctrl',
  Shift: 'Shift',
  Escape: 'Esc',
  Tab: 'Tab',
  Enter: 'Enter',
  Space: 'Space',
  Delete: 'Delete',
  Backspace: 'Backspace',
});
