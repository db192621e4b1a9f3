/**
 * The command line: one program behind both `npm run NAME` and `npx pleinair NAME`. It uses Commander and not
 * citty, because citty accepts any option: `restore --force FILE` would restore, and so would any number of
 * files.
 */
import type { Command } from 'commander';
import product from '../../package.json' with { type: 'json' };
import { addAlerts } from './alerts/commands.ts';
import { addBackup } from './commands/backup.ts';
import { addCatalogue } from './commands/catalogue.ts';
import { addDemo } from './commands/demo.ts';
import { addExport } from './commands/export.ts';
import { addHelp } from './commands/help.ts';
import { addImport } from './commands/import.ts';
import { addMcp } from './commands/mcp.ts';
import { addPeople } from './commands/people.ts';
import { addRestore, addRestored } from './commands/restore.ts';
import { addServe } from './commands/serve.ts';
import { addToken } from './commands/token.ts';
import { addUpstream } from './commands/upstream.ts';
import { addDoctor, addHealth } from './doctor/commands.ts';
import type { Place } from './options.ts';
import { createCommand, run } from './run-command.ts';

/** The groups, in the order of the help. */
const GROUPS: Readonly<Record<string, readonly ((program: Command, place: Place) => void)[]>> = {
  'Server:': [addServe, addToken, addPeople, addAlerts, addHealth, addDoctor],
  'Drawings:': [addBackup, addRestore, addRestored, addExport, addImport, addMcp],
  'Supplies:': [addCatalogue],
  'Without network:': [addDemo, addUpstream],
  'Help:': [addHelp],
};

export function createProgram(place: Place): Command {
  const program = createCommand('pleinair')
    .usage('<command> [options]')
    .version(product.version, '-v, --version', 'show the version')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText(
      'after',
      `
pleinair <command> --help shows the help of a command. In a clone, use npx pleinair <command>.
pleinair-mcp is short for pleinair mcp.

Drawings are kept in ${place.dataDir}
unless --data or DATA_DIR names another folder, or DATABASE_URL a PostgreSQL database.

Exit status: 0 success; 1 failure, and a line says why; 2 wrong command line, nothing done.`,
    );
  for (const [heading, adders] of Object.entries(GROUPS)) {
    program.commandsGroup(heading);
    for (const add of adders) add(program, place);
  }
  return program;
}

/**
 * Runs the command and sets the exit status.
 * @param args the arguments after `pleinair`
 */
export async function pleinair(args: readonly string[], place: Place): Promise<void> {
  await run(createProgram(place), args);
}
