import { describe, expect, it } from 'vitest';
import { discoveryBody } from './discovery.ts';

const ENDPOINTS = [{ method: 'GET', path: '/api/v1/readings', summary: 'Figures.', parameters: [] }] as const;

describe('air: discovery', () => {
  it('has every address under the public URL, with or without a slash at its end', () => {
    for (const publicUrl of ['https://air.example', 'https://air.example/']) {
      const body = discoveryBody(ENDPOINTS, { publicUrl, quotaPerMinute: 60 });
      expect(body.endpoints).toEqual([{ ...ENDPOINTS[0], url: 'https://air.example/api/v1/readings' }]);
      for (const url of Object.values(body.links)) expect(url).toMatch(/^https:\/\/air\.example\/\w/);
    }
  });

  it('has the quota, or null on a host without one', () => {
    const { access } = discoveryBody(ENDPOINTS, { publicUrl: 'https://air.example', quotaPerMinute: 15 });
    expect(access).toMatchObject({
      authentication: 'none',
      quota: { requests: 15, seconds: 60, per: 'network address', sharedWith: 'https://air.example/mcp' },
      pollSeconds: 600,
    });
    const uncounted = discoveryBody(ENDPOINTS, {
      publicUrl: 'https://air.example',
      quotaPerMinute: undefined,
    });
    expect(uncounted.access.quota).toBeNull();
  });
});
