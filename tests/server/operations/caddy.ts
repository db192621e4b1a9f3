/** Caddy with the file of server/deploy, on a port of its own, without HTTPS. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../server/bin/bootstrap.js';
import { freePort } from '../../support/guarded/free-port.ts';
import { startGuarded } from '../../support/guarded/guarded.ts';
import { isListening } from '../program.ts';

const hasCaddy = spawnSync('caddy', ['version']).status === 0;

/** True where Caddy is missing and that is no failure: with CI=true it is one. */
export const withoutCaddy = !hasCaddy && !process.env['CI'];

export interface Caddy {
  readonly url: string;
  /** What it wrote to its log. */
  output(): string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The options that the test adds to those of the file: nothing but one port of 127.0.0.1 is opened. */
const OPTIONS = '\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1';

/** @param upstreams origins of the processes that stand behind it */
export async function startCaddy(...upstreams: readonly string[]): Promise<Caddy> {
  if (!hasCaddy) throw new Error('Caddy is missing: apt-get install caddy');
  const folder = mkdtempSync(join(tmpdir(), 'pleinair-caddy-'));
  const file = join(folder, 'Caddyfile');
  const deployed = readFileSync(join(root, 'server', 'deploy', 'Caddyfile'), 'utf8');
  writeFileSync(file, deployed.replace(/^\{$/m, `{${OPTIONS}`));
  const url = `http://127.0.0.1:${await freePort()}`;
  let output = '';
  const caddy = await startGuarded('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      DOMAIN: url,
      UPSTREAM: upstreams.map((upstream) => new URL(upstream).host).join(' '),
    },
    signal: 'SIGKILL',
    onOutput: (text) => {
      output += text;
    },
  });
  let ended = false;
  void caddy.ended.then(() => {
    ended = true;
  });
  while (!(await isListening(url))) {
    if (ended) throw new Error(`Caddy ended at its start: ${output}`);
  }
  return {
    url,
    output: () => output,
    async [Symbol.asyncDispose]() {
      await caddy.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
