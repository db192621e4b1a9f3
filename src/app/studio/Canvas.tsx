import { effect, type Signal, untracked } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import {
  type Bounds,
  type Camera,
  createInk,
  fitting,
  HOME,
  type Ink,
  strokesBounds,
  thumbnailArea,
  toScreen,
  warmTiles,
} from '../../ink/index.ts';
import { moved } from '../router.ts';
import { toast } from '../ui/toasts.ts';
import { penDown } from './busy.ts';
import { sayFull } from './continue.ts';
import { coveredEdges } from './covered.ts';
import { color, palette, penMode, selected, size, tool } from './in-hand.ts';
import { colorName, sizeName, TOOLS } from './palette.ts';
import { selectedWords } from './SelectionBar.tsx';
import { saveWords } from './save-state.ts';
import type { Session } from './session.ts';

interface CanvasProps {
  readonly session: Session;
  /** Where the view stands: told of every movement. */
  readonly camera: Signal<Camera>;
  /** The engine once it runs; undefined when it has gone. */
  readonly onInk: (ink: Ink | undefined) => void;
}

/** The paper, and the engine on it. */
export function Canvas({ session, camera, onInk }: CanvasProps) {
  const host = useRef<HTMLDivElement>(null);

  // Before the paper is painted: a pen that comes down on what it sees is never too early.
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    if (session.phase.value.kind !== 'open') warmTiles();
    let started: Ink | undefined;
    let isOpen = false;
    let onSeen = () => {};
    // Where the page put the view by itself is not remembered, for it would be wrong on another screen, until
    // somebody draws there.
    let byPerson = false;
    const start = (): Ink => {
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
        onCamera: (next) => {
          camera.value = next;
          if (!byPerson) return;
          session.look(next);
          session.preview.value = undefined;
        },
        onPenSeen: () => {
          penMode.value = true;
          toast('Pen found: it draws, and fingers move the paper.');
        },
        onSettled: () => {
          onSeen();
          if (byPerson || !isOpen) session.preview.value = undefined;
        },
        onSelect: (strokes) => {
          selected.value = strokes.length;
        },
        onFull: () => sayFull(session, ink),
      });
      return ink;
    };
    /** Shows the drawing where its view will stand, as far as that is known, before its strokes are there. */
    const readAhead = (document: ArrayBuffer) => {
      const bounds = session.preview.value?.bounds;
      const view = session.camera ?? (bounds && firstCamera(bounds, element));
      if (started || !view) return;
      started = start();
      started.setCamera(view);
      if (!started.read(document)) return;
      session.seen = new Promise((resolve) => {
        onSeen = resolve;
      });
    };
    const follow: (() => void)[] = [];
    const open = (document: ArrayBuffer | undefined) => {
      if (isOpen) return;
      const ink = started ?? start();
      if (!started && document) ink.read(document);
      started = ink;
      follow.push(
        effect(() => ink.setStrokes(session.strokes.value)),
        effect(() => {
          element.dataset.rests = String(session.atRest.value);
        }),
        effect(() => ink.setTool(tool.value)),
        effect(() => ink.setColor(color.value)),
        effect(() => ink.setSize(size.value)),
      );
      if (session.camera) ink.setCamera(session.camera);
      else ink.setCamera(firstCamera(strokesBounds(ink.strokes), element));
      byPerson = true;
      isOpen = true;
      if (ink.settled) session.preview.value = undefined;
      camera.value = ink.camera;
      onInk(ink);
      // Coming from within the app; on the first load the focus is the browser's.
      if (moved.value) element.focus({ preventScroll: true });
    };
    const stop = effect(() => {
      const { kind } = session.phase.value;
      const document = session.document.value;
      untracked(() => {
        if (kind === 'open') open(document);
        else if (document) readAhead(document);
      });
    });
    // A hand on the paper needs no ring around it; who comes by the keyboard does.
    const byHand = () => element.classList.add('by-hand');
    const byKey = ({ key }: KeyboardEvent) => key === 'Tab' && element.classList.remove('by-hand');
    element.addEventListener('pointerdown', byHand);
    addEventListener('keydown', byKey);
    return () => {
      stop();
      started?.destroy();
      onSeen();
      element.removeEventListener('pointerdown', byHand);
      removeEventListener('keydown', byKey);
      for (const end of follow) end();
      selected.value = 0;
      onInk(undefined);
      penDown.value = false;
    };
  }, [session]);

  return (
    <>
      <div
        ref={host}
        class="canvas"
        role="application"
        aria-label="Drawing canvas"
        aria-describedby="canvas-words"
        aria-busy={session.phase.value.kind !== 'open'}
      />
      <KeptPicture session={session} host={host} />
      <CanvasWords session={session} />
    </>
  );
}

interface KeptPictureProps {
  readonly session: Session;
  readonly host: { readonly current: HTMLElement | null };
}

/** The picture that the lists show, laid where the strokes will be, until those are seen. */
function KeptPicture({ session, host }: KeptPictureProps) {
  const preview = session.preview.value;
  if (!preview) return null;
  const { thumb, bounds } = preview;
  const place = (image: HTMLImageElement) => {
    const paper = host.current;
    if (!bounds || !paper) return;
    const camera = session.camera ?? firstCamera(bounds, paper);
    const area = thumbnailArea(bounds, image.naturalWidth);
    const { x, y } = toScreen(camera, area.minX, area.minY);
    Object.assign(image.style, {
      inset: 'auto',
      left: `${x}px`,
      top: `${y}px`,
      width: `${(area.maxX - area.minX) * camera.zoom}px`,
      height: `${(area.maxY - area.minY) * camera.zoom}px`,
    });
  };
  return (
    <img
      class="canvas-picture"
      src={thumb}
      alt=""
      onLoad={({ currentTarget }) => {
        place(currentTarget);
        currentTarget.classList.add('placed');
      }}
    />
  );
}

/** Where the view begins when nobody has moved it yet. */
function firstCamera(bounds: Bounds | undefined, paper: HTMLElement): Camera {
  if (!bounds || isInView(bounds, paper)) return HOME;
  return fitting(bounds, { width: paper.clientWidth, height: paper.clientHeight }, coveredEdges());
}

/** What the canvas shows, for those who do not see it. */
function CanvasWords({ session }: { readonly session: Session }) {
  const count = session.strokes.value.length;
  const strokes = count === 1 ? '1 stroke' : `${count.toLocaleString('en-SG')} strokes`;
  const held = TOOLS.find((one) => one.tool === tool.value)?.label ?? tool.value;
  const ink = `${colorName(color.value, palette.value)}, ${sizeName(size.value, palette.value)}`;
  const words = tool.value === 'pen' || tool.value === 'marker' ? `${held}, ${ink}` : held;
  const picked = selected.value > 0 ? ` ${selectedWords(selected.value)}.` : '';
  return (
    <p id="canvas-words" class="unseen">
      {`${strokes}. ${words}.${picked} ${saveWords(session.save.value)}. Arrow keys move the view, plus and minus zoom, question mark lists all keys.`}
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
