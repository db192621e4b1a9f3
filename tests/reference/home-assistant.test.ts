import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Readings } from '../../src/core/air/readings.ts';
import { HOUR, MINUTE } from '../../src/core/air/time/time.ts';
import type { Sky } from '../../src/core/sky/sky.ts';
import { handlerTarget } from '../contract/hosts.ts';
import type { Target } from '../contract/target.ts';
import * as airs from '../support/air/air-port.ts';
import * as skies from '../support/sky/sky-port.ts';
import { AVAILABILITY, type Entity, entityOf, restResources, uses, VALUE } from './home-assistant.ts';

const resources = restResources();
const [AIR, SKY] = resources.map(({ resource }) => resource.replace(/^http:\/\/127\.0\.0\.1:8787/, ''));
const sensors = resources.flatMap(({ sensor }) => sensor);

let target: Target;
beforeEach(async () => {
  await airs.begin();
  await skies.begin();
  airs.world.now = skies.START;
  target = handlerTarget({ air: airs.air(), sky: skies.sky(), now: () => skies.world.now });
});
afterEach(async () => {
  await target.close();
  await airs.end();
  await skies.end();
});

async function answer(path = ''): Promise<string> {
  return (await target.send({ method: 'GET', path })).text;
}

/** All sensors after one round of requests, by their ids, and the bodies that they were read from. */
async function round() {
  const [air, sky] = [await answer(AIR), await answer(SKY)];
  return { entities: entitiesOf(air, sky), air: JSON.parse(air) as Readings, sky: JSON.parse(sky) as Sky };
}

function entitiesOf(air: string, sky: string): Readonly<Record<string, Entity>> {
  return Object.fromEntries(
    resources.flatMap(({ sensor }, n) =>
      sensor.map((one) => [one.unique_id.replace(/^pleinair_/, ''), entityOf(one, n === 0 ? air : sky)]),
    ),
  );
}

const states = (entities: Readonly<Record<string, Entity>>) =>
  Object.fromEntries(Object.entries(entities).map(([id, { state }]) => [id, state]));

function later(ms: number): void {
  airs.world.now += ms;
  skies.world.now += ms;
}

/** What the sensors must say of two bodies, written without their templates. */
function expected({ regions: [region], sources: air }: Readings, { now, sources: sky }: Sky) {
  const known = (value: number | null | undefined) => (value == null ? 'unavailable' : String(value));
  const { state } = now.lightning;
  return {
    psi: known(region?.psi),
    pm25: known(region?.pm25),
    psi_source: air.psi.status,
    pm25_source: air.pm25.status,
    rain: known(now.rain?.mmPer5min),
    lightning: state === 'unknown' ? 'unavailable' : state,
    wbgt: known(now.heat?.wbgt),
    uv: known(now.uv?.index),
    rain_source: sky.rain.status,
    lightning_source: sky.lightning.status,
    heat_source: sky.heat.status,
    uv_source: sky.uv.status,
  };
}

const VALUES = { psi: 'psi', pm25: 'pm25', rain: 'rain', lightning: 'lightning', wbgt: 'heat', uv: 'uv' };

describe('home-assistant: docs/home-assistant.md', () => {
  test('asks no more often than there is something new, with plain templates and ids of their own', async () => {
    const { cacheSeconds } = JSON.parse(await answer(AIR)) as Readings;
    expect(resources.map(({ scan_interval }) => scan_interval)).toEqual([cacheSeconds, 120]);
    expect(new Set(sensors.map(({ unique_id }) => unique_id)).size).toBe(sensors.length);
    expect(new Set(sensors.map(({ name }) => name)).size).toBe(sensors.length);
    for (const { availability, value_template } of sensors) {
      expect(availability).toMatch(AVAILABILITY);
      expect(value_template).toMatch(VALUE);
    }
  });

  test('each sensor has its figure, and the time that the figure is of', async () => {
    const { entities, air, sky } = await round();
    expect(states(entities)).toEqual(expected(air, sky));
    for (const [id, source] of Object.entries(VALUES)) {
      expect(entities[id]?.state, id).not.toBe('unavailable');
      const { status, timestamp } = { ...air.sources, ...sky.sources }[source as 'psi' | 'rain'];
      expect(entities[id]?.attributes, id).toEqual({ status: 'ok', timestamp });
      expect(status).toBe('ok');
    }
  });

  test('dry is 0 mm, and not unavailable', async () => {
    skies.world.standin.setWeather('dry');
    const { entities } = await round();
    expect(entities['rain']?.state).toBe('0');
    expect(entities['lightning']?.state).toBe('none');
  });

  test('a late figure stays, with its own hour and the word stale, until it says nothing any more', async () => {
    const before = (await round()).entities;
    airs.world.standin.setFault('both', 'down');
    skies.world.standin.setFault('sky', 'down');
    const isLate = (id: string, entities: typeof before) => {
      const { timestamp } = before[id]?.attributes ?? {};
      const late = { state: before[id]?.state, attributes: { status: 'stale', timestamp } };
      expect(entities[id], id).toEqual(late);
    };
    later(20 * MINUTE);
    isLate('rain', (await round()).entities);
    later(2 * HOUR);
    const { entities, air, sky } = await round();
    expect(states(entities)).toEqual(expected(air, sky));
    for (const id of ['psi', 'pm25']) isLate(id, entities);
    for (const id of ['rain', 'lightning']) expect(entities[id]?.state, id).toBe('unavailable');
  });

  test('at night there is no UV index, though its source is well', async () => {
    later(8 * HOUR);
    const { entities } = await round();
    expect(entities['uv']?.state).toBe('unavailable');
    expect(entities['uv_source']?.state).toBe('ok');
    expect(entities['wbgt']?.state).toMatch(/^\d+(?:\.\d)?$/);
  });

  test('what is null is unavailable, each for itself, and never 0', async () => {
    airs.world.standin.setFault('psi', 'down');
    for (const feed of ['rain', 'uv'] as const) skies.world.standin.setFault(feed, 'down');
    const { entities, air, sky } = await round();
    expect(states(entities)).toEqual(expected(air, sky));
    const gone = Object.keys(VALUES).filter((id) => entities[id]?.state === 'unavailable');
    expect(gone).toEqual(['psi', 'rain', 'uv']);
  });

  test('where nothing is known, nothing has a value', async () => {
    airs.world.standin.setFault('both', 'down');
    skies.world.standin.setFault('sky', 'down');
    const { entities } = await round();
    expect(new Set(Object.values(states(entities)))).toEqual(new Set(['unavailable']));
  });

  test('an error and a page of a proxy are unavailable', async () => {
    let refused = '';
    for (let n = 0; n < 61; n += 1) refused = await answer(SKY);
    expect(JSON.parse(refused)).toMatchObject({ error: { code: 'rate_limited' } });
    for (const text of [refused, '<html>']) {
      for (const entity of Object.values(entitiesOf(text, text))) {
        expect(entity).toEqual({ state: 'unavailable', attributes: {} });
      }
    }
  });

  test('cards and automations use sensors and attributes that there are', () => {
    const ids = sensors.map(({ name }) => `sensor.${name.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`);
    const text = JSON.stringify(uses);
    const used = text.match(/sensor\.\w+/g) ?? [];
    expect(used.length).toBeGreaterThanOrEqual(3);
    expect(used.filter((id) => !ids.includes(id))).toEqual([]);
    const attributes = new Set(sensors.flatMap(({ json_attributes = [] }) => json_attributes));
    expect(uses[0]).toMatchObject({ state_content: ['state', ...[...attributes].toReversed()] });
    expect(uses[1]).toMatchObject({ conditions: [{ attribute: 'status', state: 'ok' }] });
  });
});
