/**
 * Sends the page's requests to the application: in the worker when one controls the page, else in the page.
 * They never go to the network: a server's drawings are not this device's.
 */
import { sentTokens } from '../../api/origin-auth.ts';
import { isControlled, startWorker } from './worker-bridge.ts';

/**
 * Sends a request to `/api/v1` or `/health`. If that fails because the worker was stopped or replaced, sends it
 * once more, and then runs it in the page. All requests are safe to receive twice.
 * @throws only the abort of the request
 */
export async function transport(request: Request): Promise<Response> {
  await startWorker();
  if (!isControlled()) return answerHere(request);
  const [first, second, last] = [request.clone(), request.clone(), request];
  const response = (await sent(first)) ?? (await sent(second));
  if (response === undefined || (await isFromServer(request, response))) return answerHere(last);
  return response;
}

/** The response, or undefined after a network error. */
async function sent(request: Request): Promise<Response | undefined> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    return undefined;
  }
}

/**
 * True if the server answered instead of the worker: a browser that cannot start the worker sends its requests
 * to the network. The server asks for a token, which the application on the device never does.
 */
async function isFromServer(request: Request, response: Response): Promise<boolean> {
  if (sentTokens(request.headers).length > 0) return false;
  if (response.status === 401) return true;
  if (response.status !== 503) return false;
  return (await response.clone().text()).includes('"auth_not_configured"');
}

async function answerHere(request: Request): Promise<Response> {
  const { answerInline } = await import('../inline.ts');
  return answerInline(request);
}
