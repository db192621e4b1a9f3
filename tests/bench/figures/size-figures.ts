/** The sizes that a first visit loads, against their budgets. */

import { measure } from '../../run/sizes.ts';
import { dist } from '../../support/build.ts';
import type { Figure } from '../trial.ts';

const KB = 1024;

export function sizeFigures(): Figure[] {
  return measure(dist).map(({ what, bytes, budget }) => {
    return {
      what: `size: ${what}`,
      unit: 'KB gz',
      subject: bytes / KB,
      ratio: bytes / KB,
      budget: { atMost: budget / KB },
      ok: bytes <= budget,
      note: 'size: gzip, level 9',
    };
  });
}
