/**
 * Which links of the catalogue may be shown: those that were followed to a marketplace, lately. Each is followed once a
 * day, one at a time with a pause between two, and what was found is kept over a restart.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../src/api/ports.ts';
import { DAY, HOUR, MINUTE } from '../../src/core/air/time/time.ts';
import { type AllowedHosts, areAllowed, type Followed } from './follow.ts';
import { LINKS_NAME, type Link, parseLinks } from './memo.ts';

/** So long a link is shown after it was last seen to be good: a day's check may fail for want of a network. */
const SHOWN_FOR = 2 * DAY;
/** A check is due a day after the last, give or take this. */
const JITTER = 2 * HOUR;
/** After a failure that says nothing about the link, doubled with each more. */
const RETRY_FIRST = 10 * MINUTE;
const RETRY_MOST = 6 * HOUR;

export interface LinksOptions {
  readonly store: Store;
  readonly allowed: AllowedHosts;
  readonly follow: (link: string) => Promise<Followed>;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: (message: string, facts: Readonly<Record<string, string | number>>) => void;
  /** Between two links, ms. */
  readonly pauseMs: number;
}

export interface Links {
  /** Reads what an earlier run found. Never throws. */
  load(): Promise<void>;
  /**
   * The links that there are. Those that are due are followed in the background.
   * @param links id of the product by link
   */
  want(links: ReadonlyMap<string, string>): void;
  isVerified(link: string): boolean;
  /** Begins no further check. */
  close(): void;
}

export function catalogueLinks(options: LinksOptions): Links {
  const { store, allowed, now, log } = options;
  const lists = JSON.stringify([allowed.redirect, allowed.marketplace]);
  const known = new Map<string, Link>();
  let wanted: ReadonlyMap<string, string> = new Map();
  let running = false;
  const closing = new AbortController();

  function isDue(link: string): boolean {
    const { dueAt } = known.get(link) ?? { dueAt: 0 };
    // One that lies too far ahead was set by a clock that has been set back since.
    return now() >= dueAt || dueAt - now() > DAY + JITTER;
  }

  async function run(): Promise<void> {
    running = true;
    try {
      for (;;) {
        const next = [...wanted.keys()].find(isDue);
        if (next === undefined || closing.signal.aborted) return;
        await check(next);
        await pause(options.pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      }
    } finally {
      running = false;
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

  function outcome(followed: Followed, before: Link | undefined): Link {
    const at = now();
    const tomorrow = at + DAY + (2 * options.random() - 1) * JITTER;
    const { hosts } = followed;
    if (followed.ok) return { hosts: [...hosts], verifiedAt: at, dueAt: tomorrow, failures: 0, reason: '' };
    const { reason, passing } = followed;
    if (!passing) return { hosts: [...hosts], verifiedAt: null, dueAt: tomorrow, failures: 0, reason };
    const failures = (before?.failures ?? 0) + 1;
    const wait = Math.min(RETRY_MOST, RETRY_FIRST * 2 ** Math.min(failures - 1, 16));
    // What was found before stays, for as long as it is good.
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
        const kept = parseLinks(await store.read((tx) => tx.value(LINKS_NAME)));
        for (const [link, found] of Object.entries(kept?.links ?? {})) {
          // A refusal may have been for a host that is allowed now.
          const holds = found.verifiedAt === null ? kept?.lists === lists : areAllowed(found.hosts, allowed);
          if (holds && !known.has(link)) known.set(link, found);
        }
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
