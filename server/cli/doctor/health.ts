/** `health`: whether the server of this machine is ready. */
import { readConfig } from '../../config/config.ts';
import { StartError } from '../../config/start-error.ts';
import { listenerUrl } from '../../http/http.ts';
import { READY_PATH } from '../../http/ready.ts';

/** Longest time for an answer, ms: more than the server gives its database. */
const PATIENCE = 4_000;

/**
 * @returns what to print
 * @throws StartError if there is no server, or it is not ready
 */
export async function health({ HOST, PORT }: NodeJS.ProcessEnv): Promise<string> {
  // Reads these two alone: the rest is the server's.
  const config = readConfig({ HOST, PORT }, () => undefined);
  const url = listenerUrl(config.host, config.port);
  const response = await fetch(url + READY_PATH, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => {
    throw new StartError(`no server answers at ${url}`);
  });
  const body = await response.text();
  if (response.status !== 200) throw new StartError(`the server at ${url} is not ready: ${body}`);
  return `The server at ${url} is ready`;
}
