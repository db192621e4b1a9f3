import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { problems } from '../../words/en/problems.ts';
import type { SaveState } from './save-state.ts';
import { untilStored } from './until-stored.ts';

function drawing() {
  return { isStored: signal(false), save: signal<SaveState>({ kind: 'saving' }) };
}

test('studio: waiting for a drawing ends when it is stored, at once if it is', async () => {
  const one = drawing();
  const work = untilStored(one, new AbortController().signal);
  one.isStored.value = true;
  await work;
  await untilStored(one, new AbortController().signal);
});

test('studio: a drawing that cannot be stored says why', async () => {
  const full = drawing();
  const work = untilStored(full, new AbortController().signal);
  full.save.value = { kind: 'trying', trouble: 'full' };
  await expect(work).rejects.toThrow(problems.codes.storage_full);
  const refused = drawing();
  refused.save.value = { kind: 'refused', message: 'no' };
  await expect(untilStored(refused, new AbortController().signal)).rejects.toThrow(problems.other);
});

test('studio: waiting for a drawing is stopped', async () => {
  const stop = new AbortController();
  const work = untilStored(drawing(), stop.signal);
  stop.abort();
  await expect(work).rejects.toBe(stop.signal.reason);
  await expect(untilStored(drawing(), stop.signal)).rejects.toBe(stop.signal.reason);
});
