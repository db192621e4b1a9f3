/** Safeguards of photos to draw from: none goes that somebody placed. */
import { type Mutation, SYNC } from '../mutation.ts';

const RECEIVE = `${SYNC}/pull/receive.ts`;
const DOCUMENT = 'src/app/studio/document';

export const PHOTOS: readonly Mutation[] = [
  {
    name: 'kept copies of photos',
    removes: 'a merge of two photos keeps no copy with the second',
    edits: [{ file: RECEIVE, from: ' || merged.photoConflict ?', to: ' ?' }],
  },
  {
    name: 'the bytes of a kept photo',
    removes: 'a kept copy has the place of its photo without the photo',
    edits: [
      {
        file: RECEIVE,
        from: 'if (bytes !== undefined) await tx.putPhoto({ ...photo, drawing: id }, bytes);',
        to: '',
      },
    ],
  },
  {
    name: 'undo of a photo',
    removes: 'undo takes away a photo that another device has placed since',
    edits: [
      { file: `${DOCUMENT}/history.ts`, from: 'sameUnderlay(step[left], underlay)', to: 'true' },
      {
        file: `${DOCUMENT}/history.ts`,
        from: 'from: step.to, underlay: step.from',
        to: 'underlay: step.from',
      },
    ],
  },
  {
    name: 'a photo on its way to the disk',
    removes: 'what waits on a page takes the place of a photo that came meanwhile',
    edits: [{ file: `${DOCUMENT}/content.ts`, from: ' || losesPhoto(operation, underlay))', to: ')' }],
  },
  {
    name: 'the photo of a place that comes back',
    removes: 'a device that brings back the place of a photo takes the server to have it still',
    edits: [
      {
        file: `${SYNC}/push/deliver.ts`,
        from: 'notePlace(tx, id, next, rev, sent.rev ? base : undefined),',
        to: '',
      },
    ],
  },
  {
    name: 'a photo that was away',
    removes: 'a device that was away takes the server to have a photo still, as its place has not changed',
    edits: [{ file: 'src/sync/state/sync-status.ts', from: ' && rev <= base.rev + 1)', to: ')' }],
  },
];
