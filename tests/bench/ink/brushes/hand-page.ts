/**
 * Runs in a page: draws with a brush, by pointer events of a pen, and times what the page does for each: its listeners
 * and its part of the frame. Frames are run by hand, so that nothing waits for the screen.
 */
import { type BrushTool, createInk, HOME } from '../../../../src/ink/index.ts';

export interface HandBench {
  /** ms for the moves of one stroke. */
  moves(tool: BrushTool, size: number): number;
}

const VIEW = { width: 1280, height: 800 };
const MOVES = 120;
/** Samples of a move, as a pen of 240 a second sends them, and how many are predicted after it. */
const SAMPLES = 4;
const PREDICTED = 2;
/** How far the hand goes between two samples, about, CSS px. */
const STEP = 3;

const frames: FrameRequestCallback[] = [];
globalThis.requestAnimationFrame = (run) => frames.push(run);

function runFrame(): void {
  for (const run of frames.splice(0)) run(performance.now());
}

const host = document.createElement('div');
Object.assign(host.style, { position: 'absolute', inset: '0', ...VIEW });
document.body.append(host);
// There is no pointer to capture.
host.setPointerCapture = () => {};
host.hasPointerCapture = () => true;

/** A hand that circles outwards, and presses more and less. */
function sample(i: number, more: PointerEventInit = {}, type = 'pointermove'): PointerEvent {
  const turn = Math.sqrt(i) * 0.62;
  const far = STEP * 4.4 * turn;
  return new PointerEvent(type, {
    pointerId: 2,
    pointerType: 'pen',
    isPrimary: true,
    bubbles: true,
    cancelable: true,
    buttons: 1,
    clientX: VIEW.width / 2 + far * Math.cos(turn),
    clientY: VIEW.height / 2 + far * Math.sin(turn),
    pressure: 0.5 + 0.4 * Math.sin(i / 20),
    ...more,
  });
}

const nothing = () => {};

const bench: HandBench = {
  moves(tool, size) {
    const ink = createInk(host, {
      tool,
      color: '#1d5fa8',
      size,
      penSeen: true,
      fingersDraw: false,
      onEdit: nothing,
      onPen: nothing,
      onCamera: nothing,
      onPenSeen: nothing,
      onFull: nothing,
    });
    ink.setCamera({ ...HOME });
    runFrame();
    host.dispatchEvent(sample(0, {}, 'pointerdown'));
    runFrame();
    const moves = Array.from({ length: MOVES }, (_, move) => {
      const from = 1 + move * SAMPLES;
      const several = (first: number, length: number) => Array.from({ length }, (_, i) => sample(first + i));
      return sample(from + SAMPLES - 1, {
        coalescedEvents: several(from, SAMPLES),
        predictedEvents: several(from + SAMPLES, PREDICTED),
      });
    });
    const began = performance.now();
    for (const move of moves) {
      host.dispatchEvent(move);
      runFrame();
    }
    const took = performance.now() - began;
    if (!ink.cancel()) throw new Error('No stroke was being drawn.');
    ink.destroy();
    frames.length = 0;
    return took;
  },
};
Object.assign(globalThis, { handBench: bench });
