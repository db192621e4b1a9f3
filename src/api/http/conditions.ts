/** Conditional requests (RFC 9110, section 13), Prefer (RFC 7240) and Idempotency-Key. */
import { KEY_MAX } from '../../core/drawing/limits.ts';
import { invalidParameter } from '../errors.ts';

/** `*`, or entity tags with quotes and without the weak mark. */
export type ConditionList = '*' | readonly string[];

/** One entity tag, strong or weak, and the separator after it in a list. `etagc` is RFC 9110, 8.8.3. */
const ENTITY_TAG = /^(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,[ \t]*|$)/;

/**
 * Parses If-Match or If-None-Match. Weak tags count as strong ones, a deliberate departure from RFC 9110,
 * 13.1.1: proxies that compress weaken tags, and our revisions mean the same either way.
 * @throws ApiError 400 for anything else
 */
export function parseCondition(name: string, value: string | null): ConditionList | undefined {
  if (value === null) return undefined;
  let rest = value.trim();
  if (rest === '*') return '*';
  const tags: string[] = [];
  while (rest !== '') {
    const match = ENTITY_TAG.exec(rest);
    if (match?.[1] === undefined) throw invalidParameter(name, 'is not a list of entity tags');
    tags.push(match[1]);
    rest = rest.slice(match[0].length);
  }
  if (tags.length === 0) throw invalidParameter(name, 'is empty');
  return tags;
}

/** The condition of a GET. @throws ApiError 400 if it is malformed */
export function parseIfNoneMatch(headers: Headers): ConditionList | undefined {
  return parseCondition('If-None-Match', headers.get('If-None-Match'));
}

/** The revisions in an If-Match of a drawing: `3`, `"3"`, `W/"3"`, a list of these, or `*`. */
export type RevCondition = '*' | readonly number[];

const BARE_REV = /^[ \t]*(\d{1,15})[ \t]*(?:,|$)/;

/**
 * Parses an If-Match with revisions. A bare number is accepted too, not only the quoted form of RFC 9110,
 * because the API document says "If-Match: <rev>".
 * @throws ApiError 400 for anything else
 */
export function parseRevCondition(value: string | null): RevCondition | undefined {
  if (value === null) return undefined;
  let rest = value.trim();
  if (rest === '*') return '*';
  const revs: number[] = [];
  while (rest !== '') {
    const bare = BARE_REV.exec(rest);
    const quoted = bare === null ? ENTITY_TAG.exec(rest) : null;
    const text = bare?.[1] ?? quoted?.[1]?.slice(1, -1);
    if (text === undefined || !/^\d{1,15}$/.test(text)) {
      throw invalidParameter('If-Match', 'is not a revision, a list of revisions, or *');
    }
    revs.push(Number(text));
    rest = rest.slice((bare ?? quoted)?.[0].length).trim();
  }
  if (revs.length === 0) throw invalidParameter('If-Match', 'is empty');
  return revs;
}

/** True if the condition includes this revision. */
export function namesRev(condition: RevCondition, rev: number): boolean {
  return condition === '*' || condition.includes(rev);
}

/**
 * True for `If-None-Match: *`, which makes a PUT create only.
 * @throws ApiError 400 for any other value, and beside If-Match
 */
export function parseCreateOnly(headers: Headers): boolean {
  const value = headers.get('If-None-Match');
  if (value === null) return false;
  if (value.trim() !== '*') throw invalidParameter('If-None-Match', 'only * is supported on PUT');
  if (headers.has('If-Match')) throw invalidParameter('If-None-Match', 'cannot be combined with If-Match');
  return true;
}

/** @throws ApiError 400 if the key is empty, too long, or not visible ASCII */
export function parseKey(value: string | null): string | undefined {
  if (value === null) return undefined;
  if (value.length > KEY_MAX || !/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) {
    throw invalidParameter('Idempotency-Key', `must be 1 to ${KEY_MAX} visible ASCII characters`);
  }
  return value;
}

/** True if the client prefers the short response (RFC 7240, 4.2). Unknown preferences are ignored. */
export function prefersMinimal(value: string | null): boolean {
  if (value === null) return false;
  return value.split(',').some((preference) => /^\s*return\s*=\s*"?minimal"?\s*(?:;|$)/i.test(preference));
}
