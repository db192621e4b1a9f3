/** Reads the earlier versions of a drawing from the API. */
import type { OptionalMembers, Stroke } from '../../../core/drawing/types.ts';
import { api, repeatable } from '../../client/client.ts';
import type { components } from '../../client/schema.ts';
import { parseDrawing } from '../document/parse-drawing.ts';

export type Versions = components['schemas']['Versions'];
export type VersionEntry = Versions['versions'][number];

export interface Version extends OptionalMembers {
  readonly title: string;
  readonly strokes: readonly Stroke[];
  readonly updatedAt: string;
}

/** ms to wait for a response. */
const TIMEOUT = 20_000;

/** Aborted with `stop`, or after the time that a response may take. */
function inTime(stop: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT);
  stop.addEventListener('abort', () => {
    clearTimeout(timer);
    controller.abort();
  });
  if (stop.aborted) controller.abort();
  return controller.signal;
}

/**
 * The versions of a drawing, newest first; none for a drawing that is not stored.
 * @throws if they cannot be read now
 */
export async function readVersions(id: string, stop: AbortSignal): Promise<Versions> {
  const signal = inTime(stop);
  const { data, response } = await repeatable(() =>
    api.GET('/api/v1/drawings/{id}/versions', { params: { path: { id } }, signal }),
  );
  if (response.status === 404) {
    return { versions: [], leftOutAt: null, gaveWayAt: null, bytes: 0, bytesMax: 0 };
  }
  if (!data) throw new Error(`versions: ${response.status}`);
  return data as Versions;
}

/**
 * One version with its strokes; undefined if it is no longer kept.
 * @throws if it cannot be read now
 */
export async function readVersion(
  id: string,
  version: string,
  stop: AbortSignal,
): Promise<Version | undefined> {
  const signal = inTime(stop);
  const { data, response } = await repeatable(() =>
    api.GET('/api/v1/drawings/{id}/versions/{version}', {
      params: { path: { id, version } },
      parseAs: 'arrayBuffer',
      signal,
    }),
  );
  if (response.status === 404) return undefined;
  if (!data) throw new Error(`version: ${response.status}`);
  return parseDrawing<Version>(new Uint8Array(data), () => {}, 'version');
}
