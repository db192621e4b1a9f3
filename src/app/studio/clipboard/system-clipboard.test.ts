import { afterEach, describe, expect, test, vi } from 'vitest';
import { ISOLATED, MULTIPLIES } from '../../../ink/formats/svg/layer-groups.ts';
import { pastedIn, readClipboard, writeSvg } from './system-clipboard.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const SVG = '<svg/>';

/** A ClipboardItem that records the types and texts that it got. */
function stubClipboard(given: { supports?: (type: string) => boolean; write?: () => Promise<void> } = {}) {
  const written: Record<string, Promise<Blob>>[] = [];
  class Item {
    constructor(data: Record<string, Promise<Blob>>) {
      written.push(data);
    }
  }
  vi.stubGlobal('ClipboardItem', given.supports ? Object.assign(Item, { supports: given.supports }) : Item);
  vi.stubGlobal('navigator', { clipboard: { write: given.write ?? (async () => undefined) } });
  return written;
}

describe("studio: the system's clipboard", () => {
  test('gets an SVG as a picture and as text, where the browser takes pictures, else as text', async () => {
    const both = stubClipboard({ supports: (type) => type === 'image/svg+xml' });
    expect(await writeSvg(Promise.resolve(SVG), 6)).toBe(true);
    expect(Object.keys(both[0]!)).toEqual(['image/svg+xml', 'text/plain']);
    const picture = await both[0]!['image/svg+xml']!;
    expect([picture.type, await picture.text()]).toEqual(['image/svg+xml', SVG]);
    // A long one would hold the browser up.
    await writeSvg(Promise.resolve(SVG), 1e8);
    expect(Object.keys(both[1]!)).toEqual(['text/plain']);
    for (const supports of [() => false, undefined]) {
      const text = stubClipboard(supports ? { supports } : {});
      expect(await writeSvg(Promise.resolve(SVG), 6)).toBe(true);
      expect(Object.keys(text[0]!)).toEqual(['text/plain']);
    }
  });

  test('the picture has no style, which the policy of the page would forbid; the text has each', async () => {
    const written = stubClipboard({ supports: () => true });
    const svg = `<svg><g${ISOLATED}><path${MULTIPLIES} opacity="0.5"/></g></svg>`;
    await writeSvg(Promise.resolve(svg), svg.length);
    const picture = await written[0]!['image/svg+xml']!;
    expect(await picture.text()).toBe('<svg><g><path opacity="0.5"/></g></svg>');
    expect(await (await written[0]!['text/plain']!).text()).toBe(svg);
  });

  test('a browser that refuses, or has none, is no error', async () => {
    const refused = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
    stubClipboard({ write: refused });
    expect(await writeSvg(Promise.resolve(SVG), 6)).toBe(false);
    vi.stubGlobal('navigator', { clipboard: { read: refused } });
    expect(await readClipboard()).toBeUndefined();
    // A page without https.
    vi.stubGlobal('navigator', {});
    expect(await writeSvg(Promise.resolve(SVG), 6)).toBe(false);
    expect(await readClipboard()).toBeUndefined();
    vi.stubGlobal('ClipboardItem', undefined);
    expect(await writeSvg(Promise.reject(new Error('too long')), 6)).toBe(false);
  });

  test('is read as text first: a browser may clean pictures; without a text as a picture', async () => {
    const item = (texts: Record<string, string>) => ({
      types: Object.keys(texts),
      getType: async (type: string) => new Blob([texts[type] ?? '']),
    });
    const read = (...items: object[]) => {
      vi.stubGlobal('navigator', { clipboard: { read: async () => items } });
      return readClipboard();
    };
    expect(await read(item({ 'image/svg+xml': '<svg>clean</svg>', 'text/plain': SVG }))).toBe(SVG);
    expect(await read(item({ 'text/plain': '', 'image/svg+xml': SVG }))).toBe(SVG);
    const picture = await read(item({ 'text/html': '<img>', 'image/png': 'PNG' }));
    expect(picture).toMatchObject({ type: 'image/png', size: 3 });
    expect(await read(item({ 'text/plain': 'Dear diary' }), item({ 'image/png': 'PNG' }))).toBe('Dear diary');
    expect(await read(item({ 'text/html': '<p>' }))).toBe('');
  });

  test('a paste brings a drawing as text, or else a file, whose name may be the text', () => {
    const file = new File([SVG], 'leaf.svg');
    const paste = (texts: Record<string, string>, ...files: File[]) =>
      pastedIn({ clipboardData: { files, getData: (type: string) => texts[type] ?? '' } });
    expect(paste({ 'text/plain': SVG }, file)).toBe(SVG);
    expect(paste({ 'text/plain': 'leaf.svg' }, file)).toBe(file);
    expect(paste({}, file)).toBe(file);
    expect(paste({ 'image/svg+xml': SVG })).toBe(SVG);
    expect(paste({ 'text/plain': 'Dear diary' })).toBe('Dear diary');
    expect(pastedIn({ clipboardData: null })).toBe('');
  });
});
