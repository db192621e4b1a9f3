import { describe, expect, test } from 'vitest';
import { securityHeaders } from './security.ts';

const page = (publicUrl?: string) => securityHeaders(publicUrl).page;

describe('server: security headers', () => {
  test('the policy lets in nothing inline, evaluated, framed or from elsewhere', () => {
    const policy = page()['Content-Security-Policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-|https?:|\*/);
  });

  test('the page gets every header of the list', () => {
    expect(Object.keys(page()).sort()).toEqual([
      'Content-Security-Policy',
      'Cross-Origin-Opener-Policy',
      'Cross-Origin-Resource-Policy',
      'Permissions-Policy',
      'Referrer-Policy',
      'X-Content-Type-Options',
    ]);
  });

  test('the worker may load its own scripts and ask its own origin, and nothing else', () => {
    const { worker } = securityHeaders('https://draw.example.org');
    expect(worker['Content-Security-Policy']).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'",
    );
    expect(worker['X-Content-Type-Options']).toBe('nosniff');
    expect(worker['Cross-Origin-Resource-Policy']).toBe('same-origin');
    expect(worker['Strict-Transport-Security']).toBe('max-age=31536000');
  });

  test('HSTS is sent only where the public address is https', () => {
    expect(page('https://draw.example.org')['Strict-Transport-Security']).toBe('max-age=31536000');
    expect(page('http://draw.example.org')).not.toHaveProperty('Strict-Transport-Security');
    expect(page()).not.toHaveProperty('Strict-Transport-Security');
  });

  test('any site may read the air, none the drawings', () => {
    const { api } = securityHeaders(undefined);
    const policyOf = (path: string) => api(path)['Cross-Origin-Resource-Policy'];
    expect(policyOf('/api/v1/readings')).toBe('cross-origin');
    expect(policyOf('/api/v1/drawings')).toBe('same-origin');
    expect(policyOf('/health')).toBe('same-origin');
  });
});
