import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

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

/** A slider of whole numbers with its name and value. */
export function SliderRow({ label, least, most, value, words, onSlide, onLift, children }: SliderRowProps) {
  const id = useId();
  return (
    <div class="slider-row">
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
        onInput={({ currentTarget }) => onSlide(currentTarget.valueAsNumber)}
        onChange={onLift}
      />
      {children}
    </div>
  );
}
