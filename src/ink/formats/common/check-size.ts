import { FILE_MAX } from './limits.ts';
import { Refused } from './refused.ts';

/** @throws Refused for a file that is too large to be read */
export function checkSize(bytes: number): void {
  if (bytes === 0) throw new Refused({ code: 'empty' });
  if (bytes > FILE_MAX) throw new Refused({ code: 'too_large', size: bytes, most: FILE_MAX });
}
