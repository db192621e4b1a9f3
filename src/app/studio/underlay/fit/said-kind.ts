/** What a file says that it is, by its type or its name. Nothing of it is read. */

/** The kinds of pictures that are read. Whether the browser can decode a HEIC or an AVIF is seen when it tries. */
export type PhotoKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';

/** Names of kinds as types and file names say them. */
export const SAID: Readonly<Record<string, PhotoKind>> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  jpe: 'jpeg',
  jfif: 'jpeg',
  pjpeg: 'jpeg',
  png: 'png',
  apng: 'png',
  'x-png': 'png',
  webp: 'webp',
  gif: 'gif',
  avif: 'avif',
  avis: 'avif',
  heic: 'heic',
  heif: 'heic',
  hif: 'heic',
  'heic-sequence': 'heic',
  'heif-sequence': 'heic',
};

type Named = Pick<File, 'name' | 'type'>;

/** What a file's type says it is, or else the end of its name, if pictures have it; undefined if neither says that. */
export function saidOf({ name, type }: Named): string | undefined {
  const [group, kind] = type.toLowerCase().split(';')[0]!.split('/');
  if (kind && group !== 'application') return kind;
  const end = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  return end !== undefined && Object.hasOwn(SAID, end) ? end : undefined;
}

/** True if the file says that it is a picture of pixels: it is for under the ink. Others are imported as ink. */
export function saysPhoto(file: Named): boolean {
  if (file.type.startsWith('image/')) return !file.type.startsWith('image/svg');
  return Object.hasOwn(SAID, saidOf(file) ?? '');
}
