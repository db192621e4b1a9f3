/** The route of the sky: rain, lightning, heat, UV, wind, forecasts and the sun, at one area or at all. */
import { factsOf, type SkyFacts } from '../../core/sky/facts.ts';
import { AREA_IDS, type AreaId } from '../../core/sky/place/areas.ts';
import { skyBody } from '../../core/sky/sky.ts';
import { airRoute, prepare, wantsFresh } from '../air/air-route.ts';
import { perSecond } from '../air/per-second.ts';
import { oneOf, type Values, withDescription } from '../http/query.ts';
import type { SkyPorts } from '../ports.ts';

const query = {
  area: withDescription('One area of the two-hour forecast, or all 47.', oneOf(['all', ...AREA_IDS], 'all')),
};

const thisSecond = perSecond<SkyFacts, 'all' | AreaId>();

export const getSky = airRoute<SkyPorts>({
  id: 'getSky',
  path: '/api/v1/sky',
  query,
  async prepared({ ports: { sky }, request, query: values }) {
    const { area } = values as Values<typeof query>;
    const state = wantsFresh(request) && sky.refresh !== undefined ? sky.refresh() : sky.state();
    const facts = factsOf(await state);
    const now = sky.now();
    return thisSecond(sky, facts, area, now, () => {
      const { body, maxAge } = skyBody(facts, { area, now });
      return prepare(JSON.stringify(body), maxAge, now);
    });
  },
});
