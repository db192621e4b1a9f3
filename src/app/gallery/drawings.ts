/**
 * The drawings as the gallery knows them: two lists read from the API, kept while the page lives and read
 * anew whenever any page of this origin announces a commit. Folder: the gallery.
 */
import { type Signal, signal } from '@preact/signals';
import type { DrawingEntry } from '../../core/drawing/types.ts';
import { api } from '../client/client.ts';
import type { components } from '../client/schema.ts';
import { newId } from '../new-id.ts';
import { problemWords } from '../problem-words.ts';
import { dismissToast, toast } from '../ui/toasts.ts';

type DrawingPage = components['schemas']['DrawingList'];

/** Entries read at once. */
const PAGE = 60;
/** The most that one request may ask for. */
const PAGE_MAX = 200;

export interface DrawingList {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly entries: readonly DrawingEntry[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
  /** Why it failed, in a sentence for the person. */
  readonly problem: string;
}

export type Tab = 'all' | 'trash';

const EMPTY: DrawingList = { phase: 'loading', entries: [], next: null, problem: '' };
const lists: Readonly<Record<Tab, Signal<DrawingList>>> = { all: signal(EMPTY), trash: signal(EMPTY) };

/** The list of a tab. */
export function drawingList(tab: Tab): Signal<DrawingList> {
  return lists[tab];
}

const writing = signal(0);
const unsaved = signal('');

/** What has become of the person's changes, in words; the live region of the gallery. `tab`: the list that is shown. */
export function saveWords(tab: Tab): string {
  if (unsaved.value) return unsaved.value;
  if (writing.value > 0) return 'Saving…';
  const { phase } = lists[tab].value;
  if (phase === 'loading') return 'Opening your drawings…';
  return phase === 'failed' ? 'Not opened yet' : 'Saved on this device';
}

async function readPage(tab: Tab, limit: number, cursor: string | undefined) {
  const { data, error, response } = await api.GET('/api/v1/drawings', {
    params: {
      query: {
        limit,
        ...(tab === 'trash' ? { trashed: 'true' as const } : {}),
        ...(cursor ? { cursor } : {}),
      },
    },
  });
  if (!data) throw new Error(problemWords(error, response));
  return data as DrawingPage;
}

const reading = new Map<Tab, 'once' | 'again'>();

/** Reads a list anew, as far as it was read before. Calls made meanwhile are answered by one more reading. */
export async function refresh(tab: Tab): Promise<void> {
  if (reading.has(tab)) {
    reading.set(tab, 'again');
    return;
  }
  reading.set(tab, 'once');
  const list = lists[tab];
  try {
    const wanted = Math.max(PAGE, list.value.entries.length);
    let entries: DrawingEntry[] = [];
    let next: string | null = null;
    do {
      const page = await readPage(tab, Math.min(PAGE_MAX, wanted - entries.length), next ?? undefined);
      entries = [...entries, ...page.drawings];
      next = page.next ?? null;
    } while (next !== null && entries.length < wanted);
    list.value = { phase: 'ready', entries, next, problem: '' };
  } catch (error) {
    list.value = { ...list.value, phase: 'failed', problem: problemWords(error) };
  }
  const again = reading.get(tab) === 'again';
  reading.delete(tab);
  if (again) await refresh(tab);
}

/** Reads the next page of a list. */
export async function showMore(tab: Tab): Promise<void> {
  const list = lists[tab];
  const { next } = list.value;
  if (next === null) return;
  try {
    const page = await readPage(tab, PAGE, next);
    const known = new Set(list.value.entries.map((entry) => entry.id));
    const added = page.drawings.filter((entry) => !known.has(entry.id));
    list.value = { ...list.value, entries: [...list.value.entries, ...added], next: page.next ?? null };
  } catch (error) {
    toast(problemWords(error));
  }
}

let channel: BroadcastChannel | undefined;

/** Follows commits of every page of this origin from now on. Called by the gallery when it is shown. */
export function followDrawings(): void {
  if (channel) return;
  channel = new BroadcastChannel('drawings');
  channel.addEventListener('message', () => {
    void refresh('all');
    if (lists.trash.value.phase !== 'loading') void refresh('trash');
  });
}

/** Runs a change: shows it at once, counts it as being saved, and takes it back in words when it fails. */
async function change(failed: string, work: () => Promise<void>): Promise<boolean> {
  const before = { all: lists.all.value, trash: lists.trash.value };
  writing.value++;
  try {
    await work();
    unsaved.value = '';
    return true;
  } catch (error) {
    lists.all.value = before.all;
    lists.trash.value = before.trash;
    const words = `${failed} ${problemWords(error)}`;
    unsaved.value = words;
    toast(words);
    return false;
  } finally {
    writing.value--;
    void refresh('all');
    if (lists.trash.value.phase !== 'loading') void refresh('trash');
  }
}

function without(tab: Tab, id: string): void {
  const list = lists[tab];
  list.value = { ...list.value, entries: list.value.entries.filter((entry) => entry.id !== id) };
}

/** Characters of a title that a sentence bears. */
const QUOTED = 32;

/** What a drawing is called. */
export function titleWords(title: string): string {
  return title === '' ? 'Untitled' : title;
}

/** A drawing's title within a sentence: in quotation marks, and not longer than a sentence bears. */
function quoted({ title }: DrawingEntry): string {
  const words = [...titleWords(title)];
  return `“${
    words.length > QUOTED
      ? `${words
          .slice(0, QUOTED - 1)
          .join('')
          .trimEnd()}…`
      : words.join('')
  }”`;
}

/** Moves a drawing to the trash, and offers to undo it. */
export async function trashDrawing(entry: DrawingEntry): Promise<void> {
  const done = await change(`${quoted(entry)} is not in the trash.`, async () => {
    without('all', entry.id);
    const { error, response } = await api.DELETE('/api/v1/drawings/{id}', {
      params: { path: { id: entry.id } },
    });
    if (!response.ok) throw new Error(problemWords(error, response));
  });
  if (!done) return;
  const key = toast(`${quoted(entry)} is in the trash.`, {
    label: 'Undo',
    run: () => void restoreDrawing(entry, { quietly: true }),
  });
  undoOffers.set(entry.id, key);
}

/** The toast that offers to undo the trashing of a drawing, by the drawing's id. */
const undoOffers = new Map<string, number>();

/** Takes a drawing back out of the trash. */
export async function restoreDrawing(entry: DrawingEntry, { quietly = false } = {}): Promise<void> {
  dismissToast(undoOffers.get(entry.id));
  undoOffers.delete(entry.id);
  const done = await change(`${quoted(entry)} is still in the trash.`, async () => {
    without('trash', entry.id);
    const { error, response } = await api.PUT('/api/v1/drawings/{id}/restore', {
      params: { path: { id: entry.id }, header: { Prefer: 'return=minimal' } },
    });
    if (!response.ok) throw new Error(problemWords(error, response));
  });
  if (done && !quietly) toast(`${quoted(entry)} is back among your drawings.`);
}

/** Gives a drawing another title, at most 200 code points. Strokes drawn meanwhile do not stand in its way. */
export async function renameDrawing(entry: DrawingEntry, title: string): Promise<void> {
  await change(`${quoted(entry)} keeps its title.`, async () => {
    const list = lists.all;
    list.value = {
      ...list.value,
      entries: list.value.entries.map((one) => (one.id === entry.id ? { ...one, title } : one)),
    };
    let rev = entry.rev;
    for (let attempt = 1; ; attempt++) {
      const { error, response } = await api.PATCH('/api/v1/drawings/{id}', {
        params: { path: { id: entry.id }, header: { 'If-Match': `"${rev}"`, 'Idempotency-Key': newId() } },
        body: [
          { op: 'test', path: '/title', value: entry.title },
          { op: 'replace', path: '/title', value: title },
        ],
        headers: { 'Content-Type': 'application/json-patch+json' },
      });
      if (response.ok) return;
      const current = Number(/\d+/.exec(response.headers.get('ETag') ?? '')?.[0]);
      const moved = response.status === 409 && error?.error.code === 'conflict' && current !== rev;
      if (!moved || !Number.isInteger(current) || attempt === 3)
        throw new Error(problemWords(error, response));
      rev = current;
    }
  });
}
