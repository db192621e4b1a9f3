/** Exports: the chosen options, and the file that is made of a drawing. */
import { signal } from '@preact/signals';
import { visibleStrokes } from '../../../core/drawing/members/layers.ts';
import { sameMembers } from '../../../core/drawing/members/member-kinds.ts';
import { optionalMembers } from '../../../core/drawing/members/optional-members.ts';
import { WHITE } from '../../../core/drawing/members/paper.ts';
import type { Drawing, OptionalMembers, Paper, Stroke, Underlay } from '../../../core/drawing/types.ts';
import { photoBounds } from '../../../ink/formats/photo-under.ts';
import { exportArea, PictureFailed, type PictureSize, pictureSize } from '../../../ink/formats/picture.ts';
import { type Bounds, union } from '../../../ink/index.ts';
import { PAPERS, paperName } from '../../paper/papers.ts';
import { paintPrinted, svgPrinted } from '../../paper/printed.ts';
import { yieldToMain } from '../../platform/yield-to-main.ts';
import { exporting as words } from '../../words/en/exporting.ts';

export type Format = 'png' | 'svg' | 'json' | 'excalidraw';
/** What is under the ink: the drawing's own paper, white or night with the ink made visible on it, or nothing. */
export type Ground = 'paper' | 'white' | 'night' | 'transparent';

export const GROUNDS: readonly Ground[] = ['paper', 'white', 'night', 'transparent'];

/** The grounds beside a drawing's own paper. */
export function groundsOf(own: Paper | undefined): readonly Ground[] {
  // Whatever is printed on it.
  const name = paperName(own && { color: own.color });
  return GROUNDS.filter((ground) => ground !== name);
}

export interface Choice {
  readonly format: Format;
  /** Pixels per drawing unit. */
  readonly scale: number;
  readonly ground: Ground;
  /** True to show the photo under the ink, in formats that can. */
  readonly photo: boolean;
  /** True to show the pattern and the perspective of the paper, in the same formats. */
  readonly lines: boolean;
}

export const SCALES = [1, 2, 3, 4];

/** The chosen options, until the page is closed. */
export const choice = signal<Choice>({
  format: 'png',
  scale: 2,
  ground: 'paper',
  photo: false,
  lines: false,
});
/** Progress from 0 to 1 while a file is made; undefined otherwise. */
export const making = signal<number | undefined>(undefined);

const TYPES: Readonly<Record<Format, string>> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  json: 'application/json',
  excalidraw: 'application/vnd.excalidraw+json',
};

/** The photo that a person has drawn from. */
export interface PhotoUnder {
  readonly place: Underlay;
  /** Its bytes; undefined if they are not on this device. */
  read(): Promise<Blob | undefined>;
}

/** The content to export. */
export type Content = Pick<Drawing, 'title' | 'strokes' | 'createdAt' | 'updatedAt'> &
  Omit<OptionalMembers, 'underlay'> & { readonly photo?: PhotoUnder | undefined };

/** True for a format that can show a photo, or what is printed on the paper. */
export function takesPhoto(format: Format): boolean {
  return format === 'png' || format === 'svg';
}

/** The area of a file; undefined if there is nothing to show. */
function areaOf(strokes: readonly Stroke[], photo: Underlay | undefined): Bounds | undefined {
  const ink = exportArea(strokes);
  return photo ? union(ink, photoBounds(photo)) : ink;
}

export interface MadeFile {
  readonly file: File;
  /** A sentence about what the format cannot hold; `""` if there is nothing. */
  readonly leftOut: string;
}

/** An empty file, to ask the browser whether it can share this format. */
export function emptyFile(format: Format): File {
  return new File([], `a.${format}`, { type: TYPES[format] });
}

/**
 * The size of a picture of the strokes; undefined for an empty drawing.
 * @param photo where one lies that is in the picture
 */
export function sizeOf(strokes: readonly Stroke[], scale: number, photo?: Underlay): PictureSize | undefined {
  const area = areaOf(strokes, photo);
  return area && pictureSize(area, scale);
}

/** Makes files, and keeps the last one until `release`, since a picture may take a hundred megabytes. */
export class FileMaker {
  #last: { readonly content: Content; readonly choice: Choice; made: MadeFile } | undefined;

  #isReleased = false;

  /**
   * Makes a file, or returns the last one if nothing has changed.
   * @throws the signal's reason if stopped
   */
  async make(content: Content, chosen: Choice, stop: AbortSignal): Promise<MadeFile> {
    const last = this.#last;
    if (last && isSame(last.content, content) && last.choice === chosen) return last.made;
    // Dropped first, so that memory never holds two files.
    this.#last = undefined;
    const made = await makeFile(content, chosen, stop);
    if (!this.#isReleased) this.#last = { content, choice: chosen, made };
    return made;
  }

  /** Drops the last file. A file being made is not kept either. */
  release(): void {
    this.#isReleased = true;
    this.#last = undefined;
  }
}

function isSame(a: Content, b: Content): boolean {
  if (a.photo?.place !== b.photo?.place) return false;
  return a.strokes === b.strokes && a.title === b.title && sameMembers(a, b) && a.updatedAt === b.updatedAt;
}

/** The file could not be made. The message is a sentence for the person. */
export class NotExported extends Error {}

/**
 * Makes a file.
 * @throws the signal's reason if stopped, or NotExported
 */
export async function makeFile(content: Content, chosen: Choice, stop: AbortSignal): Promise<MadeFile> {
  making.value = 0;
  try {
    return await make(content, chosen, `${fileName(content.title)}.${chosen.format}`, stop);
  } catch (error) {
    if (!(error instanceof PictureFailed)) throw error;
    throw new NotExported(error.reason === 'lost' ? words.pictureLost : words.pictureUnsupported);
  } finally {
    making.value = undefined;
  }
}

async function make(
  { strokes, title, createdAt, updatedAt, photo, ...members }: Content,
  { format, scale, ground, photo: withPhoto, lines: withLines }: Choice,
  name: string,
  stop: AbortSignal,
): Promise<MadeFile> {
  const formats = await import('../../../ink/formats/index.ts');
  const seen = visibleStrokes(strokes, members.layers);
  const asked = withPhoto && takesPhoto(format) ? photo : undefined;
  const bytes = await asked?.read();
  const place = bytes && asked?.place;
  const missing = asked && !bytes ? words.photoLeftOut : '';
  // Where nothing is shown, all formats but a picture still have what is hidden.
  const area = areaOf(seen, place) ?? (format === 'png' ? undefined : areaOf(strokes, undefined));
  if (!area) throw new NotExported(strokes.length > 0 ? words.allHidden : words.nothing);
  const { color } = members.paper ?? WHITE;
  const under = ground === 'transparent' ? undefined : ground === 'paper' ? color : PAPERS[ground].color;
  const isOther = under !== undefined && under !== color && (format === 'png' || format === 'svg');
  // With those on hidden layers, which a vector keeps, and in their order: which washes run into each other depends on it.
  const shown = isOther ? formats.forPaper(strokes, under) : strokes;
  const step = async (done: number) => {
    making.value = done;
    await yieldToMain(stop);
  };
  const printed = withLines && takesPhoto(format) ? members.paper : undefined;
  /** What is read on the paper as it will be; on none, as on the drawing's own. */
  const below = under ?? color;
  if (format === 'png') {
    const image = bytes && (await createImageBitmap(bytes));
    const size = formats.pictureSize(area, scale);
    try {
      const paintUnder = (context: CanvasRenderingContext2D) => {
        if (printed) paintPrinted(context, printed, area, size.scale, below);
        if (image && place) formats.drawPhoto(context, image, place, area, size.scale);
      };
      const blob = await formats.drawPicture(shown, members.layers, area, size, under, step, paintUnder);
      return { file: new File([blob], name, { type: TYPES.png }), leftOut: missing };
    } finally {
      image?.close();
    }
  }
  const element = place && bytes && formats.svgPhoto(await dataUrl(bytes), place);
  const lines = printed && svgPrinted(printed, area, below, formats.PAPER_MARK);
  const parts =
    format === 'svg'
      ? formats.svgParts(shown, {
          title,
          paper: under,
          area,
          layers: members.layers,
          under: (element ?? '') + (lines?.under ?? ''),
          over: lines?.over,
        })
      : format === 'json'
        ? formats.jsonParts(strokes, title, {
            ...optionalMembers({ ...members, underlay: undefined }),
            createdAt,
            updatedAt,
          })
        : formats.excalidrawParts(shown, {
            source: location.origin,
            title,
            paper: color,
            layers: members.layers,
          });
  const texts: string[] = [];
  for (const part of parts) {
    texts.push(part);
    if (texts.length % 50 === 0) await step(texts.length / strokes.length);
  }
  return {
    file: new File(texts, name, { type: TYPES[format] }),
    leftOut: [missing, leftOutOf(format, strokes, strokes.length - seen.length, formats)]
      .filter(Boolean)
      .join(' '),
  };
}

async function dataUrl(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => typeof reader.result === 'string' && resolve(reader.result));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(bytes);
  });
}

/**
 * What the format cannot hold, or does not show, in sentences; `""` if it holds and shows everything.
 * @param hidden number of strokes on hidden layers
 */
function leftOutOf(
  format: Format,
  strokes: readonly Stroke[],
  hidden: number,
  { texturedCount }: Pick<typeof import('../../../ink/formats/index.ts'), 'texturedCount'>,
): string {
  const isScene = format === 'excalidraw';
  const erasers = isScene ? strokes.filter(({ tool }) => tool === 'eraser').length : 0;
  const textured = isScene || format === 'svg' ? texturedCount(strokes) : 0;
  const sentences: string[] = [];
  // Who sends a file is to know.
  if (hidden > 0 && format !== 'json') sentences.push(words.hiddenKept(hidden));
  if (erasers > 0) sentences.push(words.erasersLeftOut(erasers));
  if (textured > 0) sentences.push(isScene ? words.texturesLeftOut(textured) : words.texturesAlike(textured));
  return sentences.join(' ');
}

/** A file name from a title, without characters that file systems refuse; a default for no title. */
export function fileName(title: string): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return [...name].slice(0, 80).join('').trim() || words.fileName;
}
