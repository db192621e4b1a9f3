import type { Command } from 'commander';
import { examples } from '../options.ts';

export function addToken(program: Command): void {
  program
    .command('token')
    .summary('make a strong token, and say where to put it')
    .description(
      'Prints a new token (256 random bits) on stdout, and on stderr where to put it. It is stored nowhere: a server accepts the token that it was started with.',
    )
    .addHelpText('after', examples('export DRAW_TOKEN=$(pleinair token)'))
    .action(async () => {
      const { makeToken, TOKEN_PLACES } = await import('../token.ts');
      console.log(makeToken());
      console.error(`\n${TOKEN_PLACES}`);
    });
}
