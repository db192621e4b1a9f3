/**
 * The page's client of `/api/v1`, typed by the OpenAPI document. The worker answers its requests, or else the
 * same application in the page.
 */
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.ts';
import { transport } from './transport.ts';

export type Drawing = components['schemas']['Drawing'];
export type DrawingEntry = components['schemas']['DrawingEntry'];
export type Readings = components['schemas']['Readings'];
export type Profile = components['schemas']['Profile'];
export type Status = components['schemas']['Status'];

export const api = createClient<paths>({ baseUrl: globalThis.location?.origin ?? '', fetch: transport });

/**
 * Sends a GET once more if its response ends early: the browser may stop the worker during a response.
 * `transport` cannot do this, because it does not read responses.
 */
export async function repeatable<T>(get: () => Promise<T>): Promise<T> {
  try {
    return await get();
  } catch (error) {
    if (error instanceof DOMException && ['AbortError', 'TimeoutError'].includes(error.name)) throw error;
    return get();
  }
}
