import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLimiter } from './limiter.ts';

describe('server: limiter', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('lets the points through, then says how many whole seconds are left', () => {
    const limiter = createLimiter({ points: 2, seconds: 60 });
    expect(limiter.consume('192.0.2.1')).toBeUndefined();
    expect(limiter.consume('192.0.2.1')).toBeUndefined();
    vi.advanceTimersByTime(500);
    expect(limiter.consume('192.0.2.1')).toBe(60);
    vi.advanceTimersByTime(59_400);
    expect(limiter.consume('192.0.2.1')).toBe(1);
    vi.advanceTimersByTime(200);
    expect(limiter.consume('192.0.2.1')).toBeUndefined();
  });

  test('counts each address for itself, IPv6 by /64, mapped IPv4 with its IPv4', () => {
    const limiter = createLimiter({ points: 1, seconds: 60 });
    expect(limiter.consume('192.0.2.1')).toBeUndefined();
    expect(limiter.consume('192.0.2.2')).toBeUndefined();
    expect(limiter.consume('::ffff:192.0.2.1')).toBe(60);
    expect(limiter.consume('2001:db8::1')).toBeUndefined();
    expect(limiter.consume('2001:db8::2')).toBe(60);
    expect(limiter.consume(undefined)).toBeUndefined();
    expect(limiter.consume(undefined)).toBe(60);
  });

  test('a flood of 100,000 addresses keeps no more than the bound', () => {
    const limiter = createLimiter({ points: 1, seconds: 60, maxKeys: 1_000 });
    for (let i = 0; i < 100_000; i += 1) {
      limiter.consume(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
      if (i % 10_000 === 0) expect(limiter.size).toBeLessThanOrEqual(1_000);
    }
    expect(limiter.size).toBe(1_000);
    expect(limiter.consume('10.1.134.159')).toBe(60);
  });

  test('addresses whose window is over are forgotten', () => {
    const limiter = createLimiter({ points: 1, seconds: 60 });
    for (let i = 0; i < 200; i += 1) limiter.consume(`192.0.2.${i}`);
    vi.advanceTimersByTime(61_000);
    limiter.consume('198.51.100.1');
    expect(limiter.size).toBe(1);
  });
});
