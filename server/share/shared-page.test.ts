/** The page of a link as chat apps get it: its head, its picture, and nothing for whoever has no link. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PNG } from '../../tests/contract/support.ts';
import { type Api, apiOf } from '../../tests/server/program.ts';
import { type AppServer, startAppServer } from '../../tests/support/app-server.ts';
import { pictureOf } from './picture.ts';

let server: AppServer;
let api: Api;
beforeAll(async () => {
  server = await startAppServer({ env: { PUBLIC_URL: 'https://draw.example' } });
  api = apiOf(server);
});
afterAll(() => server[Symbol.asyncDispose]());

const TITLE = `</title><script>alert("1")</script> $& 'x'`;

async function shareOf(title: string, thumb: string): Promise<{ path: string; id: string; share: string }> {
  const id = randomUUID();
  const created = await api('PUT', `/drawings/${id}`, {
    body: { title, strokes: [], thumb },
    headers: { 'If-None-Match': '*' },
  });
  expect(created.status).toBe(201);
  const response = await api('POST', `/drawings/${id}/shares`, { body: {} });
  const { url, id: share }: { url: string; id: string } = await response.json();
  expect(url).toMatch(/^https:\/\/draw\.example\/s\/[0-9a-f]{32}$/);
  return { path: new URL(url).pathname, id, share };
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
    expect(`data:image/png;base64,${Buffer.from(await picture.arrayBuffer()).toString('base64')}`).toBe(PNG);
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
