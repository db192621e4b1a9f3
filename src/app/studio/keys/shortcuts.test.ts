import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { printedKeys } from '../../keys/printed-keys.ts';
import { shortcuts as words } from '../../words/en/studio/shortcuts.ts';

// The clock of the page listens to its document from the start.
vi.stubGlobal('document', new EventTarget());
const { GESTURES, SHORTCUTS } = await import('./shortcuts.ts');

const all = SHORTCUTS.flatMap(({ shortcuts }) => shortcuts);
const src = join(import.meta.dirname, '../../..');

type Row = readonly [where: string, what: string, keys: string];

/** Keys that are not in the table, by the file that handles them; none where they are in it or do nothing of their own. */
const ELSEWHERE: Readonly<Record<string, readonly Row[]>> = {
  'app/studio/StudioView.tsx': [],
  'app/studio/Canvas.tsx': [],
  'app/studio/controls/middle-button.ts': [],
  'app/studio/marks/SliderRow.tsx': [],
  // Of any key it only notes that one was pressed.
  'app/ui/second-press.ts': [],
  'ink/input/space-key.ts': [],
  'ink/input/wheel.ts': [['Paper', 'Pan sideways', '`Shift` and wheel']],
  'ink/tools/lasso.ts': [['Selection', 'Turn in steps of 15°', '`Shift`, while you drag the handle above']],
  'app/studio/controls/roving.ts': [
    ['Tools, selection bar', 'Next or previous control', '`←` `→` `↑` `↓`'],
    ['Tools, selection bar', 'First or last control', '`Home` `End`'],
  ],
  'app/studio/header/TitleField.tsx': [
    ['Title', 'Take it', '`Enter`'],
    ['Title', 'Leave it as it was', '`Esc`'],
  ],
  'app/studio/dock/BrushPanel.tsx': [
    ['Brushes', 'Next or previous brush', '`↑` `↓`'],
    ['Brushes', 'Close', '`Enter`'],
  ],
  'app/studio/picker/ColorArea.tsx': [
    ['Colour', 'Saturation', '`←` `→`, ten times as far with `Shift`'],
    ['Colour', 'No or full saturation', '`Home` `End`'],
    ['Colour', 'Brightness', '`↑` `↓`, ten times as far with `Shift` or as `PageUp` `PageDown`'],
  ],
  'app/studio/layer-panel/LayerPanel.tsx': [
    ['Layers', 'Choose the layer above or below', '`↑` `↓`'],
    ['Layers', 'Move the layer up or down', '`Alt+↑` `Alt+↓`'],
  ],
  'app/studio/layer-panel/row-drag.ts': [['Layers', 'Put back a layer that you drag', '`Esc`']],
  'app/studio/layer-panel/LayerSettings.tsx': [['Layers', 'Take the name', '`Enter`']],
  'app/studio/underlay/placing/PhotoFrame.tsx': [
    ['Photo', 'Move', '`←` `→` `↑` `↓`, further with `Shift`'],
    ['Photo', 'Larger or smaller', '`+` `-`, or wheel'],
    ['Photo', 'Turn by 1°', '`,` `.`, by 15° with `Shift`; or `Alt` and wheel'],
    ['Photo', 'Turn in steps of 15°', '`Shift`, while you drag the handle above'],
    ['Photo', 'Done', '`Esc`'],
  ],
  'app/studio/guide/GuideHandles.tsx': [
    ['Vanishing point', 'Move', '`←` `→` `↑` `↓`, further with `Shift`'],
    ['Vanishing point', 'Bring into sight', '`Home`'],
    ['Vanishing point', 'Put back what you drag, or end', '`Esc`'],
  ],
  'app/studio/replay/ReplayDialog.tsx': [
    ['Replay', 'Play or pause', '`Space`'],
    ['Replay', 'A second on or back', '`→` `←`, also `↑` `↓`'],
    ['Replay', 'To the beginning or the end', '`Home` `End`'],
  ],
  'app/gallery/tools/gallery-keys.ts': [
    ['Gallery', 'Search by title', '`/`'],
    ['Gallery', 'Select all', '`Ctrl+A`'],
    ['Gallery', 'Import', '`Ctrl+O`'],
    ['Gallery', 'Stop selecting', '`Esc`'],
  ],
  'app/gallery/tools/GalleryTools.tsx': [['Gallery', 'Clear the search', '`Esc`']],
  'app/gallery/GalleryView.tsx': [['Drawings and Trash', 'The other of the two', '`←` `→`']],
  'app/gallery/grid/DrawingGrid.tsx': [
    ['Drawing in the gallery', 'Open', '`Enter`'],
    ['Drawing in the gallery', 'Another drawing', '`←` `→` `↑` `↓` `PageUp` `PageDown` `Home` `End`'],
    [
      'Drawing in the gallery',
      'Select',
      '`Space`; with `Shift`, all from the last one, also with the keys above',
    ],
    ['Drawing in the gallery', 'Rename', '`F2`'],
    ['Drawing in the gallery', 'To the trash; in the trash, delete for good', '`Delete`'],
    ['Drawing in the gallery', 'Its menu', '`Menu` or `Shift+F10`'],
  ],
  'app/gallery/grid/DrawingMenu.tsx': [
    ['Menu of a drawing', 'Another line', '`↑` `↓` `Home` `End`'],
    ['Menu of a drawing', 'Close', '`Esc` `Tab`'],
  ],
  'app/shared/ReadOnlyPaper.tsx': [
    ['Shared drawing, drawing in the trash, earlier version', 'Pan', '`←` `→` `↑` `↓`'],
    ['Shared drawing, drawing in the trash, earlier version', 'Zoom', '`+` `-`'],
    ['Shared drawing, drawing in the trash, earlier version', 'Zoom to fit', '`0`'],
  ],
};

/** docs/keys.md, made of the table. */
function page(): string {
  const cells = (chord: string) => printedKeys(chord, false).join('+');
  return [
    '# The keys of Pleinair',
    '',
    'The sheet of keys in the app (`?`) shows the same, except for what works [elsewhere](#elsewhere). Both come from the table in `src/app/studio/keys/shortcuts.ts`: change it there, then write this page with `npx vitest run shortcuts -u`. On Apple keyboards Ctrl is ⌘, and Alt is ⌥.',
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
    'A key is the letter printed on it (AZERTY, Dvorak). On a keyboard without Latin letters (Cyrillic, Tamil), its position counts. Keys without Ctrl work while the canvas, a toolbar or nothing has the focus, and after `Esc` has closed a menu that a pointer opened. Single letters, digits and signs can be turned off in the sheet of keys. `Tab` stops once at the tools, and the arrow keys move among them. `Esc` does one thing at a time: it closes what is open, cancels the stroke being drawn, deselects, leaves full screen, or returns to the canvas.',
    '',
    '## Elsewhere',
    '',
    'While one of these has the focus:',
    '',
    '| where | what | keys |',
    '| --- | --- | --- |',
    ...Object.values(ELSEWHERE)
      .flat()
      .map((row) => `| ${row.join(' | ')} |`),
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

  test('every file that listens to keys is in the table, or its keys are named beside it', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /(?<!\.test|\.fake)\.tsx?$/.test(file));
    const listening = files.filter((file) =>
      /onKeyDown|'keydown'/.test(readFileSync(join(src, file), 'utf8')),
    );
    expect(listening.filter((file) => !(file in ELSEWHERE))).toEqual([]);
    expect(Object.keys(ELSEWHERE).filter((file) => !files.includes(file))).toEqual([]);
  });

  test('docs/keys.md equals the table', async () => {
    await expect(page()).toMatchFileSnapshot('../../../../docs/keys.md');
  });
});
