import { signal } from '@preact/signals';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Underlay } from '../../../core/drawing/types.ts';
import { toasts } from '../../ui/toasts.ts';
import { photo as words } from '../../words/en/studio/photo.ts';
import { studio } from '../../words/en/studio/studio.ts';
import { type History, NO_HISTORY, type Step } from '../document/history.ts';
import type { SaveState } from '../saving/save-state.ts';
import type { Session } from '../session/session.ts';
import { photoOf } from './photo.ts';
import { deletePhoto, keepPhoto, namedPhoto, readPhoto } from './photo-port.ts';

vi.mock('./photo-port.ts', () => ({
  deletePhoto: vi.fn(),
  keepPhoto: vi.fn(),
  namedPhoto: vi.fn(),
  readPhoto: vi.fn(),
}));

const SHA = (n: number) => String(n).repeat(64);
const BLOB = (n: number) => new Blob([String(n)]);

function underlay(n: number, more: Partial<Underlay> = {}): Underlay {
  const place = { x: 0, y: 0, scale: 1, angle: 0, opacity: 1, visible: true, locked: false };
  return { ...place, width: 9, height: 9, sha256: SHA(n), ...more };
}

function removal(n: number): Step {
  return { kind: 'underlay', from: underlay(n), to: null, items: [] };
}

/** The host: which photo it keeps, and which it was asked to keep and to delete. */
let host: { kept: number | undefined; asked: string[] };
/** A drawing in a state of saving. */
function open(first: Underlay | undefined) {
  const session = {
    id: crypto.randomUUID(),
    underlay: signal(first),
    save: signal<SaveState>({ kind: 'saved' }),
    heard: signal(0),
    history: { now: signal<History>(NO_HISTORY) },
    setUnderlay: vi.fn(),
    savePhotoAgain: () => false,
  };
  const photo = photoOf(session as unknown as Session);
  return { ...session, again: () => session.savePhotoAgain(), photo, end: photo.follow() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  host = { kept: undefined, asked: [] };
  toasts.value = [];
  vi.mocked(readPhoto).mockImplementation(async () =>
    host.kept === undefined ? undefined : { photo: BLOB(host.kept), sha256: SHA(host.kept) },
  );
  vi.mocked(namedPhoto).mockReset();
  vi.mocked(namedPhoto).mockImplementation(async () =>
    host.kept === undefined ? undefined : SHA(host.kept),
  );
  vi.mocked(keepPhoto).mockImplementation(async (_, photo) => {
    host.kept = Number(await photo.text());
    host.asked.push(`keep ${host.kept}`);
    return SHA(host.kept);
  });
  vi.mocked(deletePhoto).mockImplementation(async () => {
    host.kept = undefined;
    host.asked.push('delete');
  });
});

test('underlay: the photo that the drawing names is shown, and no other', async () => {
  host.kept = 1;
  const named = open(underlay(1));
  await settled();
  expect(named.photo.shown.value).toMatchObject({ kind: 'ready', sha256: SHA(1) });
  named.end();
  expect(named.photo.shown.value).toEqual({ kind: 'none' });
  const other = open(underlay(2));
  await settled();
  expect(other.photo.shown.value).toEqual({ kind: 'missing', sha256: SHA(2) });
});

test('underlay: a photo that is no picture for the browser is said to be damaged, is not read over and over, and stays', async () => {
  host.kept = 1;
  const { photo, underlay: place, heard } = open(underlay(1));
  await settled();
  const shown = photo.shown.value;
  if (shown.kind !== 'ready') throw new Error(shown.kind);
  photo.onDamaged('blob:of-another');
  expect(photo.shown.value).toBe(shown);
  photo.onDamaged(shown.address);
  expect(photo.shown.value).toEqual({ kind: 'missing', sha256: SHA(1), isDamaged: true });
  vi.mocked(readPhoto).mockClear();
  heard.value += 1;
  place.value = underlay(1, { x: 5 });
  await settled();
  expect(readPhoto).not.toHaveBeenCalled();
  expect([photo.shown.value.kind, host.kept, host.asked]).toEqual(['missing', 1, []]);
  // Another one is chosen, and undone.
  await photo.keep(BLOB(2));
  place.value = underlay(2);
  await settled();
  expect(photo.shown.value).toMatchObject({ kind: 'ready', sha256: SHA(2) });
});

test('underlay: a missing photo is shown once it has come, however often the drawing moves it before', async () => {
  const { photo, underlay: place, heard } = open(underlay(3));
  await settled();
  expect(photo.shown.value.kind).toBe('missing');
  vi.mocked(readPhoto).mockClear();
  for (const x of [1, 2, 3]) place.value = underlay(3, { x });
  await settled();
  expect(readPhoto).not.toHaveBeenCalled();
  host.kept = 3;
  heard.value += 1;
  await settled();
  expect(photo.shown.value).toMatchObject({ kind: 'ready', sha256: SHA(3) });
});

test('underlay: one that is taken away is deleted once the drawing is saved without it, and kept again by undo', async () => {
  host.kept = 4;
  const { photo, underlay: place, save, history } = open(underlay(4));
  await settled();
  save.value = { kind: 'saving' };
  place.value = undefined;
  history.now.value = { first: 0, steps: [removal(4)], done: 1 };
  history.now.value = NO_HISTORY;
  await settled();
  expect([photo.shown.value.kind, host.asked]).toEqual(['none', []]);
  save.value = { kind: 'saved' };
  await settled();
  expect(host.asked).toEqual(['delete']);
  place.value = underlay(4);
  await settled();
  expect(photo.shown.value).toMatchObject({ kind: 'ready', sha256: SHA(4) });
  expect(host.asked).toEqual(['delete', 'keep 4']);
});

test('underlay: one that is taken away stays on the device while a step of undo can bring it back', async () => {
  host.kept = 8;
  const { underlay: place, save, history } = open(underlay(8));
  await settled();
  save.value = { kind: 'saving' };
  place.value = undefined;
  history.now.value = { first: 0, steps: [removal(8)], done: 1 };
  save.value = { kind: 'saved' };
  await settled();
  expect(host.asked).toEqual([]);
  history.now.value = NO_HISTORY;
  await settled();
  expect(host.asked).toEqual(['delete']);
});

test('underlay: one that another page or device takes away stays, because undo there can bring it back', async () => {
  host.kept = 9;
  const { photo, underlay: place } = open(underlay(9));
  await settled();
  place.value = undefined;
  await settled();
  expect([photo.shown.value.kind, host]).toEqual(['none', { kept: 9, asked: [] }]);
});

test('underlay: one that is back before the drawing is saved is never deleted', async () => {
  host.kept = 5;
  const { underlay: place, save } = open(underlay(5));
  await settled();
  save.value = { kind: 'saving' };
  place.value = undefined;
  place.value = underlay(5);
  await settled();
  save.value = { kind: 'saved' };
  await settled();
  expect(host.asked).toEqual([]);
});

test('underlay: undo of a replacement keeps the photo before again', async () => {
  host.kept = 6;
  const { photo, underlay: place } = open(underlay(6));
  await settled();
  await photo.keep(BLOB(7));
  place.value = underlay(7);
  await settled();
  expect(photo.shown.value).toMatchObject({ sha256: SHA(7) });
  place.value = underlay(6);
  await settled();
  expect(photo.shown.value).toMatchObject({ sha256: SHA(6) });
  expect(host.asked).toEqual(['keep 7', 'keep 6']);
});

test('underlay: one that undo brings back after a reload is shown once that is saved, and before it is not said to be missing', async () => {
  host.kept = 21;
  const { photo, underlay: place, save } = open(underlay(21));
  await settled();
  const kinds: string[] = [];
  const end = photo.shown.subscribe(({ kind }) => kinds.push(kind));
  save.value = { kind: 'saving' };
  place.value = underlay(22);
  await settled();
  save.value = { kind: 'trying', trouble: 'full' };
  await settled();
  // The host answers with the photo that the stored drawing names.
  host.kept = 22;
  save.value = { kind: 'saved' };
  await settled();
  expect(photo.shown.value).toMatchObject({ kind: 'ready', sha256: SHA(22) });
  expect(kinds).toEqual(['ready', 'loading', 'ready']);
  // It is stored while the host is asked.
  host.kept = 23;
  save.value = { kind: 'saving' };
  vi.mocked(readPhoto).mockImplementationOnce(async () => {
    save.value = { kind: 'saved' };
    return { photo: BLOB(22), sha256: SHA(22) };
  });
  place.value = underlay(23);
  await settled();
  expect(photo.shown.value).toMatchObject({ kind: 'ready', sha256: SHA(23) });
  // One that is not here is missing, whatever was saved.
  save.value = { kind: 'saving' };
  place.value = underlay(24);
  await settled();
  save.value = { kind: 'saved' };
  await settled();
  expect(photo.shown.value).toEqual({ kind: 'missing', sha256: SHA(24) });
  end();
});

test('underlay: one that another page displaced before its place was saved is kept again once it is', async () => {
  const { photo, underlay: place, save, heard } = open(undefined);
  await photo.keep(BLOB(1));
  host.kept = 2;
  heard.value += 1;
  save.value = { kind: 'saving' };
  place.value = underlay(1);
  await settled();
  expect([host.asked, vi.mocked(namedPhoto).mock.calls.length]).toEqual([['keep 1'], 0]);
  save.value = { kind: 'saved' };
  await settled();
  expect(host).toEqual({ kept: 1, asked: ['keep 1', 'keep 1'] });
  // It is asked for once more, and then no more: a photo that the stored drawing names stays.
  for (const x of [5, 6, 7]) {
    heard.value += 1;
    place.value = underlay(1, { x });
    await settled();
  }
  expect(vi.mocked(namedPhoto).mock.calls.length).toBe(2);
  expect(host.asked).toEqual(['keep 1', 'keep 1']);
});

test('underlay: a photo that an earlier version names is found in this visit or on the device, and no other in its place', async () => {
  const { photo } = open(undefined);
  host.kept = 11;
  expect(await photo.find(SHA(11))).toEqual(BLOB(11));
  expect(await photo.find(SHA(12))).toBeUndefined();
  // The drawing may have another one now.
  expect(vi.mocked(readPhoto).mock.lastCall?.[1]).toBe(SHA(12));
  await photo.keep(BLOB(13));
  host.kept = undefined;
  expect(await (await photo.find(SHA(13)))?.text()).toBe('13');
});

/** A drawing with this photo that another page deletes for good, while something waits here. */
async function deleted(n: number) {
  host.kept = n;
  const opened = open(underlay(n));
  await settled();
  opened.save.value = { kind: 'saving' };
  host.kept = undefined;
  return opened;
}
const said = () => toasts.value.map(({ text }) => text);

test('underlay: one that was deleted with its drawing is kept again once that is saved again, and only then the page says so', async () => {
  const { photo, again, save } = await deleted(1);
  expect(again()).toBe(true);
  await settled();
  expect([host.asked, said()]).toEqual([[], []]);
  save.value = { kind: 'saved' };
  await settled();
  expect([host.asked, said()]).toEqual([['keep 1'], [studio.recreated]]);
  expect(photo.shown.value).toMatchObject({ kind: 'ready', sha256: SHA(1) });
  // Deleted twice before it is saved: once is enough.
  save.value = { kind: 'saving' };
  host.kept = undefined;
  again();
  again();
  save.value = { kind: 'saved' };
  await settled();
  expect(host.asked).toEqual(['keep 1', 'keep 1']);
});

test('underlay: where there is no room to keep it again the page says so, claims nothing, and tries again with the next change', async () => {
  const { again, save, heard } = await deleted(2);
  const keeps = vi.mocked(keepPhoto).getMockImplementation();
  vi.mocked(keepPhoto).mockRejectedValue(new Error('This device is full.'));
  again();
  save.value = { kind: 'saved' };
  await settled();
  expect(said()).toEqual([words.notSavedAgain]);
  heard.value += 1;
  await settled();
  if (keeps) vi.mocked(keepPhoto).mockImplementation(keeps);
  expect(host.kept).toBeUndefined();
  heard.value += 1;
  await settled();
  expect(host.kept).toBe(2);
});

test('underlay: one that is not shown, or is taken away meanwhile, is not kept with a drawing that is saved again', async () => {
  const missing = open(underlay(0));
  await settled();
  expect(missing.again()).toBe(false);
  missing.end();
  const { again, save, underlay: place } = await deleted(3);
  again();
  place.value = undefined;
  save.value = { kind: 'saved' };
  await settled();
  expect([host.asked, said()]).toEqual([[], [studio.recreated]]);
});
