/** For tests: a catalogue in a file, a store that outlives a restart, and a clock that only the test moves. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ServerCatalogue,
  type ServerCatalogueOptions,
  serverCatalogue,
} from '../../server/catalogue/port.ts';
import { sqliteStore } from '../../server/store/index.ts';
import type { Store } from '../../src/api/ports.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { fastFolder } from './fast-folder.ts';

const START = Date.parse('2026-11-21T10:00:00+08:00');

/** Time limit for things that happen in the background. */
export const LONG_TIMEOUT = { timeout: 15_000 };

interface World {
  /** ms since the epoch. */
  now: number;
  folder: string;
  store: Store;
  logged: { readonly message: string; readonly facts: Readonly<Record<string, unknown>> }[];
}

export const world: World = { now: START, folder: '', store: memoryStore(), logged: [] };

const open: ServerCatalogue[] = [];

/** Before each test: an empty folder with a new database. */
export function begin(): void {
  world.now = START;
  world.logged = [];
  world.folder = mkdtempSync(join(fastFolder(), 'pleinair-catalogue-'));
  openStore();
}

/** After each test. */
export async function end(): Promise<void> {
  await close();
  rmSync(world.folder, { recursive: true, force: true });
}

/** Closes everything and opens the store again, as a restart of the server does. */
export async function restart(): Promise<void> {
  await close();
  openStore();
}

function openStore(): void {
  world.store = sqliteStore({ file: join(world.folder, 'db.sqlite') });
}

async function close(): Promise<void> {
  for (const port of open.splice(0)) port.close();
  await world.store.close();
}

export function products(
  location: string | undefined,
  more: Partial<ServerCatalogueOptions> = {},
): ServerCatalogue {
  const port = serverCatalogue({
    location,
    allowed: { redirect: [], marketplace: [] },
    store: world.store,
    now: () => world.now,
    random: () => 0.5,
    log: (message, facts) => world.logged.push({ message, facts }),
    pauseMs: 0,
    waitMs: 20_000,
    ...more,
  });
  open.push(port);
  return port;
}

/** Path of the catalogue, once a test has written it. */
export const file = () => join(world.folder, 'catalogue.json');

/** The text of a catalogue with masks of these names. */
export function catalogue(...names: string[]): string {
  return JSON.stringify({
    source: 'A test',
    masks: {
      url: 'https://shop.example/masks',
      catalogueUrl: 'https://shop.example/catalogue/masks',
      products: names.map((name, index) => ({
        id: `m${index}`,
        name,
        price: `S$ ${index}.50`,
        priceCheckedAt: '2026-11-20T09:00:00+08:00',
        affiliateUrl: `https://go.example/r/${index}`,
      })),
    },
  });
}

export async function names(port: ServerCatalogue): Promise<string[]> {
  return (await port.catalogue('masks')).products.map((product) => product.name);
}

export async function warning(port: ServerCatalogue): Promise<string | null> {
  return (await port.catalogue('masks')).warning;
}
