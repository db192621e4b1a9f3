/**
 * The server's products port: reads the operator's catalogue when it is due or has changed, stores it, and
 * answers from it.
 */
import type { ProductsPort, Store, WriteTx } from '../../src/api/ports.ts';
import { CATEGORIES, type CatalogueState, type Category, type Product } from '../../src/core/air/products.ts';
import { DAY, HOUR, hourInWords, MINUTE, toSgt } from '../../src/core/air/time/time.ts';
import { backoff } from '../../src/core/air/upstream/backoff.ts';
import { settledWithin } from '../../src/core/settled-within.ts';
import { createLease } from '../store/lease.ts';
import { checkCatalogue, faultText } from './check.ts';
import { type AllowedHosts, type FollowResult, followLink } from './follow.ts';
import type { CatalogueEntry, CatalogueProductList } from './format.ts';
import type { askHost, HostOptions } from './host-request.ts';
import { createLinkChecker } from './links.ts';
import { publicForm } from './public-address.ts';
import { isWebLocation, type Mark, type ReadResult, readCatalogue } from './read.ts';
import { cleanSellerText } from './seller-text.ts';
import {
  CATALOGUE_NAME,
  type CatalogueRefresh,
  parseRefresh,
  parseStoredCatalogue,
  REFRESH_NAME,
  type StoredCatalogue,
  sameRead,
} from './stored-catalogue.ts';

export interface ServerCatalogueOptions extends HostOptions {
  /** A path or an http(s) URL; undefined if none is configured. */
  readonly location: string | undefined;
  readonly allowed: AllowedHosts;
  readonly store: Store;
  /**
   * True if other processes have the same store: then one of them asks an address and follows links, and the others
   * read what it stored. A file is read by each.
   */
  readonly isShared?: boolean;
  /** ms since the epoch. */
  readonly now?: () => number;
  /** Returns 0 to 1. */
  readonly random?: () => number;
  /** Requests the catalogue's URL. */
  readonly ask?: typeof askHost;
  /** Follows a link; never throws. */
  readonly follow?: (link: string) => Promise<FollowResult>;
  readonly log?: (message: string, facts: Readonly<Record<string, string | number>>) => void;
  /** Longest time of a request to the catalogue's URL, ms. */
  readonly timeoutMs?: number;
  /** How long a response waits while the catalogue is read, ms. */
  readonly waitMs?: number;
  /** How often a file is checked for changes, ms. */
  readonly fileMs?: number;
  /** Pause between two links that are followed, ms. */
  readonly pauseMs?: number;
}

export interface ServerCatalogue extends ProductsPort {
  /** Starts nothing further in the background. */
  close(): void;
}

/** How often the port checks whether something is due while there are no requests. */
const TICK = MINUTE;
/** A URL is read again after an hour, plus or minus a twentieth: what clients see is no older. */
const ADDRESS_EVERY = HOUR;
const RETRY_FIRST = MINUTE;

const KEEPER = 'The operator of this server';
const NOT_SET_UP = 'No catalogue of masks and purifiers has been set up on this server.';

/** Never throws. Answers from the stored catalogue while the source cannot be read. */
export function serverCatalogue(options: ServerCatalogueOptions): ServerCatalogue {
  const { location } = options;
  if (location === undefined) {
    const nothing = { products: [], source: KEEPER, catalogueSource: null, fetchedAt: null };
    const state = { ...nothing, warning: NOT_SET_UP };
    return { catalogue: async () => state, close() {} };
  }
  return catalogueAt(location, options);
}

/** The last failure to read. */
interface ReadFailure {
  readonly why: string;
  /** True if the text was read and refused: reading the same file again would not help. */
  readonly refused: boolean;
}

function catalogueAt(location: string, options: ServerCatalogueOptions): ServerCatalogue {
  const { store, isShared = false, allowed, now = Date.now, random = Math.random, log = () => {} } = options;
  const { timeoutMs = 10_000, waitMs = 2_500, fileMs = 5_000, pauseMs = 2_000 } = options;
  const isFile = !isWebLocation(location);
  const catalogueSource = isFile ? null : publicForm(location);
  const follow = options.follow ?? ((link: string) => followLink(link, { allowed }));
  const links = createLinkChecker({ store, isShared, allowed, follow, now, random, log, pauseMs });
  const answered = new Map<Category, { readonly text: string; readonly state: CatalogueState }>();
  let held: StoredCatalogue | undefined;
  let trouble: ReadFailure | undefined;
  /** Mark of the last text that was read, good or not. */
  let seen: Mark = {};
  let readAt = Number.NEGATIVE_INFINITY;
  let askAfter = 0;
  let failures = 0;
  let loading: Promise<void> | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  async function load(): Promise<void> {
    await links.load();
    try {
      held = parseStoredCatalogue(await store.read((tx) => tx.value(CATALOGUE_NAME)), location);
      // Files are read again after a restart: that is cheap, and the rules may have changed since the catalogue
      // was stored.
      if (held !== undefined && !isFile) seen = held.mark;
    } catch (error) {
      log('the kept catalogue cannot be read', { error: String(error) });
    }
  }

  function isDue(): boolean {
    return now() >= askAfter || askAfter - now() > 2 * ADDRESS_EVERY;
  }

  /**
   * Takes over what is stored.
   * @returns true if no refresh is due any more
   */
  async function takeOver(): Promise<boolean> {
    const [text, refreshed] = await store.read((tx) =>
      Promise.all([tx.value(CATALOGUE_NAME), tx.value(REFRESH_NAME)]),
    );
    const last = parseRefresh(refreshed, location);
    if (last === undefined || last.askAfter < askAfter) return closed;
    held = parseStoredCatalogue(text, location) ?? held;
    seen = held?.mark ?? {};
    ({ askAfter, failures, trouble } = { trouble: undefined, ...last });
    return closed || !isDue();
  }

  async function refreshOnce(): Promise<void> {
    if (!isShared || isFile) return refresh();
    await createLease({ store, name: 'catalogue', now }).once(takeOver, async () => {
      await refresh();
      const ended: CatalogueRefresh = { location: location, askAfter, failures, trouble };
      await keeping((tx) => tx.putValue(REFRESH_NAME, JSON.stringify(ended)));
    });
    links.want(linksOf(held));
  }

  async function refresh(): Promise<void> {
    const known = isFile && Math.abs(now() - readAt) >= DAY ? undefined : seen;
    const { ask, resolve, loopback } = options;
    const reading = await readCatalogue({ location, known, timeoutMs, ask, resolve, loopback });
    if (closed) return;
    await take(reading);
    const wait = isFile ? fileMs : ADDRESS_EVERY * (0.95 + random() / 10);
    const retryAfter = reading.kind === 'failed' ? reading.retryAfter : undefined;
    failures = trouble === undefined ? 0 : failures + 1;
    askAfter = now() + (failures === 0 || isFile ? wait : backoff(failures, RETRY_FIRST, retryAfter));
    links.want(linksOf(held));
  }

  async function take(reading: ReadResult): Promise<void> {
    if (reading.kind === 'failed') {
      if (reading.mark !== undefined) note(reading.mark);
      fail({ why: reading.why, refused: reading.mark !== undefined }, { reason: reading.detail });
      return;
    }
    if (reading.kind === 'unchanged') {
      // A refused file is unchanged. For a URL, `unchanged` refers to the last good catalogue.
      if (isFile && trouble?.refused === true) return;
      trouble = undefined;
      // A URL confirmed the catalogue, which is as good as reading it. Checking a file is not.
      if (held !== undefined && !isFile) await keep({ ...held, fetchedAt: now() });
      return;
    }
    const { catalogue, faults } = checkCatalogue(reading.text, now());
    note(reading.mark);
    if (catalogue === undefined) {
      const refusing = faults.filter(({ effect }) => effect === 'refused');
      const [first] = refusing;
      const facts = { faults: refusing.length, first: first === undefined ? '' : faultText(first) };
      fail({ why: 'is not as its format asks', refused: true }, facts);
      return;
    }
    trouble = undefined;
    await keep({ location, catalogue, fetchedAt: now(), mark: reading.mark });
  }

  function note(mark: Mark): void {
    readAt = now();
    // For a URL, the mark stays that of the last good catalogue.
    if (isFile) seen = mark;
  }

  function fail(next: ReadFailure, facts: Readonly<Record<string, string | number>>): void {
    if (next.why !== trouble?.why || next.refused) log('the catalogue cannot be used', facts);
    trouble = next;
    // When the file is back, it is read, not only checked.
    if (isFile && !next.refused) seen = {};
  }

  async function keep(next: StoredCatalogue): Promise<void> {
    held = next;
    seen = next.mark;
    await keeping(async (tx) => {
      const same = isShared && isFile ? sameRead(next, await tx.value(CATALOGUE_NAME)) : undefined;
      if (same === undefined) await tx.putValue(CATALOGUE_NAME, JSON.stringify(next));
      held = { ...next, fetchedAt: same ?? next.fetchedAt };
    });
    // Processes that share a store read the same file again at the same time.
    if (isShared && isFile) readAt = held.fetchedAt;
  }

  async function keeping(work: (tx: WriteTx) => Promise<void>): Promise<void> {
    try {
      await store.write(work);
    } catch (error) {
      if (!closed) log('the catalogue cannot be kept', { error: String(error) });
    }
  }

  /** Reads the catalogue if that is due. */
  async function look(): Promise<void> {
    loading ??= load();
    await loading;
    if (closed || !isDue()) return;
    running ??= refreshOnce().finally(() => {
      running = undefined;
    });
  }

  function warning(): string | null {
    if (trouble === undefined) return held === undefined ? 'The catalogue has not been read yet.' : null;
    const { why } = trouble;
    if (held === undefined) return `The catalogue ${why}, so there is nothing to show.`;
    return `The catalogue ${why}; what is shown was read at ${hourInWords(toSgt(held.fetchedAt))}.`;
  }

  function stateOf(category: Category): CatalogueState {
    const productList = held?.catalogue[category];
    return {
      products: productList?.products.map((entry) => productOf(entry, productList, links.isVerified)) ?? [],
      source: held?.catalogue.source ?? KEEPER,
      catalogueSource,
      fetchedAt: held === undefined ? null : toSgt(held.fetchedAt),
      warning: warning(),
    };
  }

  const timer = setInterval(() => {
    void look().then(() => links.want(linksOf(held)));
  }, TICK);
  timer.unref();
  void look().then(() => links.want(linksOf(held)));

  return {
    async catalogue(category) {
      await look();
      const nothing = held === undefined && trouble === undefined;
      if (running !== undefined && (isFile || nothing)) await settledWithin(running, waitMs);
      const state = stateOf(category);
      // The same object while nothing changed: callers compare it to see that nothing is new.
      const text = JSON.stringify(state);
      const before = answered.get(category);
      if (before?.text === text) return before.state;
      answered.set(category, { text, state });
      return state;
    },
    close() {
      closed = true;
      clearInterval(timer);
      links.close();
    },
  };
}

function linksOf(held: StoredCatalogue | undefined): Map<string, string> {
  const links = new Map<string, string>();
  for (const category of CATEGORIES) {
    for (const { id, affiliateUrl } of held?.catalogue[category]?.products ?? []) {
      if (affiliateUrl !== undefined) links.set(affiliateUrl, id);
    }
  }
  return links;
}

function productOf(
  entry: CatalogueEntry,
  { url, catalogueUrl }: CatalogueProductList,
  isVerified: (link: string) => boolean,
): Product {
  const { id, name, image, price, priceCheckedAt, affiliateUrl, productPageUrl } = entry;
  return {
    id,
    name: cleanSellerText(name),
    image: image ?? null,
    price: price ?? null,
    priceCheckedAt: priceCheckedAt ?? null,
    url,
    catalogueUrl,
    affiliateUrl: affiliateUrl !== undefined && isVerified(affiliateUrl) ? affiliateUrl : null,
    productPageUrl: productPageUrl ?? null,
  };
}
