/**
 * The drawings as the gallery knows them: two lists read from the API page by page, kept while the page lives, and
 * brought up to date by what changed whenever any page of this origin announces a commit. Folder: the gallery.
 */
import { type Signal, signal } from '@preact/signals';
import type { DrawingEntry } from '../../core/drawing/types.ts';
import { api } from '../client/client.ts';
import type { components } from '../client/schema.ts';
import { problemWords } from '../problem-words.ts';
import { syncState } from '../sync/sync-link.ts';

type DrawingPage = components['schemas']['DrawingList'];
type Change = components['schemas']['Changes']['changes'][number];

/** Entries of the first page: more than a large screen shows. Every entry carries its thumbnail. */
const FIRST = 48;
/** The most that one request may ask for. */
const PAGE_MAX = 200;
/** Entries read beside those that changed: what another device changed a while ago stands a little further down. */
const NEARBY = 8;
/** ms between two readings while a sync brings many. */
const SOMETIMES = 2_000;
/** The most changes that one request may ask for. */
const CHANGES_MAX = 1000;

export interface DrawingList {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Last changed first. */
  readonly entries: readonly DrawingEntry[];
  /** Are all entries here, or is the rest still being read? */
  readonly complete: boolean;
  /** Why it failed, in a sentence for the person. */
  readonly problem: string;
}

export type Tab = 'all' | 'trash';

const EMPTY: DrawingList = { phase: 'loading', entries: [], complete: false, problem: '' };
const lists: Readonly<Record<Tab, Signal<DrawingList>>> = { all: signal(EMPTY), trash: signal(EMPTY) };

/** The list of a tab. */
export function drawingList(tab: Tab): Signal<DrawingList> {
  return lists[tab];
}

async function readPage(tab: Tab, limit: number, cursor: string | undefined): Promise<DrawingPage> {
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

/** Reads a list from its beginning. A first page is shown as soon as it is there; later readings replace all at once. */
async function readAll(tab: Tab): Promise<void> {
  const list = lists[tab];
  const first = list.value.phase !== 'ready';
  const entries: DrawingEntry[] = [];
  const known = new Set<string>();
  let next: string | undefined;
  do {
    const page = await readPage(tab, entries.length === 0 ? FIRST : PAGE_MAX, next);
    next = page.next ?? undefined;
    // A drawing that is changed meanwhile moves, and may be met twice.
    for (const entry of page.drawings) {
      if (known.has(entry.id)) continue;
      known.add(entry.id);
      entries.push(entry);
    }
    if (first || next === undefined)
      list.value = { phase: 'ready', entries: [...entries], complete: next === undefined, problem: '' };
  } while (next !== undefined);
}

/** Where the changes that a list has in it end; undefined as long as it has not been compared with any. */
const seen: Record<Tab, string | undefined> = { all: undefined, trash: undefined };

/**
 * What changed since the last time; the first time, all that there is (ids and revs only). A cursor from before a
 * backup was restored begins anew.
 */
async function readChanges(tab: Tab): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (let more = true; more; ) {
    const since = seen[tab];
    const { data, error, response } = await api.GET('/api/v1/drawings/changes', {
      params: { query: { limit: CHANGES_MAX, ...(since ? { since } : {}) } },
    });
    if (response.status === 410 && since) {
      seen[tab] = undefined;
      continue;
    }
    if (!data) throw new Error(problemWords(error, response));
    changes.push(...(data.changes as readonly Change[]));
    seen[tab] = data.cursor;
    more = data.has_more;
  }
  return changes;
}

/**
 * Brings a complete list up to date. What changed stands at the head of the API's list: as many entries are read as
 * changed, and not a thousand thumbnails because of one stroke. False when they are not all there: a drawing that
 * came from elsewhere keeps its time.
 */
async function readNews(tab: Tab): Promise<boolean> {
  const list = lists[tab];
  const changes = await readChanges(tab);
  if (changes.length === 0 && list.value.phase === 'ready') return true;
  const latest = new Map(changes.map((change) => [change.id, change]));
  const held = new Map(list.value.entries.map((entry) => [entry.id, entry]));
  const isHere = ({ trashed }: Change) => trashed === (tab === 'trash');
  const wanted = [...latest.values()].filter(
    (change) => isHere(change) && (held.get(change.id)?.rev ?? 0) < change.rev,
  );
  if (wanted.length > PAGE_MAX) return false;
  if (wanted.length > 0) {
    const { drawings } = await readPage(tab, Math.min(PAGE_MAX, wanted.length + NEARBY), undefined);
    for (const entry of drawings) held.set(entry.id, entry);
    if (wanted.some(({ id, rev }) => (held.get(id)?.rev ?? 0) < rev)) return false;
  }
  for (const change of latest.values()) if (!isHere(change)) held.delete(change.id);
  const entries = [...held.values()].sort(lastChangedFirst);
  list.value = { phase: 'ready', entries, complete: true, problem: '' };
  return true;
}

/** The order of the API. */
function lastChangedFirst(a: DrawingEntry, b: DrawingEntry): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

async function bringUpToDate(tab: Tab): Promise<void> {
  const list = lists[tab];
  try {
    const { phase, complete } = list.value;
    if (phase !== 'ready' || !complete || !(await readNews(tab))) await readAll(tab);
  } catch (error) {
    list.value = { ...list.value, phase: 'failed', problem: problemWords(error) };
  }
}

const readings = new Map<Tab, { again: boolean; readonly done: Promise<void> }>();

/** Brings a list up to date. Calls made meanwhile are answered by one more reading. Resolves when it is. */
export function refresh(tab: Tab): Promise<void> {
  const under = readings.get(tab);
  if (under) {
    under.again = true;
    return under.done;
  }
  const read = async () => {
    await bringUpToDate(tab);
    while (reading.again) {
      reading.again = false;
      await bringUpToDate(tab);
    }
    readings.delete(tab);
  };
  const reading = { again: false, done: Promise.resolve().then(read) };
  readings.set(tab, reading);
  return reading.done;
}

/** Brings every list up to date that has been read. */
export function refreshAll(): void {
  void refresh('all');
  if (lists.trash.value.phase !== 'loading') void refresh('trash');
}

let channel: BroadcastChannel | undefined;

let waiting: ReturnType<typeof setTimeout> | undefined;

/** While a sync brings many drawings they are shown every now and then, and not each anew. */
function refreshInTime(): void {
  const many = (syncState.value?.progress?.total ?? 0) > NEARBY;
  if (!many) {
    refreshAll();
    return;
  }
  if (waiting !== undefined) return;
  waiting = setTimeout(() => {
    waiting = undefined;
    refreshAll();
  }, SOMETIMES);
}

/** Follows commits of every page of this origin from now on. Called by the gallery when it is shown. */
export function followDrawings(): void {
  if (channel) return;
  channel = new BroadcastChannel('drawings');
  channel.addEventListener('message', refreshInTime);
}
