/** Invariant 9: of the layers of a drawing, nothing is lost that nobody took away, and nothing is back. */
import { LAYERS_MAX } from '../../../src/core/drawing/limits.ts';
import { BASE, checkLayers, sameLayers } from '../../../src/core/drawing/members/layers.ts';
import { strokeJson } from '../../../src/core/drawing/strokes/stroke-json.ts';
import type { Layer, Problem, Stroke } from '../../../src/core/drawing/types.ts';
import { type Contents, type DrawingContents, strokeNumber } from './contents.ts';

/** What people did to one layer. */
interface LayerRecord {
  /** Devices that added it, changed it or drew on it. */
  readonly touchers: Set<string>;
  /** Devices that gave it a name, and the names in turn. */
  readonly namers: Set<string>;
  readonly names: string[];
  /** Those that a page has stored. A page leaves out one of a layer that was gone from its device before. */
  readonly stored: Set<string>;
  /** Devices that deleted it or merged it down, with its name as they saw it. */
  readonly removers: Map<string, string>;
}

/** What people did to the layers of one drawing. */
interface DrawingRecord {
  readonly layers: Map<string, LayerRecord>;
  /** Layers that were there when each device had deleted what the others had left: a drawing has one at least. */
  readonly spared: Set<string>;
  /** Devices that changed the order. */
  readonly movers: Set<string>;
  /** The devices that set the layers, and what each set last, in turn. */
  last: readonly (readonly [device: string, layers: readonly Layer[]])[];
  /** Strokes that were stored where they were drawn, in a layer that the drawing had there. */
  readonly housed: Map<string, string>;
  /**
   * True if a page put its own list in place of a newer one, or did not store it: pages set layers as a whole, and
   * two at once are not told apart there.
   */
  isBlurred: boolean;
}

export interface LayersWatch {
  /** A person changes the list of layers of a drawing, on a page. */
  sets(device: string, drawing: string, before: readonly Layer[], after: readonly Layer[]): void;
  /** A person draws on a layer. */
  draws(device: string, drawing: string, stroke: Stroke): void;
  /** A page has stored all that it shows. */
  stored(device: string, drawing: string, strokes: readonly Stroke[], layers: readonly Layer[]): void;
  /** From here on, what people did to the layers of this drawing does not tell what is to be there. */
  blurs(drawing: string): void;
  /** True if nobody else changed the layers of a drawing, and this device has stored what it set last. */
  hasSeenAll(device: string, drawing: string, layers: readonly Layer[] | undefined): boolean;
  /**
   * Returns what is wrong, in words.
   * @param isMoved true for a stroke that somebody erased, moved or brought back
   * @param isTold false for a drawing of which nobody can tell what is to be there
   */
  judge(
    end: Contents,
    isMoved: (number: number) => boolean,
    isTold: (drawing: string) => boolean,
  ): string | undefined;
}

export function createLayers(): LayersWatch {
  const drawings = new Map<string, DrawingRecord>();

  function recordOf(drawing: string): DrawingRecord {
    const known = drawings.get(drawing) ?? {
      layers: new Map(),
      spared: new Set(),
      movers: new Set(),
      last: [],
      housed: new Map(),
      isBlurred: false,
    };
    drawings.set(drawing, known);
    return known;
  }

  function layerOf({ layers }: DrawingRecord, id: string): LayerRecord {
    const known = layers.get(id) ?? {
      touchers: new Set(),
      namers: new Set(),
      names: [],
      stored: new Set(),
      removers: new Map(),
    };
    layers.set(id, known);
    return known;
  }

  /** What holds whatever happened. */
  function unsound({ id, layers, strokes }: DrawingContents): string | undefined {
    const problems: Problem[] = [];
    if (checkLayers(layers, '', problems) && strokes.every(({ layer }) => layer !== BASE.id))
      return undefined;
    return `invariant 9: ${id.slice(0, 8)} has unsound layers: ${JSON.stringify(problems)}`;
  }

  function lost(
    { id, layers: there, strokes }: DrawingContents,
    record: DrawingRecord,
    isMoved: (number: number) => boolean,
  ): string | undefined {
    const named = (layer: string) => `invariant 9: layer ${layer} of ${id.slice(0, 8)}`;
    // More than there may be: some had to go.
    const isFull = new Set([...record.layers.keys(), BASE.id]).size > LAYERS_MAX;
    for (const [layer, { touchers, namers, names, stored, removers }] of record.layers) {
      const found = there.find((one) => one.id === layer);
      const last = names.at(-1);
      if (found === undefined) {
        if (isFull) continue;
        if (removers.size === 0) return `${named(layer)} is gone, and nobody took it away`;
        const isSeen = last === undefined || !stored.has(last) || [...removers.values()].includes(last);
        const isOthers = [...removers.keys()].every((remover) => !namers.has(remover));
        if (namers.size === 1 && isOthers && !isSeen)
          return `${named(layer)} is gone, and who took it away had not seen its name`;
      } else if (removers.size > 0) {
        // Whoever took it away did not touch it afterwards, and nobody else ever did.
        const isOthers = [...touchers].some((device) => !removers.has(device));
        if (!isOthers && layer !== BASE.id && !record.spared.has(layer)) return `${named(layer)} is back`;
      } else if (namers.size === 1 && last !== found.name) {
        return `${named(layer)} is called ${JSON.stringify(found.name)}, and was last called ${JSON.stringify(last)}`;
      }
    }
    const homes = new Map([...record.housed.keys()].map((text) => homeOf(JSON.parse(text))));
    for (const stroke of strokes) {
      if (isMoved(strokeNumber(stroke))) continue;
      const layer = stroke.layer ?? BASE.id;
      const home = homes.get(strokeNumber(stroke)) ?? layer;
      if (home !== layer && there.some((one) => one.id === home))
        return `${named(home)} has lost stroke ${strokeNumber(stroke)}, which is on ${layer}`;
      const housedOn = record.housed.get(strokeJson(stroke));
      if (housedOn === undefined || there.some((one) => one.id === layer)) continue;
      if (record.layers.get(layer)?.removers.has(housedOn)) continue;
      return `${named(layer)} is gone, and a stroke is on it that was drawn on ${housedOn}`;
    }
    return wrongOrder(id, there, record);
  }

  function homeOf(stroke: Stroke): readonly [number: number, layer: string] {
    return [strokeNumber(stroke), stroke.layer ?? BASE.id];
  }

  /** The order is that of the only device that changed it, as far as nobody took layers away. */
  function wrongOrder(
    id: string,
    there: readonly Layer[],
    { movers, last, layers }: DrawingRecord,
  ): string | undefined {
    const [mover] = movers;
    const order = last.find(([setter]) => setter === mover)?.[1].map((layer) => layer.id);
    if (movers.size !== 1 || order === undefined) return undefined;
    const isKept = (layer: string) => (layers.get(layer)?.removers.size ?? 0) === 0;
    const kept = there.map((layer) => layer.id).filter((layer) => isKept(layer) && order.includes(layer));
    const wanted = order.filter((layer) => kept.includes(layer));
    if (kept.join() === wanted.join()) return undefined;
    return `invariant 9: the layers of ${id.slice(0, 8)} are in the order ${kept.join()}, and ${mover} put them as ${wanted.join()}`;
  }

  return {
    sets(device, drawing, before, after) {
      const record = recordOf(drawing);
      for (const layer of after) {
        const old = before.find(({ id }) => id === layer.id);
        if (old !== undefined && JSON.stringify(old) === JSON.stringify(layer)) continue;
        const touched = layerOf(record, layer.id);
        touched.touchers.add(device);
        if (layer.name === (old?.name ?? '')) continue;
        touched.namers.add(device);
        touched.names.push(layer.name);
      }
      for (const { id, name } of before) {
        if (after.some((layer) => layer.id === id)) continue;
        layerOf(record, id).removers.set(device, name);
        record.spared.delete(id);
      }
      const shared = (of: readonly Layer[], other: readonly Layer[]) =>
        of.filter(({ id }) => other.some((layer) => layer.id === id)).map(({ id }) => id);
      if (shared(before, after).join() !== shared(after, before).join()) record.movers.add(device);
      record.last = [...record.last.filter(([setter]) => setter !== device), [device, after]];
      const isGone = ({ id }: Layer) =>
        [...(record.layers.get(id)?.removers.keys() ?? [])].some((remover) => remover !== device);
      if (!after.every(isGone)) return;
      for (const { id } of record.last.flatMap(([, layers]) => layers)) record.spared.add(id);
    },
    draws(device, drawing, { layer = BASE.id }) {
      layerOf(recordOf(drawing), layer).touchers.add(device);
    },
    stored(device, drawing, strokes, layers) {
      const { housed, layers: records } = recordOf(drawing);
      for (const { id, name } of layers) records.get(id)?.stored.add(name);
      for (const stroke of strokes) {
        const text = strokeJson(stroke);
        if (!housed.has(text) && layers.some(({ id }) => id === (stroke.layer ?? BASE.id)))
          housed.set(text, device);
      }
    },
    blurs(drawing) {
      recordOf(drawing).isBlurred = true;
    },
    hasSeenAll(device, drawing, layers) {
      const { last } = drawings.get(drawing) ?? {};
      return (
        last === undefined ||
        (last.every(([setter]) => setter === device) && sameLayers(last.at(-1)?.[1], layers))
      );
    },
    judge(end, isMoved, isTold) {
      for (const drawing of end.drawings.values()) {
        const words = unsound(drawing);
        if (words !== undefined) return words;
        const record = drawings.get(drawing.id);
        if (record === undefined || record.isBlurred || !isTold(drawing.id)) continue;
        const missing = lost(drawing, record, isMoved);
        if (missing !== undefined) return missing;
      }
      return undefined;
    },
  };
}
