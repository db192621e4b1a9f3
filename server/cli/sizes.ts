/** Sizes in bytes, as an operator types and reads them. */
import { InvalidArgumentError } from 'commander';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Parses `2GB`, `1.5 MB` or a number of bytes. A KB has 1000 bytes, as on a disk's label. */
export function byteSize(value: string): number {
  const [, digits = '', unit = 'B'] = /^(\d{1,15}(?:\.\d{1,3})?) ?([KMGT]?B)?$/i.exec(value) ?? [];
  const bytes = Math.round(Number(digits) * 1000 ** UNITS.indexOf(unit.toUpperCase()));
  if (digits === '' || bytes < 1 || !Number.isSafeInteger(bytes)) {
    throw new InvalidArgumentError('It must be a size, such as 500MB or 2GB.');
  }
  return bytes;
}

/** `3.4 MB`. */
export function sizeWords(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${Number((bytes / 1000 ** power).toFixed(1))} ${UNITS[power]}`;
}
