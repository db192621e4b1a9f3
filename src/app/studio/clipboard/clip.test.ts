import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';

const page = new EventTarget();
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
const { clipFor, isDrawing, keepClip } = await import('./clip.ts');

const ours = '<svg>ours</svg>';
const other = '<svg>other</svg>';
const nameOf = async (text: string) => (text === ours ? 'a' : undefined);
const copy = () =>
  keepClip({ name: 'a', strokes: [stroke(1)], from: 'drawing', isCut: false, isWhole: false });
const pasted = async (text: string | undefined) => (await clipFor(text, nameOf))?.name;

describe("studio: the app's own clipboard", () => {
  beforeEach(() => {
    copy();
  });

  test('is meant where the system has the same, has nothing, or tells nothing', async () => {
    copy().isWritten = true;
    expect(await Promise.all([ours, '', undefined].map(pasted))).toEqual(['a', 'a', 'a']);
    // Copied elsewhere later.
    expect(await Promise.all([other, 'Dear diary'].map(pasted))).toEqual([undefined, undefined]);
  });

  test('is meant where the system refused it, until the window is left for another drawing', async () => {
    expect(await Promise.all([other, 'Dear diary', ''].map(pasted))).toEqual(['a', 'a', 'a']);
    page.dispatchEvent(new Event('blur'));
    expect(await Promise.all([other, 'Dear diary', undefined].map(pasted))).toEqual([undefined, 'a', 'a']);
    copy();
    expect(await pasted(other)).toBe('a');
  });

  test('a text may be a drawing if it begins like SVG or JSON', () => {
    const declared = [
      '\uFEFF\n <?xml version="1.0"?>',
      '<!DOCTYPE svg [',
      '<!--by hand--><svg/>',
      '<svg:svg x="1">',
    ];
    for (const text of [ours, '<SVG\n>', ...declared, ' {"type":"excalidraw"}', '[1]']) {
      expect(isDrawing(text), text).toBe(true);
    }
    const ofPage = ['<div>\n<svg></svg>', '<!DOCTYPE html><svg>', '<svgs>', '<svg-icon name="leaf">'];
    for (const text of ['', 'Dear diary', 'a < b', 'https://example.com/<svg', ...ofPage]) {
      expect(isDrawing(text), text).toBe(false);
    }
  });
});
