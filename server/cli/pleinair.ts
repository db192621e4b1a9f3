/** The command line, `pleinair COMMAND`: finds the command, refuses what makes no sense, and helps. */
import { forOperator } from '../config/start-error.ts';
import { productVersion } from '../version.ts';
import { type Arguments, quoted, readArguments, UsageError } from './arguments.ts';
import { COMMAND_NAMES, COMMANDS, isCommand, VARIABLES } from './commands.ts';
import { type CommandName, HELP } from './help.ts';
import { detail, overview, usage } from './print-help.ts';

/** What a person typed makes no sense; nothing was done. */
const MISUSED = 2;

/**
 * Runs what was asked for, and sets the exit status.
 * @param args what stands after `pleinair`
 * @param dataDir where the drawings are when nothing else is said, absolute
 */
export async function pleinair(args: readonly string[], dataDir: string): Promise<void> {
  try {
    const status = await run(args, dataDir);
    if (status !== undefined) process.exitCode = status;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`pleinair: ${error.message}`);
    process.exitCode = MISUSED;
  }
}

async function run(args: readonly string[], dataDir: string): Promise<number | undefined> {
  const [first, ...rest] = args;
  if (first === undefined) {
    console.error(overview(dataDir));
    return MISUSED;
  }
  if (first === '--version' || first === '-v' || first === 'version') {
    if (rest.length > 0) throw new UsageError(`${first} stands alone`);
    console.log(await productVersion());
    return 0;
  }
  if (first === '--help' || first === '-h') return help([], dataDir);
  if (first === 'help') return help(rest, dataDir);
  const found = find(args);
  if (found === undefined) {
    const asksForHelp = rest.some((arg) => arg === '--help' || arg === '-h');
    return asksForHelp ? help([first], dataDir) : refuse(args);
  }
  return call(found.name, found.rest, dataDir);
}

/** A name has one word or two. */
function find(args: readonly string[]): { name: CommandName; rest: readonly string[] } | undefined {
  const two = args.slice(0, 2).join(' ');
  if (isCommand(two)) return { name: two, rest: args.slice(args.length === 1 ? 1 : 2) };
  const [one = ''] = args;
  return isCommand(one) ? { name: one, rest: args.slice(1) } : undefined;
}

function refuse(args: readonly string[]): never {
  const [first = ''] = args;
  const seconds = COMMAND_NAMES.filter((name) => name.startsWith(`${first} `));
  if (seconds.length > 0) {
    throw new UsageError(`say what to do with the ${first}: ${seconds.map(usage).join(', or ')}`);
  }
  const what = first.startsWith('-') ? 'option' : 'command';
  throw new UsageError(`there is no ${what} ${quoted(first)}; pleinair --help lists all commands`);
}

async function call(
  name: CommandName,
  args: readonly string[],
  dataDir: string,
): Promise<number | undefined> {
  const said = read(name, args);
  const { files, values, flags } = said;
  if (flags.has('help')) return help([name], dataDir);
  const takes = HELP[name].args === '' ? 0 : 1;
  const [file = ''] = files;
  if (files.length > takes) misused(name, `it does not take ${quoted(files[takes] ?? '')}`);
  if (takes === 1 && file === '') misused(name, 'it needs a FILE');
  const given = [...values].flatMap(([option, value]) => {
    const variable = VARIABLES[option];
    return variable === undefined ? [] : [[variable, value]];
  });
  const env: NodeJS.ProcessEnv = { ...process.env, ...Object.fromEntries(given) };
  if ((env['DATA_DIR'] ?? '').trim() === '') env['DATA_DIR'] = dataDir;
  try {
    return await COMMANDS[name].run({ ...said, file, env });
  } catch (error) {
    console.error(`${name} failed:`, forOperator(error));
    return 1;
  }
}

function read(name: CommandName, args: readonly string[]): Arguments {
  try {
    return readArguments(args, COMMANDS[name].options);
  } catch (error) {
    if (error instanceof UsageError) misused(name, error.message);
    throw error;
  }
}

function misused(name: CommandName, why: string): never {
  throw new UsageError(`${name}: ${why} (usage: ${usage(name)}; --help says more)`);
}

/** @param words of a command's name, or nothing for all commands */
async function help(words: readonly string[], dataDir: string): Promise<number> {
  const name = words.join(' ');
  if (name === '') console.log(overview(dataDir));
  else if (isCommand(name)) console.log(await detail(name, dataDir));
  else {
    const names = COMMAND_NAMES.filter((one) => one.startsWith(`${name} `));
    if (names.length === 0) refuse(isCommand(words[0] ?? '') ? [name] : words);
    const details = await Promise.all(names.map((one) => detail(one, dataDir)));
    console.log(details.join('\n\n'));
  }
  return 0;
}
