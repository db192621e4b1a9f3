import { describe, expect, test } from 'vitest';
import { type Store, StoreFull, type WriteTx } from '../../../src/api/ports.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import { row, uuid } from '../../store/samples.ts';
import { type DiskFaults, diskOf, journaled } from './disk.ts';

const name = async (store: Store) => store.read((tx) => tx.value('name'));
const rev = async (store: Store) => (await store.read((tx) => tx.drawing(uuid(1))))?.rev;
const set = (text: string) => (tx: WriteTx) => tx.putValue('name', text);

function host() {
  const faults: DiskFaults = { full: false, crashIn: undefined, crashKeeps: false };
  const life = { alive: true };
  const crashed = () => {
    life.alive = false;
  };
  const watch = (tx: WriteTx) => ({ tx, async check() {} });
  return { faults, life, delay: () => undefined, watch, crashed };
}

/** True if the promise has settled once everything that only waits for promises has happened. */
async function answers(promise: Promise<unknown>): Promise<boolean> {
  const turn = new Promise<boolean>((resolve) => void setImmediate(() => resolve(false)));
  return Promise.race([promise.then(() => true), turn]);
}

describe('sync: the simulated disk', () => {
  test.each([
    { crashKeeps: false, left: 'first' },
    { crashKeeps: true, left: 'second' },
  ])('a host that crashes at a write gets no result; kept: $crashKeeps', async ({ crashKeeps, left }) => {
    const inner = memoryStore();
    const one = host();
    Object.assign(one.faults, { crashIn: 2, crashKeeps });
    const disk = diskOf(inner, one, () => one.life.alive);
    await disk.write(set('first'));
    expect(await answers(disk.write(set('second')))).toBe(false);
    expect(one.life.alive).toBe(false);
    expect(await answers(disk.read((tx) => tx.counts()))).toBe(false);
    expect(await name(inner)).toBe(left);
  });

  test('a full disk stores nothing', async () => {
    const one = host();
    one.faults.full = true;
    const disk = diskOf(memoryStore(), one, () => true);
    await expect(disk.write(set('first'))).rejects.toBeInstanceOf(StoreFull);
    expect(await name(disk)).toBeUndefined();
  });

  test('can be restored to an earlier state, as another store', async () => {
    const disk = journaled(memoryStore);
    await disk.store.write(set('first'));
    await expect(disk.store.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const backup = disk.length;
    await disk.store.write(set('second'));
    const back = await disk.goBack(backup);
    expect(await name(back.store)).toBe('first');
    const epoch = (store: Store) => store.read(async (tx) => (await tx.meta()).epoch);
    expect(await epoch(back.store)).not.toBe(await epoch(disk.store));
    await back.store.write(set('third'));
    await back.store.write((tx) => tx.putDrawing(row(1)));
    expect(await name(await back.goBack(back.length).then(({ store }) => store))).toBe('third');
    expect(await rev(back.store)).toBe(1);
    const anew = await back.goBack(back.length, 1_000);
    expect(await rev(anew.store)).toBe(1_000);
    expect(await rev((await anew.goBack(anew.length, 900)).store)).toBe(1_001);
  });
});
