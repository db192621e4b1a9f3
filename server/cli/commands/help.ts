import type { Command } from 'commander';

/** Commander's own `help` knows one word, and shows the whole for one that it does not know. */
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
