import { describe, expect, test } from 'vitest';
import { drawingAddress, parseRoute, trashedAddress } from './router.ts';

describe('page router', () => {
  test('knows the address of every view', () => {
    expect(parseRoute('/')).toEqual({ view: 'drawings', tab: 'all' });
    expect(parseRoute('/', '?tab=trash')).toEqual({ view: 'drawings', tab: 'trash' });
    expect(parseRoute('/drawings/new')).toEqual({ view: 'studio', id: undefined });
    expect(parseRoute('/air')).toEqual({ view: 'air' });
    expect(parseRoute('/air/guide')).toEqual({ view: 'guide' });
    expect(parseRoute('/supplies')).toEqual({ view: 'supplies' });
    expect(parseRoute('/settings')).toEqual({ view: 'settings' });
    expect(parseRoute('/docs')).toEqual({ view: 'reference' });
  });

  test('parses the address of a drawing', () => {
    const id = '0e6f0c5e-1b7f-4f0a-9d53-0d6d5c7f8a11';
    expect(parseRoute(drawingAddress(id))).toEqual({ view: 'studio', id });
    expect(parseRoute(trashedAddress(id))).toEqual({ view: 'trashed', id });
  });

  test('ignores a slash at the end and unknown queries', () => {
    expect(parseRoute('/air/')).toEqual({ view: 'air' });
    expect(parseRoute('/', '?tab=other&utm_source=x')).toEqual({ view: 'drawings', tab: 'all' });
  });

  test('finds no view for an unknown address', () => {
    for (const path of [
      '/nowhere',
      '/air/else',
      '/drawings',
      '/trash',
      '/drawings/a/b',
      '/API/v1',
      '/api/v1/openapi.json',
    ]) {
      expect(parseRoute(path)).toEqual({ view: 'not-found', path });
    }
  });
});
