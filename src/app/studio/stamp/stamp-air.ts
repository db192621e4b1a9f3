/** Writes today's air into a corner of the drawing, as strokes: a sketch's date and air. One step for undo. */
import { REGION_NAMES } from '../../../core/air/regions.ts';
import { COORDINATE_MAX, STROKES_MAX } from '../../../core/drawing/limits.ts';
import { contains, freeCorner, type Ink, linePitch, write, writingStrokes } from '../../../ink/index.ts';
import { airNow, figuresOf } from '../../air/readings.ts';
import { region } from '../../air/region.ts';
import { toast } from '../../ui/toasts.ts';
import { penDown } from '../busy.ts';
import { coveredEdges } from '../covered.ts';
import { color } from '../in-hand.ts';
import { paperUnder, seenPaper } from '../seen.ts';
import type { Session } from '../session.ts';
import { airLines, stampedWords } from './air-lines.ts';

/** CSS px per unit of the letters: capitals are 12.6 px high. */
const PER_UNIT = 0.9;
/** Of what is seen of the paper, in width: where it is narrow the letters are smaller. */
const MOST = 0.9;
/** CSS px at the foot where the message about it will stand, in windows that are not wide enough for both. */
const MESSAGE = 72;
const NARROW = '(max-width: 63.99rem)';

/** Does it, or says in words why not. */
export function stampAir(session: Session, ink: Ink): void {
  const view = seenPaper(ink.camera);
  if (penDown.value || session.phase.value.kind !== 'open' || !view) return;
  const figures = figuresOf(region.value);
  if (!figures) {
    toast('The air is being read: stamp it again in a moment.');
    return;
  }
  const name = REGION_NAMES[region.value];
  const written = write(airLines(figures, name, airNow.value));
  const { zoom } = ink.camera;
  const scale = Math.min(PER_UNIT / zoom, (MOST * (view.maxX - view.minX)) / written.width);
  const block = { width: written.width * scale, height: written.height * scale };
  const map = paperUnder(ink.camera, '.map-card.shown');
  const foot = matchMedia(NARROW).matches ? MESSAGE / zoom : 0;
  const free = { ...view, maxY: view.maxY - foot };
  const at = freeCorner(session.strokes.value, free, block, linePitch(scale) / 2, map ? [map] : []);
  const place = { minX: at.x, minY: at.y, maxX: at.x + block.width, maxY: at.y + block.height };
  const strokes = writingStrokes(written, { at, scale, zoom, color: color.value });
  if (session.strokes.value.length + strokes.length > STROKES_MAX) {
    toast(`There is no room for the ${strokes.length} strokes of the stamp. Erase some first.`);
  } else if (!contains(PAPER, place)) {
    toast('This is the edge of the paper: go back to the drawing and stamp there.');
  } else {
    session.edit({ kind: 'add', strokes });
    if (!contains(view, place)) ink.fit(coveredEdges());
    toast(stampedWords(figures, name));
  }
}

const PAPER = {
  minX: -COORDINATE_MAX,
  minY: -COORDINATE_MAX,
  maxX: COORDINATE_MAX,
  maxY: COORDINATE_MAX,
};
