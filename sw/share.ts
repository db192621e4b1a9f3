/**
 * Files that other apps share with this one. The system posts them as a form; the worker keeps the form as it came and
 * sends the browser on to a page that takes it in, which works without a network too. Any site can post a form here:
 * so there is room for one, it is bounded, and the page treats what it finds as it treats every file.
 */
import {
  IMPORT_QUERY,
  SHARE_PATH,
  SHARED_CACHE,
  SHARED_KEY,
  SHARED_MAX,
  type ShareOutcome,
} from '../src/sync/shared-file.ts';

export function isShare({ method }: Request, { pathname }: URL): boolean {
  return method === 'POST' && pathname === SHARE_PATH;
}

export async function keepShared(request: Request): Promise<Response> {
  // 303: whatever was posted, the next request is a GET, and a reload does not post again.
  return Response.redirect(
    `/?${IMPORT_QUERY}=${await keep(request).catch((): ShareOutcome => 'failed')}`,
    303,
  );
}

async function keep(request: Request): Promise<ShareOutcome> {
  const form = await request.blob();
  if (form.size > SHARED_MAX) return 'too-large';
  // The boundary between the form's parts stands in the type.
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
  await (await caches.open(SHARED_CACHE)).put(SHARED_KEY, new Response(form, { headers }));
  return 'shared';
}
