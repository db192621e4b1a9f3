/**
 * Cases: responses of a host in trouble, with no token configured, or with storage that is closed, full or
 * defective.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Store } from '../../../src/api/ports.ts';
import { StoreFull } from '../../../src/api/ports.ts';
import { alertRequests } from '../alerts/cases.ts';
import type { Caller } from '../caller.ts';
import { LIVE_TICKETS, sharedTickets } from '../live/cases.ts';
import { newCode, pair } from '../pairing/cases.ts';
import { pastFails } from '../past/cases.ts';
import { DRAWINGS, newDrawing, path, read, refused, refusedUnchanged, strokeNo, TRASH } from '../support.ts';
import { gatedRequests } from './auth.ts';
import { secretOf, share, sharedPath } from './shares.ts';

/** Every gated route says that no token is configured. The public ones work. */
export async function notConfigured(caller: Caller): Promise<void> {
  for (const headers of [{}, { Authorization: 'Bearer anything' }]) {
    for (const request of gatedRequests(caller, randomUUID(), { headers })) {
      refused(await request(), 503, 'auth_not_configured');
    }
  }
  const status = await caller.send('GET', '/api/v1/status');
  assert.equal((status.json as { authConfigured: boolean }).authConfigured, false);
  assert.deepStrictEqual((await caller.send('GET', '/api/v1/auth/check')).json, { ok: false });
  assert.equal((await caller.send('GET', '/health')).status, 200);
}

/** Every route that needs the storage reports its failure, whatever the cause. */
export async function storageFails(caller: Caller, status: number, code: string): Promise<void> {
  for (const request of gatedRequests(caller, randomUUID(), {})) {
    const response = await request();
    refused(response, status, code);
    assert.ok(!response.text.includes('secret'), 'no internals in the message');
  }
  refused(await caller.send('GET', '/api/v1/status'), status, code);
  refused(await caller.send('GET', sharedPath('0'.repeat(32))), status, code);
  refused(await caller.send('POST', sharedTickets('0'.repeat(32))), status, code);
  refused(await pair(caller, 'any'), status, code);
  for (const request of alertRequests(caller)) refused(await request(), status, code);
  await pastFails(caller, status, code);
  assert.equal((await caller.send('GET', '/health')).status, 200);
}

/** Fills a store until not even a small row fits, in any table. */
async function fill(store: Store, drawing: string): Promise<void> {
  const until = async (write: (n: number) => Promise<unknown>) => {
    for (let n = 0; n < 100_000; n += 1) {
      try {
        await write(n);
      } catch (error) {
        if (error instanceof StoreFull) return;
        throw error;
      }
    }
    assert.fail('it never got full');
  };
  for (const size of [100_000, 3_000, 500, 50, 1]) {
    await until((n) => store.write((tx) => tx.putValue(`fill ${size} ${n}`, 'x'.repeat(size))));
    await until((n) =>
      store.write((tx) => tx.putChunks([{ id: `fill ${size} ${n}`, text: 'x'.repeat(size) }])),
    );
  }
  const entry = { hash: 'x', rev: 1, title: '', strokeCount: 0, updatedAt: new Date(0).toISOString() };
  const before = 1_000_000;
  await until((n) =>
    store.write((tx) => tx.putPurge({ id: randomUUID(), seq: before + n, rev: 1, keys: [] })),
  );
  await until((n) => store.write((tx) => tx.putKey(drawing, 1000 + n, { ...entry, key: `fill ${n}` })));
}

/** A full disk or quota: every write gets 507, stored drawings stay, and reads still work. */
export async function storageFull(caller: Caller, store: Store): Promise<void> {
  const drawings = await Promise.all(Array.from({ length: 30 }, () => newDrawing(caller)));
  const [first] = drawings;
  assert.ok(first !== undefined);
  const { code: unused } = await newCode(caller);
  const secret = secretOf(await share(caller, first.id));
  await fill(store, String(drawings.at(-1)?.id));
  const key = () => ({ 'Idempotency-Key': `${randomUUID()}${'k'.repeat(200)}` });
  const json = {
    title: 'x'.repeat(200),
    strokes: Array.from({ length: 500 }, (_, n) => strokeNo(n)),
    thumb: '',
  };
  const full = (send: () => ReturnType<Caller['send']>) =>
    refusedUnchanged(caller, first, send, 507, 'storage_full');
  await full(() => caller.send('POST', DRAWINGS, { json }));
  await full(() => caller.send('PUT', path(first.id), { headers: { 'If-Match': '1' }, json }));
  const operations = [{ op: 'add', path: '/strokes/-', value: { ...strokeNo(0), pressure: undefined } }];
  const repeated = Array.from({ length: 200 }, () => operations[0]);
  await full(() =>
    caller.send('PATCH', path(first.id), { headers: { 'If-Match': '1', ...key() }, json: repeated }),
  );
  await full(() => caller.send('DELETE', path(first.id), { headers: key() }));
  await full(() =>
    caller.send('PUT', '/api/v1/profile', {
      json: { displayName: '🎨'.repeat(80), avatarSeed: '🎨'.repeat(200) },
    }),
  );
  refused(await pair(caller, unused), 507, 'storage_full');
  for (const to of ['/api/v1/pairing-codes', LIVE_TICKETS, sharedTickets(secret)]) {
    refused(await caller.send('POST', to), 507, 'storage_full');
  }
  const [, subscribe] = alertRequests(caller);
  refused((await subscribe?.()) ?? assert.fail(), 507, 'storage_full');
  for (const drawing of drawings) assert.deepStrictEqual(await read(caller, drawing.id), drawing);
}

/** Restoring a drawing stores a key, which needs space as any write does. */
export async function restoreFull(caller: Caller, store: Store): Promise<void> {
  const { id } = await newDrawing(caller);
  await caller.send('DELETE', path(id));
  await fill(store, id);
  const before = await read(caller, id);
  const headers = { 'Idempotency-Key': `${randomUUID()}${'k'.repeat(200)}` };
  const restore = () => caller.send('PUT', path(id, '/restore'), { headers });
  await refusedUnchanged(caller, before, restore, 507, 'storage_full');
}

/** Deleting for good uses the space that it frees. Afterwards a write that was refused before fits. */
export async function purgeFull(caller: Caller, store: Store): Promise<void> {
  const strokes = Array.from({ length: 500 }, (_, n) => strokeNo(n));
  const large = await newDrawing(caller, { strokes });
  await caller.send('DELETE', path(large.id));
  const kept = await newDrawing(caller);
  await fill(store, kept.id);
  const json = { title: '', strokes: strokes.slice(0, 400), thumb: '' };
  const put = () => caller.send('PUT', path(kept.id), { headers: { 'If-Match': '1' }, json });
  await refusedUnchanged(caller, kept, put, 507, 'storage_full');
  const purged = await caller.send('DELETE', `${TRASH}/${large.id}`);
  assert.deepStrictEqual([purged.status, purged.json], [200, { ok: true, deleted: 1 }], purged.text);
  assert.equal((await put()).status, 200);
}

/** If nothing is freed, there is no space to record the deletion, so the drawing stays. */
export async function purgeNothingFull(caller: Caller, store: Store): Promise<void> {
  const { id } = await newDrawing(caller, { title: '', strokes: [], thumb: '' });
  await caller.send('DELETE', path(id));
  const kept = await newDrawing(caller);
  await fill(store, kept.id);
  const before = await read(caller, id);
  for (const route of [`${TRASH}/${id}`, TRASH]) {
    await refusedUnchanged(caller, before, () => caller.send('DELETE', route), 507, 'storage_full');
  }
}
