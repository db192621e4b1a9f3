/** Debian's nginx with the file of server/deploy, on ports of its own and in a folder of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../server/bin/bootstrap.js';
import { fastFolder } from '../../support/fast-folder.ts';
import { isListening, takePort } from '../program.ts';

const PROGRAM = ['nginx', '/usr/sbin/nginx'].find((name) => spawnSync(name, ['-v']).status === 0);

/** True where nginx is missing and that is no failure: with CI=true it is one. */
export const withoutNginx = PROGRAM === undefined && !process.env['CI'];

export interface Nginx {
  readonly url: string;
  /** What it wrote to its error log. */
  errors(): string;
  /** What it wrote to its access log. */
  requests(): string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The file of server/deploy, without its certificate, for another port, folder and upstream. */
function configuration(folder: string, port: number, upstream: string): string {
  const text = readFileSync(join(root, 'server', 'deploy', 'nginx.conf'), 'utf8');
  const [head = '', , secure = ''] = text.split(/^server \{$/m);
  const changed = `${head}server {${secure}`
    .replace('/var/cache/nginx/pleinair', join(folder, 'cache'))
    .replaceAll('/var/log/nginx', folder)
    .replace('127.0.0.1:8787', new URL(upstream).host)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} backlog=1024;`)
    .replace(/^ *(?:listen \[|ssl_).*$/gm, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    // Its workers would be another user's, who may not read the folder.
    process.getuid?.() === 0 ? 'user root;' : '',
    // One worker: of several, one may read an old answer in the moment in which another replaces it, and ask again.
    `daemon off; worker_processes 1; pid ${join(folder, 'pid')};`,
    'events { worker_connections 2048; }',
    'http {',
    'access_log off;',
    ...temporary.map((name) => `${name}_temp_path ${join(folder, name)};`),
    changed,
    '}',
  ].join('\n');
}

/** @param upstream origin of what stands behind it */
export async function startNginx(upstream: string): Promise<Nginx> {
  if (PROGRAM === undefined) throw new Error('nginx is missing: apt-get install nginx-light');
  const folder = mkdtempSync(join(fastFolder(), 'pleinair-nginx-'));
  mkdirSync(join(folder, 'cache'));
  const taken = await takePort();
  taken.server.close();
  await once(taken.server, 'close');
  const log = join(folder, 'error.log');
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, taken.port, upstream));
  const child: ChildProcess = spawn(PROGRAM, ['-p', folder, '-e', log, '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  });
  const errors = () => readFileSync(log, 'utf8');
  const url = `http://127.0.0.1:${taken.port}`;
  while (!(await isListening(url))) {
    if (child.exitCode !== null) throw new Error(`nginx ended at its start: ${errors()}`);
  }
  return {
    url,
    errors,
    requests: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
