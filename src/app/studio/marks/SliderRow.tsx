import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

interface SliderRowProps {
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly value: number;
  /** The value in words, for screen readers. */
  readonly words: string;
  readonly onSlide: (value: number) => void;
  /** Called when the slider is let go. */
  readonly onLift?: () => void;
  /** What stands behind the slider: its value. */
  readonly children: ComponentChildren;
}

/** A slider of whole numbers with its name and value. Its class says while a hand or a key slides it. */
export function SliderRow({ label, least, most, value, words, onSlide, onLift, children }: SliderRowProps) {
  const id = useId();
  const pressed = useRef(false);
  const [held, setHeld] = useState(false);
  const press = () => {
    pressed.current = true;
  };
  const release = () => {
    pressed.current = false;
    setHeld(false);
  };
  return (
    <div class={held ? 'slider-row held' : 'slider-row'}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="range"
        class="slider"
        min={least}
        max={most}
        value={value}
        aria-valuetext={words}
        style={{ '--part': (value - least) / (most - least) }}
        onPointerDown={press}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={press}
        onKeyUp={release}
        onBlur={release}
        onInput={({ currentTarget }) => {
          // An assistant of the system changes it without either, and tells no end.
          if (pressed.current) setHeld(true);
          onSlide(currentTarget.valueAsNumber);
        }}
        onChange={onLift}
      />
      {children}
    </div>
  );
}
