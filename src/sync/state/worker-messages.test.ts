import { describe, expect, test } from 'vitest';
import { readMessage, type WorkerMessage } from './worker-messages.ts';

const MESSAGES: readonly WorkerMessage[] = [
  { type: 'CLAIM' },
  { type: 'SKIP_WAITING' },
  { type: 'GET_VERSION' },
  { type: 'SYNC', why: 'look' },
  { type: 'SYNC', why: 'more' },
  { type: 'SYNC', why: 'online' },
  { type: 'SYNC', why: 'hand' },
  { type: 'SYNC_TOKEN', token: '!a-token~' },
  { type: 'SYNC_OFF' },
  { type: 'SYNC_PAUSE', paused: true },
  { type: 'SYNC_REST' },
  { type: 'SYNC_SEEN', id: 'b2f1e9e4-58a1-4d6e-9f3a-0d5f1f6f0c11' },
];

describe('messages from pages', () => {
  test.each(MESSAGES)('are read: %o', (message) => {
    expect(readMessage(message)).toBe(message);
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'SYNC'],
    ['of a later build', { type: 'SYNC_FASTER' }],
    ['a reason that only the worker has', { type: 'SYNC', why: 'save' }],
    ['no reason', { type: 'SYNC' }],
    ['no token', { type: 'SYNC_TOKEN' }],
    ['an empty token', { type: 'SYNC_TOKEN', token: '' }],
    ['a token that is no text', { type: 'SYNC_TOKEN', token: 7 }],
    ['a token with a line break, which would end a header', { type: 'SYNC_TOKEN', token: 'a\r\nHost: b' }],
    ['a token with letters that no header has', { type: 'SYNC_TOKEN', token: 'pässword' }],
    ['a token that is too long', { type: 'SYNC_TOKEN', token: 'a'.repeat(1001) }],
    ['a pause that is neither', { type: 'SYNC_PAUSE', paused: 'yes' }],
    ['an id that is none', { type: 'SYNC_SEEN', id: {} }],
  ])('are left alone where they are none: %s', (_, data) => {
    expect(readMessage(data)).toBeUndefined();
  });
});
