import { useId } from 'preact/hooks';
import { tools as words } from '../../words/en/studio/tools.ts';
import { TypedField } from '../controls/TypedField.tsx';
import { typedHex } from './color-math.ts';

interface HexFieldProps {
  /** Any form that strokes take. */
  readonly color: string;
  readonly onPick: (color: string) => void;
}

/** The code of a colour, which can be typed. */
export function HexField({ color, onPick }: HexFieldProps) {
  const id = useId();
  return (
    <div class="hex-field">
      <label for={id}>{words.hex}</label>
      <span class="hex-color" style={{ '--swatch': color }} aria-hidden="true" />
      <TypedField
        key={color}
        id={id}
        class="hex-code"
        inputMode="text"
        value={color}
        lengthMax={9}
        wrong={words.notHex}
        onType={(text) => {
          const typed = typedHex(text);
          if (typed !== undefined) onPick(typed);
          return typed !== undefined;
        }}
      />
    </div>
  );
}
