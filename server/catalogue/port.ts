/** The server's products: the operator's catalogue, read when it is due or has changed, kept, and answered from. */
import type { ProductsPort, Store } from '../../src/api/ports.ts';
import { CATEGORIES, type CatalogueState, type Category, type Product } from '../../src/core/air/products.ts';
import { DAY, HOUR, hourInWords, MINUTE, toSgt } from '../../src/core/air/time/time.ts';
import { backoff } from '../../src/core/air/upstream/backoff.ts';
import { settledWithin } from '../../src/core/settled-within.ts';
import { checkCatalogue, faultText } from './check.ts';
import { type AllowedHosts, type Followed, followLink } from './follow.ts';
import type { CatalogueEntry, CatalogueShelf } from './format.ts';
import type { askHost, HostOptions } from './host-request.ts';
import { catalogueLinks } from './links.ts';
import { CATALOGUE_NAME, type Kept, parseKept } from './memo.ts';
import { publicForm } from './public-address.ts';
import { isWebLocation, type Mark, type Reading, readCatalogue } from './read.ts';
import { cleanSellerText } from './seller-text.ts';

export interface ServerCatalogueOptions extends HostOptions {
  /** A path or an http(s) address; undefined where none is set up. */
  readonly location: string | undefined;
  readonly allowed: AllowedHosts;
  readonly store: Store;
  /** ms since the epoch. */
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** Asks the catalogue's address. */
  readonly ask?: typeof askHost;
  /** Follows a link; never throws. */
  readonly follow?: (link: string) => Promise<Followed>;
  readonly log?: (message: string, facts: Readonly<Record<string, string | number>>) => void;
  /** How long an exchange with the catalogue's address may take, ms. */
  readonly timeoutMs?: number;
  /** How long an answer waits for a reading, ms. */
  readonly waitMs?: number;
  /** How often a file is looked at, ms. */
  readonly fileMs?: number;
  /** Between two links that are followed, ms. */
  readonly pauseMs?: number;
}

export interface ServerCatalogue extends ProductsPort {
  /** Begins nothing further in the background. */
  close(): void;
}

/** How often it is seen whether something is due while nobody asks. */
const TICK = MINUTE;
/** An address is asked again after an hour, give or take a twentieth: callers see it no older. */
const ADDRESS_EVERY = HOUR;
const RETRY_FIRST = MINUTE;

const KEEPER = 'The operator of this server';
const NOT_SET_UP = 'No catalogue of masks and purifiers has been set up on this server.';

/** Never throws, and answers from what is kept while the catalogue cannot be read. */
export function serverCatalogue(options: ServerCatalogueOptions): ServerCatalogue {
  const { location } = options;
  if (location === undefined) {
    const nothing = { products: [], source: KEEPER, catalogueSource: null, fetchedAt: null };
    const state = { ...nothing, warning: NOT_SET_UP };
    return { catalogue: async () => state, close() {} };
  }
  return catalogueAt(location, options);
}

/** The last reading that failed. */
interface Trouble {
  readonly why: string;
  /** The text was read, and refused: the same file again is no better. */
  readonly refused: boolean;
}

function catalogueAt(location: string, options: ServerCatalogueOptions): ServerCatalogue {
  const { store, allowed, now = Date.now, random = Math.random, log = () => {} } = options;
  const { timeoutMs = 10_000, waitMs = 2_500, fileMs = 5_000, pauseMs = 2_000 } = options;
  const isFile = !isWebLocation(location);
  const catalogueSource = isFile ? null : publicForm(location);
  const follow = options.follow ?? ((link: string) => followLink(link, { allowed }));
  const links = catalogueLinks({ store, allowed, follow, now, random, log, pauseMs });
  const answered = new Map<Category, { readonly text: string; readonly state: CatalogueState }>();
  let held: Kept | undefined;
  let trouble: Trouble | undefined;
  /** Of the last text that was read, good or not. */
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
      held = parseKept(await store.read((tx) => tx.value(CATALOGUE_NAME)), location);
      // A file costs nothing to read anew, and the rules may be others than those it was kept under.
      if (held !== undefined && !isFile) seen = held.mark;
    } catch (error) {
      log('the kept catalogue cannot be read', { error: String(error) });
    }
  }

  function isDue(): boolean {
    return now() >= askAfter || askAfter - now() > 2 * ADDRESS_EVERY;
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

  async function take(reading: Reading): Promise<void> {
    if (reading.kind === 'failed') {
      if (reading.mark !== undefined) note(reading.mark);
      fail({ why: reading.why, refused: reading.mark !== undefined }, { reason: reading.detail });
      return;
    }
    if (reading.kind === 'unchanged') {
      // It is still the file that was refused. An address is asked for what differs from the last good.
      if (isFile && trouble?.refused === true) return;
      trouble = undefined;
      // Asked and confirmed: as good as read. Looking at a file is not reading it.
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
    // An address that sends something bad is asked for what differs from the last good.
    if (isFile) seen = mark;
  }

  function fail(next: Trouble, facts: Readonly<Record<string, string | number>>): void {
    if (next.why !== trouble?.why || next.refused) log('the catalogue cannot be used', facts);
    trouble = next;
    // When it is back it is read, not only looked at.
    if (isFile && !next.refused) seen = {};
  }

  async function keep(next: Kept): Promise<void> {
    held = next;
    seen = next.mark;
    try {
      await store.write((tx) => tx.putValue(CATALOGUE_NAME, JSON.stringify(next)));
    } catch (error) {
      if (!closed) log('the catalogue cannot be kept', { error: String(error) });
    }
  }

  /** Reads it when that is due. */
  async function look(): Promise<void> {
    loading ??= load();
    await loading;
    if (closed || !isDue()) return;
    running ??= refresh().finally(() => {
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
    const shelf = held?.catalogue[category];
    return {
      products: shelf?.products.map((entry) => productOf(entry, shelf, links.isVerified)) ?? [],
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
      // The same object while nothing changed: whoever asks knows by it that nothing is new.
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

function linksOf(held: Kept | undefined): Map<string, string> {
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
  { url, catalogueUrl }: CatalogueShelf,
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
