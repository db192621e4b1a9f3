/** What a push carries, as the browser reads it. Each push must be shown, also one that nobody here wrote. */
import type { DayCount } from './alerts.ts';
import type { AlertKind } from './preferences.ts';

export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The kind: a newer message replaces an older one. */
  readonly tag: AlertKind | 'unread';
  /** The level that it tells, so that a page that is open does not tell it again; null if it is not known. */
  readonly level: number | null;
  /** How many the server has sent on its day, this one included; null if it is not known. */
  readonly count: DayCount | null;
}

/** What the worker tells the pages that are open, after it has shown a push. */
export interface ToldByPush {
  readonly kind: AlertKind;
  readonly level: number;
  readonly count: DayCount | null;
}

/** BroadcastChannel of that. */
export const PUSHED_CHANNEL = 'alerts';

/** Longest texts that are shown, in characters. */
const LONGEST = 300;
const TAGS: readonly string[] = ['lightning', 'air', 'rain', 'heat'] satisfies readonly AlertKind[];

const UNREAD: PushMessage = {
  title: 'The air or the sky has changed',
  body: 'Outdoors in Pleinair says how.',
  tag: 'unread',
  level: null,
  count: null,
};

/** @param text of a push; undefined if it has none */
export function readPushMessage(text: string | undefined): PushMessage {
  let read: unknown;
  try {
    read = JSON.parse(text ?? '');
  } catch {
    return UNREAD;
  }
  if (!isMessage(read)) return UNREAD;
  const { title, body, tag, level, count } = read;
  return {
    title: title.slice(0, LONGEST),
    body: body.slice(0, LONGEST),
    tag,
    level: isWhole(level) ? level : null,
    count: isCount(count) ? { day: count.day, sent: count.sent } : null,
  };
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** True for a count as a server gives it. */
export function isCount(value: unknown): value is DayCount {
  if (typeof value !== 'object' || value === null) return false;
  const { day, sent } = value as Partial<Record<keyof DayCount, unknown>>;
  return typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) && isWhole(sent);
}

type Read = Pick<PushMessage, 'title' | 'body' | 'tag'> & Readonly<Record<'level' | 'count', unknown>>;

function isMessage(value: unknown): value is Read {
  if (typeof value !== 'object' || value === null) return false;
  const { title, body, tag } = value as Partial<Record<'title' | 'body' | 'tag', unknown>>;
  return (
    typeof title === 'string' &&
    title !== '' &&
    typeof body === 'string' &&
    typeof tag === 'string' &&
    TAGS.includes(tag)
  );
}
