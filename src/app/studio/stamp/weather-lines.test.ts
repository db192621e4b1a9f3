import { describe, expect, test } from 'vitest';
import { fineData, SKY_NOW, skyState } from '../../../../tests/support/sky/sky-state.ts';
import { HOUR, MINUTE, toSgt } from '../../../core/air/time/time.ts';
import { factsOf } from '../../../core/sky/facts.ts';
import { AREAS, type AreaId, areaOf } from '../../../core/sky/place/areas.ts';
import { type Sky, skyBody } from '../../../core/sky/sky.ts';
import type { SkyState } from '../../../core/sky/types.ts';
import { isWritable } from '../../../ink/handwriting/write.ts';
import { applyTranslation } from '../../words/catalogue.ts';
import { stamp } from '../../words/en/studio/stamp.ts';
import { accented } from '../../words/pseudo.ts';
import { stampedWeatherWords, weatherLines } from './weather-lines.ts';

const fine = fineData(SKY_NOW);
const bodyOf = (state: SkyState, area: AreaId = 'bishan', now = SKY_NOW): Sky =>
  skyBody(factsOf(state), { area, now }).body;
const town = (id: AreaId) => areaOf(id) ?? expect.unreachable(id);

/** With the plain spaces that the hand writes. */
function stamped(sky: Sky | undefined, id: AreaId = 'bishan', now = SKY_NOW) {
  const lines = weatherLines(sky, town(id), now).map((line) => line.replace(/\s/g, ' '));
  return { lines, said: stampedWeatherWords(sky, town(id), now) };
}

const WHERE = 'Bishan, Singapore, 21 Sept 2026';

describe('studio: the lines of the weather stamp', () => {
  test('are town and date, then what each source says, with its own time', () => {
    expect(stamped(bodyOf(skyState()))).toEqual({
      lines: [
        WHERE,
        'Forecast until 4:30 pm: Fair (Day)',
        'Rain 0 mm in 5 minutes, 2:35 pm',
        'No lightning within 20 km, 2:36 pm',
        'WBGT 31.4 °C, moderate stress, 2:30 pm',
        'UV index 7, high, 2:00 pm',
        'Wind 9.3 km/h from the south, 2:36 pm',
      ],
      said: stamp.addedWeather('Bishan'),
    });
  });

  test('a long phrase has a line of its own, so that the others stay legible on a phone', () => {
    const text = 'Heavy Thundery Showers with Gusty Winds';
    const areas = fine.forecast2h.areas.map((area) => ({ ...area, text }));
    const { lines } = stamped(bodyOf(skyState(SKY_NOW, { forecast2h: { ...fine.forecast2h, areas } })));
    expect(lines.slice(1, 4)).toEqual(['Forecast until 4:30 pm:', text, 'Rain 0 mm in 5 minutes, 2:35 pm']);
  });

  test('lightning has the time of the last strike', () => {
    const strike = {
      latitude: 1.36,
      longitude: 103.84,
      at: toSgt(SKY_NOW - 5 * MINUTE),
      kind: 'cloud' as const,
    };
    const { lines } = stamped(
      bodyOf(skyState(SKY_NOW, { lightning: { ...fine.lightning, strikes: [strike] } })),
    );
    expect(lines[3]).toBe('Lightning 1 km away, last at 2:31 pm');
  });

  test('what is delayed says so, of when, with the day if that is another', () => {
    const state = skyState(SKY_NOW, {}, { rain: { refreshed: false }, forecast24h: { refreshed: false } });
    const { lines, said } = stamped(bodyOf(state));
    expect(lines.slice(2, 4)).toEqual(['Rain 0 mm in 5 minutes', 'delayed, from 2:35 pm']);
    expect(said).toBe(stamp.addedWeatherLate('Bishan'));
    const at = SKY_NOW + 9.5 * HOUR;
    const late = { ...fineData(at), rain: { ...fineData(at - 20 * MINUTE).rain } };
    expect(stamped(bodyOf(skyState(at, late), 'bishan', at), 'bishan', at).lines).toContain(
      'delayed, from 21 Sept, 11:45 pm',
    );
  });

  test('what is of a time that is yet to come is in doubt, and not delayed', () => {
    const ahead = { ...fine.rain, timestamp: toSgt(SKY_NOW + HOUR) };
    const { lines, said } = stamped(bodyOf(skyState(SKY_NOW, { rain: ahead })));
    expect(lines.slice(2, 4)).toEqual(['Rain 0 mm in 5 minutes', 'in doubt: 3:36 pm is yet to come']);
    expect(said).toBe(stamp.addedWeatherDoubtful('Bishan'));
    expect(lines.filter((line) => !isWritable(line))).toEqual([]);
    const both = skyState(SKY_NOW, { rain: ahead }, { wind: { refreshed: false } });
    expect(stamped(bodyOf(both)).said).toBe(stamp.addedWeatherLate('Bishan'));
  });

  test('what is missing has no number, and an all-clear of lightning needs data', () => {
    const state = skyState(SKY_NOW, { rain: null, lightning: null });
    const { lines, said } = stamped(bodyOf(state));
    expect(lines.slice(2, 4)).toEqual(['Rain: not known', 'Lightning: not known']);
    expect(said).toBe(stamp.addedWeatherPartly('Bishan'));
    const doubtful = bodyOf(skyState(SKY_NOW, {}, { lightning: { refreshed: false } }));
    expect(stamped(doubtful).lines).toContain('Lightning: not known');
  });

  test('at night there is no UV index, which is not missing', () => {
    const now = SKY_NOW + 8 * HOUR;
    const { lines, said } = stamped(bodyOf(skyState(now), 'bishan', now), 'bishan', now);
    expect(lines).toHaveLength(6);
    expect(lines.join()).not.toContain('UV');
    expect(said).toBe(stamp.addedWeather('Bishan'));
    // Of a server that began at night.
    const unasked = skyState(now, { uv: null }, { uv: { refreshed: false } });
    expect(stamped(bodyOf(unasked, 'bishan', now), 'bishan', now)).toEqual({ lines, said });
  });

  test('without anything known there is only town and date', () => {
    const nothing = { refreshed: false, fetchedAt: null, newest: null };
    const empty = skyState(SKY_NOW, {}, Object.fromEntries(Object.keys(fine).map((feed) => [feed, nothing])));
    for (const sky of [undefined, bodyOf(empty)]) {
      expect(stamped(sky)).toEqual({
        lines: [WHERE, stamp.written.noWeather],
        said: stamp.addedWithoutWeather,
      });
    }
  });

  test('a wind without a direction, and a calm, have none', () => {
    const of = (speedKmh: number, from: number | null) => {
      const [station] = fine.wind.stations;
      if (station === undefined) return expect.unreachable();
      const wind = { ...fine.wind, stations: [{ ...station, speedKmh, from }] };
      return stamped(bodyOf(skyState(SKY_NOW, { wind }))).lines.at(-1);
    };
    expect([of(9.3, null), of(0, 190)]).toEqual(['Wind 9.3 km/h, 2:36 pm', 'Wind 0 km/h, 2:36 pm']);
  });

  test('the handwriting has all letters, of every town and documented phrase', () => {
    const texts = ['Fair & Warm', 'Heavy Thundery Showers with Gusty Winds', 'Partly Cloudy (Night)'];
    for (const text of texts) {
      const areas = fine.forecast2h.areas.map((area) => ({ ...area, text }));
      const state = skyState(SKY_NOW, { forecast2h: { ...fine.forecast2h, areas } });
      for (const { id } of AREAS) {
        const { lines } = stamped(bodyOf(state, id), id);
        expect(lines.filter((line) => !isWritable(line))).toEqual([]);
      }
    }
  });

  // The last test, because the language stays changed.
  test("the stamp alone is English if the handwriting lacks the language's letters", () => {
    const english = stamped(bodyOf(skyState())).lines;
    applyTranslation('en-XA', accented);
    expect(isWritable(stamp.written.noWeather)).toBe(false);
    expect(stamped(bodyOf(skyState())).lines).toEqual(english);
  });
});
