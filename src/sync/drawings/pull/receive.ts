/** Merges the server's version of a drawing with this device's, and writes the result. */
import type { ArchivedDrawing } from '../../../api/drawings/import.ts';
import { idOfKey } from '../../../api/drawings/write.ts';
import type { DrawingRow, WriteTx } from '../../../api/ports.ts';
import { STROKES_MAX, STROKES_SIZE_MAX, TITLE_MAX } from '../../../core/drawing/limits.ts';
import { sameMembers } from '../../../core/drawing/members/member-kinds.ts';
import { membersJson, optionalMembers } from '../../../core/drawing/members/optional-members.ts';
import { merge, type Version } from '../../../core/drawing/merge.ts';
import { type Chunk, chunkStrokes, parseChunk, sizeOfTexts } from '../../../core/drawing/strokes/chunks.ts';
import type { SyncNotice } from '../../state/drawings-state.ts';
import { notePlace } from '../../state/sync-status.ts';
import { type LocalDrawing, type MergePlan, StaleBase, sideOf, unchangedRow } from '../local-drawing.ts';
import { isBroughtBack, isTrashed, plan, type Side, sameContent } from '../plan.ts';
import { chunkNames, type PlacedChunks, type Pool, place, poolOf, writeBoth } from '../push/content.ts';
import { type Base, contentOf, readAnyBase, withNotices, withoutTrouble, writeBase } from '../records.ts';
import { isPurgedHere, keepPurge } from './receive-purge.ts';

/** The content of a drawing here after the merge. */
interface Outcome extends Side {
  readonly chunks: readonly Chunk[];
  readonly strokeCount: number;
  readonly thumb: string;
}

interface Copy {
  readonly id: string;
  readonly title: string;
}

/** The decision for a drawing here. */
interface Decision {
  readonly local: Side | undefined;
  readonly there: Outcome;
  /** Undefined if the drawing here stays as it is. */
  readonly outcome: Outcome | undefined;
  readonly copy: Copy | undefined;
  readonly notices: readonly SyncNotice[];
}

/** @param agreed last state that both sides agreed on, if it is not the base */
export async function receive(
  here: LocalDrawing,
  remote: ArchivedDrawing,
  agreed?: Side,
): Promise<MergePlan> {
  if (isPurgedHere(here, remote)) return keepPurge(here, remote);
  const { local, there, outcome, copy, notices } = await decide(here, remote, agreed);
  const { id, era, row, purge: purged, base } = here;
  const changedAt = dateOf(row, outcome ?? local, there, remote);
  const takes = local !== undefined && outcome !== undefined && !isPreserved(local, outcome);
  return {
    id,
    size: there.strokes.length + remote.thumb.length,
    takes,
    async write(tx, memory, number, { keeping, now: time }) {
      const [now, oldBase] = await Promise.all([unchangedRow(tx, here, memory), readAnyBase(tx, id)]);
      const newChunk = chunkNames(number);
      const pool: Pool = new Map([
        ...poolOf(base?.chunks ?? [], here.baseTexts),
        ...poolOf(row?.chunks ?? [], here.texts),
      ]);
      /** Reuses stored chunks for equal strokes, however the server splits them. */
      const placed = ({ strokes, chunks }: Outcome): PlacedChunks => {
        if (row !== undefined && strokes === local?.strokes) return { chunks: row.chunks, written: [] };
        const isBase = base !== undefined && strokes === here.baseTexts.join(',');
        return isBase ? { chunks: base.chunks, written: [] } : place(chunks, pool, newChunk);
      };
      const theirs = placed(there);
      const isTheirs = outcome === undefined || outcome.strokes === there.strokes;
      const ours = isTheirs ? theirs : placed(outcome);
      const { rev, createdAt, updatedAt } = remote;
      const agreed = contentOf({ ...remote, chunks: theirs.chunks });
      const newBase: Base = { ...agreed, era, rev, createdAt, updatedAt };
      const next = outcome && {
        id,
        rev: (now?.rev ?? purged?.rev ?? 0) + 1,
        seq: number,
        ...contentOf({ ...outcome, chunks: ours.chunks }),
        size: sizeOf(outcome),
        createdAt,
        updatedAt: changedAt,
        keyCount: now?.keyCount ?? 0,
      };
      const kept = next ?? (now && { ...now, createdAt, updatedAt: changedAt });
      if (!kept) throw new StaleBase();
      const written = isTheirs ? theirs.written : [...theirs.written, ...ours.written];
      await Promise.all([
        written.length > 0 ? tx.putChunks(written) : undefined,
        outcome && tx.putThumb(id, outcome.thumb),
        purged && tx.deletePurge(id),
        writeBase(tx, id, newBase),
        notePlace(tx, id, remote, rev, base, now && time),
      ]);
      const both = { row: now, base: oldBase };
      const marked = await writeBoth(tx, number, both, kept, newBase, era, outcome && keeping, time, takes);
      const copied = copy && row && (await writeCopy(tx, number + 1, copy, row, here));
      const after = withNotices(withoutTrouble(memory, id), notices);
      // Push must find what needs sending, so `scanned` stays before it.
      const found = marked.sync?.seq === marked.seq ? after.scanned : marked.seq - 1;
      return {
        memory: { ...after, scanned: Math.min(after.scanned, found) },
        number: copied?.seq ?? number,
        rows: [...(next ? [marked] : []), ...(copied ? [copied] : [])],
      };
    },
  };
}

async function decide(
  here: LocalDrawing,
  remote: ArchivedDrawing,
  agreed: Side | undefined,
): Promise<Decision> {
  const { id, row, base } = here;
  const local = row && sideOf(row, here.texts);
  const both = agreed ?? (base && sideOf(base, here.baseTexts));
  const there: Outcome = { ...remote, ...sideOf(remote, textsOf(remote.chunks)) };
  const todo = plan(both, local, there);
  // The person did not draw here since, so the server's thumbnail is newer.
  const isUntouched = base === undefined || row?.sync?.seq === row?.seq;
  const isOtherPicture = remote.thumb !== '' && remote.thumb !== here.thumb;
  const isTaken = todo === 'pull' || (todo === 'noop' && isUntouched && isOtherPicture);
  if (local === undefined || todo !== 'merge') {
    const notices = local === undefined ? backOf(here) : noticesOf(id, both, local, there);
    return { local, there, outcome: isTaken ? there : undefined, copy: undefined, notices };
  }

  const trashed = isTrashed(both, local, there);
  const notices = noticesOf(id, both, local, there);
  const merged = merge(
    both === undefined ? { title: '', layers: [], strokes: [] } : versionOf(both),
    versionOf(local),
    versionOf(there),
  );
  const chunks = chunkStrokes(merged.strokes);
  const together: Side = {
    title: merged.title,
    ...optionalMembers(merged),
    trashed,
    strokes: textsOf(chunks).join(','),
  };
  const outgrown = sizeOf(together) > Math.max(STROKES_SIZE_MAX, sizeOf(local), sizeOf(there));
  const isTooMuch = merged.strokes.length > STROKES_MAX || outgrown || merged.lacksLayer;
  const copy = isTooMuch || merged.photoConflict ? await copyOf(id, remote.rev, local) : undefined;
  if (copy) notices.push({ kind: 'kept_copy', drawing: id, copy: copy.id, title: copy.title });
  if (isTooMuch) return { local, there, outcome: { ...there, trashed }, copy, notices };
  if (merged.keptBoth) notices.push({ kind: 'kept_both', drawing: id });
  if (merged.titleConflict) notices.push({ kind: 'title', drawing: id, title: local.title });
  const outcome: Outcome = {
    ...together,
    chunks,
    strokeCount: merged.strokes.length,
    thumb: remote.thumb || here.thumb,
  };
  return { local, there, outcome, copy, notices };
}

/**
 * The size as in `DrawingRow`, which counts a comma after each chunk. Here commas are only between the chunks,
 * so one is added.
 */
function sizeOf({ strokes }: Side): number {
  return strokes === '' ? 0 : strokes.length + 1;
}

/**
 * The date after the merge: the server's if the content equals the server's, even if it was changed here and
 * changed back; otherwise the later of both.
 */
function dateOf(
  row: DrawingRow | undefined,
  next: Side | undefined,
  there: Side,
  { updatedAt }: ArchivedDrawing,
): string {
  if (row === undefined || next === undefined || sameContent(next, there)) return updatedAt;
  return row.updatedAt > updatedAt ? row.updatedAt : updatedAt;
}

/**
 * True if nothing of the local version is lost. Decided without comparing single strokes, so it may be false
 * too often.
 */
function isPreserved(local: Side, outcome: Side): boolean {
  return (
    outcome.title === local.title &&
    sameMembers(outcome, local) &&
    outcome.strokes.startsWith(local.strokes) &&
    outcome.trashed === local.trashed
  );
}

function noticesOf(id: string, base: Side | undefined, local: Side, there: Side): SyncNotice[] {
  return isBroughtBack(base, local, there) ? [{ kind: 'restored', drawing: id }] : [];
}

function backOf({ id, purge }: LocalDrawing): SyncNotice[] {
  return purge === undefined ? [] : [{ kind: 'came_back', drawing: id }];
}

function textsOf(chunks: readonly Chunk[]): string[] {
  return chunks.map(({ text }) => text);
}

function versionOf(side: Side): Version {
  return { ...side, strokes: parseChunk(side.strokes) };
}

/**
 * The sent content if the server's copy equals it, so that a lost response is harmless: both sides agree on
 * it. Otherwise undefined.
 */
export function landedAs(sent: Side, remote: ArchivedDrawing): Side | undefined {
  const there = sideOf(remote, textsOf(remote.chunks));
  return sameContent(sent, there) ? sent : undefined;
}

const COPY_WORDS = ' (kept copy)';

/**
 * A copy of the local version. Its id is derived from its content, so that planning again makes no second
 * copy, and devices that differ only in layers, paper or photo make two.
 */
async function copyOf(id: string, rev: number, { title, strokes, ...rest }: Side): Promise<Copy> {
  const content = `${JSON.stringify(title)}\n${strokes}${membersJson(rest)}`;
  const copy = await idOfKey(`kept copy\n${id}\n${rev}\n${content}`);
  const room = TITLE_MAX - COPY_WORDS.length;
  return { id: copy, title: `${[...title].slice(0, room).join('') || 'Untitled'}${COPY_WORDS}` };
}

/** @returns undefined if the copy exists already, whatever it contains now */
async function writeCopy(
  tx: WriteTx,
  number: number,
  { id, title }: Copy,
  row: DrawingRow,
  { texts, thumb }: LocalDrawing,
): Promise<DrawingRow | undefined> {
  if ((await tx.drawing(id)) !== undefined) return undefined;
  const newChunk = chunkNames(number);
  const written = texts.map((text) => ({ id: newChunk(), text }));
  const { createdAt, updatedAt } = row;
  const copied: DrawingRow = {
    ...contentOf(row),
    id,
    rev: 1,
    seq: number,
    title,
    size: sizeOfTexts(texts),
    chunks: row.chunks.map(([, strokes], index) => [written[index]?.id ?? '', strokes]),
    trashed: false,
    createdAt,
    updatedAt,
    keyCount: 0,
  };
  await Promise.all([
    tx.setCounter(number),
    tx.putDrawing(copied),
    tx.putChunks(written),
    tx.putThumb(id, thumb),
    copyPhoto(tx, row.id, copied),
  ]);
  return copied;
}

/** Gives the copy the photo that it names. One that has not reached this device yet comes with the sync of photos. */
async function copyPhoto(tx: WriteTx, from: string, { id, underlay }: DrawingRow): Promise<void> {
  const photo = underlay && (await tx.photos(from))?.find(({ sha256 }) => sha256 === underlay.sha256);
  if (!photo) return;
  const bytes = await tx.photoBytes(from, photo.sha256, 0, photo.size);
  if (bytes !== undefined) await tx.putPhoto({ ...photo, drawing: id }, bytes);
}
