import { expect, test } from 'vitest';
import { SYNC_IS_OFF, type SyncStatus } from '../../../sync/state/sync-status.ts';
import { asksForPhotos, missingFor } from './photo-words.ts';

test.each<[string, SyncStatus | undefined, ReturnType<typeof missingFor>, boolean]>([
  ['the worker has not told', undefined, 'gone', false],
  ['there is no server, whatever was chosen before', { ...SYNC_IS_OFF, photos: true }, 'gone', false],
  ['the worker of an earlier build knows of no photos', { ...SYNC_IS_OFF, on: true }, 'gone', false],
  ['photos stay where they were chosen', { ...SYNC_IS_OFF, on: true, photos: false }, 'elsewhere', true],
  ['photos are synced', { ...SYNC_IS_OFF, on: true, photos: true }, 'coming', true],
])('underlay: a missing photo, where %s', (_, sync, missing, asks) => {
  expect(missingFor(sync)).toBe(missing);
  expect(asksForPhotos(sync)).toBe(asks);
  // Its bytes are here: no server has better ones.
  expect(missingFor(sync, { kind: 'missing', sha256: '', isDamaged: true })).toBe('damaged');
});
