/**
 * One contract suite over every host: the handler over memory and over PostgreSQL, the Node server over TCP with
 * SQLite, the real worker in Chromium, and the inline transport in the page. Every response is checked against the OpenAPI
 * document. At the end, every documented status and error code must have occurred.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqliteStore } from '../../server/store/index.ts';
import type { Store } from '../../src/api/ports.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { postgresPrograms } from '../support/postgres/server.ts';
import { alertCases } from './alerts/cases.ts';
import { type Caller, type Case, createCaller } from './caller.ts';
import { AIR_ROUTES, airCases, answersBusy } from './cases/air.ts';
import { authCases } from './cases/auth.ts';
import { badInputCases } from './cases/bad-input.ts';
import { clockGoesBack, dateCases, futureIsStored } from './cases/dates.ts';
import { documentCases } from './cases/documents.ts';
import {
  notConfigured,
  purgeFull,
  purgeNothingFull,
  restoreFull,
  storageFails,
  storageFull,
} from './cases/faults.ts';
import { largeCases } from './cases/large.ts';
import { listCases } from './cases/lists.ts';
import { patchCases } from './cases/patches.ts';
import { purgeCases } from './cases/purge.ts';
import { serviceCases } from './cases/service.ts';
import { shareCases } from './cases/shares.ts';
import { deviceTargets } from './device-hosts.ts';
import { documentCheck } from './document-check.ts';
import { handlerTarget, postgresTarget, serverTarget } from './hosts.ts';
import { liveCases } from './live/cases.ts';
import { memberCases } from './members/cases.ts';
import { olderClientCases } from './members/older-client.ts';
import { pairingCases } from './pairing/cases.ts';
import { pastCases } from './past/cases.ts';
import { skyCases } from './sky/cases.ts';
import { refused } from './support.ts';
import type { Target } from './target.ts';
import { fillable, underlayCases, underlayFull } from './underlay/cases.ts';
import { versionCases } from './versions/cases.ts';

const CASES: readonly Case[] = [
  ...documentCases,
  ...dateCases,
  ...patchCases,
  ...memberCases,
  ...olderClientCases,
  ...underlayCases,
  ...listCases,
  ...purgeCases,
  ...versionCases,
  ...serviceCases,
  ...shareCases,
  ...authCases,
  ...pairingCases,
  ...liveCases,
  ...alertCases,
  ...badInputCases,
  ...airCases,
  ...skyCases,
  ...pastCases,
  // Last, because they keep a busy machine so busy that it turns other requests away for some seconds.
  ...largeCases,
];

/**
 * Longer than the slowest case on a busy machine, which sends bodies of 5 MB several times through a browser.
 */
const TIMEOUT = 120_000;

const check = documentCheck();
let cases = 0;

interface Host {
  readonly name: string;
  readonly mode: Target['mode'];
  readonly open: () => Promise<Target>;
  readonly hasDatabase?: boolean;
  /** True if something that it needs is missing here. */
  readonly skip?: boolean;
}

const HOSTS: readonly Host[] = [
  { name: 'the handler over memory', mode: 'token', open: async () => handlerTarget() },
  {
    name: 'the handler over PostgreSQL',
    mode: 'token',
    open: postgresTarget,
    hasDatabase: true,
    skip: postgresPrograms() === undefined,
  },
  { name: 'the Node server over TCP with SQLite', mode: 'token', open: serverTarget, hasDatabase: true },
  ...deviceTargets,
];

function casesOf({ mode, hasDatabase }: Host): readonly Case[] {
  return CASES.filter(
    (item) =>
      (item.mode === undefined || item.mode === mode) && (item.databaseOnly !== true || hasDatabase === true),
  );
}

for (const host of HOSTS) {
  const { name, open, skip = false } = host;
  describe.skipIf(skip)(`contract: ${name}`, () => {
    let caller: Caller;
    beforeAll(async () => {
      caller = createCaller(await open(), check);
    }, TIMEOUT);
    afterAll(() => caller?.target.close());

    for (const { name: title, run } of casesOf(host)) {
      test(title, { timeout: TIMEOUT }, async () => {
        cases += 1;
        await run(caller);
      });
    }
  });
}

describe('contract: a host with faults', () => {
  async function trouble(
    options: Parameters<typeof handlerTarget>[0],
    run: (caller: Caller) => Promise<void>,
  ) {
    cases += 1;
    const target = handlerTarget(options);
    try {
      await run(createCaller(target, check));
    } finally {
      await target.close();
    }
  }

  async function withSmallDisk(run: (caller: Caller, store: Store) => Promise<void>): Promise<void> {
    const dir = mkdtempSync(join(fastFolder(), 'pleinair-full-'));
    const store = sqliteStore({ file: join(dir, 'small.sqlite'), maxPageCount: 300 });
    try {
      await trouble({ store }, (caller) => run(caller, store));
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }

  test('no token configured', () => trouble({ token: undefined }, notConfigured));

  test('a closed storage is 503 unavailable', async () => {
    const store = memoryStore();
    await store.close();
    await trouble({ store }, (caller) => storageFails(caller, 503, 'unavailable'));
  });

  test('a defect is 500 with the id of its log entry, and nothing else', async () => {
    const defects = new Map<string, unknown>();
    const fail = async () => {
      throw new TypeError('secret detail');
    };
    const store: Store = { read: fail, write: fail, writable: async () => true, close: async () => {} };
    const now = () => {
      throw new TypeError('secret detail');
    };
    const air = { now, state: fail, history: fail };
    const onDefect = (id: string, error: unknown) => void defects.set(id, error);
    await trouble({ store, air, sky: { now, state: fail }, onDefect }, async (caller) => {
      await storageFails(caller, 500, 'internal');
      for (const route of AIR_ROUTES) {
        const response = await caller.send('GET', route);
        refused(response, 500, 'internal');
        const id = [...defects.keys()].at(-1);
        assert.ok(id !== undefined && response.text.includes(id) && !response.text.includes('secret'));
      }
    });
  });

  test('a clock that is set back moves no date back', async () => {
    const clock = { now: Date.now() };
    await trouble({ now: () => clock.now }, (caller) => clockGoesBack(caller, clock));
  });

  test('a drawing dated by a clock that was ahead can still be changed and sent back', async () => {
    const clock = { now: Date.now() };
    await trouble({ now: () => clock.now }, (caller) => futureIsStored(caller, clock));
  });

  test('an overloaded host answers 503 busy with Retry-After', () =>
    trouble({ busy: (access) => (access === 'public' ? undefined : 3) }, answersBusy));

  test('a full disk or quota: every write is 507, nothing is half-written', { timeout: TIMEOUT }, () =>
    withSmallDisk(storageFull),
  );
  test('a full disk or quota: deleting for good frees space', { timeout: TIMEOUT }, () =>
    withSmallDisk(purgeFull),
  );
  test('a full disk or quota: deleting an empty drawing for good is 507', { timeout: TIMEOUT }, () =>
    withSmallDisk(purgeNothingFull),
  );
  test('a full disk keeps no photo of an underlay, and loses none', async () => {
    const disk = fillable(memoryStore());
    await trouble({ store: disk.store }, (caller) => underlayFull(caller, disk));
  });
  test('a full disk or quota: restore is 507 too', { timeout: TIMEOUT }, () => withSmallDisk(restoreFull));
});

describe('contract: the OpenAPI document', () => {
  const all = HOSTS.filter(({ skip }) => skip !== true).flatMap(casesOf);

  test('every documented status and error code was produced by a case', ({ skip }) => {
    if (cases < all.length + 9) skip('only with the whole suite');
    expect(check.unseen()).toEqual([]);
  });
});
