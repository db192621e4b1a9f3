/** An empty project of somebody else, with nothing but the typed client in it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../server/bin/bootstrap.js';
import { clientFile } from '../../src/app/client/client-file.ts';
import { childEnv } from '../support/mcp/clean-env.ts';

/** The settings that `tsc --init` writes, with stricter ones added. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom'],
    types: ['node'],
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
  },
  include: ['*.ts'],
};

export interface CommandResult {
  readonly ok: boolean;
  readonly output: string;
}

export interface Project extends Disposable {
  readonly dir: string;
  write(file: string, content: string | Uint8Array): void;
  /** Checks the types of all files. */
  checkTypes(): Promise<CommandResult>;
  /** Runs a file of the project. */
  run(file: string, env?: Readonly<Record<string, string>>): Promise<CommandResult>;
  /** Runs a command line in a shell. */
  shell(line: string, env?: Readonly<Record<string, string>>): Promise<CommandResult>;
}

/** The typed client as the build writes it. */
export function builtClient(): string {
  const source = (name: string) => readFileSync(join(root, 'src/app/client', name), 'utf8');
  return clientFile(source('schema.ts'), source('standalone.ts'), '0.0.0');
}

export function emptyProject(): Project {
  const dir = mkdtempSync(join(tmpdir(), 'pleinair-project-'));
  const write = (file: string, content: string | Uint8Array) => writeFileSync(join(dir, file), content);
  write('package.json', JSON.stringify({ type: 'module', private: true }));
  write('tsconfig.json', JSON.stringify(TSCONFIG));
  write('pleinair.ts', builtClient());
  // Only the types of Node come from packages: for `process`.
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  const execute = (file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    new Promise<CommandResult>((resolve) => {
      const options = { cwd: dir, env: { ...childEnv(), ...env }, timeout: 60_000 };
      execFile(file, args, options, (error, stdout, stderr) => {
        resolve({ ok: error === null, output: `${stdout}${stderr}` });
      });
    });
  return {
    dir,
    write,
    checkTypes: () => execute(process.execPath, [join(root, 'node_modules/.bin/tsc'), '-p', dir]),
    run: (file, env) => execute(process.execPath, ['--disable-warning=ExperimentalWarning', file], env),
    shell: (line, env) => execute('sh', ['-c', line], env),
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
}
