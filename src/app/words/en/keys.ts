import { defineWords } from '../catalogue.ts';

/** Names printed on keys. A key that is missing here shows the character it writes. */
export const keys = defineWords('keys', {
  Ctrl: 'Ctrl',
  Shift: 'Shift',
  Escape: 'Esc',
  Tab: 'Tab',
  Enter: 'Enter',
  Space: 'Space',
  Delete: 'Delete',
  Backspace: 'Backspace',
});
