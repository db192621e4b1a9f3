import type { CommandHost } from '../../catalogue/command.ts';
import { allowedHosts } from '../../catalogue/follow.ts';
import { readConfig } from '../../config/config.ts';

/** What checking a catalogue needs of a terminal and its environment. */
export function catalogueHost(env: NodeJS.ProcessEnv): CommandHost {
  return {
    print: (line) => console.log(line),
    // Only these matter here: a catalogue can be checked where nothing else is set up.
    allowed() {
      const { AFFILIATE_REDIRECT_HOSTS, MARKETPLACE_HOSTS } = env;
      return allowedHosts(readConfig({ AFFILIATE_REDIRECT_HOSTS, MARKETPLACE_HOSTS }, () => undefined));
    },
    now: Date.now,
  };
}
