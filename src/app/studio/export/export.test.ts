import { describe, expect, test, vi } from 'vitest';
import { BASE } from '../../../core/drawing/members/layers.ts';
import { exporting as words } from '../../words/en/exporting.ts';
import { type Choice, type Content, type Format, fileName, makeFile } from './export.ts';

const at = '2026-08-01T00:00:00.000Z';
const hidden: Content = {
  title: 'Roof',
  createdAt: at,
  updatedAt: at,
  layers: [{ ...BASE, visible: false }],
  strokes: [
    {
      tool: 'pen',
      color: '#112233',
      size: 4,
      points: [
        [100, 200],
        [300, 260],
      ],
    },
  ],
};

function textOf(content: Content, format: Format): Promise<string> {
  vi.stubGlobal('location', { origin: 'http://localhost' });
  const choice: Choice = { format, scale: 1, ground: 'paper', photo: false, lines: false };
  const made = makeFile(content, choice, new AbortController().signal);
  return made.then(({ file }) => file.text());
}

describe('studio: export', () => {
  test("the file has the drawing's title, without characters that file systems refuse", () => {
    expect(fileName('Sungei Buloh, 7 am')).toBe('Sungei Buloh, 7 am');
    expect(fileName('a/b\\c:d*?"<>|\u0000\u202ee')).toBe('a b c d e');
    expect(fileName('  ..hidden.. ')).toBe('hidden');
    expect(fileName('')).toBe('Drawing');
    expect(fileName('///')).toBe('Drawing');
    expect([...fileName('🌳'.repeat(200))]).toHaveLength(80);
  });

  test('a drawing whose ink is all hidden goes into every file that keeps hidden layers, and a picture says why not', async () => {
    expect(await textOf(hidden, 'svg')).toMatch(/viewBox="7\d .*display="none"/s);
    expect(JSON.parse(await textOf(hidden, 'excalidraw')).elements).toHaveLength(1);
    expect(JSON.parse(await textOf(hidden, 'json')).strokes).toEqual(hidden.strokes);
    await expect(textOf(hidden, 'png')).rejects.toThrow(words.allHidden);
    await expect(textOf({ ...hidden, strokes: [] }, 'png')).rejects.toThrow(words.nothing);
  });
});
