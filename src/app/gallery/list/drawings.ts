/**
 * The drawings as the gallery knows them: two lists read from the API page by page, kept while the page lives, and
 * brought up to date by what changed whenever any page of this origin announces a commit.
 */
import { type Signal, signal } from '@preact/signals';
import { cursorBefore } from '../../../core/drawing/list-cursor.ts';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { api } from '../../client/client.ts';
import type { components } from '../../client/schema.ts';
import { syncState } from '../../sync/sync-link.ts';
import { gallery as words } from '../../words/en/gallery/gallery.ts';
import { problemWords } from '../../words/problems.ts';
import {
  bounded,
  hasRoom,
  KEPT_MAX,
  type ListBuilder,
  type ListWithThumbs,
  listBuilder,
  NO_VIEW,
  nextBatch,
  type Page,
  takePage,
  type View,
  withRead,
} from '../pictures/thumbs.ts';
import type { Span } from './rows.ts';

interface DrawingPage extends Page {
  readonly next?: string | null | undefined;
}
type Change = components['schemas']['Change'];
type AnyChange = Change | components['schemas']['Deletion'];

/** Entries of the first page: more than a large screen shows. Every entry carries its thumbnail. */
const FIRST = 48;
/** The most that one request may ask for. */
const PAGE_MAX = 200;
/** Entries read beside those that changed, and the most that are read from their own places further down. */
const NEARBY = 8;
/** ms between two readings while a sync brings many. */
const SOMETIMES = 2_000;
/** The most changes that one request may ask for. */
const CHANGES_MAX = 1000;

export interface DrawingList {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Last changed first. */
  readonly entries: readonly DrawingEntry[];
  /** Drawings whose thumbnail is not here now, by id: it is read when it comes into view. */
  readonly away: ReadonlySet<string>;
  /** Are all entries here, or is the rest still being read? */
  readonly complete: boolean;
  /** Why it failed, in a sentence for the person. */
  readonly problem: string;
}

export type Tab = 'all' | 'trash';

const EMPTY: DrawingList = { phase: 'loading', entries: [], away: new Set(), complete: false, problem: '' };
const lists: Readonly<Record<Tab, Signal<DrawingList>>> = { all: signal(EMPTY), trash: signal(EMPTY) };

/** The list of a tab. */
export function drawingList(tab: Tab): Signal<DrawingList> {
  return lists[tab];
}

/** `bare`: without thumbnails. */
async function readPage(
  tab: Tab,
  limit: number,
  cursor: string | undefined,
  bare = false,
): Promise<DrawingPage> {
  const get = () =>
    api.GET('/api/v1/drawings', {
      params: {
        query: {
          limit,
          ...(tab === 'trash' ? { trashed: 'true' as const } : {}),
          ...(cursor ? { cursor } : {}),
        },
        ...(bare ? { header: { Prefer: 'return=minimal' } } : {}),
      },
    });
  // A page of many megabytes breaks off when one of its drawings changes while it is sent.
  const { data, error, response } = await get().catch(get).catch(get);
  if (!data) throw new Error(problemWords(error, response));
  const { drawings, next } = data as Omit<DrawingPage, 'bare'>;
  return { drawings, next, bare: response.headers.has('Preference-Applied') };
}

/** What each list was last seen of. */
const views: Record<Tab, View> = { all: NO_VIEW, trash: NO_VIEW };

/** Thumbnails that could not be read: what they belong to has just changed, and is read for that. */
const missed: Readonly<Record<Tab, Set<string>>> = { all: new Set(), trash: new Set() };

/** Shows a list, with as many thumbnails as are kept. */
function show(tab: Tab, kept: ListWithThumbs, complete: boolean): void {
  missed[tab].clear();
  lists[tab].value = {
    phase: 'ready',
    ...bounded(kept, KEPT_MAX[tab], views[tab]),
    complete,
    problem: '',
  };
}

/** Reads a list from its beginning. A first page is shown as soon as it is there; later readings replace all at once. */
async function readAll(tab: Tab): Promise<void> {
  const list = lists[tab];
  const first = list.value.phase !== 'ready';
  const before = listBuilder(list.value);
  const held: ListBuilder = { entries: new Map(), away: new Set() };
  let next: string | undefined;
  do {
    const known = [...held.entries.values()];
    const bare = known.length > 0 && !hasRoom(known, PAGE_MAX, KEPT_MAX[tab]);
    const page = await readPage(tab, known.length === 0 ? FIRST : PAGE_MAX, next, bare);
    next = page.next ?? undefined;
    // A drawing that is changed meanwhile moves, and may be met twice.
    const drawings = page.drawings.filter(({ id }) => !held.entries.has(id));
    takePage({ ...page, drawings }, held, before);
    if (first || next === undefined)
      show(tab, { entries: [...held.entries.values()], away: held.away }, next === undefined);
  } while (next !== undefined);
}

/** Where the changes that a list has in it end; undefined as long as it has not been compared with any. */
const seen: Record<Tab, string | undefined> = { all: undefined, trash: undefined };

/**
 * What changed since the last time; the first time, all that there is (ids and revs only). A cursor from before a
 * backup was restored begins anew.
 */
async function readChanges(tab: Tab): Promise<readonly AnyChange[]> {
  const changes: AnyChange[] = [];
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
    changes.push(...(data.changes as readonly AnyChange[]));
    seen[tab] = data.cursor;
    more = data.has_more;
  }
  return changes;
}

/**
 * Brings a complete list up to date. What changed stands at the head of the API's list: as many entries are read as
 * changed, and not a thousand thumbnails because of one stroke. One that comes back from the trash, or from elsewhere,
 * is as old as it was: a few of these are read each from its own place. False when they are not all there.
 */
async function readNews(tab: Tab): Promise<boolean> {
  const list = lists[tab];
  const changes = await readChanges(tab);
  if (changes.length === 0 && list.value.phase === 'ready') return true;
  const latest = new Map(changes.map((change) => [change.id, change]));
  void forgetDeleted(latest.values());
  const held = listBuilder(list.value);
  const isHere = (change: AnyChange): change is Change =>
    'trashed' in change && change.trashed === (tab === 'trash');
  const isNews = ({ id, rev }: Change) => (held.entries.get(id)?.rev ?? 0) < rev;
  const wanted = [...latest.values()].filter(isHere).filter(isNews);
  if (wanted.length > PAGE_MAX) return false;
  if (wanted.length > 0) {
    const limit = Math.min(PAGE_MAX, wanted.length + NEARBY);
    const bare = limit > FIRST && !hasRoom(list.value.entries, limit, KEPT_MAX[tab]);
    takePage(await readPage(tab, limit, undefined, bare), held, listBuilder(list.value));
    const missing = wanted.filter(isNews);
    if (missing.length > NEARBY) return false;
    const found = await Promise.all(missing.map((change) => readPage(tab, 1, cursorBefore(change))));
    for (const page of found) takePage(page, held, held);
    if (missing.some(isNews)) return false;
  }
  for (const change of latest.values()) {
    if (isHere(change)) continue;
    held.entries.delete(change.id);
    held.away.delete(change.id);
  }
  const entries = [...held.entries.values()].sort(lastChangedFirst);
  show(tab, { entries, away: held.away }, true);
  return true;
}

/** What this device remembers of a drawing goes with it, wherever it was deleted for good. */
async function forgetDeleted(changes: Iterable<AnyChange>): Promise<void> {
  const ids = new Set<string>();
  for (const change of changes) if ('deleted' in change) ids.add(change.id);
  if (ids.size === 0) return;
  const { forgetDrawings } = await import('../../studio/document/drawing-memory.ts');
  await forgetDrawings(ids);
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

/** A picture was stored with this rev: it is shown without reading any list again. */
export function notePicture(id: string, thumb: string, rev: number): void {
  const list = lists.all;
  const entries = list.value.entries.map((entry) => (entry.id === id ? { ...entry, thumb, rev } : entry));
  const away = new Set(list.value.away);
  away.delete(id);
  list.value = { ...list.value, ...bounded({ entries, away }, KEPT_MAX.all, views.all) };
}

const bringingBack = new Set<Tab>();

/** Tells what is in view: thumbnails of it that were let go of are read again. */
export function see(tab: Tab, shown: readonly DrawingEntry[], { from, to }: Span): void {
  views[tab] = { order: shown.map(({ id }) => id), from, to };
  if (lists[tab].value.away.size > 0) void bringBack(tab);
}

async function bringBack(tab: Tab): Promise<void> {
  if (bringingBack.has(tab)) return;
  bringingBack.add(tab);
  const list = lists[tab];
  try {
    // What is in view may be something else by the time that one is read.
    for (let batch = nextBatch(list.value, views[tab], missed[tab]); batch; ) {
      const { drawings } = await readPage(tab, batch.count, cursorBefore(batch.first));
      const read = withRead(list.value, drawings);
      for (const id of batch.ids) if (read.away.has(id)) missed[tab].add(id);
      list.value = { ...list.value, ...bounded(read, KEPT_MAX[tab], views[tab]) };
      batch = nextBatch(list.value, views[tab], missed[tab]);
    }
  } catch {
    // The papers stay empty until something else comes into view, or the list is read again.
  } finally {
    bringingBack.delete(tab);
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

/**
 * The trash as it was at a cursor of the changes, for who empties it: what comes later is not in it.
 * @throws with a sentence for the person
 */
export async function trashSeen(): Promise<{
  readonly entries: readonly DrawingEntry[];
  readonly cursor: string;
}> {
  const list = lists.trash;
  // A list that was read whole is compared with the changes the second time.
  for (let attempt = 0; attempt < 3; attempt++) {
    await refresh('trash');
    const { phase, complete, entries, problem } = list.value;
    if (phase === 'failed') throw new Error(problem);
    const cursor = seen.trash;
    if (complete && cursor !== undefined) return { entries, cursor };
  }
  throw new Error(words.trashChanges);
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
