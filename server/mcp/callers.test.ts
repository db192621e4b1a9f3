import { describe, expect, it } from 'vitest';
import { createCallers } from './callers.ts';

const callers = (options: Partial<Parameters<typeof createCallers>[0]> = {}) =>
  createCallers({
    host: '127.0.0.1',
    publicUrl: 'https://draw.example.org',
    allowedHosts: [],
    allowedOrigins: [],
    ...options,
  });

describe('mcp: who may ask, by Host', () => {
  it('knows the public name, loopback and the address that is listened on, at any port', () => {
    const { wrongHost } = callers({ host: '192.0.2.7' });
    for (const host of [
      'draw.example.org',
      'DRAW.example.org:443',
      'localhost:8787',
      '127.0.0.1',
      '[::1]:8787',
      '192.0.2.7:8787',
    ]) {
      expect(wrongHost(host), host).toBeUndefined();
    }
  });

  it('refuses every other, and what is no host', () => {
    const { wrongHost } = callers();
    for (const host of [
      null,
      '',
      'evil.example',
      'draw.example.org.evil.example',
      'localhost.evil.example',
      '192.0.2.7',
      'evil.example@localhost',
      'localhost:8787/x',
      'localhost:99999999',
      '[::1',
    ]) {
      expect(wrongHost(host), String(host)).toBeTypeOf('string');
    }
  });

  it('lets any address pass that is listened on, never any name', () => {
    const { wrongHost } = callers({ host: '0.0.0.0' });
    expect(wrongHost('192.0.2.7:8787')).toBeUndefined();
    expect(wrongHost('[2001:db8::7]:8787')).toBeUndefined();
    expect(wrongHost('evil.example')).toBeTypeOf('string');
    expect(callers({ host: '2001:db8::7' }).wrongHost('[2001:db8::7]')).toBeUndefined();
  });

  it('knows what MCP_ALLOWED_HOSTS names: with a port that port only, without one every port', () => {
    const { wrongHost } = callers({ allowedHosts: ['Tools.example:8080', 'lan.example'] });
    expect(wrongHost('tools.example:8080')).toBeUndefined();
    expect(wrongHost('lan.example:9')).toBeUndefined();
    expect(wrongHost('tools.example')).toContain('MCP_ALLOWED_HOSTS');
    expect(wrongHost('tools.example:8081')).toContain('MCP_ALLOWED_HOSTS');
  });
});

describe('mcp: who may ask, by Origin', () => {
  const HOST = '127.0.0.1:8787';

  it('lets pass what is no page, pages of its own, and pages of this machine', () => {
    const { wrongOrigin } = callers();
    for (const origin of [
      null,
      'https://draw.example.org',
      'http://localhost:6274',
      'http://127.0.0.1:1',
      'http://[::1]:1',
    ]) {
      expect(wrongOrigin(origin, HOST), String(origin)).toBeUndefined();
    }
    expect(wrongOrigin('http://192.0.2.7:8787', '192.0.2.7:8787')).toBeUndefined();
  });

  it('refuses every other, `null` among them', () => {
    const { wrongOrigin } = callers();
    for (const origin of [
      'null',
      '',
      'https://evil.example',
      'http://draw.example.org',
      'https://draw.example.org:8443',
      'file://localhost',
      'http://192.0.2.7:8787',
      'localhost',
    ]) {
      expect(wrongOrigin(origin, HOST), origin).toContain('MCP_ALLOWED_ORIGINS');
    }
  });

  it('knows what MCP_ALLOWED_ORIGINS names, exactly', () => {
    const { wrongOrigin } = callers({ allowedOrigins: ['https://Chat.example/'] });
    expect(wrongOrigin('https://chat.example', HOST)).toBeUndefined();
    expect(wrongOrigin('http://chat.example', HOST)).toBeTypeOf('string');
    expect(wrongOrigin('https://chat.example:444', HOST)).toBeTypeOf('string');
  });
});
