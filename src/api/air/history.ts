/** The route of the history: the measured hours of the last day. */
import { historyBody } from '../../core/air/history.ts';
import { METRICS, REGIONS } from '../../core/air/types.ts';
import { oneOf, type Values, withDescription } from '../http/query.ts';
import { airRoute, prepare, wantsFresh } from './air-route.ts';

const query = {
  region: withDescription('One region, or all five.', oneOf(['all', ...REGIONS], 'central')),
  metric: withDescription('24-hour PSI, 1-hour PM2.5, or both.', oneOf(['all', ...METRICS], 'all')),
};

export const getHistory = airRoute({
  id: 'getHistory',
  path: '/api/v1/history',
  query,
  async prepared({ ports: { air, publicUrl }, request, query: values }) {
    const { region, metric } = values as Values<typeof query>;
    if (wantsFresh(request)) await air.refresh?.();
    const { state, hours } = await air.history();
    const now = air.now();
    const { body, maxAge } = historyBody(state, hours, { region, metric, now, publicUrl });
    return prepare(JSON.stringify(body), maxAge, now);
  },
});
