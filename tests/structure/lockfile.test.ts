import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../server/bin/bootstrap.js';

interface Entry {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
const { packages }: { packages: Readonly<Record<string, Entry>> } = JSON.parse(text);
const installed = Object.entries(packages).filter(([path]) => path !== '');

describe('structure: lockfile', () => {
  test('has no registry address, so that everyone installs from their own', () => {
    expect(installed.filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
  });

  test('has every optional package of every system, as `npm ci` requires', () => {
    const missing = Object.entries(packages).flatMap(([path, entry]) => {
      const names = Object.keys(entry.optionalDependencies ?? {});
      return names.filter((name) => {
        return (
          packages[`${path}/node_modules/${name}`] === undefined &&
          packages[`node_modules/${name}`] === undefined
        );
      });
    });
    expect(missing).toEqual([]);
  });

  test('has a hash of every package for this system', () => {
    const bare = installed.filter(([, entry]) => entry.integrity === undefined && entry.optional !== true);
    expect(bare).toEqual([]);
  });
});
