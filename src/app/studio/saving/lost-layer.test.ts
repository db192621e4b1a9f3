import { describe, expect, test } from 'vitest';
import { numbers, stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { draw, SaveServer, saver } from '../../../../tests/support/drawing/save-queue.ts';
import { LAYERS_MAX } from '../../../core/drawing/limits.ts';
import { BASE, ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import type { Layer } from '../../../core/drawing/types.ts';
import type { Operation } from '../document/content.ts';

const named = (id: string): Layer => ({ ...BASE, id });
const SKY = named('sky');
/** As many as there may be, all but the base by others. */
const FULL = [BASE, ...Array.from({ length: LAYERS_MAX - 1 }, (_, n) => named(`theirs${n}`))];

const add = (...layers: Layer[]): Operation => ({ kind: 'layers', from: ONE_LAYER, to: [BASE, ...layers] });
const drawOn = (n: number, { id }: Layer): Operation => ({
  kind: 'insert',
  stroke: { ...stroke(n), layer: id },
  place: 'top',
});

/** A page on a drawing that is stored. */
async function page(layers: readonly Layer[] = []) {
  const server = new SaveServer();
  const saving = saver(server);
  saving.queue.push([draw(1), ...(layers.length > 0 ? [add(...layers)] : [])]);
  await saving.settled();
  return { server, ...saving };
}

describe('studio: saving layers while others change them', () => {
  test('a new layer that was drawn on and finds no room is kept with all that was seen, and its strokes stay', async () => {
    const { server, queue, kept, notices, settled } = await page();
    server.othersLayer(FULL);
    queue.push([add(SKY), drawOn(2, SKY), draw(3)]);
    const seen = queue.content;
    await settled();
    expect(kept).toEqual([seen]);
    expect(kept[0]?.layers).toEqual([BASE, SKY]);
    expect(server.drawing).toMatchObject({ layers: FULL });
    expect(server.numbers).toEqual([1, 2, 3]);
    expect(notices).toEqual(['changed-elsewhere']);
    // Once: from here on the layer is known to be gone.
    server.othersDraw();
    queue.push([drawOn(4, SKY)]);
    await settled();
    expect(kept).toHaveLength(1);
  });

  test('a new layer that nobody drew on and finds no room is told', async () => {
    const { server, queue, kept, notices, settled } = await page();
    server.othersLayer(FULL);
    queue.push([add(SKY), draw(2)]);
    await settled();
    expect(notices).toEqual(['layers-elsewhere', 'changed-elsewhere']);
    expect(kept).toEqual([]);
    expect(server.drawing).toMatchObject({ layers: FULL });
  });

  test('a layer that others deleted while a stroke on it was not stored is kept likewise', async () => {
    const { server, queue, kept, settled } = await page([SKY]);
    server.othersLayer(ONE_LAYER);
    queue.push([drawOn(2, SKY)]);
    await settled();
    expect(kept.map(({ layers, strokes }) => [layers, numbers(strokes)])).toEqual([
      [
        [BASE, SKY],
        [1, 2],
      ],
    ]);
  });

  test('nothing is kept or told where there is room, and where strokes of others lose their layer', async () => {
    const { server, queue, kept, notices, settled } = await page();
    server.othersLayer(FULL.slice(0, -1));
    queue.push([add(SKY), drawOn(2, SKY)]);
    await settled();
    expect(server.drawing?.layers).toHaveLength(LAYERS_MAX);
    server.othersLayer(FULL.slice(0, -1));
    queue.push([draw(3)]);
    await settled();
    expect(server.drawing?.layers).toEqual(FULL.slice(0, -1));
    expect([kept, notices]).toEqual([[], ['changed-elsewhere', 'changed-elsewhere']]);
  });
});
