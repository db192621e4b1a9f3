import { effect, type Signal, untracked } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Stroke } from '../../core/drawing/types.ts';
import {
  type Bounds,
  type Camera,
  createInk,
  fitDrawing,
  HOME,
  heldOnScreen,
  type Ink,
  strokesBounds,
  thumbnailArea,
  toScreen,
} from '../../ink/index.ts';
import { hasNavigated } from '../router.ts';
import { drawings } from '../words/en/drawings.ts';
import { studio as words } from '../words/en/studio/studio.ts';
import { tools } from '../words/en/studio/tools.ts';
import { showFullToast } from './full/continue.ts';
import { penDown } from './saving/busy.ts';
import { saveWords } from './saving/save-state.ts';
import type { Session } from './session/session.ts';
import { sayPenSeen, sayTurnedAway } from './tool-settings/fingers.ts';
import {
  color,
  eraser,
  fingersDraw,
  heldWords,
  penSeen,
  selected,
  size,
  tool,
} from './tool-settings/tool-settings.ts';
import { coveredEdges } from './viewport/covered.ts';

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
    let isOpen = false;
    let onSeen = () => {};
    // Where the page put the view by itself is not remembered, for it would be wrong on another screen, until
    // somebody draws there.
    let byPerson = false;
    let drewEarly = false;
    /** Does the view stand where it will? Where it shall, once the pen is lifted. */
    let isPlaced = false;
    let wanted: Camera | undefined;
    let hasRead = false;
    const look = (camera: Camera) => {
      session.look({ ...camera, view: { width: element.clientWidth, height: element.clientHeight } });
    };
    const ink: Ink = createInk(element, {
      tool: tool.value,
      color: color.value,
      size: size.value,
      eraser: eraser.value,
      penSeen: penSeen.value,
      fingersDraw: fingersDraw.value,
      opening: session.phase.value.kind !== 'open',
      onEdit: (edit) => {
        session.edit(edit);
        if (!isOpen) drewEarly = true;
        else if (!session.camera) look(ink.camera);
      },
      onPen: (down) => {
        penDown.value = down;
        if (!down && wanted) place(wanted);
      },
      onCamera: (next) => {
        camera.value = next;
        if (!byPerson) return;
        look(next);
        session.preview.value = undefined;
      },
      onPenSeen: sayPenSeen,
      onFingerTurnedAway: sayTurnedAway,
      onTap: (fingers) => {
        if (fingers === 2) session.undo();
        else if (fingers === 3) session.redo();
      },
      onSettled: () => {
        onSeen();
        if (byPerson || !isOpen) session.preview.value = undefined;
      },
      onSelect: (strokes) => {
        selected.value = strokes.length;
      },
      onFull: () => showFullToast(session, ink),
    });
    /**
     * Puts the view there before the drawing is seen; what was drawn already stays where it is on the screen.
     */
    const place = (view: Camera) => {
      isPlaced = true;
      // The paper holds still under a pen.
      wanted = penDown.peek() ? view : undefined;
      if (wanted) return;
      const before = ink.camera;
      ink.setCamera(view);
      const by = heldOnScreen(before, ink.camera);
      if (by.scale !== 1 || by.dx !== 0 || by.dy !== 0) session.moveEarly(by);
    };
    /** Shows the drawing where its view will stand, as far as that is known, before its strokes are there. */
    const lookAhead = (document: ArrayBuffer | undefined) => {
      const bounds = session.preview.value?.bounds;
      const view = keptCamera(session, element) ?? (bounds && firstCamera(bounds, element));
      if (!isPlaced && view) place(view);
      if (!isPlaced || hasRead || !document) return;
      hasRead = true;
      if (!ink.read(document)) return;
      session.seen = new Promise((resolve) => {
        onSeen = resolve;
      });
    };
    const open = (document: ArrayBuffer | undefined) => {
      if (!hasRead && document) ink.read(document);
      const strokes = session.strokes.value;
      const kept = keptCamera(session, element);
      // Remembered anew when somebody draws here.
      session.camera = kept;
      if (penDown.peek()) look(ink.camera);
      else place(kept ?? firstCamera(strokesBounds(strokes), element));
      wanted = undefined;
      ink.open(strokes);
      isOpen = true;
      byPerson = true;
      if (drewEarly && !session.camera) look(ink.camera);
      if (ink.settled) session.preview.value = undefined;
      camera.value = ink.camera;
      // Coming from within the app; on the first load the focus is the browser's.
      if (hasNavigated.value) element.focus({ preventScroll: true });
    };
    let shown: readonly Stroke[] | undefined;
    const follow = [
      effect(() => {
        const { kind } = session.phase.value;
        const document = session.document.value;
        const strokes = session.strokes.value;
        void session.preview.value;
        untracked(() => {
          if (kind === 'open' && !isOpen) open(document);
          else if (strokes !== shown) ink.setStrokes(strokes);
          shown = strokes;
          if (kind === 'opening') lookAhead(document);
        });
      }),
      effect(() => ink.setFull(session.full.value !== undefined)),
      effect(() => {
        element.dataset.rests = String(session.atRest.value);
      }),
      effect(() => ink.setTool(tool.value)),
      effect(() => ink.setColor(color.value)),
      effect(() => ink.setSize(size.value)),
      effect(() => ink.setEraser(eraser.value)),
      effect(() => ink.setFingers(fingersDraw.value)),
    ];
    onInk(ink);
    // A hand on the paper needs no ring around it; who comes by the keyboard does.
    const byHand = () => element.classList.add('by-hand');
    const byKey = ({ key }: KeyboardEvent) => key === 'Tab' && element.classList.remove('by-hand');
    element.addEventListener('pointerdown', byHand);
    addEventListener('keydown', byKey);
    return () => {
      ink.destroy();
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
        aria-label={words.canvas}
        aria-describedby="canvas-words"
        aria-busy={session.phase.value.kind !== 'open'}
      />
      <SavedPicture session={session} host={host} />
      <CanvasWords session={session} />
    </>
  );
}

interface KeptPictureProps {
  readonly session: Session;
  readonly host: { readonly current: HTMLElement | null };
}

/** The picture that the lists show, laid where the strokes will be, until those are seen. */
function SavedPicture({ session, host }: KeptPictureProps) {
  const preview = session.preview.value;
  if (!preview) return null;
  const { thumb, bounds } = preview;
  const place = (image: HTMLImageElement) => {
    const paper = host.current;
    if (!bounds || !paper) return;
    const camera = keptCamera(session, paper) ?? firstCamera(bounds, paper);
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

/** So many times as wide or as high, a view is another screen's; a keyboard takes up to half of the height. */
const OTHER_WIDTH = 1.2;
const OTHER_HEIGHT = 2.2;

/**
 * Where the view stood the last time; undefined where that was on another screen, since it would show fragments
 * here.
 */
function keptCamera({ camera }: Session, paper: HTMLElement): Camera | undefined {
  const isOther = (a: number, b: number, most: number) => Math.max(a, b) > most * Math.min(a, b);
  const { view } = camera ?? {};
  const moved =
    view &&
    (isOther(view.width, paper.clientWidth, OTHER_WIDTH) ||
      isOther(view.height, paper.clientHeight, OTHER_HEIGHT));
  return moved ? undefined : camera;
}

/** Where the view begins when nobody has moved it yet. */
function firstCamera(bounds: Bounds | undefined, paper: HTMLElement): Camera {
  if (!bounds || isInView(bounds, paper)) return HOME;
  return fitDrawing(bounds, { width: paper.clientWidth, height: paper.clientHeight }, coveredEdges());
}

/** What the canvas shows, for those who do not see it. */
function CanvasWords({ session }: { readonly session: Session }) {
  const picked = selected.value > 0 ? [tools.selected(selected.value)] : [];
  const facts = [
    drawings.strokes(session.strokes.value.length),
    heldWords(),
    ...picked,
    saveWords(session.save.value),
  ];
  return (
    <p id="canvas-words" class="unseen">
      {words.canvasNow(facts)}
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
