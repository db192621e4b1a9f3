import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AlertPreferences } from '../../core/alerts/preferences.ts';

const WANTED: AlertPreferences = { area: 'tuas', kinds: ['rain'], quiet: null, atMost: 4 };

let kept: Map<string, string>;
let hear: (event: Pick<StorageEvent, 'key'>) => void;

beforeEach(() => {
  kept = new Map();
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  });
  vi.stubGlobal('addEventListener', (type: string, listener: typeof hear) => {
    if (type === 'storage') hear = listener;
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('alerts: what is wanted', () => {
  it('is what another page has just chosen', async () => {
    const { alerts, isPushed } = await import('./wanted.ts');
    expect(alerts.value.kinds).toEqual([]);
    kept.set('pleinair.alerts', JSON.stringify({ ...WANTED, pushed: false }));
    hear({ key: 'another' });
    expect(alerts.value.kinds).toEqual([]);
    hear({ key: 'pleinair.alerts' });
    expect([alerts.value, isPushed.value]).toEqual([WANTED, false]);
  });

  it('is for the town where a person draws, until alerts are chosen', async () => {
    const { alerts, hasTown, keepAlerts } = await import('./wanted.ts');
    const { chooseTown } = await import('../sky/town.ts');
    const { areaOf } = await import('../../core/sky/place/areas.ts');
    expect(hasTown()).toBe(false);
    chooseTown(areaOf('bishan'));
    expect([alerts.value.area, hasTown()]).toEqual(['bishan', true]);
    keepAlerts(WANTED, true);
    chooseTown(areaOf('yishun'));
    expect(alerts.value.area).toBe('tuas');
  });

  it('is nothing where it cannot be read, or is not understood', async () => {
    for (const text of [
      '{',
      'null',
      JSON.stringify({ ...WANTED, area: 'x' }),
      JSON.stringify({ ...WANTED, quiet: {} }),
    ]) {
      kept.set('pleinair.alerts', text);
      vi.resetModules();
      expect((await import('./wanted.ts')).alerts.value.kinds, text).toEqual([]);
    }
  });
});
