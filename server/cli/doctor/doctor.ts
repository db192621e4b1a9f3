/** `doctor`: checks a deployment, and prints a line for each check, with what to do. Changes nothing. */
import { ConfigError, readConfig } from '../../config/config.ts';
import { readTextFile } from '../../config/read-text-file.ts';
import { operatorMessage } from '../../config/start-error.ts';
import { type Finding, fail, ok } from './finding.ts';
import { checkToken, checkVersions, checkWritable } from './local-checks.ts';
import {
  checkHttps,
  checkProxy,
  checkServer,
  checkSky,
  checkUpstream,
  checkWorker,
} from './network-checks.ts';
import { checkRedis } from './redis-check.ts';

const CHECKS = {
  versions: checkVersions,
  writable: checkWritable,
  token: checkToken,
  'clock and upstream': checkUpstream,
  sky: checkSky,
  Redis: checkRedis,
  server: checkServer,
  HTTPS: checkHttps,
  proxy: checkProxy,
  'service worker': checkWorker,
} as const;

/**
 * Runs every check, with the environment of the server.
 * @param print called with each line as soon as it is known
 * @returns true if nothing failed
 */
export async function doctor(env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<boolean> {
  let healthy = true;
  const say = (name: string, { result, text }: Finding) => {
    if (result === 'fail') healthy = false;
    print(`${result.padEnd(4)} ${name}: ${text}`);
  };
  try {
    const config = readConfig(env, readTextFile);
    say('settings', ok('all are valid'));
    for (const [name, check] of Object.entries(CHECKS)) {
      const finding = await check(config).catch((error: unknown) => fail(String(operatorMessage(error))));
      say(name, finding);
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say('settings', fail(`${error.message}; fix these first, nothing else was checked`));
  }
  return healthy;
}
