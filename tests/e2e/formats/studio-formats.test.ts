import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { imports as words } from '../../../src/app/words/en/import.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { sharedFile } from '../../support/shared.ts';
import { seriousViolations } from '../support/axe.ts';
import {
  dragFiles,
  dropFiles,
  importCard,
  LINE,
  listed,
  openStored,
  pickFiles,
  svgFile,
  type TestFile,
} from '../support/files.ts';
import { storedList, storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { canvas, drawAndSave, drawingId, newDrawing, saved } from '../support/studio/studio.ts';

test.describe('studio: import', () => {
  const libraries = {
    despair: words.leftOut([words.things.fill(70)]),
    'some-handdrawn-signs': words.leftOut([words.things.fill(3)]),
    'stick-figures-collaboration': '',
  };
  for (const [name, leftOut] of Object.entries(libraries)) {
    const file = sharedFile(`strokes/excalidraw/${name}.excalidrawlib`);
    test(`a real library becomes a drawing, with a note on left-out parts: ${name}`, async ({ app }) => {
      test.skip(file === undefined, 'the recorded files are not here');
      await pickFiles(app, [{ name: `${name}.excalidrawlib`, text: await readFile(file ?? '', 'utf8') }]);
      await expect(importCard(app).getByRole('button', { name: words.open })).toBeVisible();
      await expect(importCard(app).locator('p.soft')).toHaveText(leftOut ? [leftOut] : []);
      const [entry] = await listed(app, 1);
      expect(entry?.title).toBe(name);
      await importCard(app).getByRole('button', { name: words.open }).click();
      await expect(canvas(app)).toHaveAttribute('aria-busy', 'false');
      expect((await storedStrokes(app, await drawingId(app))).length).toBe(entry?.strokeCount);
    });
  }

  test('all left-out parts are counted and named, and Undo trashes the drawing', async ({ app }) => {
    const inside = `${LINE}<text>a</text><text>b</text><image href="data:image/png;base64,AA"/>${'<circle r="3"/>'.repeat(3)}`;
    await pickFiles(app, [svgFile('Leaf.svg', inside)]);
    const card = importCard(app);
    await expect(
      card.getByText(words.leftOut([words.things.text(2), words.things.image(1), words.things.fill(3)])),
    ).toBeVisible();
    const [entry] = await listed(app, 1);
    expect([entry?.title, entry?.strokeCount]).toEqual(['Leaf', 1]);
    assert.deepEqual(await seriousViolations(app), []);
    await card.getByRole('button', { name: 'Undo' }).click();
    await listed(app, 0);
    expect((await storedList(app, true)).map(({ id }) => id)).toEqual([entry?.id]);
    await expect(card).toHaveCount(0);
  });

  test('Ctrl+O opens the picker', async ({ app }) => {
    await expect(app.getByRole('button', { name: shell.import, exact: true })).toBeVisible();
    const picker = app.waitForEvent('filechooser');
    // Until its answer comes, the browser may not know yet that this test waits for pickers.
    await app.evaluate(() => undefined);
    await app.keyboard.press('Control+o');
    expect((await picker).isMultiple()).toBe(true);
  });

  test('files dropped on the gallery become drawings, with a drop hint', async ({ app }) => {
    const files = [svgFile('One.svg', LINE), svgFile('Two.svg', `${LINE}${LINE}`)];
    await dragFiles(app, files);
    await expect(app.getByText(words.drop)).toBeVisible();
    await dropFiles(app, files);
    await expect(importCard(app).getByText(/^Imported/)).toHaveCount(2);
    await expect(app.getByText(words.drop)).toHaveCount(0);
    expect((await listed(app, 2)).map(({ title }) => title).sort()).toEqual(['One', 'Two']);
  });

  test('a file dropped on an open drawing is added there, as one step of undo', async ({ app }) => {
    await newDrawing(app);
    const before = await drawAndSave(app, 3);
    const id = await drawingId(app);
    const files = [svgFile('Leaf.svg', `${LINE}<line x1="0" y1="50" x2="100" y2="0" stroke="red"/>`)];
    await dragFiles(app, files);
    await expect(app.getByText(words.dropOnto)).toBeVisible();
    await dropFiles(app, files, { x: 600, y: 420 });
    await expect(importCard(app).getByText(words.added(2))).toBeVisible();
    await saved(app);
    const after = await storedStrokes(app, id);
    assert.deepStrictEqual(after.slice(0, 3), before);
    const box = await canvas(app).boundingBox();
    assert.ok(box);
    const [a, b] = [after[3]!.points[0]!, after[3]!.points[1]!];
    expect((a[0] + b[0]) / 2).toBeCloseTo(600 - box.x, 1);
    expect((a[1] + b[1]) / 2).toBeCloseTo(420 - box.y, 1);
    await importCard(app).getByRole('button', { name: 'Undo' }).click();
    await saved(app);
    assert.deepStrictEqual(await storedStrokes(app, id), before);
    await canvas(app).focus();
    await app.keyboard.press('Control+Shift+z');
    await saved(app);
    assert.deepStrictEqual(await storedStrokes(app, id), after);
  });

  const hostile: readonly (readonly [what: string, file: TestFile, told: string])[] = [
    ['script in SVG', svgFile('a.svg', `${LINE}<script>document.title="run"</script>`), words.script],
    ['an external reference', svgFile('b.svg', `${LINE}<image href="/stolen"/>`), words.outside],
    [
      'entities',
      { name: 'c.svg', text: `<!DOCTYPE svg [<!ENTITY a "b">]><svg>${LINE}</svg>` },
      words.entities,
    ],
    [
      'wrong types',
      {
        name: 'd.excalidraw',
        text: '{"type":"excalidraw","elements":[{"type":"freedraw","x":0,"y":0,"points":[7]}]}',
      },
      words.damaged('elements/0/points/0'),
    ],
    ['deep nesting', svgFile('e.svg', `${'<g>'.repeat(9000)}${LINE}${'</g>'.repeat(9000)}`), words.too_deep],
    ['NaN', svgFile('f.svg', '<path d="M0 NaN" stroke="red"/>'), words.path(3, 'NaN')],
  ];
  for (const [what, file, told] of hostile) {
    test(`a hostile file is refused with a reason, and the open drawing is unchanged: ${what}`, async ({
      app,
      site,
    }) => {
      const strokes = realStrokes(20);
      const id = await openStored(app, site.url, strokes);
      const asked = site.asked.length;
      await dropFiles(app, [file]);
      await expect(importCard(app).getByText(told)).toBeVisible();
      await expect(importCard(app).getByText(words.notImported)).toBeVisible();
      assert.deepStrictEqual(await storedStrokes(app, id), strokes);
      await expect(app.getByRole('button', { name: 'Undo', exact: true }).first()).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      await expect(app).toHaveTitle(/Rain tree/);
      expect(site.asked.slice(asked).filter((line) => line.includes('stolen'))).toEqual([]);
    });
  }

  test('a file of a billion points, and one of 100 MB, are refused with a reason, and the open drawing is unchanged', async ({
    app,
    site,
  }) => {
    const strokes = realStrokes(20);
    const id = await openStored(app, site.url, strokes);
    await app.evaluate(() => {
      const drop = (file: File) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(file);
        dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
      };
      const part = '[0,0],'.repeat(1_000_000);
      drop(new File(['{"strokes":[{"points":[', ...Array(6).fill(part), '[0,0]]}]}'], 'many.json'));
      Object.assign(window, { drop });
    });
    await expect(importCard(app).getByText(words.too_many.points(4_000_000))).toBeVisible();
    await app.evaluate(() => {
      Reflect.get(window, 'drop')(new File([new Uint8Array(100 * 1024 * 1024)], 'large.svg'));
    });
    await expect(importCard(app).getByText(words.too_large(104_857_600, 75_497_472))).toBeVisible();
    assert.deepStrictEqual(await storedStrokes(app, id), strokes);
  });

  test('an import can be cancelled at any moment, and leaves nothing in the gallery', async ({ app }) => {
    const strokes = realStrokes(12_000);
    await pickFiles(app, [{ name: 'Large.json', text: JSON.stringify({ title: 'Large', strokes }) }]);
    await importCard(app).getByRole('button', { name: words.cancel }).click();
    await expect(importCard(app).getByText(words.cancelled)).toBeVisible();
    expect(await storedList(app)).toEqual([]);
  });

  test('a drawing over 5 MB is imported in slices, and one over 20,000 strokes as two drawings', async ({
    app,
  }) => {
    test.setTimeout(120_000);
    const strokes = realStrokes(20_700);
    const text = JSON.stringify({ title: 'Large', strokes });
    expect(text.length).toBeGreaterThan(6 * 1024 * 1024);
    await pickFiles(app, [{ name: 'Large.json', text }]);
    await expect(importCard(app).getByText(words.importedAs(2, 20_700))).toBeVisible({
      timeout: 90_000,
    });
    const entries = await listed(app, 2);
    const counts = entries.map(({ title, strokeCount }) => [title, strokeCount]);
    expect(counts).toEqual([
      [words.part('Large', 2, 2), 700],
      [words.part('Large', 1, 2), 20_000],
    ]);
    assert.deepStrictEqual(await storedStrokes(app, entries[0]!.id), strokes.slice(20_000));
  });

  test('a file that does not fit on the open drawing is refused with an alternative', async ({
    app,
    site,
  }) => {
    const full = Array.from(
      { length: 19_999 },
      (_, n): Stroke => ({ tool: 'pen', color: '#000', size: 2, points: [[n % 900, n / 50]] }),
    );
    const id = await openStored(app, site.url, full);
    await dropFiles(app, [svgFile('Leaf.svg', LINE + LINE)]);
    await expect(importCard(app).getByText(words.noRoom(2, 1))).toBeVisible();
    expect((await storedStrokes(app, id)).length).toBe(19_999);
  });
});
