/** The keys of the studio. */
import type { Ink } from '../../ink/index.ts';
import { coveredEdges } from './covered.ts';
import { ZOOM_STEP } from './Dock.tsx';
import { color, size, tool } from './in-hand.ts';
import { COLORS, following, neighbour, SIZES, TOOLS } from './palette.ts';
import type { Session } from './session.ts';

/** CSS px that an arrow key moves the view; with Shift, far. */
const STEP = 48;
const FAR = 240;

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Is this a place where keys write, or move within a group of choices? */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'radio';
  return (
    target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

/** Does what the key stands for. False when it stands for nothing here. */
export function pressKey(event: KeyboardEvent, session: Session, ink: Ink): boolean {
  if (event.defaultPrevented || event.altKey || isTyping(event.target)) return false;
  if (document.querySelector('dialog[open]')) return false;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return turn(key, event.shiftKey, session);
  const chosen = TOOLS.find((one) => one.key.toLowerCase() === key);
  if (chosen) tool.value = chosen.tool;
  else if (!look(event, key, ink) && !choose(event, key)) return false;
  return true;
}

function turn(key: string, shift: boolean, session: Session): boolean {
  if (key === 'z' && !shift) session.undo();
  else if ((key === 'z' && shift) || key === 'y') session.redo();
  else return false;
  return true;
}

function look({ target, shiftKey }: KeyboardEvent, key: string, ink: Ink): boolean {
  const arrow = ARROWS[key];
  if (arrow) {
    if (target instanceof HTMLInputElement) return false;
    const far = shiftKey ? FAR : STEP;
    ink.panBy(arrow[0] * far, arrow[1] * far);
  } else if (key === '+' || key === '=') ink.zoomBy(ZOOM_STEP);
  else if (key === '-' || key === '_') ink.zoomBy(1 / ZOOM_STEP);
  else if (key === '0') ink.fit(coveredEdges());
  else if (key === '1') ink.zoomTo(1);
  else return false;
  return true;
}

function choose({ shiftKey }: KeyboardEvent, key: string): boolean {
  if (key === 'c')
    color.value = following(COLORS, (one) => one.color === color.value, shiftKey ? -1 : 1).color;
  else if (key === '[') size.value = neighbour(SIZES, (one) => one.size === size.value, -1).size;
  else if (key === ']') size.value = neighbour(SIZES, (one) => one.size === size.value, 1).size;
  else return false;
  return true;
}
