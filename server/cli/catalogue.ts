/** `npm run catalogue -- check FILE`: what is wrong with a catalogue, by line. */
import { catalogueCommand } from '../catalogue/command.ts';
import { allowedHosts } from '../catalogue/follow.ts';
import { readConfig } from '../config.ts';
import { forOperator } from '../start-error.ts';

try {
  process.exitCode = await catalogueCommand(process.argv.slice(2), {
    print: (line) => console.log(line),
    // Only these matter here: a catalogue can be checked where nothing else is set up.
    allowed() {
      const { AFFILIATE_REDIRECT_HOSTS, MARKETPLACE_HOSTS } = process.env;
      return allowedHosts(readConfig({ AFFILIATE_REDIRECT_HOSTS, MARKETPLACE_HOSTS }, () => undefined));
    },
    now: Date.now,
  });
} catch (error) {
  console.error('catalogue failed:', forOperator(error));
  process.exitCode = 1;
}
