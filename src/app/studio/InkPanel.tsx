import { useId } from 'preact/hooks';
import { color, size } from './in-hand.ts';
import { COLORS, SIZES } from './palette.ts';
import { openPanel, togglePanel } from './panels.ts';

/** Colour and width: at hand beside a wide canvas, behind one button on a phone. */
export function InkPanel() {
  const id = useId();
  const open = openPanel.value === 'ink';
  const held = COLORS.find((one) => one.color === color.value)?.label ?? color.value;
  const width = SIZES.find((one) => one.size === size.value)?.label ?? String(size.value);
  return (
    <div class="dock-group" data-panel="ink">
      <button
        type="button"
        class="tool-button ink-button"
        aria-label={`Colour and size: ${held}, ${width}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => togglePanel('ink')}
      >
        <span class="ink-held" style={{ '--swatch': color.value, '--width': `${dotSize(size.value)}px` }} />
      </button>
      <div id={id} class={open ? 'panel open' : 'panel'} style={{ '--held': color.value }}>
        <fieldset class="swatches">
          <legend class="unseen">Colour</legend>
          {COLORS.map((one) => (
            <label
              key={one.color}
              class="swatch"
              data-tip={`${one.label}  C`}
              style={{ '--swatch': one.color }}
            >
              <input
                type="radio"
                name={`${id}-color`}
                class="unseen"
                aria-label={one.label}
                checked={color.value === one.color}
                onChange={() => {
                  color.value = one.color;
                }}
              />
              <span class="swatch-ink" />
            </label>
          ))}
        </fieldset>
        <fieldset class="swatches sizes">
          <legend class="unseen">Size</legend>
          {SIZES.map((one) => (
            <label
              key={one.size}
              class="swatch size"
              data-tip={`${one.label}  [ ]`}
              style={{ '--width': `${dotSize(one.size)}px` }}
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
      </div>
    </div>
  );
}

/** CSS px of the dot that stands for a width; the widths themselves, but never too small to be seen or too large for a button. */
function dotSize(units: number): number {
  return Math.min(22, Math.max(4, units + 2));
}
