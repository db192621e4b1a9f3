import { describe, expect, test, vi } from 'vitest';
import { printedKeys } from './chords.ts';

// The clock of the page listens to its document from the start.
vi.stubGlobal('document', new EventTarget());
const { GESTURES, SHORTCUTS } = await import('./shortcuts.ts');

const all = SHORTCUTS.flatMap(({ shortcuts }) => shortcuts);

/** docs/keys.md, made of the table. */
function page(): string {
  const cells = (chord: string) => printedKeys(chord, false).join('+');
  return [
    '# The keys of the studio',
    '',
    'The sheet of keys in the app (`?`) shows the same. Both are held to the table in `src/app/studio/shortcuts.ts`: change it there, and run `npx vitest run shortcuts -u`, which writes this page. On Apple keyboards Ctrl is ⌘.',
    ...SHORTCUTS.flatMap(({ title, shortcuts }) => [
      '',
      `## ${title}`,
      '',
      '| what | keys |',
      '| --- | --- |',
      ...shortcuts.map(
        ({ label, keys }) => `| ${label} | ${keys.map((key) => `\`${cells(key)}\``).join(' ')} |`,
      ),
    ]),
    '',
    '## By hand',
    '',
    '| what | how |',
    '| --- | --- |',
    ...GESTURES.map(({ does, by }) => `| ${does} | ${by.join(' · ')} |`),
    '',
  ].join('\n');
}

describe('studio: the table of shortcuts', () => {
  test('no key stands for two things, and none for what the browser keeps to itself', () => {
    const always = SHORTCUTS.filter(({ when }) => !when).flatMap(({ shortcuts }) => shortcuts);
    const keys = always.flatMap((one) => one.keys);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    expect(keys.filter((key) => /^Ctrl\+(?:Shift\+)?[TWNQ]$/.test(key))).toEqual([]);
    expect(all.map(({ label }) => label).filter((label, i, labels) => labels.indexOf(label) !== i)).toEqual(
      [],
    );
  });

  test('the page of the documentation is what the table says', async () => {
    await expect(page()).toMatchFileSnapshot('../../../docs/keys.md');
  });
});
