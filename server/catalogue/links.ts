/**
 * Decides which links of the catalogue may be shown: those that were followed to a marketplace recently. Each
 * is followed once a day, one at a time with a pause between two. Results are stored across restarts.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../src/api/ports.ts';
import { DAY, HOUR, MINUTE } from '../../src/core/air/time/time.ts';
import { createLease } from '../store/lease.ts';
import { type AllowedHosts, areAllowed, type FollowResult } from './follow.ts';
import { LINKS_NAME, type LinkRecord, parseLinkRecords } from './stored-catalogue.ts';

/** How long a link is shown after it was last verified: a day's check may fail without a network. */
const SHOWN_FOR = 2 * DAY;
/** A check is due a day after the last one, plus or minus this. */
const JITTER = 2 * HOUR;
/** Pause after a failure that says nothing about the link, doubled with each further one. */
const RETRY_FIRST = 10 * MINUTE;
const RETRY_MAX = 6 * HOUR;
/** How often a process looks what another one has found meanwhile, ms. */
const SHARED_LOOK = 2_000;

export interface LinksOptions {
  readonly store: Store;
  /** True if other processes have the same store: then one of them follows links, and the others read the results. */
  readonly isShared: boolean;
  readonly allowed: AllowedHosts;
  readonly follow: (link: string) => Promise<FollowResult>;
  readonly now: () => number;
  /** Returns 0 to 1. */
  readonly random: () => number;
  readonly log: (message: string, facts: Readonly<Record<string, string | number>>) => void;
  /** Pause between two links, ms. */
  readonly pauseMs: number;
}

export interface LinkChecker {
  /** Reads the stored results of an earlier run. Never throws. */
  load(): Promise<void>;
  /**
   * Sets the current links. Those that are due are followed in the background.
   * @param links id of the product by link
   */
  want(links: ReadonlyMap<string, string>): void;
  isVerified(link: string): boolean;
  /** Starts no further check. */
  close(): void;
}

export function createLinkChecker(options: LinksOptions): LinkChecker {
  const { store, isShared, allowed, now, log } = options;
  const lists = JSON.stringify([allowed.redirect, allowed.marketplace]);
  const known = new Map<string, LinkRecord>();
  let wanted: ReadonlyMap<string, string> = new Map();
  let running = false;
  const closing = new AbortController();
  const lease = createLease({ store, name: 'catalogue-links', now, lookMs: SHARED_LOOK });

  const nextDue = () => (closing.signal.aborted ? undefined : [...wanted.keys()].find(isDue));

  function isDue(link: string): boolean {
    const { dueAt } = known.get(link) ?? { dueAt: 0 };
    // A time too far ahead was set by a clock that has been set back since.
    return now() >= dueAt || dueAt - now() > DAY + JITTER;
  }

  async function run(): Promise<void> {
    running = true;
    try {
      if (isShared && nextDue() !== undefined) await lease.once(isDoneElsewhere, checkDue);
      else await checkDue();
    } finally {
      running = false;
    }
  }

  async function isDoneElsewhere(): Promise<boolean> {
    read(await store.read((tx) => tx.value(LINKS_NAME)), true);
    return nextDue() === undefined;
  }

  async function checkDue(): Promise<void> {
    for (let next = nextDue(); next !== undefined; next = nextDue()) {
      await check(next);
      await pause(options.pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  /** @param again true if what is stored is newer than what is known */
  function read(text: string | undefined, again: boolean): void {
    const kept = parseLinkRecords(text);
    for (const [link, found] of Object.entries(kept?.links ?? {})) {
      // A refusal may have been for a host that is allowed now.
      const holds = found.verifiedAt === null ? kept?.lists === lists : areAllowed(found.hosts, allowed);
      if (holds && (again || !known.has(link))) known.set(link, found);
    }
  }

  async function check(link: string): Promise<void> {
    const before = known.get(link);
    const followed = await options.follow(link);
    if (closing.signal.aborted) return;
    const after = outcome(followed, before);
    known.set(link, after);
    if (after.reason !== (before?.reason ?? '')) {
      const product = wanted.get(link) ?? '';
      if (followed.ok) log('a link of the catalogue is verified again', { product });
      else log('a link of the catalogue is not verified', { product, reason: after.reason });
    }
    await save();
  }

  function outcome(followed: FollowResult, before: LinkRecord | undefined): LinkRecord {
    const at = now();
    const tomorrow = at + DAY + (2 * options.random() - 1) * JITTER;
    const { hosts } = followed;
    if (followed.ok) return { hosts: [...hosts], verifiedAt: at, dueAt: tomorrow, failures: 0, reason: '' };
    const { reason, passing } = followed;
    if (!passing) return { hosts: [...hosts], verifiedAt: null, dueAt: tomorrow, failures: 0, reason };
    const failures = (before?.failures ?? 0) + 1;
    const wait = Math.min(RETRY_MAX, RETRY_FIRST * 2 ** Math.min(failures - 1, 16));
    // The earlier result stays valid for its time.
    const verifiedAt = before?.verifiedAt ?? null;
    const kept = verifiedAt === null ? [...hosts] : (before?.hosts ?? []);
    const dueAt = at + wait * (1 + options.random() / 2);
    return { hosts: kept, verifiedAt, dueAt, failures, reason };
  }

  async function save(): Promise<void> {
    const links = Object.fromEntries([...known].filter(([link]) => wanted.has(link)));
    try {
      await store.write((tx) => tx.putValue(LINKS_NAME, JSON.stringify({ lists, links })));
    } catch (error) {
      if (!closing.signal.aborted) log('what was found of links cannot be kept', { error: String(error) });
    }
  }

  return {
    async load() {
      try {
        read(await store.read((tx) => tx.value(LINKS_NAME)), false);
      } catch (error) {
        log('what was found of links cannot be read', { error: String(error) });
      }
    },
    want(links) {
      wanted = links;
      for (const link of known.keys()) if (!links.has(link)) known.delete(link);
      if (running || closing.signal.aborted) return;
      void run().catch((error: unknown) => log('links cannot be followed', { error: String(error) }));
    },
    isVerified(link) {
      const { verifiedAt = null } = known.get(link) ?? {};
      return verifiedAt !== null && Math.abs(now() - verifiedAt) < SHOWN_FOR;
    },
    close: () => closing.abort(),
  };
}
