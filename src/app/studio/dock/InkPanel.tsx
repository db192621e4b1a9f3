import { useId } from 'preact/hooks';
import type { Ink } from '../../../ink/index.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { openPanel, togglePanel } from '../controls/panels.ts';
import { StudioIcon } from '../controls/StudioIcon.tsx';
import { tipWithKeys } from '../controls/ToolButton.tsx';
import { colorName, ERASER_MODES, sizeName } from '../tool-settings/palette.ts';
import {
  color,
  eraser,
  eraserLabel,
  heldSize,
  inked,
  mixColor,
  palette,
  pickColor,
  recentColors,
  size,
  sizes,
  tool,
} from '../tool-settings/tool-settings.ts';

/** CSS px of the dots that stand for the widths of a tool, finest first: told apart, and none too large for a button. */
const DOTS = [4, 6, 11, 22];

interface InkPanelProps {
  readonly ink: () => Ink | undefined;
}

/** Colour and width, and what the eraser takes: at hand beside a wide canvas, behind one button on a phone. */
export function InkPanel({ ink }: InkPanelProps) {
  const id = useId();
  const open = openPanel.value === 'ink';
  const { colors } = palette.value;
  const erases = tool.value === 'eraser';
  const width = sizeName(heldSize.value, { sizes: sizes.value });
  const label = erases
    ? words.eraser(eraserLabel(), width)
    : words.ink(colorName(color.value, palette.value), width);
  const at = sizes.value.findLastIndex((one) => one.size <= heldSize.value);
  /** What is selected takes the colour too. */
  const pick = (picked: string) => {
    pickColor(picked);
    ink()?.selection.recolor(picked);
  };
  return (
    <div class="dock-group ink-group" data-panel="ink">
      <button
        type="button"
        class="tool-button ink-button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => togglePanel('ink')}
      >
        <span
          class={erases ? 'ink-held erases' : 'ink-held'}
          style={{ '--swatch': color.value, '--width': `${DOTS[Math.max(0, at)]}px` }}
        />
      </button>
      <div id={id} class={open ? 'panel open' : 'panel'} style={{ '--held': color.value }}>
        <fieldset class="swatches">
          <legend class="unseen">{words.color}</legend>
          {colors.map((one) => (
            <Swatch
              key={one.color}
              group={id}
              label={words.colors[one.name]}
              color={one.color}
              onPick={pick}
            />
          ))}
          <MixedColor onMix={pick} />
          {recentColors.value.map((one) => (
            <Swatch key={one} group={id} label={words.recent(one)} color={one} onPick={pick} />
          ))}
        </fieldset>
        <fieldset class="swatches sizes">
          <legend class="unseen">{words.size}</legend>
          {sizes.value.map((one, i) => (
            <label
              key={one.size}
              class={erases ? 'swatch size erases' : 'swatch size'}
              data-tip={tipWithKeys(words.sizes[one.name], '[', ']')}
              style={{ '--width': `${DOTS[i]}px` }}
            >
              <input
                type="radio"
                name={`${id}-size`}
                class="unseen"
                aria-label={words.sizes[one.name]}
                checked={heldSize.value === one.size}
                onChange={() => {
                  heldSize.value = one.size;
                }}
              />
              <span class="size-dot" />
            </label>
          ))}
        </fieldset>
        {erases ? <EraserModes group={id} /> : <StrokePreview />}
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
    <label class="swatch" data-tip={tipWithKeys(label, 'C')} style={{ '--swatch': own }}>
      <input
        type="radio"
        name={`${group}-color`}
        class="unseen"
        aria-label={label}
        checked={color.value === own}
        // Also of the colour that is chosen already: the eraser gives way to it.
        onClick={() => onPick(own)}
      />
      <span class="swatch-ink" />
    </label>
  );
}

/** Any other colour, from the picker of the browser. It counts when the picker is done with. */
function MixedColor({ onMix }: { readonly onMix: (color: string) => void }) {
  return (
    <label class="swatch mix" data-tip={words.mix}>
      <input
        type="color"
        aria-label={words.mix}
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

/** What the eraser takes. */
function EraserModes({ group }: { readonly group: string }) {
  return (
    <fieldset class="eraser-modes">
      <legend class="unseen">{words.erase}</legend>
      {ERASER_MODES.map((mode) => (
        <label key={mode} data-tip={tipWithKeys(words.modes[mode].hint, 'Shift+E')}>
          <input
            type="radio"
            name={`${group}-erase`}
            class="unseen"
            aria-label={words.modes[mode].label}
            aria-description={words.modes[mode].hint}
            checked={eraser.value.mode === mode}
            onChange={() => {
              eraser.value = { ...eraser.value, mode };
            }}
          />
          <span class="eraser-mode">{words.modes[mode].label}</span>
          <span class="eraser-mode short">{words.modes[mode].short}</span>
        </label>
      ))}
    </fieldset>
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
