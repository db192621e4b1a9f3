import '../export/export.css';
import './replay.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { erases } from '../../../core/drawing/erasing.ts';
import { Player } from '../../../ink/replay/workers.ts';
import { yieldToMain } from '../../platform/yield-to-main.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { keys } from '../../words/en/keys.ts';
import { replay as words } from '../../words/en/studio/replay.ts';
import { StudioIcon } from '../controls/StudioIcon.tsx';
import type { Session } from '../session/session.ts';
import { replayShown } from '../viewport/view-state.ts';
import { Playback, SPEEDS } from './playback.ts';
import { SaveFilm } from './SaveFilm.tsx';

/** How far an arrow key goes, ms. */
const STEP = 1_000;

/** The drawing, played as it was drawn. */
export default function ReplayDialog({ session }: { readonly session: Session }) {
  const close = () => {
    replayShown.value = false;
  };
  return (
    <Dialog title={words.title} onClose={close}>
      <IconButton icon="close" label={words.close} hint={keys.Escape} onClick={close} />
      <div class="replay">{session.isRead ? <Played session={session} /> : <Opening />}</div>
    </Dialog>
  );
}

function Opening() {
  return (
    <p class="replay-note soft" role="status">
      {words.opening}
    </p>
  );
}

/** A drawing whose strokes are read. */
function Played({ session }: { readonly session: Session }) {
  // What is drawn elsewhere meanwhile does not change a replay that runs.
  const [drawing] = useState(() => ({
    strokes: session.strokes.value,
    layers: session.layers.value,
    paper: session.paper.value,
  }));
  const [player, setPlayer] = useState<Player | 'opening' | 'failed'>('opening');
  const [playback, setPlayback] = useState<Playback>();
  useEffect(() => {
    if (!playback) return undefined;
    // Wherever the focus is: the dialog is modal, and nothing else takes keys.
    const listen = (event: KeyboardEvent) => byKey(playback, event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, [playback]);

  useEffect(() => {
    const stop = new AbortController();
    let opened: Player | undefined;
    Player.open(drawing, () => yieldToMain(stop.signal), stop.signal).then(
      (player) => {
        opened = player;
        setPlayer(player);
      },
      () => {
        if (!stop.signal.aborted) setPlayer('failed');
      },
    );
    return () => {
      stop.abort();
      opened?.close();
    };
  }, [drawing]);

  if (player === 'opening') return <Opening />;
  if (player === 'failed' || playback?.hasFailed.value) return <p role="alert">{words.failed}</p>;
  if (player.length === 0)
    return <p class="replay-note soft">{drawing.strokes.every(erases) ? words.empty : words.allHidden}</p>;
  return (
    <>
      <Stage player={player} isBehind={playback?.isBehind.value ?? false} onReady={setPlayback} />
      {playback && <Controls playback={playback} />}
      <SaveFilm drawing={drawing} title={session.title.value} width={player.width} height={player.height} />
    </>
  );
}

interface StageProps {
  readonly player: Player;
  /** True while it shows the picture of another time. */
  readonly isBehind: boolean;
  readonly onReady: (playback: Playback) => void;
}

/** The canvas. It starts by itself, unless the person wants less motion. */
function Stage({ player, isBehind, onReady }: StageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const playback = new Playback(player, context);
    onReady(playback);
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) playback.toggle();
    return () => playback.pause();
  }, [player]);
  const { width, height } = player;
  return (
    <canvas
      ref={canvas}
      class="replay-stage"
      width={width}
      height={height}
      role="img"
      aria-label={words.picture}
      aria-busy={isBehind}
    />
  );
}

function Controls({ playback }: { readonly playback: Playback }) {
  const { length } = playback;
  const time = playback.time.value;
  const isPlaying = playback.isPlaying.value;
  const controls = useRef<HTMLDivElement>(null);
  // What one came for, rather than the button that closes.
  useEffect(() => controls.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  const label = isPlaying ? words.pause : playback.isAtEnd ? words.again : words.play;
  return (
    <div class="replay-controls" ref={controls}>
      <Button tone="accent" onClick={() => playback.toggle()} aria-keyshortcuts="Space">
        <StudioIcon name={isPlaying ? 'pause' : 'play'} />
        {label}
      </Button>
      <input
        type="range"
        class="slider"
        aria-label={words.time}
        min={0}
        max={length}
        step="any"
        value={time}
        aria-valuetext={words.position(clock(time), clock(length))}
        style={{ '--part': time / length }}
        onInput={({ currentTarget }) => playback.seek(currentTarget.valueAsNumber)}
      />
      <output class="replay-clock small">{words.position(clock(time), clock(length))}</output>
      <fieldset class="export-segments">
        <legend class="unseen">{words.speed}</legend>
        <div>
          {SPEEDS.map((speed) => (
            <label key={speed}>
              <input
                type="radio"
                name="replay-speed"
                class="laid-over"
                checked={speed === playback.speed.value}
                onChange={() => {
                  playback.speed.value = speed;
                }}
              />
              <span>{words.times(speed)}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

/** A time as minutes and seconds. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return words.clock(Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0'));
}

/** Space plays and stops, arrows go on and back, Home and End to the ends. Choices and buttons keep their own keys. */
function byKey(playback: Playback, event: KeyboardEvent): void {
  const { key, target } = event;
  // With a modifier a key is the browser's: Alt and an arrow goes back in history.
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (target instanceof HTMLInputElement && target.type === 'radio') return;
  const to = { ArrowRight: STEP, ArrowUp: STEP, ArrowLeft: -STEP, ArrowDown: -STEP }[key];
  if (to !== undefined) playback.seek(playback.time.value + to);
  else if (key === 'Home') playback.seek(0);
  else if (key === 'End') playback.seek(playback.length);
  else if (key === ' ' && !(target instanceof HTMLButtonElement)) playback.toggle();
  else return;
  event.preventDefault();
}
