/** The requests about the photo of a drawing. It is kept beside the drawing, which only says where it lies. */
import { UNDERLAYS_MAX } from '../../../core/drawing/limits.ts';
import { transport } from '../../client/transport.ts';
import { photo as words } from '../../words/en/studio/photo.ts';
import { problemWords } from '../../words/problems.ts';

/** ms to wait for a response. */
const TIMEOUT = 30_000;

/** The photo was not kept, or not read. The message is a sentence for the person. */
export class PhotoProblem extends Error {
  /** True if the host takes these bytes never: an earlier version of it did. */
  readonly isRefused: boolean;

  constructor(message: string, isRefused: boolean) {
    super(message);
    this.isRefused = isRefused;
  }
}

async function ask(id: string, init: RequestInit, query = ''): Promise<Response> {
  const address = new URL(`/api/v1/drawings/${id}/underlay${query}`, location.href);
  return transport(new Request(address, { signal: AbortSignal.timeout(TIMEOUT), ...init }));
}

/** Which photo it is, lower-case hex of its SHA-256; undefined if the response does not say. */
function tagOf(response: Response): string | undefined {
  return /^"([0-9a-f]{64})"$/.exec(response.headers.get('ETag') ?? '')?.[1];
}

async function problemOf(response: Response): Promise<PhotoProblem> {
  const body: unknown = await response.json().catch(() => undefined);
  const said = isSpaceOfPhotos(body) ? words.spaceFull(UNDERLAYS_MAX) : problemWords(body, response);
  return new PhotoProblem(said, response.status === 400);
}

/** True if the host has room left, and all that photos may take is taken. */
function isSpaceOfPhotos(body: unknown): boolean {
  const { error } = Object(body);
  return error?.code === 'storage_full' && error.details?.[0]?.path === '/underlay';
}

/** Keeps a photo for a drawing, in the place of the one before. Returns its SHA-256. @throws PhotoProblem */
export async function keepPhoto(id: string, photo: Blob): Promise<string> {
  const response = await ask(id, { method: 'PUT', body: photo, headers: { 'Content-Type': photo.type } });
  const tag = tagOf(response);
  if (!response.ok || tag === undefined) throw await problemOf(response);
  return tag;
}

/** A photo that was kept. */
export interface Kept {
  readonly photo: Blob;
  readonly sha256: string;
}

/**
 * The photo of a drawing, or the one of this digest that it had once; undefined if it is not on this device.
 * @throws PhotoProblem
 */
export async function readPhoto(id: string, digest?: string): Promise<Kept | undefined> {
  const response = await ask(id, { method: 'GET' }, digest && `?sha256=${digest}`);
  if (response.status === 404) return undefined;
  const sha256 = tagOf(response);
  if (!response.ok || sha256 === undefined) throw await problemOf(response);
  return { photo: await response.blob(), sha256 };
}

/** Which photo of a drawing can be read, by its SHA-256; undefined for none. @throws PhotoProblem */
export async function namedPhoto(id: string): Promise<string | undefined> {
  const response = await ask(id, { method: 'HEAD' });
  if (response.status === 404) return undefined;
  if (!response.ok) throw await problemOf(response);
  return tagOf(response);
}

/** Deletes the photo of a drawing. One that has none is as it should be. @throws PhotoProblem */
export async function deletePhoto(id: string): Promise<void> {
  const response = await ask(id, { method: 'DELETE' });
  if (!response.ok && response.status !== 404) throw await problemOf(response);
}
