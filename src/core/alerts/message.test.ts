import { describe, expect, it } from 'vitest';
import { readPushMessage } from './message.ts';

const MESSAGE = { title: 'Rain at Bishan', body: '1.2 mm in five minutes.', tag: 'rain', level: 1 } as const;

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

  it('fills no screen', () => {
    const { title, body } = readPushMessage(
      JSON.stringify({ ...MESSAGE, title: 'x'.repeat(4_000), body: 'y'.repeat(4_000) }),
    );
    expect([title.length, body.length]).toEqual([300, 300]);
  });
});
