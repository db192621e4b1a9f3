/**
 * What sync remembers on the device, as named values beside the drawings: no store has to know of them. All of it is
 * changed inside the transaction that changes what it speaks of.
 */
import type { ChunkRef, ReadTx, WriteTx } from '../../api/ports.ts';
import type { DrawingTrouble, SyncNotice, TroubleReason } from './ports.ts';

export interface Memory {
  /** Counts what the server was found to have come back from: what was agreed on before is void. */
  readonly era: number;
  /** Where the server's feed goes on. */
  readonly cursor?: string;
  /** This device's changes up to here are on the server, or in trouble. */
  readonly scanned: number;
  /** What was deleted for good here up to this change is deleted on the server, too; as far as it had it. */
  readonly purged?: number;
  readonly troubles: Readonly<
    Record<string, { readonly kind: DrawingTrouble['kind']; readonly reason: TroubleReason }>
  >;
  readonly notices: readonly SyncNotice[];
  /** The profile that both sides agreed on, as the server gave it. */
  readonly profile?: {
    readonly text: string;
    readonly etag: string;
    /** What is being sent, or was, without an answer. */
    readonly sent?: string;
  };
}

/** Title, strokes and trash of a drawing; the strokes are in chunks of the store, some of them the drawing's own. */
export interface Content {
  readonly title: string;
  readonly trashed: boolean;
  readonly strokeCount: number;
  readonly chunks: readonly ChunkRef[];
}

/** The last state that both sides agreed on. */
export interface Base extends Content {
  readonly era: number;
  /** The server's. Never to be compared with this device's. */
  readonly rev: number;
  /** The server's, too; absent where an older build of the app wrote this. */
  readonly updatedAt?: string;
}

/** A request that was, or is just being, sent: to be sent again, as it is, until it is known what became of it. */
export interface Sent {
  /** Where it is written down: there is one in each slot, and one of each drawing. */
  readonly slot: number;
  readonly era: number;
  readonly drawing: string;
  readonly method: 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The server's rev that it was made for; 0 for a create. */
  readonly rev: number;
  /** Does it say when the drawing was made or changed? */
  readonly dated?: boolean;
  /** What the drawing is there when it has landed. */
  readonly next: Content;
  /** Chunks that were written for `next` alone. */
  readonly temporary: readonly string[];
}

/** Of a base that is void: its chunks stay until there is another one. */
export const NO_ERA = 0;

const MEMORY = 'sync';
const NONE = 'null';
/** Requests that may be under way at the same time. */
export const SLOTS = 4;
const START: Memory = { era: 1, scanned: 0, troubles: {}, notices: [] };

export async function readMemory(tx: ReadTx): Promise<Memory> {
  const text = await tx.value(MEMORY);
  return text === undefined ? START : JSON.parse(text);
}

export function writeMemory(tx: WriteTx, memory: Memory): Promise<void> {
  return tx.putValue(MEMORY, JSON.stringify(memory));
}

/** Everything that was agreed on before is void from now on. */
export function nextEra({ era, notices, purged, profile }: Memory): Memory {
  return {
    ...START,
    era: era + 1,
    notices,
    ...(purged === undefined ? {} : { purged }),
    ...(profile === undefined ? {} : { profile }),
  };
}

/** Undefined also where it is of another era. */
export async function readBase(tx: ReadTx, drawing: string, era: number): Promise<Base | undefined> {
  const base = await readAnyBase(tx, drawing);
  return base?.era === era ? base : undefined;
}

/** Of whatever era: its chunks are there until it is replaced. */
export async function readAnyBase(tx: ReadTx, drawing: string): Promise<Base | undefined> {
  const text = await tx.value(`sync/${drawing}`);
  return text === undefined ? undefined : JSON.parse(text);
}

export function writeBase(tx: WriteTx, drawing: string, base: Base): Promise<void> {
  return tx.putValue(`sync/${drawing}`, JSON.stringify(base));
}

/** Nothing is agreed of the drawing any more; chunks that only the base named go with it. */
export async function forgetBase(tx: WriteTx, drawing: string, base: Base | undefined): Promise<void> {
  if (base === undefined) return;
  await Promise.all([
    tx.deleteValue(`sync/${drawing}`),
    base.chunks.length > 0 ? tx.deleteChunks(base.chunks.map(([chunk]) => chunk)) : undefined,
  ]);
}

const sentName = (slot: number) => `sync/sent/${slot}`;

export async function readSent(tx: ReadTx): Promise<Sent[]> {
  const texts = await Promise.all(Array.from({ length: SLOTS }, (_, slot) => tx.value(sentName(slot))));
  return texts.flatMap((text = NONE): Sent[] => JSON.parse(text) ?? []);
}

export function writeSent(tx: WriteTx, sent: Sent): Promise<void> {
  return tx.putValue(sentName(sent.slot), JSON.stringify(sent));
}

/** It is known what became of it. */
export function clearSent(tx: WriteTx, { slot }: Sent): Promise<void> {
  return tx.putValue(sentName(slot), NONE);
}

export function withTrouble(
  memory: Memory,
  drawing: string,
  kind: DrawingTrouble['kind'],
  reason: TroubleReason,
): Memory {
  // Put at the end: what was tried last is tried again last.
  const { [drawing]: _, ...others } = memory.troubles;
  return { ...memory, troubles: { ...others, [drawing]: { kind, reason } } };
}

export function withoutTrouble(memory: Memory, drawing: string): Memory {
  if (!Object.hasOwn(memory.troubles, drawing)) return memory;
  const { [drawing]: _, ...troubles } = memory.troubles;
  return { ...memory, troubles };
}

/** The latest notice of each kind and drawing. */
export function withNotices(memory: Memory, added: readonly SyncNotice[]): Memory {
  if (added.length === 0) return memory;
  const isNewer = ({ kind, drawing }: SyncNotice) =>
    added.some((notice) => notice.kind === kind && notice.drawing === drawing);
  return { ...memory, notices: [...memory.notices.filter((notice) => !isNewer(notice)), ...added] };
}
