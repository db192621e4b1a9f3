import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  dataOption,
  environment,
  examples,
  fileArgument,
  type Place,
  type SpaceOptions,
  spaceOption,
} from '../options.ts';

export function addExport(program: Command, place: Place): void {
  program
    .command('export')
    .summary('write every drawing and the profile into one zip file')
    .description(
      'Writes every drawing, the trash included, and the profile into one zip file. The server may keep running: each drawing is written as it is at that moment. Never overwrites a file.',
    )
    .addArgument(fileArgument('zip file to write'))
    .addOption(dataOption(place))
    .addOption(spaceOption())
    .addHelpText('after', examples('pleinair export pleinair.zip', 'pleinair export mei.zip --space Mei'))
    .action(async (file: string, options: SpaceOptions) => {
      const { exportTo, terminal } = await import('../archive.ts');
      const isWhole = await exportTo(resolve(file), terminal(environment(options, place)), options.space);
      process.exitCode = isWhole ? 0 : 1;
    });
}
