import { FILE_MAX } from './limits.ts';
import { Refused } from './refused.ts';

/** @throws Refused for a file that is too large to be read */
export function checkSize(bytes: number): void {
  if (bytes === 0) throw new Refused('It is empty.');
  if (bytes <= FILE_MAX) return;
  const [size, most] = [bytes, FILE_MAX].map((one) => Math.round(one / 1024 / 1024));
  throw new Refused(`It is too large: ${size} MB, and at most ${most} MB are read.`);
}
