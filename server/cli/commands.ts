/** The commands: their options, and the code that each loads when it is called. */
import type { Arguments, Options } from './arguments.ts';
import { type CommandName, HELP } from './help.ts';

export interface Call extends Arguments {
  /** Where the command takes one: a path as it was typed, or an address. Else empty. */
  readonly file: string;
  /** With what the options say, and where the drawings are. */
  readonly env: NodeJS.ProcessEnv;
}

export interface Command {
  readonly options: Options;
  /** Names and meanings of what the environment may say beside. */
  readonly variables?: () => Promise<readonly (readonly [string, string])[]>;
  /** @returns the exit status; undefined where the command goes on, and ends the process itself */
  run(call: Call): Promise<number | undefined>;
}

/** Options that stand for a variable of the environment, and win over it. */
export const VARIABLES: Readonly<Record<string, string>> = { data: 'DATA_DIR', host: 'HOST', port: 'PORT' };

const data = { value: 'DIR', about: 'folder of the drawings, else DATA_DIR' };

async function serverVariables() {
  const { SETTINGS } = await import('../config/config.ts');
  const optional = Object.values(VARIABLES);
  return Object.entries(SETTINGS).flatMap(([name, { about, preset }]) => {
    if (optional.includes(name)) return [];
    return [[name, about.replaceAll('`', '') + (preset === '' ? '' : `, else ${preset}`)] as const];
  });
}

async function archive(name: 'export' | 'import', { file, env }: Call): Promise<number> {
  const { moveArchive, terminal } = await import('./commands/archive.ts');
  return moveArchive(name, file, { ...terminal(), env });
}

async function copy(name: 'backup' | 'restore', { file, env }: Call): Promise<number> {
  const [{ resolve }, database] = await Promise.all([import('node:path'), import('./commands/database.ts')]);
  console.log(database[name](resolve(file), database.configuredDatabase(env)));
  return 0;
}

async function catalogue({ env }: Call) {
  const [command, host] = await Promise.all([
    import('../catalogue/command.ts'),
    import('./commands/catalogue-host.ts'),
  ]);
  return { ...command, host: host.catalogueHost(env) };
}

export const COMMANDS: Readonly<Record<CommandName, Command>> = {
  serve: {
    options: {
      host: { value: 'ADDRESS', about: 'address to listen on, else HOST, else 127.0.0.1' },
      port: { value: 'NUMBER', about: 'port to listen on, else PORT, else 8787' },
      data,
    },
    variables: serverVariables,
    async run({ env }) {
      const { runServer } = await import('../run-server.ts');
      await runServer(env, ', and `pleinair token` makes one');
      return undefined;
    },
  },
  token: {
    options: {},
    async run() {
      const { makeToken, TOKEN_PLACES } = await import('./commands/token.ts');
      console.log(makeToken());
      console.error(`\n${TOKEN_PLACES}`);
      return 0;
    },
  },
  backup: { options: { data }, run: (call) => copy('backup', call) },
  restore: { options: { data }, run: (call) => copy('restore', call) },
  export: { options: { data }, run: (call) => archive('export', call) },
  import: { options: { data }, run: (call) => archive('import', call) },
  'catalogue check': {
    options: {
      links: {
        about:
          'also follows its affiliate links, within AFFILIATE_REDIRECT_HOSTS and MARKETPLACE_HOSTS, and says where each leads',
      },
    },
    async run(call) {
      const { checkFile, host } = await catalogue(call);
      return checkFile(call.file, call.flags.has('links'), host);
    },
  },
  'catalogue schema': {
    options: {},
    async run(call) {
      const { printSchema, host } = await catalogue(call);
      return printSchema(host);
    },
  },
  mcp: {
    options: { data },
    async run({ env }) {
      const { runStdio } = await import('../mcp/stdio/stdio-run.ts');
      await runStdio(env);
      return undefined;
    },
  },
};

/** In the order of the help. */
export const COMMAND_NAMES: readonly CommandName[] = Object.keys(HELP).filter(isCommand);

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(HELP, name);
}
