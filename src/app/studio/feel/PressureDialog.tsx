import './pressure.css';
import { effect, type Signal, useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { createInk, type Ink, PLAIN } from '../../../ink/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { feel as words } from '../../words/en/studio/feel.ts';
import { brush, color, feel, opacity, penSeen, size, softness } from '../tool-settings/tool-settings.ts';
import { PressureCurve, STEPS } from './PressureCurve.tsx';

/** The pressure curve of the pen, with paper to try it on. */
export default function PressureDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  /** What a pen on the paper reports. */
  const pressure = useSignal<number | undefined>(undefined);
  const isBlank = useSignal(true);
  const pad = useRef<Ink>(undefined);
  return (
    <Dialog title={words.pressure} onClose={onClose}>
      <p class="soft">{words.pressureNote}</p>
      <div class="pressure-parts">
        <div class="pressure-bend">
          <PressureCurve
            softness={softness.value}
            pressure={pressure.value}
            onBend={(bent) => {
              softness.value = bent;
            }}
          />
          <label for={id}>{words.softness}</label>
          <input
            id={id}
            type="range"
            class="slider"
            min={0}
            max={STEPS}
            value={Math.round(softness.value * STEPS)}
            aria-valuetext={softnessWords(softness.value)}
            style={{ '--part': softness.value }}
            onInput={({ currentTarget }) => {
              softness.value = currentTarget.valueAsNumber / STEPS;
            }}
          />
          <div class="pressure-ends small soft" aria-hidden="true">
            <span>{words.hard}</span>
            <span>{words.soft}</span>
          </div>
        </div>
        <Pad
          isBlank={isBlank}
          onInk={(ink) => {
            pad.current = ink;
          }}
          onPressure={(now) => {
            pressure.value = now;
          }}
        />
      </div>
      <div class="row-end">
        <Button
          tone="quiet"
          disabled={isBlank.value}
          onClick={() => {
            pad.current?.setStrokes([]);
            isBlank.value = true;
          }}
        >
          {words.clear}
        </Button>
        <Button
          disabled={softness.value === PLAIN.softness}
          onClick={() => {
            softness.value = PLAIN.softness;
          }}
        >
          {words.reset}
        </Button>
        <Button tone="accent" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </Dialog>
  );
}

function softnessWords(now: number): string {
  const by = (now - PLAIN.softness) * 2;
  if (by === 0) return words.asReported;
  return by > 0 ? words.softer(by) : words.harder(-by);
}

interface PadProps {
  readonly isBlank: Signal<boolean>;
  readonly onInk: (ink: Ink) => void;
  readonly onPressure: (pressure: number | undefined) => void;
}

/** Paper of its own, on which the brush in hand draws as on a drawing. Nothing on it is kept. */
function Pad({ isBlank, onInk, onPressure }: PadProps) {
  const host = useRef<HTMLDivElement>(null);
  const hasPen = useSignal(penSeen.value);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const ink = createInk(element, {
      tool: brush.value,
      color: color.value,
      size: size.value,
      opacity: opacity.value,
      feel: feel.value,
      penSeen: true,
      fingersDraw: true,
      onEdit: () => {},
      onPen: () => {
        isBlank.value = false;
      },
      onCamera: () => {},
      onPenSeen: () => {},
      onFull: () => {},
    });
    // Keys have nothing to do on it.
    element.tabIndex = -1;
    onInk(ink);
    const follow = effect(() => ink.setFeel(feel.value));
    return () => {
      follow();
      ink.destroy();
    };
  }, []);
  const report = ({ pointerType, buttons, pressure }: PointerEvent) => {
    const isPen = pointerType === 'pen';
    if (isPen) hasPen.value = true;
    onPressure(isPen && buttons !== 0 ? pressure : undefined);
  };
  return (
    <div class="pressure-pad" onPointerMoveCapture={report} onPointerUpCapture={report}>
      <div ref={host} class="pressure-paper" role="img" aria-label={words.pad} />
      {isBlank.value && (
        <p class="pressure-hint" aria-hidden="true">
          {words.tryHere}
        </p>
      )}
      {!hasPen.value && <p class="small soft">{words.noPressure}</p>}
    </div>
  );
}
