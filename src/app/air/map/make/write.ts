/**
 * `npm run generate`: writes the map's outline from the `world-atlas` package (Natural Earth 1:10m, public
 * domain). With `--check` it writes nothing, and fails when the file differs from the package's data. Runs at
 * build time only.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import { type Position, trace } from './trace.ts';

const target = new URL('../outline.ts', import.meta.url);
/** ISO 3166-1 numeric code. */
const SINGAPORE = '702';

const wanted = await outlineModule();
if (process.argv.includes('--check')) {
  const present = await readFile(target, 'utf8').catch(() => '');
  if (present !== wanted) {
    console.error('src/app/air/map/outline.ts is not what world-atlas gives; run `npm run generate`');
    process.exitCode = 1;
  }
} else {
  await writeFile(target, wanted);
}

async function outlineModule(): Promise<string> {
  const atlas = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
  const topology = JSON.parse(await readFile(atlas, 'utf8'));
  const country = topology.objects.countries.geometries.find(({ id }: { id: string }) => id === SINGAPORE);
  const outer = outerRing(feature(topology, country));
  if (outer === undefined) throw new Error('world-atlas has Singapore as something else than one island.');
  const { path, ...frame } = trace(outer);
  const members = Object.entries(frame).map(([name, value]) => `  ${name}: ${value},`);
  return [
    '/**',
    ' * Written by `npm run generate` (make/write.ts): do not edit. The main island of Singapore, approximate and rounded.',
    ' * Source: Natural Earth 1:10m, public domain, by way of world-atlas 2.0.2.',
    ' */',
    'export const OUTLINE = {',
    `  path: '${path}',`,
    ...members,
    '} as const;',
    '',
  ].join('\n');
}

/** The outer ring of a GeoJSON feature with one polygon (RFC 7946); undefined for any other feature. */
function outerRing(shape: object): readonly Position[] | undefined {
  const geometry: unknown = 'geometry' in shape ? shape.geometry : undefined;
  if (typeof geometry !== 'object' || geometry === null) return undefined;
  if (!('type' in geometry && geometry.type === 'Polygon' && 'coordinates' in geometry)) return undefined;
  const { coordinates } = geometry;
  const outer: unknown = Array.isArray(coordinates) ? coordinates[0] : undefined;
  return Array.isArray(outer) && outer.every(isPosition) ? outer : undefined;
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number';
}
