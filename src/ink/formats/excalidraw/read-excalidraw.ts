/**
 * Reads Excalidraw's scenes and libraries: freehand strokes as they are, lines and outlines as strokes.
 * Everything else is counted as left out.
 */
import { AT_MAX, TOOL_PATTERN } from '../../../core/drawing/limits.ts';
import { checkLayers } from '../../../core/drawing/members/layers.ts';
import { isObject } from '../../../core/drawing/problems.ts';
import type { Point } from '../../../core/drawing/types.ts';
import { colorOf, type Paint, parseColor } from '../common/colors.ts';
import { type Gathering, type RawStroke, withoutRepeats } from '../common/gather.ts';
import type { Kind, Tally } from '../common/left-out.ts';
import type { OnProgress } from '../common/progress.ts';
import { Refused } from '../common/refused.ts';
import {
  CONSTANT_WIDTH,
  CUSTOM_KEY,
  damagedElement,
  EXCALIDRAW_TYPE,
  LIBRARY_TYPE,
  LINE_WIDTH,
  MARKER_OPACITY,
  MARKER_WIDTH_MIN,
  numberOf,
  VARIABLE_WIDTH,
} from './excalidraw-format.ts';
import { outlineOf } from './excalidraw-shapes.ts';

type Element = Record<string, unknown>;

/** Elements that cannot become strokes. */
const NAMED: Readonly<Record<string, Kind>> = {
  text: 'text',
  image: 'image',
  frame: 'frame',
  magicframe: 'frame',
  embeddable: 'embed',
  iframe: 'embed',
};
const SHAPES = new Set(['line', 'arrow', 'rectangle', 'diamond', 'ellipse']);

export function isExcalidraw(value: unknown): value is Element {
  if (!isObject(value)) return false;
  const { type, elements, library, libraryItems } = value;
  if (type === EXCALIDRAW_TYPE || type === LIBRARY_TYPE || type === 'excalidraw/clipboard') return true;
  return type === undefined && [elements, library, libraryItems].some(Array.isArray);
}

/**
 * Adds the file's strokes to `gathering` and returns its title, if it has one.
 * @throws Refused
 */
export function readExcalidraw(
  file: Element,
  gathering: Gathering,
  tally: Tally,
  onProgress: OnProgress,
): string | undefined {
  const elements = elementsOf(file);
  let lost = 0;
  for (const [i, element] of elements.entries()) {
    if (!isObject(element) || typeof element.type !== 'string') throw damagedElement(i);
    if (element.isDeleted !== true && gathering.layers.length === 0) {
      lost = readLayers(oursOf(element)?.layers, gathering) || lost;
    }
    if (element.isDeleted !== true) readElement(shownAgain(element), i, gathering, tally);
    if (i % 500 === 0) onProgress(i / elements.length);
  }
  tally.add('layer', lost);
  gathering.putLayersTogether();
  const name = isObject(file.appState) ? file.appState.name : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** The elements of a scene, of a library, or of a library in the first version of the format. */
function elementsOf({ elements, library, libraryItems }: Element): readonly unknown[] {
  if (Array.isArray(elements)) return elements;
  const items: unknown = libraryItems ?? library;
  if (!Array.isArray(items)) throw new Refused({ code: 'damaged', at: 'elements' });
  const groups: readonly unknown[] = items;
  return groups.flatMap((item): readonly unknown[] => {
    const inside: unknown = isObject(item) ? item.elements : item;
    if (!Array.isArray(inside)) throw new Refused({ code: 'damaged', at: 'libraryItems' });
    return inside;
  });
}

/** What we say of an element; undefined if it is not ours. */
function oursOf({ customData }: Element): Element | undefined {
  const ours = isObject(customData) ? customData[CUSTOM_KEY] : undefined;
  return isObject(ours) ? ours : undefined;
}

/** An element of a hidden layer as it is shown when the layer is; any other as it is. */
function shownAgain(element: Element): Element {
  const shown = oursOf(element)?.shown;
  const isHidden = element.opacity === 0 && typeof shown === 'number' && shown > 0 && shown <= 100;
  return isHidden ? { ...element, opacity: shown } : element;
}

/**
 * Takes the layers from the first element that has a list with any that a drawing can have.
 * @returns the number of others in the list
 */
function readLayers(list: unknown, gathering: Gathering): number {
  if (!Array.isArray(list)) return 0;
  const all: readonly unknown[] = list;
  const sound = all.filter((one) => {
    const alone = [one];
    return checkLayers(alone, '', []) && gathering.addLayer(alone[0]!);
  });
  return all.length - sound.length;
}

function readElement(element: Element, index: number, gathering: Gathering, tally: Tally): void {
  const type = String(element.type);
  const freehand = type === 'freedraw' || type === 'draw';
  if (!freehand && !SHAPES.has(type)) {
    tally.add(NAMED[type] ?? 'other');
    return;
  }
  const paint = strokePaint(element);
  if (element.opacity === 0) {
    tally.add('hidden');
    return;
  }
  const filled =
    typeof element.backgroundColor === 'string' && parseColor(element.backgroundColor)?.alpha !== 0;
  if (filled && element.backgroundColor !== '') tally.add('fill');
  // Without a line, only the fill was visible.
  if (paint.alpha === 0) return;
  const at: Point = [numberOf(element.x, index, 'x'), numberOf(element.y, index, 'y')];
  const points = freehand || Array.isArray(element.points) ? pointsOf(element.points, index) : undefined;
  const lines = freehand && points ? [points] : outlineOf(type, element, points, index);
  gathering.count(lines.reduce((sum, line) => sum + line.length, 0));
  if (!freehand) {
    if (element.strokeStyle === 'dashed' || element.strokeStyle === 'dotted') tally.add('dash');
    for (const end of [element.startArrowhead, element.endArrowhead])
      if (typeof end === 'string') tally.add('arrowhead');
  }
  const turn = element.angle === undefined ? 0 : numberOf(element.angle, index, 'angle');
  const pressure = freehand ? pressureOf(element, points?.length ?? 0, index) : undefined;
  const style = styleOf(element, paint, freehand, pressure !== undefined);
  for (const line of turned(lines, turn)) {
    const placed = line.map(([x, y]): Point => [x + at[0], y + at[1]]);
    const kept = withoutRepeats(placed);
    const tilt = freehand ? tiltOf(element, kept.length) : undefined;
    gathering.add({
      ...style,
      points: kept,
      ...(tilt ? { tilt } : {}),
      ...(pressure ? { pressure: pressure.slice(0, kept.length) } : {}),
    });
  }
}

function strokePaint({ strokeColor, opacity }: Element): Paint {
  const paint = typeof strokeColor === 'string' ? parseColor(strokeColor) : undefined;
  const { hex, alpha } = paint ?? { hex: '#1e1e1e', alpha: 1 };
  const covers = typeof opacity === 'number' && opacity >= 0 && opacity <= 100 ? opacity / 100 : 1;
  return { hex, alpha: alpha * covers };
}

function styleOf(
  element: Element,
  paint: Paint,
  freehand: boolean,
  pressed: boolean,
): Omit<RawStroke, 'points' | 'pressure' | 'tilt'> {
  const { strokeWidth, strokeOptions, opacity } = element;
  const width =
    typeof strokeWidth === 'number' && strokeWidth > 0 && Number.isFinite(strokeWidth) ? strokeWidth : 1;
  const constant = !pressed && isObject(strokeOptions) && strokeOptions.variability === 'constant';
  const size = width * (freehand ? (constant ? CONSTANT_WIDTH : VARIABLE_WIDTH) : LINE_WIDTH);
  const ours = oursOf(element);
  const tool = typeof ours?.tool === 'string' && TOOL_PATTERN.test(ours.tool) ? ours.tool : undefined;
  if (ours && tool !== undefined) {
    const own = typeof ours.opacity === 'number' && ours.opacity > 0 && ours.opacity <= 1 ? ours.opacity : 1;
    const whole = (v: unknown) => (typeof v === 'number' && Number.isInteger(v) && v >= 0 ? v : undefined);
    const at = whole(ours.at);
    const isMarked =
      tool === 'marker' && typeof opacity === 'number' && Math.abs(opacity / own - MARKER_OPACITY) < 1e-4;
    return {
      tool,
      size,
      color: colorOf(paint, (isMarked ? 100 / MARKER_OPACITY : 1) / own),
      ...(own < 1 && { opacity: own }),
      ...(at !== undefined && at <= AT_MAX && { at }),
      ...(typeof ours.layer === 'string' && { layer: ours.layer }),
      order: whole(ours.order),
    };
  }
  const looksMarked = freehand && tool === undefined && paint.alpha < 0.9 && size >= MARKER_WIDTH_MIN;
  return { tool: tool ?? (looksMarked ? 'marker' : 'pen'), size, color: colorOf(paint) };
}

function pointsOf(points: unknown, index: number): Point[] {
  if (!Array.isArray(points) || points.length === 0) throw damagedElement(index, 'points');
  const list: readonly unknown[] = points;
  return list.map((point, i): Point => {
    const [x, y]: readonly unknown[] = Array.isArray(point) ? point : [];
    if (typeof x !== 'number' || typeof y !== 'number') throw damagedElement(index, `points/${i}`);
    return [x, y];
  });
}

/** The pressures; undefined where Excalidraw simulated them from the speed. */
function pressureOf(
  { pressures, simulatePressure }: Element,
  count: number,
  index: number,
): number[] | undefined {
  if (simulatePressure === true || pressures === undefined) return undefined;
  if (!Array.isArray(pressures)) throw damagedElement(index, 'pressures');
  if (pressures.length === 0) return undefined;
  const list: readonly unknown[] = pressures;
  return Array.from({ length: count }, (_, i) => {
    // Some files have one pressure fewer than points: the last one is repeated.
    const one = list[Math.min(i, list.length - 1)];
    if (typeof one !== 'number') throw damagedElement(index, `pressures/${i}`);
    return Math.min(1, Math.max(0, one));
  });
}

/** The tilt that we say of it; undefined if another program has changed the points since, or it is damaged. */
function tiltOf(element: Element, count: number): readonly number[] | undefined {
  const tilt = oursOf(element)?.tilt;
  if (!Array.isArray(tilt) || tilt.length !== count) return undefined;
  const list: readonly unknown[] = tilt;
  const sound = list.filter((one) => typeof one === 'number' && one >= 0 && one <= 1);
  return sound.length === count ? (sound as number[]) : undefined;
}

/** Rotates lines about the centre of their common bounds, as Excalidraw does. */
function turned(lines: readonly (readonly Point[])[], angle: number): readonly (readonly Point[])[] {
  if (angle === 0) return lines;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of lines) {
    for (const [x, y] of line) {
      minX = Math.min(minX, x);
      maxX = Math.max(maxX, x);
      minY = Math.min(minY, y);
      maxY = Math.max(maxY, y);
    }
  }
  const [cx, cy] = [(minX + maxX) / 2, (minY + maxY) / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return lines.map((line) =>
    line.map(([x, y]): Point => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos]),
  );
}
