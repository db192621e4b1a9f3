/** What a person does in a tab, with strokes and layers that are chosen by two numbers. */

import { comingBy } from '../../../src/app/studio/document/content.ts';
import type { Item, Step } from '../../../src/app/studio/document/history.ts';
import { redoing } from '../../../src/app/studio/document/history.ts';
import {
  addLayerStep,
  changeLayerStep,
  deleteLayerStep,
  mergeDownStep,
  moveLayerStep,
} from '../../../src/app/studio/layers/layer-steps.ts';
import { onLayer } from '../../../src/core/drawing/members/change-layers.ts';
import { BASE } from '../../../src/core/drawing/members/layers.ts';
import type { Layer, Point, Stroke } from '../../../src/core/drawing/types.ts';
import type { Ledger } from './ledger.ts';
import type { Act, PersonAct } from './plan.ts';
import type { Tab } from './tab.ts';
import { INK } from './words.ts';

/** Most layers that people add in one run: with those of the beginning as many as a drawing has, or fewer. */
const ADDED_MAX = 4;
/** Number of the first stroke that a person draws. */
const FIRST = 10;

export function newLayer(id: string, opacity = 1): Layer {
  return { ...BASE, id, name: id, opacity };
}

/** A stroke that no other resembles, by its number. */
export function newStroke(n: number, layer: string): Stroke {
  const points: readonly Point[] = [
    [n, 0],
    [n, 1],
    [n, 2],
  ];
  return onLayer({ tool: 'pen', color: INK, size: 1, points, at: n }, layer);
}

/** All people of one run. */
export class People {
  readonly #ledger: Ledger;
  #numbers = FIRST;
  #added = 0;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  act(tab: Tab, kind: PersonAct, { a, b }: Act): void {
    const before = this.#ledger.forms(tab.strokes);
    const isTurn = kind === 'undo' || kind === 'redo';
    const brought = isTurn ? broughtBy(tab.turn(kind), kind) : [];
    if (!isTurn) this.#acts[kind](tab, a, b);
    this.#ledger.acts(tab.name, tab.known, before, tab.strokes, brought);
  }

  readonly #acts: Record<Exclude<PersonAct, 'undo' | 'redo'>, (tab: Tab, a: number, b: number) => void> = {
    draw: (tab, _a, b) => {
      const strokes = Array.from({ length: 1 + (b % 2) }, () => newStroke(this.#number, tab.active.forNew));
      tab.edit({ kind: 'add', strokes });
    },
    erase: (tab, a, b) => {
      const strokes = someOf(tab, a, 1 + (b % 3));
      if (strokes.length > 0) tab.edit({ kind: 'erase', strokes });
    },
    'move to layer': (tab, a, b) => {
      const to = layerOf(tab, b >> 1);
      this.#swap(tab, someOf(tab, a, 1 + (b % 2)), (one) => [onLayer(one, to)]);
    },
    recolour: (tab, a, b) =>
      this.#swap(tab, someOf(tab, a, 1 + (b % 2)), (one) => [{ ...one, color: `#${100 + this.#number}` }]),
    move: (tab, a, b) => {
      const by = this.#number / 1000;
      this.#swap(tab, someOf(tab, a, 1 + (b % 2)), (one) => [
        { ...one, points: one.points.map(([x, y]): Point => [x, y + by]) },
      ]);
    },
    cut: (tab, a) => {
      const end = this.#number / 1000;
      this.#swap(tab, someOf(tab, a, 1), (one) => {
        const [first, , third] = one.points;
        // Of a part nothing is left.
        if (!first || !third) return [];
        const off = ([x, y]: Point): Point => [x, y + end];
        return [
          { ...one, points: [first, off(first)] },
          { ...one, points: [off(third)] },
        ];
      });
    },
    copy: (tab, a, b) => {
      const strokes = someOf(tab, a, 1 + (b % 2)).map((one) => {
        const at = this.#number;
        return { ...one, at, points: one.points.map(([, y]): Point => [at, y]) };
      });
      if (strokes.length > 0) tab.edit({ kind: 'add', strokes: tab.active.ofNew(strokes) });
    },
    'add layer': (tab) => {
      if (this.#added === ADDED_MAX) return;
      const id = `new${++this.#added}`;
      tab.changeLayers(addLayerStep(tab.now, newLayer(id), tab.active.now.value.id));
      tab.active.choose(id);
    },
    'delete layer': (tab, a) => {
      if (tab.now.layers.length > 1) tab.changeLayers(deleteLayerStep(tab.now, layerOf(tab, a)));
    },
    'merge down': (tab, a) => tab.changeLayers(mergeDownStep(tab.now, layerOf(tab, a))?.step),
    'order layers': (tab, a, b) =>
      tab.changeLayers(moveLayerStep(tab.now, layerOf(tab, a), b % 2 === 1 ? 1 : -1)),
    'fade layer': (tab, a, b) =>
      tab.changeLayers(changeLayerStep(tab.now, layerOf(tab, a), { opacity: 0.5 + (b % 5) / 10 })),
  };

  /** A number that nothing has. */
  get #number(): number {
    return this.#numbers++;
  }

  #swap(tab: Tab, strokes: readonly Stroke[], by: (one: Stroke) => readonly Stroke[]): void {
    const swaps = strokes
      .map((stroke) => ({ stroke, by: by(stroke) }))
      .filter(({ stroke, by }) => by[0] !== stroke);
    if (swaps.length === 0) return;
    this.#ledger.swaps(swaps);
    tab.edit({ kind: 'replace', swaps });
  }
}

function someOf({ strokes }: Tab, a: number, count: number): readonly Stroke[] {
  const at = strokes.length === 0 ? 0 : a % strokes.length;
  return strokes.slice(at, at + count);
}

function layerOf({ now: { layers } }: Tab, n: number): string {
  return (layers[n % layers.length] ?? BASE).id;
}

/** The strokes that an undo or redo of a step brings. */
function broughtBy(step: Step | undefined, verb: 'undo' | 'redo'): readonly Stroke[] {
  if (!step) return [];
  if (verb === 'redo') return redoing(step).flatMap(comingBy);
  return step.kind === 'add' ? [] : (step.items as readonly Item[]).map(({ stroke }) => stroke);
}
