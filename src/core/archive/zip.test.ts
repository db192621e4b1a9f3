import { deepStrictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 as nodeCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from './crc32.ts';
import { type Bytes, concat, deflate, inflate } from './deflate.ts';
import { BOMB_SIZE } from './zip-layout.ts';
import { readEntry, readZip, type ZipEntry, type ZipSource } from './zip-read.ts';
import { zipWriter } from './zip-write.ts';

const MAX = 100 * 1024 * 1024;
const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
const MODIFIED = Date.UTC(2026, 8, 28, 9, 30, 42);

/** @param start offset in a larger file, which begins with zeros */
function sourceOf(bytes: Bytes, start = 0): ZipSource {
  return {
    size: start + bytes.length,
    async read(at, length) {
      if (at < 0 || at + length > start + bytes.length) throw new Error(`read ${at}+${length}`);
      const read = new Uint8Array(length);
      read.set(bytes.slice(Math.max(at - start, 0), at - start + length), Math.max(start - at, 0));
      return read;
    },
  };
}

interface Added {
  readonly name: string;
  readonly bytes: Bytes;
  readonly pack?: boolean;
}

async function zipOf(added: readonly Added[], start = 0): Promise<Bytes> {
  const parts: Bytes[] = [];
  const zip = zipWriter(async (bytes) => void parts.push(bytes), start);
  for (const { name, bytes, pack = true } of added) await zip.add(name, bytes, { pack, modified: MODIFIED });
  await zip.end();
  return concat(
    parts,
    parts.reduce((sum, { length }) => sum + length, 0),
  );
}

async function readAll(source: ZipSource): Promise<Added[]> {
  const entries = await readZip(source);
  const all: Added[] = [];
  for (const entry of entries) all.push({ name: entry.name, bytes: await readEntry(source, entry, MAX) });
  return all;
}

/** A zip with one entry, `x`, with changed bytes. */
async function tampered(change: (view: DataView, bytes: Bytes) => void): Promise<ZipSource> {
  const bytes = await zipOf([{ name: 'x', bytes: utf8('words '.repeat(200)) }]);
  change(new DataView(bytes.buffer), bytes);
  return sourceOf(bytes);
}

async function only(source: ZipSource): Promise<ZipEntry> {
  const [entry, ...more] = await readZip(source);
  if (entry === undefined || more.length > 0) throw new Error('not one entry');
  return entry;
}

/** Offset of the central directory of a zip with one entry. */
const central = (view: DataView) => view.getUint32(view.byteLength - 6, true);

const files = fc.uniqueArray(
  fc.record({
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    bytes: fc
      .oneof(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ max: 3, maxLength: 3000 }))
      .map((bytes) => new Uint8Array(bytes)),
    pack: fc.boolean(),
  }),
  { selector: ({ name }) => name, maxLength: 8 },
);

describe('archive: zip', () => {
  it('computes CRC-32, at once or in pieces', () => {
    expect(crc32(utf8('123456789'))).toBe(0xcbf43926);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.nat(500), (bytes, cut) => {
        expect(crc32(bytes)).toBe(nodeCrc32(bytes));
        expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(nodeCrc32(bytes));
      }),
    );
  });

  it('inflates what it deflated', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ max: 20, maxLength: 50_000 }), async (data) => {
      const bytes = new Uint8Array(data);
      deepStrictEqual(await inflate(await deflate(bytes), bytes.length), bytes);
    });
    await fc.assert(property, { numRuns: 30 });
  });

  it('reads back every entry that it wrote, names of any script included', async () => {
    const property = fc.asyncProperty(files, async (added) => {
      const expected = added.map(({ name, bytes }) => ({ name: utf8Name(name), bytes }));
      deepStrictEqual(await readAll(sourceOf(await zipOf(added))), expected);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it.skipIf(!has('python3'))('is read by Python, which finds nothing wrong with it', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'pleinair-zip-'));
    try {
      const file = join(dir, 'test.zip');
      const bytes = utf8('línea '.repeat(500));
      writeFileSync(
        file,
        await zipOf([
          { name: 'dibujos/ñandú 🎨.json', bytes },
          { name: 'b', bytes, pack: false },
        ]),
      );
      const script =
        'import json,sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(json.dumps([z.testzip(), [[i.filename, i.file_size, list(i.date_time), i.compress_type] for i in z.infolist()]]))';
      const found = JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }));
      const time = [2026, 9, 28, 9, 30, 42];
      const size = bytes.length;
      expect(found).toEqual([
        null,
        [
          ['dibujos/ñandú 🎨.json', size, time, 8],
          ['b', size, time, 0],
        ],
      ]);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it.skipIf(!has('python3'))('reads what Python wrote', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'pleinair-zip-'));
    try {
      const file = join(dir, 'test.zip');
      const script =
        'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1],"w",zipfile.ZIP_DEFLATED); z.writestr("á.json","x"*5000); z.comment=b"PK\\x05\\x06 no end"; z.close()';
      execFileSync('python3', ['-c', script, file]);
      const found = await readAll(sourceOf(new Uint8Array(readFileSync(file))));
      deepStrictEqual(found, [{ name: 'á.json', bytes: utf8('x'.repeat(5000)) }]);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it.skipIf(!has('unzip'))('is tested whole by unzip', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'pleinair-zip-'));
    try {
      const file = join(dir, 'test.zip');
      writeFileSync(file, await zipOf([{ name: 'ä/b.json', bytes: utf8('x'.repeat(900)) }]));
      expect(execFileSync('unzip', ['-t', file], { encoding: 'utf8' })).toContain('No errors detected');
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it('supports more than 65,535 entries', async () => {
    const parts: Bytes[] = [];
    const zip = zipWriter(async (bytes) => void parts.push(bytes));
    const count = 65_540;
    const empty = new Uint8Array();
    for (let n = 0; n < count; n++) await zip.add(String(n), empty, { pack: false, modified: MODIFIED });
    await zip.end();
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const source = sourceOf(concat(parts, length));
    const entries = await readZip(source);
    expect(entries.length).toBe(count);
    expect(entries[count - 1]?.name).toBe(String(count - 1));
  });

  it('supports more than 4 GiB', async () => {
    const start = 5 * 1024 ** 3;
    const added = [
      { name: 'a', bytes: utf8('first'.repeat(100)) },
      { name: 'b', bytes: utf8('second') },
    ];
    deepStrictEqual(await readAll(sourceOf(await zipOf(added, start), start)), added);
  });
});

describe('archive: hostile zip files', () => {
  it.for([0, 1, 3, 4, 29, 60])('says that a file cut to %i bytes is no whole zip', async (length) => {
    const bytes = (await zipOf([{ name: 'x', bytes: utf8('words') }])).slice(0, length);
    await expect(readZip(sourceOf(bytes))).rejects.toThrow(
      length < 4
        ? 'is no zip file'
        : 'is cut off: the list of its entries, which stands at the end, is missing',
    );
  });

  it('refuses a file truncated anywhere, always with a ZipError', async () => {
    const bytes = await zipOf([{ name: 'x', bytes: utf8('words'.repeat(20)) }]);
    for (let length = 0; length < bytes.length; length++) {
      await expect(readZip(sourceOf(bytes.slice(0, length)))).rejects.toThrow(/^is /);
    }
  });

  it('fails with a ZipError if any byte is changed, or reads the same', async () => {
    const added = [{ name: 'x', bytes: utf8('words '.repeat(50)) }];
    const sound = await zipOf(added);
    const property = fc.asyncProperty(
      fc.nat(sound.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, by) => {
        const bytes = sound.slice();
        bytes[at] = (bytes[at] ?? 0) ^ by;
        try {
          const [read] = await readAll(sourceOf(bytes));
          // Times and attributes may be anything; only name and data are read.
          deepStrictEqual(read?.bytes, added[0]?.bytes);
        } catch (error) {
          expect(error).toMatchObject({ name: 'ZipError' });
        }
      },
    );
    await fc.assert(property, { numRuns: 400 });
  });

  it.for<[string, (view: DataView, bytes: Bytes) => void, string]>([
    ['a wrong checksum', (v) => v.setUint32(central(v) + 16, 1, true), 'is damaged: its checksum is wrong'],
    ['damaged data', (_, b) => void b.fill(0xff, 31, 32), 'is damaged: it cannot be unpacked'],
    [
      'a size that is too small',
      (v) => v.setUint32(central(v) + 24, 10, true),
      'unpacks to more than the 10 bytes',
    ],
    [
      'a size that is too large',
      (v) => v.setUint32(central(v) + 24, 1300, true),
      'unpacks to 1200 bytes and says that it has 1300',
    ],
    ['encryption', (v) => v.setUint16(central(v) + 8, 0x0801, true), 'is encrypted'],
    [
      'another method',
      (v) => v.setUint16(central(v) + 10, 14, true),
      'is packed by method 14, which is not known here',
    ],
    [
      'another name where it stands',
      (v) => v.setUint8(30, 0x79),
      'has another name in the list than where it stands',
    ],
    ['no entry where the list says', (v) => v.setUint32(0, 0, true), 'is not where the list says'],
    ['data beyond its place', (v) => v.setUint16(28, 5, true), 'shares its bytes with another entry'],
    [
      'a size beyond the limit',
      (v) => v.setUint32(central(v) + 24, MAX + 1, true),
      `has ${MAX + 1} bytes; at most ${MAX} are read`,
    ],
    [
      'a bomb',
      (v) => v.setUint32(central(v) + 24, BOMB_SIZE + 1, true),
      `unpacks to ${BOMB_SIZE + 1} bytes from`,
    ],
  ])('refuses an entry with %s', async ([, change, words]) => {
    const source = await tampered(change);
    await expect(readEntry(source, await only(source), MAX)).rejects.toThrow(words);
  });

  it('refuses two entries with the same bytes', async () => {
    const bytes = await zipOf([
      { name: 'x', bytes: utf8('1') },
      { name: 'x', bytes: utf8('2') },
    ]);
    const view = new DataView(bytes.buffer);
    const list = central(view);
    view.setUint32(list + 46 + 1 + 42, 0, true);
    const source = sourceOf(bytes);
    for (const entry of await readZip(source)) {
      await expect(readEntry(source, entry, MAX)).rejects.toThrow('shares its bytes with another entry');
    }
  });

  it('stops inflating a real bomb long before its end', async () => {
    const packed = await deflate(new Uint8Array(64 * 1024 * 1024));
    expect(packed.length).toBeLessThan(100_000);
    const before = process.memoryUsage().arrayBuffers;
    await expect(inflate(packed, 1000)).rejects.toThrow('unpacks to more than the 1000 bytes');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
  });

  it('stores uncompressed what would look like a bomb', async () => {
    const bytes = new Uint8Array(BOMB_SIZE + 1);
    const source = sourceOf(await zipOf([{ name: 'x', bytes }]));
    const entry = await only(source);
    expect(entry.packedSize).toBe(bytes.length);
    expect((await readEntry(source, entry, MAX)).length).toBe(bytes.length);
  });
});

/** A name with a lone surrogate, which has no UTF-8 form. */
function utf8Name(name: string): string {
  return new TextDecoder().decode(utf8(name));
}

function has(program: string): boolean {
  try {
    execFileSync('which', [program]);
    return true;
  } catch {
    return false;
  }
}
