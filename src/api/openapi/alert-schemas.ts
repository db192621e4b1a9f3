/** JSON Schemas of alerts. Build time only. */
import { alertsBody } from '../alerts/alerts-body.ts';
import { object, propertiesOf, type Schema, text } from './schemas.ts';

const given = propertiesOf(alertsBody);
const { expirationTime: _time, endpoint: _endpoint, keys: _keys, ...wanted } = given;

const count: Schema = {
  ...object({
    day: { ...text, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'A calendar day in Singapore.' },
    sent: { type: 'integer', minimum: 0 },
  }),
  type: ['object', 'null'],
  description:
    'How many alerts were sent to this device on the day of the last look; null before the first one.',
};

export const alertSchemas: Record<string, Schema> = {
  AlertKey: object({
    apiVersion: { const: '1' },
    key: {
      ...text,
      pattern: '^[A-Za-z0-9_-]{87}$',
      description: 'An uncompressed point on P-256, base64url.',
    },
  }),
  AlertSubscription: object(given, ['expirationTime']),
  AlertPreferences: object({ apiVersion: { const: '1' }, ...wanted, count }),
};
