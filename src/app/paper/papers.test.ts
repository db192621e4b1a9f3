import { afterEach, describe, expect, test, vi } from 'vitest';
import { isDark, onPaper } from './on-paper.ts';
import { PAPERS, paperName } from './papers.ts';

/** The module as it starts in a theme, with this choice stored. */
async function loaded(theme: 'light' | 'dark', stored: string | null) {
  vi.stubGlobal('localStorage', { getItem: () => stored, setItem: vi.fn<() => void>() });
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes(theme) }));
  vi.resetModules();
  return import('./new-paper.ts');
}

afterEach(() => vi.unstubAllGlobals());

describe('paper: of a new drawing', () => {
  test.each([
    ['light', null, undefined],
    ['dark', null, PAPERS.night],
    ['dark', 'theme', PAPERS.night],
    ['dark', 'white', undefined],
    ['light', 'night', PAPERS.night],
    ['light', 'toned', PAPERS.toned],
    ['dark', 'something else', PAPERS.night],
  ] as const)('in the %s theme with the choice %s', async (theme, stored, paper) => {
    const { paperNow } = await loaded(theme, stored);
    expect(paperNow()).toEqual(paper);
  });

  test('is white in sun mode, also in the dark theme', async () => {
    const { paperNow } = await loaded('dark', null);
    vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'pleinair.sun' ? 'on' : null) });
    expect(paperNow()).toBeUndefined();
  });

  test('is what was chosen, at once and from then on', async () => {
    const { chooseNewPaper, paperNow } = await loaded('dark', null);
    chooseNewPaper('toned');
    expect(paperNow()).toEqual(PAPERS.toned);
    expect(localStorage.setItem).toHaveBeenCalledWith('pleinair.paper', 'toned');
  });
});

describe('paper: as it is shown', () => {
  test('light ink is seen on night, dark ink on the others', () => {
    expect([PAPERS.white, PAPERS.toned, PAPERS.night].map(isDark)).toEqual([false, false, true]);
    // Blue at its brightest is darker than green at its half.
    expect(['#0000ff', '#00ff00', '#ff6f00', '#7a2f3a'].map((color) => isDark({ color }))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test('white needs nothing, and any other paper is in the place of white', () => {
    expect(onPaper(undefined)).toBeUndefined();
    expect(onPaper(PAPERS.night)).toEqual({ style: '--drawing-paper:#1d232f', 'data-paper': 'dark' });
    expect(onPaper(PAPERS.toned)).toMatchObject({ 'data-paper': 'light' });
    // As a drawing with a pattern names it: the white of the theme or of sun mode, nothing on it is louder, and a sheet
    // of it is printed without colour.
    expect(onPaper({ ...PAPERS.white, pattern: 'grid' })).toEqual({
      style: '--drawing-paper:var(--white-paper)',
      'data-paper': 'white',
    });
  });

  test('a paper of another app has no name of ours', () => {
    expect([undefined, { ...PAPERS.night }, { color: '#123456' }].map(paperName)).toEqual([
      'white',
      'night',
      undefined,
    ]);
  });
});
