/** The rules for the body of a subscription: what `PushSubscription.toJSON()` gives, and what is wanted. */
import {
  ALERT_KINDS,
  type AlertPreferences,
  AT_MOST,
  type QuietHours,
  timeOfDay,
} from '../../core/alerts/preferences.ts';
import { isObject } from '../../core/drawing/problems.ts';
import { AREA_IDS, areaOf } from '../../core/sky/place/areas.ts';
import { type Envelope, type Member, text } from '../contract/envelope.ts';
import type { PushKeys } from './alert-ports.ts';
import { ENDPOINT_MAX } from './push-services.ts';

/** Bytes of the body, which anybody may send. */
export const ALERTS_BODY_MAX = 8 * 1024;

export interface AlertsBody extends AlertPreferences {
  readonly endpoint: string;
  readonly keys: PushKeys;
  /** Sent by browsers, and not kept: the push service says when a subscription has ended. */
  readonly expirationTime?: number | null;
}

const BASE64URL = /^[\w-]*$/;
const TIME = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

const keys: Member = {
  schema: {
    type: 'object',
    properties: {
      p256dh: { type: 'string', pattern: '^[A-Za-z0-9_-]{87}$' },
      auth: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}$' },
    },
    required: ['p256dh', 'auth'],
    additionalProperties: false,
  },
  problem(value) {
    const given = hasOnly(value, ['p256dh', 'auth']) ? value : undefined;
    if (given === undefined) return 'must be p256dh and auth';
    // 65 and 16 bytes.
    const isKey = (key: unknown, length: number) =>
      typeof key === 'string' && key.length === length && BASE64URL.test(key);
    if (!isKey(given['p256dh'], 87)) return 'p256dh is not 65 bytes in base64url without padding';
    return isKey(given['auth'], 22) ? undefined : 'auth is not 16 bytes in base64url without padding';
  },
};

const kinds: Member = {
  schema: {
    type: 'array',
    items: { type: 'string', enum: ALERT_KINDS },
    minItems: 1,
    uniqueItems: true,
  },
  problem(value) {
    const known: readonly unknown[] = ALERT_KINDS;
    const isListed = Array.isArray(value) && value.length > 0 && value.every((kind) => known.includes(kind));
    return isListed && new Set(value).size === value.length
      ? undefined
      : `must be a list of ${ALERT_KINDS.join(', ')}, each at most once`;
  },
};

const quiet: Member = {
  schema: {
    type: ['object', 'null'],
    properties: { from: { type: 'string', pattern: TIME }, to: { type: 'string', pattern: TIME } },
    required: ['from', 'to'],
    additionalProperties: false,
    description: 'Times of day in Singapore. Nothing is sent then.',
  },
  problem: (value) =>
    value === null || isQuietHours(value) ? undefined : 'must be null, or from and to as 22:00',
};

export const alertsBody: Envelope<AlertsBody> = {
  endpoint: text(ENDPOINT_MAX, () => undefined),
  expirationTime: {
    schema: { type: ['number', 'null'] },
    problem: (value) =>
      value === undefined || value === null || typeof value === 'number' ? undefined : 'is not a number',
  },
  keys,
  area: {
    schema: { type: 'string', enum: AREA_IDS },
    problem: (value) =>
      typeof value === 'string' && areaOf(value) !== undefined ? undefined : 'is not an area of the forecast',
  },
  kinds,
  quiet,
  atMost: {
    schema: { type: 'integer', minimum: AT_MOST.least, maximum: AT_MOST.most },
    problem: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= AT_MOST.least && value <= AT_MOST.most
        ? undefined
        : `must be a whole number from ${AT_MOST.least} to ${AT_MOST.most}`,
  },
};

function isQuietHours(value: unknown): value is QuietHours {
  if (!hasOnly(value, ['from', 'to'])) return false;
  return Object.values(value).every((time) => typeof time === 'string' && timeOfDay(time) !== undefined);
}

function hasOnly(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  return isObject(value) && Object.keys(value).sort().join() === [...names].sort().join();
}
