import { describe, expect, it } from 'vitest';
import { readPushMessage } from './message.ts';

const MESSAGE = {
  title: 'Rain at Bishan',
  body: '1.2 mm in five minutes.',
  tag: 'rain',
  level: 1,
  count: { day: '2026-09-21', sent: 3 },
} as const;

describe('alerts: what a push carries', () => {
  it('is read as the server wrote it, and no member besides', () => {
    expect(readPushMessage(JSON.stringify({ ...MESSAGE, data: 1 }))).toEqual(MESSAGE);
  });

  it('is shown in general words if it cannot be read', () => {
    const unread = readPushMessage(undefined);
    expect(unread.title).not.toBe('');
    for (const text of [
      '',
      'rain',
      'null',
      '[]',
      '{}',
      JSON.stringify({ ...MESSAGE, title: '' }),
      JSON.stringify({ ...MESSAGE, body: 1 }),
      JSON.stringify({ ...MESSAGE, tag: 'snow' }),
    ]) {
      expect(readPushMessage(text), text).toEqual(unread);
    }
  });

  it('tells no level that is none', () => {
    for (const level of [undefined, null, '1', -1, 0.5]) {
      expect(readPushMessage(JSON.stringify({ ...MESSAGE, level }))).toEqual({ ...MESSAGE, level: null });
    }
  });

  it('has no count but a whole number of a day', () => {
    for (const count of [
      undefined,
      null,
      3,
      { day: '2026-09-21' },
      { day: 'today', sent: 3 },
      { day: '2026-09-21', sent: 0.5 },
    ]) {
      expect(readPushMessage(JSON.stringify({ ...MESSAGE, count }))).toEqual({ ...MESSAGE, count: null });
    }
    const more = { ...MESSAGE, count: { ...MESSAGE.count, more: 1 } };
    expect(readPushMessage(JSON.stringify(more))).toEqual(MESSAGE);
  });

  it('fills no screen', () => {
    const { title, body } = readPushMessage(
      JSON.stringify({ ...MESSAGE, title: 'x'.repeat(4_000), body: 'y'.repeat(4_000) }),
    );
    expect([title.length, body.length]).toEqual([300, 300]);
  });
});
