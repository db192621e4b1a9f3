/** QR codes (ISO/IEC 18004) as a path of SVG. Loaded when one is shown. */
import { encode } from 'uqr';

/** Modules that stay empty around a code, so that a camera finds it. */
const BORDER = 4;

export interface QrPicture {
  /** Side of the picture in modules, the border included. */
  readonly size: number;
  /** The dark modules, for the attribute `d` of a path. */
  readonly path: string;
}

export function qrPicture(text: string): QrPicture {
  const { size, data } = encode(text, { ecc: 'M', border: BORDER });
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  return { size, path: rows.join('') };
}
