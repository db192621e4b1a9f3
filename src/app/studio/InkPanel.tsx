import { useId } from 'preact/hooks';
import type { Ink } from '../../ink/index.ts';
import { color, inked, mixColor, palette, recentColors, size } from './in-hand.ts';
import { colorName, sizeName } from './palette.ts';
import { openPanel, togglePanel } from './panels.ts';
import { StudioIcon } from './StudioIcon.tsx';

/** CSS px of the dots that stand for the widths of a tool, finest first: told apart, and none too large for a button. */
const DOTS = [4, 6, 11, 22];

interface InkPanelProps {
  readonly ink: () => Ink | undefined;
}

/** Colour and width: at hand beside a wide canvas, behind one button on a phone. */
export function InkPanel({ ink }: InkPanelProps) {
  const id = useId();
  const open = openPanel.value === 'ink';
  const { colors, sizes } = palette.value;
  const held = colorName(color.value, palette.value);
  const width = sizeName(size.value, palette.value);
  const at = sizes.findLastIndex((one) => one.size <= size.value);
  /** What is selected takes the colour too. */
  const pick = (picked: string) => {
    color.value = picked;
    ink()?.selection.recolor(picked);
  };
  return (
    <div class="dock-group ink-group" data-panel="ink">
      <button
        type="button"
        class="tool-button ink-button"
        aria-label={`Colour and size: ${held}, ${width}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => togglePanel('ink')}
      >
        <span class="ink-held" style={{ '--swatch': color.value, '--width': `${DOTS[Math.max(0, at)]}px` }} />
      </button>
      <div id={id} class={open ? 'panel open' : 'panel'} style={{ '--held': color.value }}>
        <fieldset class="swatches">
          <legend class="unseen">Colour</legend>
          {colors.map((one) => (
            <Swatch key={one.color} group={id} label={one.label} color={one.color} onPick={pick} />
          ))}
          <MixedColor onMix={pick} />
          {recentColors.value.map((one) => (
            <Swatch key={one} group={id} label={`Mixed before, ${one}`} color={one} onPick={pick} />
          ))}
        </fieldset>
        <fieldset class="swatches sizes">
          <legend class="unseen">Size</legend>
          {sizes.map((one, i) => (
            <label
              key={one.size}
              class="swatch size"
              data-tip={`${one.label}  [ ]`}
              style={{ '--width': `${DOTS[i]}px` }}
            >
              <input
                type="radio"
                name={`${id}-size`}
                class="unseen"
                aria-label={one.label}
                checked={size.value === one.size}
                onChange={() => {
                  size.value = one.size;
                }}
              />
              <span class="size-dot" />
            </label>
          ))}
        </fieldset>
        <StrokePreview />
      </div>
    </div>
  );
}

interface SwatchProps {
  readonly group: string;
  readonly label: string;
  readonly color: string;
  readonly onPick: (color: string) => void;
}

function Swatch({ group, label, color: own, onPick }: SwatchProps) {
  return (
    <label class="swatch" data-tip={`${label}  C`} style={{ '--swatch': own }}>
      <input
        type="radio"
        name={`${group}-color`}
        class="unseen"
        aria-label={label}
        checked={color.value === own}
        onChange={() => onPick(own)}
      />
      <span class="swatch-ink" />
    </label>
  );
}

/** Any other colour, from the picker of the browser. It counts when the picker is done with. */
function MixedColor({ onMix }: { readonly onMix: (color: string) => void }) {
  return (
    <label class="swatch mix" data-tip="Mix a colour">
      <input
        type="color"
        aria-label="Mix a colour"
        value={color.value.slice(0, 7)}
        onChange={({ currentTarget }) => {
          mixColor(currentTarget.value);
          onMix(currentTarget.value);
        }}
      />
      <StudioIcon name="mix" />
    </label>
  );
}

/** A line as it will be drawn, at 100 %. */
function StrokePreview() {
  const marker = inked.value === 'marker';
  return (
    <svg class={marker ? 'ink-preview marker' : 'ink-preview'} viewBox="0 0 88 52" aria-hidden="true">
      <path d="M26 30 C 34 12, 42 14, 45 26 S 56 40, 62 22" stroke={color.value} stroke-width={size.value} />
    </svg>
  );
}
