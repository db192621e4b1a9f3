import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../server/bin/bootstrap.js';
import { SETTINGS } from '../../../server/config/settings.ts';
import { LONG_TIMEOUT, takePort } from '../program.ts';
import { buildImage, type Image } from './image.ts';

let image: Image;
beforeAll(async () => {
  image = await buildImage();
}, 300_000);
afterAll(() => image?.remove());

/** Every file of a folder with its size and time of change. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

describe('server: the image', () => {
  test('it serves the built app as another user, checks its own health, writes to /data alone and ends at SIGTERM', async () => {
    const { port, server: taken } = await takePort();
    await new Promise((resolve) => taken.close(resolve));
    const env = {
      HOST: '127.0.0.1',
      PORT: String(port),
      DRAIN_SECONDS: '0',
      DRAW_TOKEN: 'a-token-for-the-image',
      DATA_GOV_SG_V2_URL: 'http://127.0.0.1:9/v2',
      DATA_GOV_SG_V1_URL: 'http://127.0.0.1:9/v1',
    };
    const before = filesOf(image.app);
    const unwell = image.run(image.healthCheck, env);
    expect([await unwell.ended, unwell.output()]).toEqual([1, expect.stringContaining('no server answers')]);

    const served = image.run(image.start, env);
    await expect.poll(served.output, LONG_TIMEOUT).toContain('Pleinair is at');
    const healthy = image.run(image.healthCheck, env);
    expect([await healthy.ended, healthy.output()]).toEqual([0, expect.stringContaining('is ready')]);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
    const drawings = await fetch(`http://127.0.0.1:${port}/api/v1/drawings`, {
      headers: { Authorization: `Bearer ${env.DRAW_TOKEN}` },
    });
    expect(drawings.status).toBe(200);
    served.kill('SIGTERM');
    expect(await served.ended).toBe(0);

    expect(filesOf(image.app)).toEqual(before);
    expect(readdirSync(image.data)).toContain('pleinair.sqlite');
  });

  test('compose.yaml asks for health as the image does, and names files and settings that exist', () => {
    const folder = join(root, 'server', 'deploy');
    const compose = readFileSync(join(folder, 'compose.yaml'), 'utf8');
    const service = /\n {2}pleinair:\n(.*?)\n\n/s.exec(compose)?.[1] ?? '';
    // An image in podman's own format carries no HEALTHCHECK.
    expect(service).toContain(`healthcheck: { test: [CMD, ${image.healthCheck.join(', ')}],`);
    const names = [...service.matchAll(/^ {6}(?<name>[A-Z_]+):/gm)].map(({ groups }) => groups?.['name']);
    expect(names).toContain('DATABASE_URL');
    expect(Object.keys(SETTINGS)).toEqual(expect.arrayContaining(names));
    const [, context = '', file = ''] = /context: (\S+), dockerfile: (\S+) /.exec(service) ?? [];
    const paths = [join(context, file), /\.\/Caddyfile(?=:)/.exec(compose)?.[0] ?? 'none'];
    expect(paths.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  });

  test('figures for Prometheus are in it', async () => {
    const env = { HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0', METRICS_HOST: '127.0.0.1' };
    const served = image.run(image.start, env);
    try {
      await expect.poll(served.output, LONG_TIMEOUT).toContain('Pleinair is at');
      const url = /metrics are at (\S+)/.exec(served.output())?.[1] ?? '';
      expect(await (await fetch(url)).text()).toContain('pleinair_build_info');
    } finally {
      served.kill('SIGTERM');
      await served.ended;
    }
  });
});
