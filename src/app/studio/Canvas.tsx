import { effect, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Bounds, createInk, HOME, type Ink, strokesBounds } from '../../ink/index.ts';
import { moved } from '../router.ts';
import { toast } from '../ui/toasts.ts';
import { penDown } from './busy.ts';
import { coveredEdges } from './covered.ts';
import { color, penMode, size, tool } from './in-hand.ts';
import { COLORS, SIZES, TOOLS } from './palette.ts';
import { saveWords } from './save-state.ts';
import type { Session } from './session.ts';

interface CanvasProps {
  readonly session: Session;
  readonly zoom: Signal<number>;
  /** The engine once it runs; undefined when it has gone. */
  readonly onInk: (ink: Ink | undefined) => void;
}

/** The paper, and the engine on it. */
export function Canvas({ session, zoom, onInk }: CanvasProps) {
  const host = useRef<HTMLDivElement>(null);
  const open = session.phase.value.kind === 'open';

  useEffect(() => {
    const element = host.current;
    if (!element || !open) return;
    // Where the page put the view by itself is not remembered, for it would be wrong on another screen, until
    // somebody draws there.
    let byPerson = false;
    const ink = createInk(element, {
      tool: tool.value,
      color: color.value,
      size: size.value,
      penMode: penMode.value,
      onEdit: (edit) => {
        session.edit(edit);
        if (!session.camera) session.look(ink.camera);
      },
      onPen: (down) => {
        penDown.value = down;
      },
      onCamera: (camera) => {
        zoom.value = camera.zoom;
        if (byPerson) session.look(camera);
      },
      onPenSeen: () => {
        penMode.value = true;
        toast('Pen found: it draws, and fingers move the paper.');
      },
      onFull: () => toast('This drawing is full: it holds 20,000 strokes. Erase some, or begin a new one.'),
    });
    const follow = [
      effect(() => ink.setStrokes(session.strokes.value)),
      effect(() => ink.setTool(tool.value)),
      effect(() => ink.setColor(color.value)),
      effect(() => ink.setSize(size.value)),
    ];
    if (session.camera) ink.setCamera(session.camera);
    else if (!isInView(strokesBounds(ink.strokes), element)) ink.fit(coveredEdges());
    byPerson = true;
    zoom.value = ink.camera.zoom;
    onInk(ink);
    // A hand on the paper needs no ring around it; who comes by the keyboard does.
    const byHand = () => element.classList.add('by-hand');
    const byKey = ({ key }: KeyboardEvent) => key === 'Tab' && element.classList.remove('by-hand');
    element.addEventListener('pointerdown', byHand);
    addEventListener('keydown', byKey);
    // Coming from within the app; on the first load the focus is the browser's.
    if (moved.value) element.focus({ preventScroll: true });
    return () => {
      ink.destroy();
      element.removeEventListener('pointerdown', byHand);
      removeEventListener('keydown', byKey);
      for (const stop of follow) stop();
      onInk(undefined);
      penDown.value = false;
    };
  }, [session, open]);

  return (
    <>
      <div
        ref={host}
        class="canvas"
        role="application"
        aria-label="Drawing canvas"
        aria-describedby="canvas-words"
        aria-busy={!open}
      />
      <CanvasWords session={session} />
    </>
  );
}

/** What the canvas shows, for those who do not see it. */
function CanvasWords({ session }: { readonly session: Session }) {
  const count = session.strokes.value.length;
  const strokes = count === 1 ? '1 stroke' : `${count.toLocaleString('en-SG')} strokes`;
  const held = TOOLS.find((one) => one.tool === tool.value)?.label ?? tool.value;
  const ink = COLORS.find((one) => one.color === color.value)?.label ?? color.value;
  const width = SIZES.find((one) => one.size === size.value)?.label ?? `${size.value} wide`;
  const words = tool.value === 'pen' ? `${held}, ${ink}, ${width}` : held;
  return (
    <p id="canvas-words" class="unseen">
      {`${strokes}. ${words}. ${saveWords(session.save.value)}. Arrow keys move the view, plus and minus zoom.`}
    </p>
  );
}

/** Would all of it be seen from home, beside what covers the edges? */
function isInView(bounds: Bounds | undefined, { clientWidth, clientHeight }: HTMLElement): boolean {
  if (!bounds) return true;
  const { x, y } = HOME;
  const { top, right, bottom, left } = coveredEdges();
  return (
    bounds.minX >= x + left &&
    bounds.minY >= y + top &&
    bounds.maxX <= x + clientWidth - right &&
    bounds.maxY <= y + clientHeight - bottom
  );
}
