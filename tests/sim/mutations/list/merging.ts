/** Safeguards of merging: what is in doubt, kept, parked or tried again. */
import { API, type Mutation, SYNC } from '../mutation.ts';

export const MERGING: readonly Mutation[] = [
  {
    name: 'counts by max',
    removes: 'a stroke added by both sides is there twice',
    edits: [
      {
        file: 'src/core/drawing/merge.ts',
        from: 'r.filter((occurrence) => inLocal.has(occurrence))',
        to: 'r.filter((occurrence) => inLocal.has(occurrence) && inBase.has(occurrence))',
      },
    ],
  },
  {
    name: 'counts by min',
    removes: 'a stroke erased on one side stays',
    edits: [
      {
        file: 'src/core/drawing/merge.ts',
        from: '!places.has(occurrence) && !inBase.has(occurrence)',
        to: '!places.has(occurrence)',
      },
    ],
  },
  {
    name: 'erasers below what others drew',
    removes: 'what was rubbed on one side goes above what the other drew',
    edits: [
      {
        file: 'src/core/drawing/merge.ts',
        from: 'strokes.findLastIndex(erases) + 1',
        to: '0',
      },
    ],
  },
  {
    name: 'erasers below new ink',
    removes: 'what was rubbed lies where its side had it, though the other may have put new ink there',
    edits: [
      {
        file: 'src/core/drawing/merge.ts',
        from: 'Math.min(lowest[i]!, mostErased)',
        to: 'lowest[i]!',
      },
    ],
  },
  {
    name: 'waiting erasers below what others drew',
    removes: 'what waits on a page goes above what the other drew',
    edits: [
      {
        file: 'src/app/studio/saving/save-queue.ts',
        from: 'belowUnseen([...finding], seen, this.#base)',
        to: '[...finding]',
      },
    ],
  },
  {
    name: 'settling requests in doubt',
    removes: 'a request without a response is forgotten',
    edits: [{ file: `${SYNC}/sync.ts`, from: 'if (await settle(run)) page = await nextPage(run);', to: '' }],
  },
  {
    name: 'storing requests before sending',
    removes: 'a request is sent before it is stored',
    edits: [{ file: `${SYNC}/push/deliver.ts`, from: '      writeSent(tx, made),\n', to: '' }],
  },
  {
    name: 'an edit during a push',
    removes: 'a drawing that changed while it was sent counts as sent',
    edits: [
      {
        file: `${SYNC}/push/content.ts`,
        from: 'const isClean = isSent && isSame(row, base);',
        to: 'const isClean = true;',
      },
    ],
  },
  {
    name: 'an edit wins over the trash',
    removes: 'the trash of one side wins over an edit of the other',
    edits: [
      {
        file: `${SYNC}/plan.ts`,
        from: 'return sameContent(base, local.trashed ? remote : local);',
        to: 'return true;',
      },
    ],
  },
  {
    name: 'kept copies',
    removes: 'a merge beyond the limit keeps no copy',
    edits: [
      {
        file: `${SYNC}/pull/receive.ts`,
        from: 'return { local, there, outcome: { ...there, trashed }, copy, notices };',
        to: 'return { local, there, outcome: { ...there, trashed }, copy: undefined, notices };',
      },
    ],
  },
  {
    name: 'parked drawings stop no others',
    removes: 'a drawing that cannot be read ends the run',
    edits: [
      {
        file: `${SYNC}/run.ts`,
        from: "memory = withTrouble(memory, id, 'parked', what);",
        to: "throw new Stop({ trouble: 'busy', wait: 0 });",
      },
    ],
  },
  {
    name: 'parked drawings are recorded',
    removes: 'the cursor passes a drawing that could not be read',
    edits: [{ file: `${SYNC}/run.ts`, from: "memory = withTrouble(memory, id, 'parked', what);", to: '' }],
  },
  {
    name: 'parked drawings are retried',
    removes: 'a drawing that could not be read is not requested again',
    edits: [
      {
        file: `${SYNC}/pull/pull.ts`,
        from: '(await retryParked(run)) ? await nextPage(run) : first',
        to: 'first',
      },
    ],
  },
  {
    name: 'a fresh page after retries',
    removes: 'the page of changes is not fetched again after parked drawings were retried',
    edits: [
      {
        file: `${SYNC}/pull/pull.ts`,
        from: '(await retryParked(run)) ? await nextPage(run) : first',
        to: '(await retryParked(run), first)',
      },
    ],
  },
  {
    name: 'removals first',
    removes: 'a slice of a change may exceed the limit of strokes',
    edits: [
      { file: `${SYNC}/push/requests.ts`, from: 'direct.count > STROKES_MAX ||', to: 'direct.count < 0 ||' },
    ],
  },
  {
    name: 'a run waits for all its requests',
    removes: 'a run ends at the first failure, and its other responses are still applied',
    edits: [{ file: `${SYNC}/pull/pull.ts`, from: 'await waitForAll(', to: 'await Promise.all(' }],
  },
  {
    name: 'writing one by one after a conflict',
    removes: 'a page is always written as a whole, and retried as a whole after a conflict',
    edits: [
      { file: `${SYNC}/pull/pull.ts`, from: 'const row of again.values()', to: 'const _ of [0]' },
      {
        file: `${SYNC}/pull/pull.ts`,
        from: 'fetchAll(run, [row])',
        to: 'fetchAll(run, [...again.values()])',
      },
    ],
  },
  {
    name: 'the sweep keeps the chunks of a base',
    removes: 'a save deletes chunks that a base still uses',
    edits: [
      {
        file: `${API}/change/sweep.ts`,
        from: 'if (mark === undefined) return { deleted: dropped, sync: undefined };',
        to: 'return { deleted: dropped, sync: mark };',
      },
    ],
  },
  {
    name: 'compare-and-set of the profile',
    removes: 'a device sends the profile without a condition',
    edits: [{ file: `${SYNC}/profile.ts`, from: "'If-Match': etag || '*'", to: "'If-Match': '*'" }],
  },
  {
    name: 'the profile in doubt',
    removes: 'a device takes its own sent profile for a change by others',
    edits: [
      {
        file: `${SYNC}/profile.ts`,
        from: 'const sent = isProfile(lately) ? lately : base;',
        to: 'const sent = base;',
      },
    ],
  },
];
