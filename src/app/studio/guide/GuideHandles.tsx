import './guide.css';
import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Camera, type Guide, toScreen, toWorld } from '../../../ink/index.ts';
import { papers as words } from '../../words/en/studio/papers.ts';
import { focusCanvas } from '../controls/focus-canvas.ts';
import { useRoving } from '../controls/roving.ts';
import { ToolButton } from '../controls/ToolButton.tsx';
import type { Session } from '../session/session.ts';
import { coveredEdges } from '../viewport/covered.ts';
import { arranging, dragged, endArranging, guideOf } from './guide-state.ts';
import { handleAt, type Room, withPoint } from './points.ts';

/** Half a handle and a little more, CSS px: so far it stays from what covers the paper. */
const APART = 26;
/** The bar below them with the room around it, CSS px. */
const BAR = 72;
/** A pointer that moves less only presses, CSS px. */
const SLOP = 3;
/** CSS px of a press on an arrow key, and with Shift. */
const STEP = 8;
const FAR = 48;

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface GuideHandlesProps {
  readonly session: Session;
  readonly camera: ReadonlySignal<Camera>;
}

/** The handles of the vanishing points, and a bar to end arranging them. Otherwise nothing lies in the way of a stroke. */
export function GuideHandles({ session, camera }: GuideHandlesProps) {
  const guide = guideOf(session);
  useEffect(() => () => void endArranging(), [session]);
  // An undo may take the points away: a redo brings them back without handles.
  useEffect(() => {
    if (!guide) endArranging();
  }, [guide === undefined]);
  if (!arranging.value || !guide) return null;
  return <Arranging session={session} camera={camera} guide={guide} />;
}

/** The part of the canvas where handles can be reached. */
function reachable(): Room {
  const canvas = document.querySelector('.canvas')?.getBoundingClientRect() ?? new DOMRect();
  const { top, right, bottom, left } = coveredEdges();
  return {
    left: left + APART,
    top: top + APART,
    right: canvas.width - right - APART,
    bottom: canvas.height - bottom - BAR - APART,
  };
}

function Arranging({ session, camera, guide }: GuideHandlesProps & { readonly guide: Guide }) {
  const bar = useRoving();
  const before = useRef(guide);
  const room = reachable();
  const store = (next: Guide) => {
    session.changePaper((paper) => (paper.guide ? { ...paper, guide: next } : paper));
    dragged.value = undefined;
  };
  /** A key that is held is one step of undo. */
  const settle = () => dragged.value && store(dragged.value);
  const isChanged = String(guide) !== String(before.current);
  return (
    <>
      <div class="guide-handles">
        {guide.map(([x, y], i) => {
          const at = toScreen(camera.value, x, y);
          return (
            <Handle
              key={i}
              place={handleAt(at.x, at.y, room)}
              label={(isOut) => words.point(i + 1, guide.length, isOut)}
              onDrag={(left, top) => {
                const to = toWorld(camera.value, left, top);
                dragged.value = withPoint(guide, i, to.x, to.y);
              }}
              onLift={settle}
              onNudge={(dx, dy) => {
                const { zoom } = camera.value;
                dragged.value = withPoint(guide, i, x + dx / zoom, y + dy / zoom);
              }}
              onFetch={(left, top) => {
                const to = toWorld(camera.value, left, top);
                store(withPoint(guide, i, to.x, to.y));
              }}
            />
          );
        })}
      </div>
      <div ref={bar} class="picked-bar below guide-bar" role="toolbar" aria-label={words.points}>
        <p class="picked-words">{words.pointsHint}</p>
        <div class="picked-tools">
          <ToolButton
            label={words.putBack}
            icon="undo"
            idle={!isChanged}
            onClick={() => store(before.current)}
          />
        </div>
        <ToolButton
          label={words.done}
          icon="close"
          shortcut="Escape"
          onClick={() => {
            endArranging();
            focusCanvas();
          }}
        />
      </div>
    </>
  );
}

interface HandleProps {
  readonly place: { readonly x: number; readonly y: number; readonly isOut: boolean };
  readonly label: (isOut: boolean) => string;
  /** The pointer is there, CSS px of the canvas. */
  readonly onDrag: (x: number, y: number) => void;
  /** Pointer or key is let go. */
  readonly onLift: () => void;
  readonly onNudge: (dx: number, dy: number) => void;
  /** Brings the point into sight, to where the handle is. */
  readonly onFetch: (x: number, y: number) => void;
}

function Handle({ place, label, onDrag, onLift, onNudge, onFetch }: HandleProps) {
  /** The pointer that holds it, and how far that is from the handle's middle. */
  const held = useRef<{ id: number; dx: number; dy: number; x: number; y: number; moves: boolean }>(
    undefined,
  );
  const { x, y, isOut } = place;
  const drop = () => {
    held.current = undefined;
    dragged.value = undefined;
  };
  return (
    <button
      type="button"
      class="guide-handle"
      data-out={isOut || undefined}
      style={{ left: `${x}px`, top: `${y}px` }}
      aria-label={label(isOut)}
      aria-description={words.pointHint}
      onPointerDown={(event) => {
        if (held.current || event.button !== 0) return;
        const { pointerId: id, clientX, clientY, currentTarget } = event;
        currentTarget.setPointerCapture(id);
        held.current = { id, dx: x - clientX, dy: y - clientY, x: clientX, y: clientY, moves: false };
      }}
      onPointerMove={({ pointerId, clientX, clientY }) => {
        const hand = held.current;
        if (hand?.id !== pointerId) return;
        hand.moves ||= Math.hypot(clientX - hand.x, clientY - hand.y) > SLOP;
        if (hand.moves) onDrag(clientX + hand.dx, clientY + hand.dy);
      }}
      onPointerUp={({ pointerId }) => {
        if (held.current?.id !== pointerId) return;
        if (held.current.moves) onLift();
        held.current = undefined;
      }}
      onPointerCancel={({ pointerId }) => held.current?.id === pointerId && drop()}
      onKeyDown={(event) => {
        const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
        if (ctrlKey || metaKey || altKey) return;
        const arrow = ARROWS[key];
        if (!arrow && !held.current) onLift();
        if (arrow) onNudge(arrow[0] * (shiftKey ? FAR : STEP), arrow[1] * (shiftKey ? FAR : STEP));
        else if (key === 'Home') onFetch(x, y);
        else if (key === 'Escape' && held.current?.moves) drop();
        else return;
        event.preventDefault();
      }}
      onKeyUp={() => !held.current && onLift()}
      onBlur={() => !held.current && onLift()}
    />
  );
}
