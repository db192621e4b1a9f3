import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runPleinair } from '../../tests/server/program.ts';
import { cli } from '../../tests/support/cli/cli.ts';
import { childEnv } from '../../tests/support/mcp/clean-env.ts';
import { createProgram } from './pleinair.ts';

const program = createProgram({ dataDir: '/drawings' });

describe('command line', () => {
  it.for<[string[], string]>([
    [['fly'], "pleinair: unknown command 'fly'; see pleinair --help"],
    [['bakup'], "pleinair: unknown command 'bakup' (Did you mean backup?); see pleinair --help"],
    [['x\u001b[31m'], "pleinair: unknown command 'x\\u001b[31m'; see pleinair --help"],
    [['help', 'fly'], "pleinair: unknown command 'fly'"],
    [['help', 'serve', 'x'], "pleinair: unknown command 'serve x'"],
    [['--fast'], "pleinair: unknown option '--fast'"],
    [['catalogue', 'mend', 'x'], "pleinair catalogue: unknown command 'mend'; see pleinair catalogue --help"],
    [['catalogue', 'check', '--links=yes', 'x'], "pleinair catalogue check: unknown option '--links=yes'"],
    [['backup'], "pleinair backup: missing required argument 'file'; see pleinair backup --help"],
    [['backup', ''], "argument 'file'. It is empty"],
    [['export', 'a', 'b'], "pleinair export: too many arguments for 'export'"],
    [['token', 'x'], "pleinair token: too many arguments for 'token'"],
    [['mcp', 'x'], "pleinair mcp: too many arguments for 'mcp'"],
    [['restore', '--force', 'x'], "pleinair restore: unknown option '--force'"],
    [
      ['people', 'invite', 'Mei', '--url', 'nonsense'],
      "'--url <address>' argument 'nonsense' is invalid. It must",
    ],
    [['serve', '--port'], "pleinair serve: option '--port <number>' argument missing"],
    [['serve', '--data', ''], 'It is empty'],
    [['serve', '--data', 'a', '--data=b'], 'It was given twice'],
  ])('%j is refused in one line on stderr, with status 2', async ([args, why]) => {
    const { code, stdout, stderr } = await runPleinair(args, {});
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(why);
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });

  it.for(['pleinair', 'pleinair catalogue'])(
    '%s alone lacks a command: its help goes to stderr, with status 2',
    async (words) => {
      const { code, stdout, stderr } = await runPleinair(words.split(' ').slice(1), {});
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`Usage: ${words} <command> [options]\n`);
    },
  );

  it('`help NAME` and `NAME --help` say the same', async () => {
    const helped = await runPleinair(['help', 'catalogue', 'check'], {});
    expect(helped).toMatchObject({ code: 0, stderr: '' });
    expect(helped.stdout).toMatch(/^Usage: pleinair catalogue check \[options\] <file>\n/);
    expect(await runPleinair(['catalogue', 'check', '--help'], {})).toEqual(helped);
  });

  it('a reader of the output that leaves early is no error', async () => {
    const child = spawn(process.execPath, [cli, '--help'], {
      env: childEnv(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    await once(child, 'close');
    expect({ code: child.exitCode, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('what follows -- is a file, whatever it begins with', async () => {
    const { code, stderr } = await runPleinair(['import', '--', '--nothing.zip'], {});
    expect(code).toBe(1);
    expect(stderr).toMatch(/^import failed: the export \S+--nothing\.zip does not exist\n$/);
  });

  it.for(program.commands.map((command) => [command.name(), command] as const))(
    '%s says what it does, in the list and in full',
    ([name, command]) => {
      expect(program.helpInformation()).toContain(`  ${name.padEnd(14)} ${command.summary()}\n`);
      expect(command.description()).toMatch(/^[A-Z].+\.$/);
      expect(command.summary()).toMatch(/^[a-z].+[^.]$/);
    },
  );

  it('each npm script that it is behind has the name of its command', () => {
    const scripts = Object.entries(manifest.scripts).flatMap(([script, line]) => {
      const name = /^node server\/bin\/pleinair\.js (\S+)$/.exec(line)?.[1];
      return name === undefined ? [] : [[script, name]];
    });
    expect(scripts.map(([script]) => script)).toContain('backup');
    for (const [script, name] of scripts) expect(script).toBe(name);
    const names = program.commands.map((command) => command.name());
    expect(names).toEqual(expect.arrayContaining(scripts.map(([, name]) => name)));
  });
});
