import { describe, expect, test } from 'vitest';
import { clientAddress, isNetwork, networkKey, normalAddress, proxiesIn } from './client-address.ts';

describe('server: client address', () => {
  test.for([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['2001:DB8::A', '2001:db8:0:0:0:0:0:a'],
    ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0:0:0:c000:201'],
  ])('%s is spelled %s', ([text, normal]) => {
    expect(normalAddress(text!)).toBe(normal);
  });

  test('what is no address has no spelling', () => {
    for (const text of ['', 'unknown', '1.2.3', '1.2.3.4:80', '[::1]', '::1::']) {
      expect(normalAddress(text)).toBeUndefined();
    }
  });

  test('IPv6 counts by its /64, IPv4 by its address, mapped IPv4 as IPv4', () => {
    expect(networkKey('2001:db8:1:2::1')).toBe(networkKey('2001:db8:1:2:ffff:ffff:ffff:ffff'));
    expect(networkKey('2001:db8:1:2::1')).not.toBe(networkKey('2001:db8:1:3::1'));
    expect(networkKey('::ffff:192.0.2.1')).toBe(networkKey('192.0.2.1'));
    expect(networkKey('192.0.2.1')).not.toBe(networkKey('192.0.2.2'));
    expect(networkKey(undefined)).toBe('unknown');
  });

  test('networks are addresses and CIDR ranges', () => {
    for (const text of ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']) expect(isNetwork(text)).toBe(true);
    for (const text of ['', 'x', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/']) {
      expect(isNetwork(text)).toBe(false);
    }
  });

  test('a proxy is known by its socket address, in any spelling', () => {
    const isProxy = proxiesIn(['192.0.2.0/24', '::1']);
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '::1']) expect(isProxy(address)).toBe(true);
    for (const address of ['192.0.3.7', '::2', '', '127.0.0.1']) expect(isProxy(address)).toBe(false);
    expect(proxiesIn([])('127.0.0.1')).toBe(false);
  });

  test('without trusted proxies X-Forwarded-For counts for nothing', () => {
    expect(clientAddress([])('192.0.2.1', '198.51.100.1')).toBe('192.0.2.1');
  });

  test('X-Forwarded-For from a stranger counts for nothing', () => {
    expect(clientAddress(['10.0.0.0/8'])('192.0.2.1', '198.51.100.1')).toBe('192.0.2.1');
  });

  test('behind a trusted proxy the right-most untrusted hop is the client', () => {
    const addressOf = clientAddress(['10.0.0.0/8', '::1']);
    expect(addressOf('10.0.0.2', '198.51.100.1')).toBe('198.51.100.1');
    expect(addressOf('::ffff:10.0.0.2', '198.51.100.1')).toBe('198.51.100.1');
    expect(addressOf('::1', 'forged, 198.51.100.1, 10.9.9.9')).toBe('198.51.100.1');
    expect(addressOf('10.0.0.2', '203.0.113.9, 198.51.100.1')).toBe('198.51.100.1');
    expect(addressOf('10.0.0.2', '[2001:db8::1]:4711')).toBe('2001:db8:0:0:0:0:0:1');
    expect(addressOf('10.0.0.2', '198.51.100.1:4711')).toBe('198.51.100.1');
  });

  test('a hop that is no address, or a header that is too long, leaves the proxy that sent it', () => {
    const addressOf = clientAddress(['10.0.0.0/8']);
    expect(addressOf('10.0.0.2', 'unknown')).toBe('10.0.0.2');
    expect(addressOf('10.0.0.2', '198.51.100.1, nonsense, 10.0.0.3')).toBe('10.0.0.3');
    expect(addressOf('10.0.0.2', '')).toBe('10.0.0.2');
    expect(addressOf('10.0.0.2', '1.1.1.1,'.repeat(10_000))).toBe('10.0.0.2');
    expect(addressOf(undefined, '1.1.1.1')).toBeUndefined();
  });
});
