/** The application of the device with discovery, and the sky from its cache. What is asked for seldom comes later still. */
import { getDiscovery } from '../../api/air/discovery.ts';
import { createHandle } from '../../api/http/dispatch.ts';
import type { Route } from '../../api/http/route.ts';
import type { Handle, Ports, SkyPorts } from '../../api/ports.ts';
import { getSky } from '../../api/sky/sky.ts';
import type { CacheOptions } from '../cache/cached-resource.ts';
import { cachedSky } from './cached-sky.ts';

const SKY_ROUTES: readonly Route<SkyPorts>[] = [getDiscovery, getSky];

/** Makes the application that answers what nothing else does. It has these routes, too. */
export type RestOf = (routes: readonly Route<SkyPorts>[], ports: SkyPorts) => Handle;

/** Asks the server for nothing before the first request for the sky. */
export function skyApi(ports: Ports, server: CacheOptions, restOf: RestOf): Handle {
  const whole = { ...ports, sky: cachedSky(server) };
  return createHandle(SKY_ROUTES, whole, restOf(SKY_ROUTES, whole));
}
