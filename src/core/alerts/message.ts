/** What a push carries, as the browser reads it. Each push must be shown, also one that nobody here wrote. */
import type { AlertKind } from './preferences.ts';

export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The kind: a newer message replaces an older one. */
  readonly tag: AlertKind | 'unread';
}

/** Longest texts that are shown, in characters. */
const LONGEST = 300;
const TAGS: readonly string[] = ['lightning', 'air', 'rain', 'heat'] satisfies readonly AlertKind[];

const UNREAD: PushMessage = {
  title: 'The air or the sky has changed',
  body: 'Outdoors in Pleinair says how.',
  tag: 'unread',
};

/** @param text of a push; undefined if it has none */
export function readPushMessage(text: string | undefined): PushMessage {
  let read: unknown;
  try {
    read = JSON.parse(text ?? '');
  } catch {
    return UNREAD;
  }
  return isMessage(read)
    ? { title: read.title.slice(0, LONGEST), body: read.body.slice(0, LONGEST), tag: read.tag }
    : UNREAD;
}

function isMessage(value: unknown): value is PushMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { title, body, tag } = value as Partial<Record<keyof PushMessage, unknown>>;
  return (
    typeof title === 'string' &&
    title !== '' &&
    typeof body === 'string' &&
    typeof tag === 'string' &&
    TAGS.includes(tag)
  );
}
