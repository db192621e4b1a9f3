/** Safeguards of merging: what is in doubt, kept, parked or tried again. */
import { API, type Mutation, SYNC } from '../mutation.ts';

export const MERGING: readonly Mutation[] = [
  {
    name: 'counts by max',
    removes: 'what both sides added alike is added twice',
    edits: [
      {
        file: 'src/core/drawing/merge.ts',
        from: 'if (inRemote.has(occurrence)) anchor = occurrence;',
        to: 'if (inRemote.has(occurrence) && inBase.has(occurrence)) anchor = occurrence;',
      },
    ],
  },
  {
    name: 'counts by min',
    removes: 'what was erased here and is there still stays',
    edits: [
      {
        file: 'src/core/drawing/merge.ts',
        from: '} else if (!inBase.has(occurrence)) {\n      strokes.push(remote.strokes[i]!);',
        to: '} else {\n      strokes.push(remote.strokes[i]!);',
      },
    ],
  },
  {
    name: 'what is in doubt is settled',
    removes: 'a request without an answer is forgotten',
    edits: [{ file: `${SYNC}/sync.ts`, from: 'if (await settle(run)) page = await nextPage(run);', to: '' }],
  },
  {
    name: 'what is sent is written down',
    removes: 'a request is sent before the device remembers it',
    edits: [{ file: `${SYNC}/push/deliver.ts`, from: '      writeSent(tx, made),\n', to: '' }],
  },
  {
    name: 'an edit during a push',
    removes: 'a drawing that changed while it was sent counts as sent',
    edits: [
      {
        file: `${SYNC}/push/content.ts`,
        from: 'const isClean = isSame(row, base);',
        to: 'const isClean = true;',
      },
    ],
  },
  {
    name: 'edit beats trash',
    removes: 'a trash of one side goes over an edit of the other',
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
    removes: 'what is too much for one drawing is not kept beside it',
    edits: [
      {
        file: `${SYNC}/pull/receive.ts`,
        from: 'return { local, there, outcome: { ...there, trashed }, copy, notices };',
        to: 'return { local, there, outcome: { ...there, trashed }, copy: undefined, notices };',
      },
    ],
  },
  {
    name: 'parked rows stop no others',
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
    name: 'parked rows are remembered',
    removes: 'the cursor passes a drawing that could not be read',
    edits: [{ file: `${SYNC}/run.ts`, from: "memory = withTrouble(memory, id, 'parked', what);", to: '' }],
  },
  {
    name: 'parked rows are tried again',
    removes: 'a drawing that could not be read is not asked for again',
    edits: [
      {
        file: `${SYNC}/pull/pull.ts`,
        from: '(await retryParked(run)) ? await nextPage(run) : first',
        to: 'first',
      },
    ],
  },
  {
    name: 'a page older than what was read',
    removes: 'the page of changes stays as it was when drawings were read again that could not be read',
    edits: [
      {
        file: `${SYNC}/pull/pull.ts`,
        from: '(await retryParked(run)) ? await nextPage(run) : first',
        to: '(await retryParked(run), first)',
      },
    ],
  },
  {
    name: 'what goes goes first',
    removes: 'a slice of a change may have more strokes than a drawing holds',
    edits: [
      { file: `${SYNC}/push/requests.ts`, from: 'direct.count > STROKES_MAX ||', to: 'direct.count < 0 ||' },
    ],
  },
  {
    name: 'a run ends when all of it has ended',
    removes: 'a run ends at the first failure, and other answers of it are still taken',
    edits: [{ file: `${SYNC}/pull/pull.ts`, from: 'await waitForAll(', to: 'await Promise.all(' }],
  },
  {
    name: 'one by one when something moved',
    removes: 'a page is only ever written as a whole, and what moved is tried again with all of it',
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
    name: "the sweep spares base's chunks",
    removes: 'a save deletes strokes that sync still needs to see what was erased',
    edits: [
      {
        file: `${API}/change/commit.ts`,
        from: 'if (mark === undefined) return { deleted: dropped, sync: undefined };',
        to: 'return { deleted: dropped, sync: mark };',
      },
    ],
  },
  {
    name: 'compare-and-set of the profile',
    removes: 'a device sends the profile whatever others made of it since',
    edits: [{ file: `${SYNC}/profile.ts`, from: "'If-Match': etag || '*'", to: "'If-Match': '*'" }],
  },
  {
    name: 'the profile in doubt',
    removes: "a device takes its own profile for another device's",
    edits: [
      {
        file: `${SYNC}/profile.ts`,
        from: 'const sent = isProfile(lately) ? lately : base;',
        to: 'const sent = base;',
      },
    ],
  },
];
