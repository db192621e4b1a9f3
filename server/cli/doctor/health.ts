/** `health`: whether the server of this machine is ready. */
import { readConfig } from '../../config/config.ts';
import { StartError } from '../../config/start-error.ts';
import { listenerUrl } from '../../http/http.ts';
import { READY_PATH } from '../../http/ready.ts';

/** Timeout, ms: longer than the server waits for its database. */
const TIMEOUT_MS = 4_000;

/**
 * @returns what to print
 * @throws StartError if there is no server, or it is not ready
 */
export async function health({ HOST, PORT }: NodeJS.ProcessEnv): Promise<string> {
  // Only these two: a wrong setting of the server must not fail the check.
  const config = readConfig({ HOST, PORT }, () => undefined);
  const url = listenerUrl(config.host, config.port);
  const response = await fetch(url + READY_PATH, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
    throw new StartError(`no server answers at ${url}`);
  });
  const body = await response.text();
  if (response.status !== 200) throw new StartError(`the server at ${url} is not ready: ${body}`);
  return `The server at ${url} is ready`;
}
