import { defineWords } from '../../catalogue.ts';
import { number, plural } from '../../format.ts';

/** Whether drawings are backed up: short texts beside a drawing or above all of them. */
export const backup = defineWords('backup', {
  done: 'Backed up',
  waiting: 'Not backed up yet',
  waitingOf: (changes: number) =>
    plural(changes, {
      one: 'Not backed up yet: 1 change',
      other: `Not backed up yet: ${number(changes)} changes`,
    }),
  both: 'Kept both versions',
  bothWaitingOf: (changes: number) =>
    plural(changes, {
      one: 'Kept both versions. Not backed up yet: 1 change',
      other: `Kept both versions. Not backed up yet: ${number(changes)} changes`,
    }),
  incomplete: 'Not everything is backed up',
  blocked: 'Cannot be backed up',
  newer: 'Newer on the server',

  /** While sync is paused. */
  paused: (backup: string) => `${backup}. Paused`,
});
