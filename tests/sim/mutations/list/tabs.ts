/** Safeguards of what waits in a tab, and of undo, while other tabs and devices change the same strokes. */
import type { Mutation } from '../mutation.ts';

const QUEUE = 'src/app/studio/saving/save-queue.ts';
const HISTORY = 'src/app/studio/document/history.ts';

export const TABS: readonly Mutation[] = [
  {
    name: 'strokes that came elsewhere',
    removes: 'what waits in a tab puts a stroke beside the one that another device has moved or brought back',
    edits: [
      {
        file: QUEUE,
        from: 'withoutCome(distinct(this.#waiting, strokes), seen, this.#base)',
        to: 'distinct(this.#waiting, strokes)',
      },
    ],
    tabs: '1+1',
  },
  {
    name: 'what found no stroke',
    removes: 'what found no stroke waits in a tab until others bring one',
    edits: [{ file: QUEUE, from: 'belowUnseen([...finding]', to: 'belowUnseen(come' }],
    tabs: '2',
  },
  {
    name: 'a change that missed strokes is told',
    removes: 'a change of strokes that were changed elsewhere is dropped without a word',
    edits: [{ file: QUEUE, from: 'if (missesEdit(dropped, ', to: 'if (missesEdit([], ' }],
    tabs: '2',
  },
  {
    name: 'undo of strokes that are gone',
    removes: 'undo takes away strokes that are not there, and so those that others bring later',
    edits: [{ file: HISTORY, from: '.filter((one) => !missing.has(one));', to: ';' }],
    tabs: '2',
  },
  {
    name: 'undo of strokes that were never gone',
    removes: 'undo brings a stroke that others have moved or brought back meanwhile',
    edits: [
      {
        file: HISTORY,
        from: 'if (beside) return unmoved(operations, strokes, missing, beside);',
        to: 'if (beside) return operations;',
      },
    ],
    tabs: '1+1',
  },
  {
    name: 'strokes that two devices moved',
    removes: 'a stroke that two devices moved to layers is on both',
    edits: [
      { file: 'src/core/drawing/members/moved-twice.ts', from: 'if (!form || form', to: 'if (form || form' },
    ],
    tabs: '1+1',
  },
];
