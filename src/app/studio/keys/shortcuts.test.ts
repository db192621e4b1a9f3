import { describe, expect, test, vi } from 'vitest';
import { printedKeys } from '../../keys/printed-keys.ts';
import { shortcuts as words } from '../../words/en/studio/shortcuts.ts';

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
    'The sheet of keys in the app (`?`) shows the same. Both come from the table in `src/app/studio/keys/shortcuts.ts`: change it there, then write this page with `npx vitest run shortcuts -u`. On Apple keyboards Ctrl is ⌘.',
    ...SHORTCUTS.flatMap(({ group, shortcuts }) => [
      '',
      `## ${words.groups[group]}`,
      '',
      '| what | keys |',
      '| --- | --- |',
      ...shortcuts.map(
        ({ label, keys }) => `| ${label()} | ${keys.map((key) => `\`${cells(key)}\``).join(' ')} |`,
      ),
    ]),
    ...GESTURES.flatMap(({ group, gestures }) => [
      '',
      `## ${words.groups[group]}`,
      '',
      '| what | how |',
      '| --- | --- |',
      ...gestures.map(({ does, by }) => `| ${does()} | ${by().join(' · ')} |`),
    ]),
    '',
    '## When keys work',
    '',
    'A key is the letter printed on it (AZERTY, Dvorak). On a keyboard without Latin letters (Cyrillic, Tamil), its position counts. Keys without Ctrl work while the canvas, a toolbar or nothing has the focus. Single letters, digits and signs can be turned off in the sheet of keys. `Tab` stops once at the tools, and the arrow keys move among them. `Esc` does one thing at a time: it closes what is open, cancels the stroke being drawn, deselects, leaves full screen, or returns to the canvas. While a photo to draw from is placed, its frame has keys of its own: the arrow keys move it, with `Shift` further, `+` and `-` scale it, `,` and `.` turn it by 1°, with `Shift` by 15°, and `Esc` ends.',
    '',
  ].join('\n');
}

describe('studio: the table of shortcuts', () => {
  test('no key has two actions, or one that the browser reserves', () => {
    const always = SHORTCUTS.filter(({ when }) => !when).flatMap(({ shortcuts }) => shortcuts);
    const keys = always.flatMap((one) => one.keys);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    expect(keys.filter((key) => /^Ctrl\+(?:Shift\+)?[TWNQ]$/.test(key))).toEqual([]);
    expect(all.map(({ label }) => label()).filter((label, i, labels) => labels.indexOf(label) !== i)).toEqual(
      [],
    );
  });

  test('docs/keys.md equals the table', async () => {
    await expect(page()).toMatchFileSnapshot('../../../../docs/keys.md');
  });
});
