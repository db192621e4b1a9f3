/** The static checks. Each counts as one test, and `npm test -- NAME` compares its name. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../server/bin/bootstrap.js';
import { documentFaults } from '../structure/documents.ts';
import { wrongImports } from '../structure/imports.ts';
import { pageFaults } from '../structure/pages.ts';
import { roomFaults } from '../structure/rooms.ts';
import { ALLOWED, NEWER } from './oldest/allowed.ts';
import { tooNew } from './oldest/oldest.ts';
import { runNode } from './process.ts';
import { measure } from './sizes.ts';

export interface Outcome {
  readonly ok: boolean;
  /** Printed when the check failed; `note` is printed in any case. */
  readonly output: string;
  readonly note?: string;
}

export interface Check {
  readonly name: string;
  /** Name of another check whose result this one needs. */
  readonly needs?: string;
  run(): Promise<Outcome>;
}

const BUILD = 'build';

export const CHECKS: readonly Check[] = [
  tool('types of page, worker and server', 'tsc', ['-b']),
  tool('formatting and lint (biome)', 'biome', ['check', '--error-on-warnings', '--colors=off']),
  tool('lint with types (oxlint)', 'oxlint', [
    '--type-aware',
    '--deny-warnings',
    'src',
    'sw',
    'server',
    'tests',
  ]),
  { name: 'structure: imports point downwards', run: async () => problems(wrongImports(root)) },
  { name: 'structure: rooms have floors and no circles', run: async () => problems(roomFaults(root)) },
  { name: 'structure: every folder has its page', run: async () => problems(pageFaults(root)) },
  { name: 'structure: documents name only what exists', run: async () => problems(documentFaults(root)) },
  tool('generated API client is up to date', 'src/api/openapi/write.ts', ['--check']),
  tool("the map's outline is up to date", 'src/app/air/map/make/write.ts', ['--check']),
  tool(BUILD, 'vite', ['build', '--logLevel', 'warn']),
  {
    name: 'nothing newer than the oldest browsers',
    needs: BUILD,
    run: async () => problems(tooNew(join(root, 'dist'), ALLOWED, NEWER)),
  },
  { name: 'sizes of worker and first load', needs: BUILD, run: async () => sizes() },
  {
    needs: BUILD,
    ...tool('OpenAPI document (redocly)', 'redocly', ['lint', 'dist/api/v1/openapi.json'], {
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    }),
  },
];

/** A check that runs a command: its exit code is the outcome. */
function tool(name: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Check {
  const file = command.endsWith('.ts') ? command : join('node_modules', '.bin', command);
  return {
    name,
    run: async () => {
      if (!existsSync(join(root, file))) return { ok: false, output: `There is no ${file}.` };
      const { code, output } = await runNode(file, args, { env });
      return { ok: code === 0, output };
    },
  };
}

function problems(lines: readonly string[]): Outcome {
  return { ok: lines.length === 0, output: lines.join('\n') };
}

function sizes(): Outcome {
  const measured = measure(join(root, 'dist'));
  const lines = measured.map(({ what, bytes, budget }) => {
    return `${what}: ${(bytes / 1024).toFixed(1)} of ${budget / 1024} KB gz`;
  });
  const over = measured.some(({ bytes, budget }) => bytes > budget);
  return { ok: !over, output: lines.join('\n'), note: lines.join('; ') };
}
