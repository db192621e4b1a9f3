/** The page of a link as chat apps get it: its head, its picture, and nothing for whoever has no link. */
import { randomUUID } from 'node:crypto';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Paper } from '../../src/core/drawing/types.ts';
import { PNG } from '../../tests/contract/support.ts';
import { type Api, apiOf } from '../../tests/server/program.ts';
import { type AppServer, startAppServer } from '../../tests/support/app-server.ts';
import { opaque } from './opaque.ts';
import { pictureOf } from './picture.ts';

let server: AppServer;
let api: Api;
beforeAll(async () => {
  server = await startAppServer({ env: { PUBLIC_URL: 'https://draw.example' } });
  api = apiOf(server);
});
afterAll(() => server[Symbol.asyncDispose]());

const TITLE = `</title><script>alert("1")</script> $& 'x'`;

async function shareOf(
  title: string,
  thumb: string,
  paper?: Paper,
): Promise<{ path: string; id: string; share: string }> {
  const id = randomUUID();
  const created = await api('PUT', `/drawings/${id}`, {
    body: { title, strokes: [], thumb, paper },
    headers: { 'If-None-Match': '*' },
  });
  expect(created.status).toBe(201);
  const response = await api('POST', `/drawings/${id}/shares`, { body: {} });
  const { url, id: share }: { url: string; id: string } = await response.json();
  expect(url).toMatch(/^https:\/\/draw\.example\/s\/[0-9a-f]{32}$/);
  return { path: new URL(url).pathname, id, share };
}

/** A PNG of a header and compressed pixels. */
function png(header: Buffer, data: Buffer): Buffer<ArrayBuffer> {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const ends = [content.length, crc32(body)].map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    });
    return Buffer.concat([ends[0] ?? body, body, ends[1] ?? body]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The page, sent for a host that somebody else has chosen. */
const get = (path: string) => fetch(server.url + path, { headers: { 'X-Forwarded-Host': 'evil.example' } });

describe('share: the page of a link', () => {
  test('has the title, escaped, and the picture in its head, by the address of PUBLIC_URL', async () => {
    const { path, id } = await shareOf(TITLE, PNG);
    const response = await get(path);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).not.toContain('<script>alert');
    const escaped = '&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; $&amp; &#39;x&#39;';
    expect(html).toContain(`<title>${escaped}</title>`);
    expect(html).toContain(`<meta property="og:title" content="${escaped}">`);
    expect(html).toContain(`<meta property="og:image" content="https://draw.example${path}/picture.png">`);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('<div id="app">');
    expect(html).not.toContain(id);
    expect(html).not.toContain('evil.example');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  test('has a picture that is a PNG of a reasonable size, and none otherwise', async () => {
    const picture = await get(`${(await shareOf('a', PNG)).path}/picture.png`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(picture.headers.get('cache-control')).toBe('no-store');
    const thumb = pictureOf(PNG);
    expect(thumb && opaque(thumb)).toEqual(Buffer.from(await picture.arrayBuffer()));
    const night = { color: '#25211c' };
    const onNight = await get(`${(await shareOf('a', PNG, night)).path}/picture.png`);
    expect(thumb && opaque(thumb, night)).toEqual(Buffer.from(await onNight.arrayBuffer()));
    const huge = Buffer.from(PNG.slice(PNG.indexOf(',') + 1), 'base64');
    huge.writeUInt32BE(50_000, 16);
    const none = (await shareOf('a', '')).path;
    expect((await get(`${none}/picture.png`)).status).toBe(404);
    expect(await (await get(none)).text()).not.toContain('og:image');
    const others = [Buffer.from('<svg onload="alert(1)"></svg>'), huge];
    for (const bytes of others) {
      expect(pictureOf(`data:image/png;base64,${bytes.toString('base64')}`)).toBeUndefined();
    }
    expect(pictureOf(PNG)).toBeDefined();
  });

  test('has a picture on paper, because chat apps with a dark page show a transparent one on black', () => {
    const [red, green, blue, clear] = [200, 100, 50, 0];
    // Two pixels, one with ink and one without. The same line with each filter of PNG.
    const line = [red, green, blue, 255, clear, clear, clear, 0];
    const residue = (before: (x: number) => number) => line.map((value, x) => (value - before(x)) & 255);
    const left = (x: number) => (x < 4 ? 0 : (line[x - 4] ?? 0));
    const same = residue((x) => line[x] ?? 0);
    const lines = [
      [0, ...line],
      [1, ...residue(left)],
      [2, ...same],
      [3, ...residue((x) => (left(x) + (line[x] ?? 0)) >> 1)],
      [4, ...same],
    ];
    const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, lines.length, 8, 6, 0, 0, 0]);
    const thumb = png(header, deflateSync(Buffer.from(lines.flat())));
    const out = opaque(thumb);
    expect(out.subarray(16, 29).toString('hex')).toBe('00000002000000050802000000');
    const length = out.readUInt32BE(33);
    const ink = [0, red, green, blue, 0xff, 0xfd, 0xf8];
    expect([...inflateSync(out.subarray(41, 41 + length))]).toEqual(lines.flatMap(() => ink));
    expect(out.equals(png(Buffer.from(out.subarray(16, 29)), out.subarray(41, 41 + length)))).toBe(true);
    const onNight = opaque(thumb, { color: '#25211c' });
    const night = [0, red, green, blue, 0x25, 0x21, 0x1c];
    expect([...inflateSync(onNight.subarray(41, 41 + onNight.readUInt32BE(33)))]).toEqual(
      lines.flatMap(() => night),
    );
    // What cannot be read is shown as it came.
    for (const other of [
      out,
      png(header, Buffer.from('not zlib')),
      png(header, deflateSync(Buffer.from([0]))),
    ]) {
      expect(opaque(other)).toBe(other);
    }
    const unknown = png(header, deflateSync(Buffer.alloc(45, 9)));
    expect(opaque(unknown)).toBe(unknown);
    // Nor what is much larger than ours: nobody else is answered while it is converted.
    const large = Buffer.from('000001f4000001f40806000000', 'hex');
    const slow = png(large, deflateSync(Buffer.alloc(500 * (500 * 4 + 1))));
    expect(opaque(slow)).toBe(slow);
  });

  test('is 404 without a title where the link shows nothing, and still the app', async () => {
    const { path, id, share } = await shareOf('Hidden', PNG);
    const wrong = `/s/${'0'.repeat(32)}`;
    await api('DELETE', `/drawings/${id}/shares/${share}`);
    const [ended, never] = [await get(path), await get(wrong)];
    const text = await ended.text();
    expect([ended.status, never.status]).toEqual([404, 404]);
    expect(text).toBe(await never.text());
    expect(text).toContain('<div id="app">');
    expect(text).not.toContain('Hidden');
    expect((await get(`${path}/picture.png`)).status).toBe(404);
    const strange = ['/s/', '/s/a/b', `${wrong}/x.png`];
    for (const address of strange) expect((await get(address)).headers.get('x-robots-tag')).toBeNull();
  });
});
