/**
 * Requests that change a drawing on the server. Each is stored before it is sent, and is in doubt until its
 * result is known.
 */
import { unlessCorrupt } from '../../../api/drawings/change/unless-corrupt.ts';
import { APPLIED } from '../../../api/drawings/find.ts';
import type { Store, WriteTx } from '../../../api/ports.ts';
import { isInstant } from '../../../core/drawing/dates.ts';
import { MEMBER_NAMES } from '../../../core/drawing/members/optional-members.ts';
import { NEWER_MEMBERS } from '../../../core/drawing/strokes/unknown-members.ts';
import type { TroubleReason } from '../../state/drawings-state.ts';
import { parseJson, shape, text } from '../../state/guards.ts';
import { notePlace } from '../../state/sync-status.ts';
import { StaleBase, sideOf } from '../local-drawing.ts';
import type { Side } from '../plan.ts';
import {
  type Content,
  clearSent,
  forgetBase,
  type Memory,
  readAnyBase,
  readMemory,
  readSent,
  type StoredRequest,
  withoutTrouble,
  withTrouble,
  writeBase,
  writeMemory,
  writeSent,
} from '../records.ts';
import { fetchDrawing, fetchPurge, type Run, retryWhileChanging, startEra, writePulled } from '../run.ts';
import { type ServerResult, Stop, stop } from '../server.ts';
import { chunkNames, isSame, type PlacedChunks, writeBoth } from './content.ts';

/** A request ready to send, with the state that it was made from. */
export interface PushRequest extends Omit<StoredRequest, 'slot' | 'next' | 'temporary'> {
  /** `seq` of the row that it was made from. */
  readonly seq: number;
  /** True if it takes more room on the server. */
  readonly grows?: boolean;
  /** The content that it creates on the server, and the chunks written only for that. */
  readonly next: (newChunk: () => string) => Content & Pick<PlacedChunks, 'written'>;
}

/**
 * The result of a request. `landed`: both sides now agree on its content. `moved`: the server had something
 * else, which was pulled. `full`: the server has no space.
 */
export type PushResult = 'landed' | 'moved' | 'full' | TroubleReason;

/**
 * Sends the requests again that the last run left in doubt. The server recognises them by their keys.
 * @returns true if there were any
 * @throws Stop
 */
export async function settle(run: Run): Promise<boolean> {
  const all = await run.store.read(readSent);
  for (const sent of all) {
    const { era } = await run.store.read(readMemory);
    // Made for a server that was since restored from a backup. Its result shows when the drawing is read.
    if (sent.era !== era) await forgetSent(run.store, sent);
    else await deliver(run, sent);
  }
  return all.length > 0;
}

/**
 * Stores a request and sends it.
 * @param slot that no other request uses
 * @throws StaleBase if the drawing has changed; Stop, and the request is then in doubt
 */
export async function send(
  run: Run,
  slot: number,
  { seq, grows, next, ...request }: PushRequest,
): Promise<PushResult> {
  if (grows && run.isFull) return 'full';
  const sent = await run.store.write(async (tx) => {
    const [{ era }, row, { counter }] = await Promise.all([
      readMemory(tx),
      tx.drawing(request.drawing),
      tx.meta(),
    ]);
    if (row === undefined || row.seq !== seq || era !== request.era) throw new StaleBase();
    const { written, ...content } = next(chunkNames(counter + 1));
    const made: StoredRequest = { ...request, slot, next: content, temporary: written.map(({ id }) => id) };
    const mark = row.sync?.era === era ? row.sync : { seq: 0, rev: 0 };
    const sync = { dropped: [], ...row.sync, ...mark, era, keep: counter + 1 };
    await Promise.all([
      tx.setCounter(counter + 1),
      // The sent chunks stay readable while the person draws on.
      tx.putDrawing({ ...row, sync }),
      written.length > 0 ? tx.putChunks(written) : undefined,
      writeSent(tx, made),
    ]);
    return made;
  });
  const result = await deliver(run, sent);
  if (result === 'full') {
    // A limit there still lets drawings become smaller, and into the trash. A full disk takes nothing.
    if (!grows) throw stop('server_full');
    run.isFull = true;
  }
  return result;
}

async function deliver(run: Run, sent: StoredRequest): Promise<PushResult> {
  const { method, headers, body } = sent;
  const result = await run.server.ask(sent.path, {
    method,
    headers,
    body,
  });
  if (result.ok) {
    const rev = Number(/^(?:W\/)?"(\d{1,15})"$/.exec(result.tag ?? '')?.[1]);
    // Any other rev: the request was applied, but others changed the drawing too.
    if (sent.rev === 0 ? rev >= 1 : rev === sent.rev + 1) {
      await landed(run.store, sent, rev, result, run.options.now());
      return 'landed';
    }
    return lookAgain(run, sent);
  }
  switch (result.code) {
    case 'conflict':
    case 'gone':
    case 'precondition_failed':
    case 'not_found':
    case 'key_reused':
      return lookAgain(run, sent, result.paths.includes(APPLIED));
    case 'cursor_expired':
      // Only now restored from a backup. The next run finds nothing of the old one in doubt.
      await startEra(run);
      throw new Stop('more');
    case 'storage_full':
      await forgetSent(run.store, sent);
      return 'full';
    default: {
      const reason = reasonOf(sent, result);
      if (
        reason !== 'server_older' &&
        sent.dated === true &&
        result.paths.some((path) => OF_DATES.test(path))
      ) {
        await withholdDates(run, sent, result.paths);
        return 'moved';
      }
      await forgetSent(run.store, sent, (memory) => withTrouble(memory, sent.drawing, 'failed', reason));
      return reason;
    }
  }
}

function reasonOf({ body }: StoredRequest, { code, paths }: Refusal): TroubleReason {
  if (code === 'internal') return 'server_error';
  // The drawing is kept as it is: without these members other devices would draw it differently.
  const isOlder = paths.some((path) => OF_NEWER.test(path) || isAtMember(body, path));
  return isOlder ? 'server_older' : 'not_taken';
}

/** Paths of the members that a server without the capability `brushes`, or that of an optional member, refuses. */
const OF_NEWER = new RegExp(
  `^/(?:${MEMBER_NAMES.join('|')})|^/(?:strokes/\\d+|\\d+/value)/(?:${NEWER_MEMBERS.join('|')})$`,
);

/** True if the path is in an operation which changes an optional member: a PATCH has them by their numbers. */
function isAtMember(body: string | undefined, path: string): boolean {
  const index = /^\/(\d+)\/(?:path$|value)/.exec(path)?.[1];
  const operations = index === undefined || body === undefined ? undefined : parseJson(body);
  const operation: unknown = Array.isArray(operations) ? operations[Number(index)] : undefined;
  return isNamed(operation) && MEMBER_NAMES.some((name) => operation.path === `/${name}`);
}

const isNamed = shape({ path: text(64) });

/** Paths of dates in a body. In a PATCH the date is the value of an operation. */
const OF_DATES = /^\/(?:createdAt|updatedAt|\d+\/(?:path|value))$/;

/**
 * Leaves out dates in the next try. A server whose clock is behind this one refuses a date as being in the
 * future, and an older server knows no date in a PATCH. Dates that it can accept are still sent.
 */
async function withholdDates(
  { store, withheld }: Run,
  sent: StoredRequest,
  paths: readonly string[],
): Promise<void> {
  const isFirst = !withheld.has(sent.drawing) && !paths.includes('/createdAt');
  withheld.set(sent.drawing, isFirst ? ['updatedAt'] : ['createdAt', 'updatedAt']);
  await forgetSent(store, sent);
}

const isTimed = shape({ updatedAt: isInstant });
const isDated = shape({ createdAt: isInstant });

type Refusal = Extract<ServerResult, { ok: false }>;
type LandedResult = Pick<Extract<ServerResult, { ok: true }>, 'status' | 'text'>;

/** Makes the sent content the base, at the rev that the server gave it. The rev on this device stays. */
async function landed(
  store: Store,
  sent: StoredRequest,
  rev: number,
  result: LandedResult,
  now: number,
): Promise<void> {
  const { drawing: id, era, next } = sent;
  await store.write(async (tx) => {
    const [memory, row, base, { counter }] = await Promise.all([
      readMemory(tx),
      tx.drawing(id),
      readAnyBase(tx, id),
      tx.meta(),
    ]);
    if (memory.era !== era) return discard(tx, sent);
    const value = parseJson(result.text);
    // Most responses do not name it. The row's may be newer: deleted here for good, and made again before that was sent.
    const createdAt = isDated(value) ? value.createdAt : base?.createdAt;
    if (row === undefined) {
      // Permanently deleted here meanwhile: the deletion on the server must match what has just landed.
      const purge = await tx.purge(id);
      await forgetBase(tx, id, base);
      await Promise.all([discard(tx, sent), purge && writeBase(tx, id, { ...next, era, rev, createdAt })]);
      return;
    }
    const isWhole = isSame(row, next);
    const updatedAt = isTimed(value) ? value.updatedAt : base?.updatedAt;
    // An older server gives a new drawing its own dates. The drawing here keeps the real ones.
    const isOwn = result.status === 201 && sent.dated === true && createdAt !== row.createdAt;
    const made = isOwn ? undefined : createdAt;
    const dated = {
      ...row,
      createdAt: made ?? row.createdAt,
      updatedAt: (isWhole && !isOwn && updatedAt) || row.updatedAt,
    };
    await Promise.all([
      writeBase(tx, id, { ...next, era, rev, createdAt: made, updatedAt }),
      clearSent(tx, sent),
      notePlace(tx, id, next, rev, sent.rev ? base : undefined),
    ]);
    await writeBoth(tx, counter + 1, { row, base }, dated, next, era, undefined, now);
    if (isWhole) await writeMemory(tx, withoutTrouble(memory, id));
  });
}

/**
 * Reads and merges the server's version, because it differs from the expected one, or the result is unknown.
 * @param applied true if the request was applied, and the drawing was permanently deleted after that
 */
async function lookAgain(run: Run, sent: StoredRequest, applied = false): Promise<PushResult> {
  const { drawing: id } = sent;
  const side = applied || sent.body !== undefined ? await contentSent(run.store, sent) : undefined;
  const result = await retryWhileChanging(async () => {
    const found = await fetchDrawing(run, id, 0, side);
    const pulled = found === 'missing' ? await fetchPurge(run, id, applied ? side : undefined) : found;
    await writePulled(run, new Map([[id, pulled]]), async (memory, tx) => {
      await discard(tx, sent);
      return memory;
    });
    return pulled;
  });
  return typeof result === 'string' ? result : 'moved';
}

/** The title, paper and strokes that the request would create; undefined if they cannot be read. */
async function contentSent(store: Store, { next }: StoredRequest): Promise<Side | undefined> {
  const ids = next.chunks.map(([chunk]) => chunk);
  const texts = await store.read((tx) => tx.chunks(ids)).catch(unlessCorrupt);
  return texts && sideOf(next, texts);
}

async function forgetSent(
  store: Store,
  sent: StoredRequest,
  remember?: (memory: Memory) => Memory,
): Promise<void> {
  await store.write(async (tx) => {
    await discard(tx, sent);
    if (remember !== undefined) await writeMemory(tx, remember(await readMemory(tx)));
  });
}

/** Removes a stored request, and the chunks that were written only for it. */
async function discard(tx: WriteTx, sent: StoredRequest): Promise<void> {
  const { temporary } = sent;
  await Promise.all([clearSent(tx, sent), temporary.length > 0 ? tx.deleteChunks(temporary) : undefined]);
}
