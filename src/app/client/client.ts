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
