/**
 * How a WebP was held, as its Exif says: Chromium shows it as it lies in the file, other browsers turn it upright. Here the
 * turn is taken out of the file, so that every browser decodes the same, and made on the canvas (turn.ts).
 */

/** Least bytes of a file with a header and a chunk. */
const START = 20;
/** Most chunks that are looked at. A moving picture has one for each of its frames, before its Exif. */
const CHUNKS_MAX = 4_096;
/** Bytes of Exif that are searched: the first directory, which has the orientation, lies at its beginning. */
const EXIF_MAX = 64 * 1024;
const ORIENTATION = 0x0112;
const SHORT = 3;

export interface Unturned {
  /** The picture as it lies in the file, whatever browser decodes it. */
  readonly file: Blob;
  /** 1 to 8, as in Exif: what has been taken out of the file. */
  readonly orientation: number;
}

/** @param file a WebP; one that says nothing of its turn, or is damaged, is given back as it is */
export async function unturnedWebp(file: Blob): Promise<Unturned> {
  const as = { file, orientation: 1 };
  const exif = await exifAt(file);
  if (exif === undefined) return as;
  const bytes = await viewOf(file, exif.at, Math.min(exif.size, EXIF_MAX));
  const found = orientationIn(bytes);
  if (!found) return as;
  const at = exif.at + found.at;
  const upright = new Uint8Array(found.isLittle ? [1, 0] : [0, 1]);
  return {
    file: new Blob([file.slice(0, at), upright, file.slice(at + 2)], { type: file.type }),
    orientation: found.orientation,
  };
}

async function viewOf(file: Blob, from: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(from, from + length).arrayBuffer());
}

function fourCc(bytes: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => bytes.getUint8(at + i)));
}

/** Where the Exif begins and how long it is, bytes: RFC 9649, section 2.7. Only a file in the extended form has any. */
async function exifAt(file: Blob): Promise<{ readonly at: number; readonly size: number } | undefined> {
  const start = await viewOf(file, 0, START);
  if (start.byteLength < START || fourCc(start, 12) !== 'VP8X') return undefined;
  let at = 12;
  for (let chunk = 0; chunk < CHUNKS_MAX; chunk++) {
    const head = await viewOf(file, at, 8);
    if (head.byteLength < 8) return undefined;
    const size = head.getUint32(4, true);
    if (fourCc(head, 0) === 'EXIF') return { at: at + 8, size };
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/** The orientation in Exif, unless it is upright, and the place of its value: TIFF 6.0, section 2. */
function orientationIn(
  bytes: DataView,
): { readonly orientation: number; readonly at: number; readonly isLittle: boolean } | undefined {
  const size = bytes.byteLength;
  // Some write the name of a JPEG's segment before it.
  const start = size >= 6 && fourCc(bytes, 0) === 'Exif' ? 6 : 0;
  if (size < start + 8) return undefined;
  const order = bytes.getUint16(start);
  const isLittle = order === 0x4949;
  if ((!isLittle && order !== 0x4d4d) || bytes.getUint16(start + 2, isLittle) !== 42) return undefined;
  const directory = start + bytes.getUint32(start + 4, isLittle);
  if (directory + 2 > size) return undefined;
  const count = bytes.getUint16(directory, isLittle);
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + 12 * i;
    if (entry + 12 > size) return undefined;
    if (bytes.getUint16(entry, isLittle) !== ORIENTATION) continue;
    const orientation = bytes.getUint16(entry + 8, isLittle);
    const isTurn = bytes.getUint16(entry + 2, isLittle) === SHORT && orientation >= 2 && orientation <= 8;
    return isTurn ? { orientation, at: entry + 8, isLittle } : undefined;
  }
  return undefined;
}
