import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStdioConfig } from './stdio-config.ts';

const none = () => undefined;
const T = 'a-token-of-sixteen';

describe('mcp stdio: configuration', () => {
  it('is about the database of this machine unless an address is given', () => {
    expect(readStdioConfig({ DATA_DIR: '/d', DRAW_TOKEN: T }, none)).toEqual({
      at: 'database',
      database: { kind: 'sqlite', file: '/d/pleinair.sqlite' },
      space: 'home',
      token: T,
    });
    expect(readStdioConfig({ PLEINAIR_URL: ' ' }, () => 'from-the-file-of-secrets\n')).toEqual({
      at: 'database',
      database: { kind: 'sqlite', file: resolve('./data/pleinair.sqlite') },
      space: 'home',
      token: 'from-the-file-of-secrets',
    });
    expect(readStdioConfig({ PLEINAIR_URL: 'https://draw.example.org/', DRAW_TOKEN: T }, none)).toEqual({
      at: 'server',
      url: 'https://draw.example.org',
      token: T,
    });
  });

  it('offers the drawings of another person of this machine, and not of a server elsewhere', () => {
    expect(readStdioConfig({ DATA_DIR: '/d' }, none, 'Mei')).toMatchObject({ space: 'Mei' });
    expect(() => readStdioConfig({ PLEINAIR_URL: 'https://draw.example.org' }, none, 'Mei')).toThrow(
      '--space is for a database on this machine',
    );
  });

  it('is about a PostgreSQL database where one is named', () => {
    const url = 'postgres://me:secret@db.example.org/pleinair';
    expect(readStdioConfig({ DATABASE_URL: url }, none)).toMatchObject({
      database: { kind: 'postgres', url },
    });
  });

  it('minds nothing else that is wrong with the server’s configuration', () => {
    expect(readStdioConfig({ DATA_DIR: '/d', PORT: 'x', CATALOGUE: 'ftp://x' }, none).at).toBe('database');
  });

  it.for([
    [{ PLEINAIR_URL: 'draw.example.org' }, 'PLEINAIR_URL'],
    [{ PLEINAIR_URL: 'https://draw.example.org/path' }, 'PLEINAIR_URL'],
    [{ PLEINAIR_URL: 'https://me:pw@draw.example.org' }, 'PLEINAIR_URL'],
    [{ PLEINAIR_URL: 'file:///tmp' }, 'PLEINAIR_URL'],
    [{ DRAW_TOKEN: 'two words, and longer' }, 'DRAW_TOKEN'],
    [{ PLEINAIR_URL: 'https://draw.example.org', DRAW_TOKEN: 'short' }, 'DRAW_TOKEN'],
  ] as const)('refuses %o by the name of the variable, without its value', ([env, name]) => {
    expect(() => readStdioConfig(env, none)).toThrow(new RegExp(`^${name} must be `));
    expect(() => readStdioConfig(env, none)).not.toThrow(/example|words|tmp|short/);
  });
});
