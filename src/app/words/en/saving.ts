import { defineWords } from '../catalogue.ts';
import { isolate } from '../format.ts';

/** Whether a drawing is saved, in all views. */
export const saving = defineWords('saving', {
  /** Short texts for the corner of the canvas. */
  blank: 'Nothing drawn yet',
  saved: 'Saved on this device',
  /** @param backup state of the backup, such as `Backed up` */
  savedAnd: (backup: string) => `Saved on this device. ${backup}`,
  saving: 'Saving…',
  trashed: 'In the trash',
  deleted: 'Deleted. Only on this page',
  notSavedYet: 'Not saved yet',
  storageFull: 'Not saved: storage is full',
  outgrown: 'Not saved: drawing is full',
  notSaved: 'Not saved',

  /** What happened, what is safe and what to do. */
  unanswered:
    'The storage of this device is not responding. Your drawing is safe while this page stays open. Pleinair will retry automatically.',
  unavailable:
    'Pleinair cannot write to the storage of this device right now. Your drawing is safe while this page stays open. Pleinair will retry automatically.',
  deviceFull:
    'This device is full. Your drawing is safe while this page stays open. Free some space, or export the drawing. Pleinair will retry automatically.',
  busy: 'The storage of this device is busy. Your drawing is safe while this page stays open. Pleinair will retry automatically.',
  /** @param most such as `64 MB` */
  tooLarge: (most: string) =>
    `This drawing is larger than ${most}, the most that can be saved. It is safe while this page stays open. Erase some, or continue in a copy.`,
  rejected:
    'The last change was rejected. Your drawing is safe while this page stays open. Export it to be sure, then try again.',
  /** @param reason the API's message */
  rejectedFor: (reason: string) =>
    `The last change was rejected (${isolate(reason)}). Your drawing is safe while this page stays open. Export it to be sure, then try again.`,
});
