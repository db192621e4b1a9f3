/** How each of our command lines helps, refuses and fails. Commander reads what was typed. */
import { Command, CommanderError } from 'commander';
import { forOperator } from '../config/start-error.ts';

/** The command line is wrong; nothing was done. */
const MISUSED = 2;

export function createCommand(name: string): Command {
  return new Command(name).helpOption('-h, --help', 'show help').helpCommand(false).exitOverride();
}

/**
 * Runs what was asked for, and sets the exit status: 1 when it failed, 2 when the command line is wrong. Either is said
 * in one line on stderr.
 * @param args what stands after the program
 */
export async function run(program: Command, args: readonly string[]): Promise<void> {
  let running = program;
  program.hook('preAction', (_program, command) => {
    running = command;
  });
  for (const command of withSubcommands(program)) {
    const name = fullName(command);
    command.configureOutput({
      outputError: (text, write) => write(`${name}: ${oneLine(text)}; see ${name} --help\n`),
    });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander has told it, or what it throws is the help that was asked for.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : MISUSED;
    else {
      console.error(`${fullName(running, program)} failed:`, forOperator(error));
      process.exitCode = 1;
    }
  }
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** As it is typed: `pleinair catalogue check`. @param below leaves this one out, unless it is all there is */
export function fullName(command: Command, below?: Command): string {
  const { parent } = command;
  return parent === null || parent === below
    ? command.name()
    : `${fullName(parent, below)} ${command.name()}`;
}

/** Commander repeats what was typed, which may hold anything. */
function oneLine(text: string): string {
  return text
    .replace(/^error: /, '')
    .trim()
    .replace(/\.?\n/g, ' ')
    .replace(/\.$/, '')
    .replace(/\p{Cc}/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
