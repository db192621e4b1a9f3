/** The system's clipboard: SVG and text. */
import { isDrawing } from './clip.ts';

const SVG = 'image/svg+xml';
const TEXT = 'text/plain';

/** What was in the clipboard: a text, or a picture; undefined if the browser does not let the page read it. */
export type ClipboardContent = string | File | undefined;

/** Longest SVG that is also given as a picture, characters: browsers check one as they check a page. */
const PICTURE_MAX = 4 * 1024 * 1024;

/**
 * Writes an SVG: as a picture, where the browser takes one, and as text. Call it at once when a key or a button was
 * pressed: later, browsers refuse. Returns false if they did.
 * @param svg may take its time
 * @param length roughly of the text, characters
 */
export async function writeSvg(svg: Promise<string>, length: number): Promise<boolean> {
  // Whatever becomes of the clipboard, a text that cannot be made is the caller's error.
  svg.catch(() => undefined);
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write) return false;
  const asBlob = (type: string) =>
    svg.then((text) => new Blob([type === SVG ? withoutStyles(text) : text], { type }));
  const types = isSupported(SVG) && length <= PICTURE_MAX ? [SVG, TEXT] : [TEXT];
  try {
    await navigator.clipboard.write([
      new ClipboardItem(Object.fromEntries(types.map((type) => [type, asBlob(type)]))),
    ]);
    return true;
  } catch {
    return false;
  }
}

/** The picture as browsers keep it: they take out what the page's policy forbids, and report each as an error. */
function withoutStyles(svg: string): string {
  return svg.replaceAll(/ style="[^"]*"/g, '');
}

function isSupported(type: string): boolean {
  return typeof ClipboardItem.supports === 'function' && ClipboardItem.supports(type);
}

/** Reads the clipboard after a press on a button. The browser may ask the person first. */
export async function readClipboard(): Promise<ClipboardContent> {
  try {
    const items = await navigator.clipboard.read();
    // The text first: browsers clean a picture, and may leave out what it carries.
    for (const type of [TEXT, SVG]) {
      for (const item of items) {
        if (!item.types.includes(type)) continue;
        const text = await (await item.getType(type)).text();
        if (text !== '') return text;
      }
    }
    for (const item of items) {
      const type = item.types.find((one) => one.startsWith('image/'));
      if (type) return new File([await item.getType(type)], 'clipboard', { type });
    }
    return '';
  } catch {
    return undefined;
  }
}

/** What is read of a paste event. */
interface Pasted {
  readonly clipboardData: {
    readonly files: ArrayLike<File> & Iterable<File>;
    getData(type: string): string;
  } | null;
}

/** What a paste by key brings, which needs no permission: a file, or a text. */
export function pastedIn({ clipboardData }: Pasted): File | string {
  if (!clipboardData) return '';
  const text = clipboardData.getData(TEXT) || clipboardData.getData(SVG);
  const [file] = clipboardData.files;
  // Beside a file, the text is its name.
  return file && !isDrawing(text) ? file : text;
}
