import { useId } from 'preact/hooks';
import { tipWithKeys } from '../controls/ToolButton.tsx';
import { colorName } from '../tool-settings/palettes.ts';
import { color } from '../tool-settings/tool-settings.ts';

interface SwatchesProps {
  /** What the colours are. */
  readonly label: string;
  readonly colors: readonly string[];
  /** Places that are shown, also while there is no colour for them. */
  readonly places?: number;
  readonly onPick: (color: string) => void;
}

/** Colours to choose from, on the paper of drawings. */
export function Swatches({ label, colors, places = 0, onPick }: SwatchesProps) {
  const group = useId();
  return (
    <fieldset class="swatches">
      <legend class="unseen">{label}</legend>
      {colors.map((one) => (
        <label key={one} class="swatch" data-tip={tipWithKeys(colorName(one))} style={{ '--swatch': one }}>
          <input
            type="radio"
            name={group}
            class="unseen"
            aria-label={colorName(one)}
            checked={color.value === one}
            // onClick and not onChange: a press on the chosen colour also ends erasing.
            onClick={() => onPick(one)}
          />
          <span class="swatch-ink" />
        </label>
      ))}
      {Array.from({ length: Math.max(0, places - colors.length) }, (_, i) => (
        <span key={i} class="swatch-free" />
      ))}
    </fieldset>
  );
}
