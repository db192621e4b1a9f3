/** Runs a command line: help, wrong arguments and the exit status. Commander parses. */
import { Command, CommanderError } from 'commander';
import { errorCode, operatorMessage } from '../config/start-error.ts';

/** Exit status of a wrong command line, which does nothing. */
const MISUSED = 2;

export function createCommand(name: string): Command {
  return new Command(name).helpOption('-h, --help', 'show help').helpCommand(false).exitOverride();
}

/**
 * Runs the command and sets the exit status: 1 if it failed, 2 if the command line is wrong. Either is reported
 * in one line on stderr.
 * @param args the arguments after the program
 */
export async function run(program: Command, args: readonly string[]): Promise<void> {
  // `head` ends the pipe after some lines. The command goes on, and the exit status is its own.
  process.stdout.on('error', (error) => {
    if (errorCode(error) !== 'EPIPE') throw error;
  });
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
    // Commander has printed the error, or throws it to end after help.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : MISUSED;
    else {
      console.error(`${fullName(running, program)} failed:`, operatorMessage(error));
      process.exitCode = 1;
    }
  }
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/**
 * The name as it is typed: `pleinair catalogue check`.
 * @param below leaves out this command's name, unless it is all there is
 */
export function fullName(command: Command, below?: Command): string {
  const { parent } = command;
  return parent === null || parent === below
    ? command.name()
    : `${fullName(parent, below)} ${command.name()}`;
}

/** One line without control characters: Commander's messages repeat what was typed. */
function oneLine(text: string): string {
  return text
    .replace(/^error: /, '')
    .trim()
    .replace(/\.?\n/g, ' ')
    .replace(/\.$/, '')
    .replace(/\p{Cc}/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
