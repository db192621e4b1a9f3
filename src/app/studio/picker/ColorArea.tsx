import { useRef } from 'preact/hooks';
import { tools as words } from '../../words/en/studio/tools.ts';
import { percent } from '../../words/format.ts';
import { type Hsv, hexOf, hsvOf, hueName } from './color-math.ts';

interface ColorAreaProps {
  /** Any form that strokes take. */
  readonly color: string;
  /** Called with each colour on the way, `#rrggbb`. */
  readonly onTry: (color: string) => void;
  /** Called when the pointer is lifted. */
  readonly onLift: () => void;
  /** Called when the focus leaves both controls. */
  readonly onLeave: () => void;
}

/** Of the area, from 0 to 1, by an arrow key; with Shift ten times as far. */
const STEP = 0.01;

type Move = (at: Hsv, step: number) => Partial<Hsv>;

const KEYS: Readonly<Record<string, Move>> = {
  ArrowRight: ({ saturation }, step) => ({ saturation: saturation + step }),
  ArrowLeft: ({ saturation }, step) => ({ saturation: saturation - step }),
  ArrowUp: ({ value }, step) => ({ value: value + step }),
  ArrowDown: ({ value }, step) => ({ value: value - step }),
  PageUp: ({ value }) => ({ value: value + 10 * STEP }),
  PageDown: ({ value }) => ({ value: value - 10 * STEP }),
  Home: () => ({ saturation: 0 }),
  End: () => ({ saturation: 1 }),
};

/** Saturation and brightness of a colour in an area, and its hue on a slider. */
export function ColorArea({ color, onTry, onLift, onLeave }: ColorAreaProps) {
  /** What was mixed last: it keeps the hue of a grey, and what rounding to a code loses. */
  const mixed = useRef<Hsv>(undefined);
  const now =
    mixed.current && hexOf(mixed.current) === color ? mixed.current : hsvOf(color, mixed.current?.hue);
  mixed.current = now;
  const mix = (changes: Partial<Hsv>) => {
    const { hue, saturation, value } = { ...now, ...changes };
    const limited = { hue, saturation: limit(saturation), value: limit(value) };
    mixed.current = limited;
    onTry(hexOf(limited));
  };
  const point = ({
    currentTarget,
    clientX,
    clientY,
  }: {
    currentTarget: Element;
    clientX: number;
    clientY: number;
  }) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    mix({ saturation: (clientX - left) / width, value: 1 - (clientY - top) / height });
  };
  return (
    <div
      class="color-area"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onLeave();
      }}
    >
      <div
        class="shade"
        role="slider"
        tabIndex={0}
        aria-label={words.shade}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(now.saturation * 100)}
        aria-valuetext={words.shadeNow(percent(now.saturation), percent(now.value))}
        style={{
          '--hue': `hsl(${now.hue} 100% 50%)`,
          '--x': `${now.saturation * 100}%`,
          '--y': `${(1 - now.value) * 100}%`,
          '--mixed': hexOf(now),
        }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          point(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event);
        }}
        onLostPointerCapture={onLift}
        onKeyDown={(event) => {
          const move = KEYS[event.key];
          if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          mix(move(now, event.shiftKey ? 10 * STEP : STEP));
        }}
      >
        <span class="shade-place" />
      </div>
      <input
        class="hue"
        type="range"
        min={0}
        max={359}
        aria-label={words.hue}
        aria-valuetext={words.hueNow(words.hues[hueName(now.hue)], Math.round(now.hue))}
        value={Math.round(now.hue) % 360}
        style={{ '--hue': `hsl(${now.hue} 100% 50%)` }}
        onInput={({ currentTarget }) => mix({ hue: currentTarget.valueAsNumber })}
        onPointerUp={onLift}
      />
    </div>
  );
}

function limit(part: number): number {
  return Math.min(1, Math.max(0, part));
}
