/**
 * Files that other apps share with this one. The system posts them as a form. The worker stores the form
 * unchanged and redirects to a page that imports it, so this works without a network too. Any site can post a
 * form here. So only one is stored, its size is limited, and the page trusts it no more than any other file.
 */
import {
  IMPORT_QUERY,
  SHARED_CACHE,
  SHARED_KEY,
  SHARED_MAX,
  type ShareOutcome,
} from '../src/sync/shared-file.ts';

export async function keepShared(request: Request): Promise<Response> {
  // 303 turns the next request into a GET, so that a reload does not post again.
  return Response.redirect(
    `/?${IMPORT_QUERY}=${await keep(request).catch((): ShareOutcome => 'failed')}`,
    303,
  );
}

async function keep(request: Request): Promise<ShareOutcome> {
  const form = await request.blob();
  if (form.size > SHARED_MAX) return 'too-large';
  // The content type names the boundary between the parts of the form.
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
  await (await caches.open(SHARED_CACHE)).put(SHARED_KEY, new Response(form, { headers }));
  return 'shared';
}
