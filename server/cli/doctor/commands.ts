import type { Command } from 'commander';
import { environment, examples, hostOption, type ListenOptions, type Place, portOption } from '../options.ts';

export function addHealth(program: Command, place: Place): void {
  program
    .command('health')
    .summary('ask a running server whether it is ready')
    .description(
      'Asks the server at HOST and PORT of this machine for /ready. Exit status 0: it is ready. For health checks of containers, where no other program can ask.',
    )
    .addOption(hostOption())
    .addOption(portOption('PORT, else 8787'))
    .addHelpText('after', examples('pleinair health', 'pleinair health --port 9000'))
    .action(async (options: ListenOptions) => {
      const { health } = await import('./health.ts');
      console.log(await health(environment(options, place)));
    });
}
