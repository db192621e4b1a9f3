/** What a push carries, as the browser reads it. Each push must be shown, also one that nobody here wrote. */
import type { AlertKind } from './preferences.ts';

export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The kind: a newer message replaces an older one. */
  readonly tag: AlertKind | 'unread';
  /** The level that it tells, so that a page that is open does not tell it again; null if it is not known. */
  readonly level: number | null;
}

/** What the worker tells the pages that are open, after it has shown a push. */
export interface ToldByPush {
  readonly kind: AlertKind;
  readonly level: number;
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
  const { title, body, tag, level } = read;
  const isLevel = typeof level === 'number' && Number.isInteger(level) && level >= 0;
  return {
    title: title.slice(0, LONGEST),
    body: body.slice(0, LONGEST),
    tag,
    level: isLevel ? level : null,
  };
}

function isMessage(value: unknown): value is Omit<PushMessage, 'level'> & { readonly level?: unknown } {
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
