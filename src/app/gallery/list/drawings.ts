/**
 * The two lists of the gallery, loaded from the API page by page. They last as long as the page, and are
 * updated when any page of this origin announces a commit.
 */
import { type Signal, signal } from '@preact/signals';
import { cursorBefore } from '../../../core/drawing/list-cursor.ts';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { api, repeatable } from '../../client/client.ts';
import type { components } from '../../client/schema.ts';
import { syncState } from '../../sync/sync-link.ts';
import { gallery as words } from '../../words/en/gallery/gallery.ts';
import { problemWords } from '../../words/problems.ts';
import type { Span } from './rows.ts';
import {
  bounded,
  hasRoom,
  KEPT_MAX,
  type ListBuilder,
  type ListView,
  type ListWithThumbs,
  listBuilder,
  NO_VIEW,
  nextBatch,
  type Page,
  takePage,
  withRead,
} from './thumbs.ts';

interface DrawingPage extends Page {
  readonly next?: string | null | undefined;
}
type Change = components['schemas']['Change'];
type AnyChange = Change | components['schemas']['Deletion'];

/** Entries of the first page, with thumbnails: more than a large screen shows. */
const FIRST_PAGE = 48;
/** Most entries in one response. */
const PAGE_MAX = 200;
/** Entries loaded besides the changed ones, and most changed entries that are loaded one by one. */
const NEARBY = 8;
/** ms between two refreshes while sync brings many drawings. */
const SYNC_REFRESH_MS = 2_000;
/** Most changes in one response. */
const CHANGES_MAX = 1000;

export interface DrawingList {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Last changed first. */
  readonly entries: readonly DrawingEntry[];
  /** Ids of drawings whose thumbnail is not loaded. It is loaded when the card comes into view. */
  readonly away: ReadonlySet<string>;
  /** False while more entries are being loaded. */
  readonly complete: boolean;
  /** Why loading failed, in a sentence. */
  readonly problem: string;
}

export type Tab = 'all' | 'trash';

const EMPTY: DrawingList = { phase: 'loading', entries: [], away: new Set(), complete: false, problem: '' };
const lists: Readonly<Record<Tab, Signal<DrawingList>>> = { all: signal(EMPTY), trash: signal(EMPTY) };

/** The list of a tab. */
export function drawingList(tab: Tab): Signal<DrawingList> {
  return lists[tab];
}

/**
 * Loads a page of a list.
 * @param bare true to load it without thumbnails
 */
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
  // A large response ends early when one of its drawings changes meanwhile, so it is tried three times.
  const { data, error, response } = await get().catch(get).catch(get);
  if (!data) throw new Error(problemWords(error, response));
  const { drawings, next } = data as Omit<DrawingPage, 'bare'>;
  return {
    drawings: drawings.map((entry) => noted.get(entry.id + entry.rev) ?? entry),
    next,
    bare: response.headers.has('Preference-Applied'),
  };
}

/** Entries with thumbnails that cannot be stored, since the API changes nothing in the trash; by id and revision. */
const noted = new Map<string, DrawingEntry>();

/** The visible part of each list. */
const views: Record<Tab, ListView> = { all: NO_VIEW, trash: NO_VIEW };

/**
 * Drawings whose thumbnail could not be loaded because they have just changed. They are loaded with that
 * change.
 */
const missed: Readonly<Record<Tab, Set<string>>> = { all: new Set(), trash: new Set() };

/** Shows a list, with as many thumbnails as fit in memory. */
function show(tab: Tab, kept: ListWithThumbs, complete: boolean): void {
  missed[tab].clear();
  lists[tab].value = {
    phase: 'ready',
    ...bounded(kept, KEPT_MAX[tab], views[tab]),
    complete,
    problem: '',
  };
}

/** Loads a whole list. The first time, each page is shown when it comes; later, all is replaced at the end. */
async function readAll(tab: Tab): Promise<void> {
  const list = lists[tab];
  const first = list.value.phase !== 'ready';
  const before = listBuilder(list.value);
  const held: ListBuilder = { entries: new Map(), away: new Set() };
  let next: string | undefined;
  do {
    const known = [...held.entries.values()];
    const bare = known.length > 0 && !hasRoom(known, PAGE_MAX, KEPT_MAX[tab]);
    const page = await readPage(tab, known.length === 0 ? FIRST_PAGE : PAGE_MAX, next, bare);
    next = page.next ?? undefined;
    // A drawing that changes meanwhile moves, and may come twice.
    const drawings = page.drawings.filter(({ id }) => !held.entries.has(id));
    takePage({ ...page, drawings }, held, before);
    if (first || next === undefined)
      show(tab, { entries: [...held.entries.values()], away: held.away }, next === undefined);
  } while (next !== undefined);
}

/** The cursor of the last change that each list contains; undefined before the first comparison. */
const cursors: Record<Tab, string | undefined> = { all: undefined, trash: undefined };

/**
 * The changes since the last call; the first time, one change for each drawing (id and revision only). If the
 * cursor is from before a restored backup, all changes come again.
 */
async function readChanges(tab: Tab): Promise<readonly AnyChange[]> {
  const changes: AnyChange[] = [];
  for (let more = true; more; ) {
    const since = cursors[tab];
    const query = { limit: CHANGES_MAX, ...(since ? { since } : {}) };
    const { data, error, response } = await repeatable(() =>
      api.GET('/api/v1/drawings/changes', { params: { query } }),
    );
    if (response.status === 410 && since) {
      cursors[tab] = undefined;
      continue;
    }
    if (!data) throw new Error(problemWords(error, response));
    changes.push(...(data.changes as readonly AnyChange[]));
    cursors[tab] = data.cursor;
    more = data.has_more;
  }
  return changes;
}

/**
 * Updates a complete list with the changes since the last time. Changed drawings are at the top of the API's
 * list, so only as many entries are loaded as changed. Drawings restored or brought by sync keep their dates,
 * and up to eight of them are loaded from further down.
 * @returns false if some are still missing: the whole list must then be loaded
 */
async function readUpdates(tab: Tab): Promise<boolean> {
  const list = lists[tab];
  const changes = await readChanges(tab);
  if (changes.length === 0 && list.value.phase === 'ready') return true;
  const latest = new Map(changes.map((change) => [change.id, change]));
  void forgetDeleted(latest.values());
  const held = listBuilder(list.value);
  const isHere = (change: AnyChange): change is Change =>
    'trashed' in change && change.trashed === (tab === 'trash');
  const isNewer = ({ id, rev }: Change) => (held.entries.get(id)?.rev ?? 0) < rev;
  const wanted = [...latest.values()].filter(isHere).filter(isNewer);
  if (wanted.length > PAGE_MAX) return false;
  if (wanted.length > 0) {
    const limit = Math.min(PAGE_MAX, wanted.length + NEARBY);
    const bare = limit > FIRST_PAGE && !hasRoom(list.value.entries, limit, KEPT_MAX[tab]);
    takePage(await readPage(tab, limit, undefined, bare), held, listBuilder(list.value));
    const missing = wanted.filter(isNewer);
    if (missing.length > NEARBY) return false;
    const found = await Promise.all(missing.map((change) => readPage(tab, 1, cursorBefore(change))));
    for (const page of found) takePage(page, held, held);
    if (missing.some(isNewer)) return false;
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

/**
 * Removes drawings that this page deleted for good, at these revisions. Of a device that is too full to remember
 * a deletion, the changes do not name them.
 */
export function noteDeleted(deleted: readonly DrawingEntry[]): void {
  const gone = new Map(deleted.map(({ id, rev }) => [id, rev]));
  for (const list of [lists.all, lists.trash]) {
    const entries = list.value.entries.filter(({ id, rev }) => gone.get(id) !== rev);
    if (entries.length < list.value.entries.length) list.value = { ...list.value, entries };
  }
  void forget(new Set(gone.keys()));
}

/** Ids of the drawings that were last found to be deleted for good. */
export const deleted = signal<ReadonlySet<string>>(new Set());

/** Deletes this device's undo steps and views of drawings that were deleted for good. */
async function forgetDeleted(changes: Iterable<AnyChange>): Promise<void> {
  const ids = new Set<string>();
  for (const change of changes) if ('deleted' in change) ids.add(change.id);
  await forget(ids);
}

async function forget(ids: ReadonlySet<string>): Promise<void> {
  if (ids.size === 0) return;
  deleted.value = ids;
  const { forgetDrawings } = await import('../../studio/document/drawing-memory.ts');
  await forgetDrawings(ids);
}

/** Compares two entries by the API's order. */
function lastChangedFirst(a: DrawingEntry, b: DrawingEntry): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

async function bringUpToDate(tab: Tab): Promise<void> {
  const list = lists[tab];
  try {
    const { phase, complete } = list.value;
    if (phase !== 'ready' || !complete || !(await readUpdates(tab))) await readAll(tab);
  } catch (error) {
    list.value = { ...list.value, phase: 'failed', problem: problemWords(error) };
  }
}

/** Shows a new thumbnail, which belongs to revision `rev`, without loading a list again. */
export function notePicture(tab: Tab, id: string, thumb: string, rev: number): void {
  const list = lists[tab];
  const entries = list.value.entries.map((entry) => (entry.id === id ? { ...entry, thumb, rev } : entry));
  const away = new Set(list.value.away);
  away.delete(id);
  const entry = entries.find((entry) => entry.id === id);
  if (tab === 'trash' && entry && hasRoom([...noted.values()], 1, KEPT_MAX.trash)) noted.set(id + rev, entry);
  list.value = { ...list.value, ...bounded({ entries, away }, KEPT_MAX[tab], views[tab]) };
}

const reloadingThumbs = new Set<Tab>();

/** Tells which cards are visible. Their missing thumbnails are loaded. */
export function setVisible(tab: Tab, shown: readonly DrawingEntry[], { from, to }: Span): void {
  views[tab] = { order: shown.map(({ id }) => id), from, to };
  if (lists[tab].value.away.size > 0) void reloadThumbs(tab);
}

async function reloadThumbs(tab: Tab): Promise<void> {
  if (reloadingThumbs.has(tab)) return;
  reloadingThumbs.add(tab);
  const list = lists[tab];
  try {
    // The visible part may change during each request.
    for (let batch = nextBatch(list.value, views[tab], missed[tab]); batch; ) {
      const { drawings } = await readPage(tab, batch.count, cursorBefore(batch.first));
      const read = withRead(list.value, drawings);
      for (const id of batch.ids) if (read.away.has(id)) missed[tab].add(id);
      list.value = { ...list.value, ...bounded(read, KEPT_MAX[tab], views[tab]) };
      batch = nextBatch(list.value, views[tab], missed[tab]);
    }
  } catch {
    // These thumbnails stay missing until the view changes or the list is loaded again.
  } finally {
    reloadingThumbs.delete(tab);
  }
}

const readings = new Map<Tab, { again: boolean; readonly done: Promise<void> }>();

/** Updates a list. Calls during an update lead to one more. Resolves when the list is up to date. */
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
 * The trash as it was at a cursor of the changes. Emptying it with this cursor deletes nothing that comes later.
 * @throws an Error with a sentence for the person
 */
export async function trashSnapshot(): Promise<{
  readonly entries: readonly DrawingEntry[];
  readonly cursor: string;
}> {
  const list = lists.trash;
  // The first refresh may load the whole list, and only the next one compares it with the changes.
  for (let attempt = 0; attempt < 3; attempt++) {
    await refresh('trash');
    const { phase, complete, entries, problem } = list.value;
    if (phase === 'failed') throw new Error(problem);
    const cursor = cursors.trash;
    if (complete && cursor !== undefined) return { entries, cursor };
  }
  throw new Error(words.trashChanges);
}

/** Updates all lists that have been loaded. */
export function refreshAll(): void {
  void refresh('all');
  if (lists.trash.value.phase !== 'loading') void refresh('trash');
}

let channel: BroadcastChannel | undefined;

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Updates the lists, but only every two seconds while sync brings many drawings. */
function refreshSoon(): void {
  const many = (syncState.value?.progress?.total ?? 0) > NEARBY;
  if (!many) {
    refreshAll();
    return;
  }
  if (waiting !== undefined) return;
  waiting = setTimeout(() => {
    waiting = undefined;
    refreshAll();
  }, SYNC_REFRESH_MS);
}

/** Updates the lists on every commit of any page of this origin. The gallery calls this when it is shown. */
export function followDrawings(): void {
  if (channel) return;
  channel = new BroadcastChannel('drawings');
  channel.addEventListener('message', refreshSoon);
}
