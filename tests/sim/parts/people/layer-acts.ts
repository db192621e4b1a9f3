/** What a person does to the layers of an open drawing. */
import { LAYERS_MAX } from '../../../../src/core/drawing/limits.ts';
import { BASE, layerOf } from '../../../../src/core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../../../src/core/drawing/types.ts';
import type { Random } from '../../schedule/random.ts';
import type { Choice, LayerAct } from '../../schedule/schedule.ts';
import type { Page } from './page.ts';

/** @param fresh makes strokes with new numbers */
export function editLayers(
  kind: LayerAct,
  page: Page,
  random: Random,
  choice: Choice,
  fresh: (count: number) => Stroke[],
): void {
  const { layers, strokes } = page;
  const at = choice.layer ?? random.int(0, layers.length - 1);
  const chosen = layers[at];
  if (chosen === undefined) return;
  const strokesOn = ({ id }: Layer) => strokes.filter((stroke) => layerOf(stroke, layers) === id);
  const without = layers.filter((layer) => layer !== chosen);
  const changed = (more: Partial<Layer>) =>
    layers.map((layer) => (layer === chosen ? { ...layer, ...more } : layer));
  switch (kind) {
    case 'add layer': {
      if (layers.length >= LAYERS_MAX) return;
      // No two acts have the same numbers.
      const layer: Layer = { ...BASE, id: `l${numberOf(fresh)}` };
      page.arrange(layers.toSpliced(at + 1, 0, layer));
      break;
    }
    case 'draw on layer':
      page.draw(fresh(choice.count ?? random.int(1, 2)).map((stroke) => on(stroke, chosen)));
      break;
    case 'name layer':
      page.arrange(changed({ name: `layer ${numberOf(fresh)}` }));
      break;
    case 'hide layer':
      page.arrange(changed({ visible: !chosen.visible }));
      break;
    case 'move layer':
      page.arrange(without.toSpliced(random.int(0, without.length), 0, chosen));
      break;
    case 'delete layer':
      if (without.length > 0) page.arrange(without, strokesOn(chosen));
      break;
    case 'merge layer': {
      const below = layers[at - 1];
      if (below === undefined) return;
      page.arrange(
        without,
        [],
        strokesOn(chosen).map((stroke) => ({ stroke, by: [on(stroke, below)] })),
      );
    }
  }
}

/** A stroke as it is on a layer. */
function on({ layer: _, ...stroke }: Stroke, { id }: Layer): Stroke {
  return id === BASE.id ? stroke : { ...stroke, layer: id };
}

function numberOf(fresh: (count: number) => Stroke[]): number {
  return fresh(1)[0]?.points[0]?.[0] ?? 0;
}
