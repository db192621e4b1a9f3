/**
 * The page's one way to its data: a client typed by the OpenAPI document, over whatever answers
 * `/api/v1` here (the worker, or the same application inline).
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
