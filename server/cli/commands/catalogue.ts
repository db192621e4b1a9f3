import type { Command } from 'commander';
import { examples, fileArgument } from '../options.ts';

export function addCatalogue(program: Command): void {
  const catalogue = program
    .command('catalogue')
    .helpCommand(false)
    .usage('<command> [options]')
    .summary('check a catalogue of masks and purifiers')
    .description('Checks a catalogue of masks and purifiers. docs/catalogue.md has its format.');
  catalogue
    .command('check')
    .summary('list every fault of a catalogue')
    .description('Lists every fault of a catalogue with its line and column. Exits with 1 if there is one.')
    .addArgument(fileArgument('path or http(s) address of the catalogue'))
    .option(
      '--links',
      'also follow its affiliate links, within AFFILIATE_REDIRECT_HOSTS and MARKETPLACE_HOSTS, and say where each leads',
    )
    .addHelpText('after', examples('pleinair catalogue check catalogue.json --links'))
    .action(async (file: string, { links = false }: { readonly links?: boolean }) => {
      const { checkFile, terminal } = await import('../check-catalogue.ts');
      process.exitCode = await checkFile(file, links, terminal(process.env));
    });
  catalogue
    .command('schema')
    .summary("print the catalogue's format as a JSON Schema")
    .description("Prints the catalogue's format as a JSON Schema.")
    .addHelpText('after', examples('pleinair catalogue schema > catalogue.schema.json'))
    .action(async () => {
      const { catalogueJsonSchema } = await import('../../catalogue/format.ts');
      console.log(JSON.stringify(catalogueJsonSchema(), null, 2));
    });
}
