/** The body of a request that is a photo. It is bytes and no JSON, so dispatch does not read it. */
import { BODY_MAX, UNDERLAY_MAX } from '../../../core/drawing/limits.ts';
import { PHOTO_TYPES, type Photo, type PhotoType, readPhoto } from '../../../core/drawing/members/photo.ts';
import { ApiError, invalidBody } from '../../errors.ts';
import { principalOf } from '../../http/dispatch.ts';
import { requirePlain } from '../../http/json-body.ts';
import type { AuthorizedCall } from '../../http/route.ts';

export interface SentPhoto extends Photo {
  readonly bytes: Uint8Array;
}

/**
 * Reads and checks a photo. What its bytes are counts, and Content-Type must say the same.
 * @throws ApiError 413, 415, 400
 */
export async function readSentPhoto(call: AuthorizedCall): Promise<SentPhoto> {
  const { ports, request, client, principal } = call;
  // With the limit of all bodies, so that photos take the memory that there is for those, and no more.
  const bytes = await ports.readBody(request, BODY_MAX, principal.space);
  if (bytes === 'too_large' || bytes.length > UNDERLAY_MAX) {
    throw new ApiError('too_large', `a photo may have at most ${UNDERLAY_MAX} bytes`);
  }
  // A token can be revoked while its sender takes long over the body.
  principalOf(await ports.auth.check(request, client));
  requirePlain(request.headers);
  const sent = (request.headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (!PHOTO_TYPES.includes(sent as PhotoType)) {
    throw new ApiError('unsupported_media_type', `the body must be one of ${PHOTO_TYPES.join(', ')}`);
  }
  const photo = readPhoto(bytes);
  if (typeof photo === 'string') throw invalidBody([{ path: '', message: photo }]);
  if (photo.type !== sent) {
    const message = `is ${photo.type} by its bytes, and not the ${sent} that Content-Type says`;
    throw invalidBody([{ path: '', message }]);
  }
  return { ...photo, bytes };
}
