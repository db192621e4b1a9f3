import type { Command } from 'commander';

/**
 * Replaces Commander's own `help`, which takes only one word and answers an unknown one with the whole help.
 */
export function addHelp(program: Command): void {
  program
    .command('help')
    .argument('[command...]')
    .summary('show the help of a command')
    .description('Shows the help of a command.')
    .action((words: readonly string[]) => {
      let command = program;
      for (const word of words) {
        const next = command.commands.find((one) => one.name() === word);
        if (next === undefined) program.error(`unknown command '${words.join(' ')}'`);
        command = next;
      }
      command.outputHelp();
    });
}
