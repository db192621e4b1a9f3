import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../../server/bin/bootstrap.js';

const UNIT = join(root, 'server', 'deploy', 'pleinair.service');
/** What `systemd-analyze security` may find at most: from 0, nothing, to 100, everything. */
const EXPOSURE_MAX = 20;

function analyze(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** With CI=true it is a failure if systemd is missing. */
const isMissing = analyze('--version').status !== 0 && !process.env['CI'];

test('a call of the system that the unit does not allow is refused: Node 20 makes one as it starts', () => {
  expect(readFileSync(UNIT, 'utf8')).toMatch(/^SystemCallErrorNumber=EPERM$/m);
});

describe.skipIf(isMissing)('server: the systemd unit', () => {
  test('systemd knows each of its settings and takes each value', () => {
    // It ignores what it does not know, and says so.
    expect(analyze('verify', UNIT)).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('systemd counts little that the process may do', () => {
    const { status, stdout } = analyze('security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, UNIT);
    expect([status, stdout]).toEqual([0, expect.stringContaining('Overall exposure level')]);
  });
});
