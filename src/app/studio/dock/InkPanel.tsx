import { useId } from 'preact/hooks';
import type { Ink } from '../../../ink/index.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { openPanel, togglePanel } from '../controls/panels.ts';
import { StudioIcon } from '../controls/StudioIcon.tsx';
import { tipWithKeys } from '../controls/ToolButton.tsx';
import { colorName } from '../tool-settings/palettes.ts';
import { ERASER_MODES, sizeName } from '../tool-settings/tool-choices.ts';
import {
  brush,
  chooseColor,
  chosenSize,
  color,
  eraser,
  eraserLabel,
  mixColor,
  palette,
  recentColors,
  size,
  sizes,
  tool,
} from '../tool-settings/tool-settings.ts';

/**
 * Diameters of the dots for the sizes of a tool, finest first, CSS px. Different enough to see, and small
 * enough for a button.
 */
const DOTS = [4, 6, 11, 22];

interface InkPanelProps {
  readonly ink: () => Ink | undefined;
}

/**
 * Colours and sizes, or the modes of the eraser: always shown in a large window, else in a panel behind a
 * button.
 */
export function InkPanel({ ink }: InkPanelProps) {
  const id = useId();
  const open = openPanel.value === 'ink';
  const { colors } = palette.value;
  const erases = tool.value === 'eraser';
  const width = sizeName(chosenSize.value, sizes.value);
  const label = erases ? words.eraser(eraserLabel(), width) : words.ink(colorName(color.value), width);
  const at = sizes.value.findLastIndex((one) => one.size <= chosenSize.value);
  /** Chooses a colour, also for selected strokes. */
  const pick = (picked: string) => {
    chooseColor(picked);
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
                checked={chosenSize.value === one.size}
                onChange={() => {
                  chosenSize.value = one.size;
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
        // onClick and not onChange: a press on the chosen colour also ends erasing.
        onClick={() => onPick(own)}
      />
      <span class="swatch-ink" />
    </label>
  );
}

/** Any other colour, from the browser's colour input. It is chosen when the input closes. */
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

/** The modes of the eraser. */
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

/** A sample line in the chosen colour and size, at 100 %. */
function StrokePreview() {
  const marker = brush.value === 'marker';
  return (
    <svg class={marker ? 'ink-preview marker' : 'ink-preview'} viewBox="0 0 88 52" aria-hidden="true">
      <path d="M26 30 C 34 12, 42 14, 45 26 S 56 40, 62 22" stroke={color.value} stroke-width={size.value} />
    </svg>
  );
}
