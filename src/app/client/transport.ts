/**
 * How a request reaches the application: through the worker when one is in control, else in the page itself. A request
 * for drawings never goes to the network, where another store would answer.
 */
import { sentTokens } from '../../api/origin-auth.ts';
import { isControlled, startWorker } from './worker-bridge.ts';

/**
 * Answers a request of the page to `/api/v1` or `/health`. A request that fails because the worker was stopped or
 * replaced is sent once more, then answered in the page: all of them are safe to receive twice.
 * @throws the request's own abort, nothing else
 */
export async function transport(request: Request): Promise<Response> {
  await startWorker();
  if (!isControlled()) return answerHere(request);
  const [first, second, last] = [request.clone(), request.clone(), request];
  const response = (await sent(first)) ?? (await sent(second));
  if (response === undefined || (await isOfServer(request, response))) return answerHere(last);
  return response;
}

/** The response, or undefined when none came. */
async function sent(request: Request): Promise<Response | undefined> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    return undefined;
  }
}

/**
 * When a worker cannot be started, a browser lets its requests through to the server. That one asks for a token,
 * which the device never does.
 */
async function isOfServer(request: Request, response: Response): Promise<boolean> {
  if (sentTokens(request.headers).length > 0) return false;
  if (response.status === 401) return true;
  if (response.status !== 503) return false;
  return (await response.clone().text()).includes('"auth_not_configured"');
}

async function answerHere(request: Request): Promise<Response> {
  const { answerInline } = await import('../inline.ts');
  return answerInline(request);
}
