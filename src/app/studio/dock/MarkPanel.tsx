import { useId } from 'preact/hooks';
import { tools as words } from '../../words/en/studio/tools.ts';
import { number, percent } from '../../words/format.ts';
import { tipWithKeys } from '../controls/ToolButton.tsx';
import { TypedField } from '../controls/TypedField.tsx';
import { FeelRows } from '../feel/FeelRows.tsx';
import { Sample } from '../marks/Sample.tsx';
import { SliderRow } from '../marks/SliderRow.tsx';
import { sampleScale } from '../marks/sample-stroke.ts';
import { rangeOf, sliderPlace, sliderSizes, typedOpacity, typedSize } from '../tool-settings/sizes.ts';
import { ERASER_MODES, ringWidth } from '../tool-settings/tool-choices.ts';
import {
  brush,
  chosenSize,
  color,
  eraser,
  opacity,
  size,
  sizes,
  tool,
} from '../tool-settings/tool-settings.ts';
import { DockPanel } from './DockPanel.tsx';

/** Diameters of the dots for the sizes of a brush, finest first, CSS px. Different enough to see, and small enough for a button. */
const DOTS = [4, 6, 11, 22];

/** Size and opacity of the brush in hand with the mark that it makes; or mode and size of the eraser. */
export function MarkPanel() {
  const erases = tool.value === 'eraser';
  const scale = Math.round(sampleScale(size.value) * 10) / 10;
  return (
    <DockPanel name="mark" label={erases ? words.names.eraser : words.marks}>
      {erases ? (
        <>
          <EraserModes />
          <NamedSizes erases />
        </>
      ) : (
        <>
          <div class="mark-made">
            <div class="mark-sheet">
              <Sample tool={brush.value} color={color.value} size={size.value} opacity={opacity.value} />
              {scale > 1 && <span class="mark-scale">{words.scale(scale)}</span>}
            </div>
            <SizeRow key={brush.value} />
            <NamedSizes />
          </div>
          <div class="mark-hand">
            <OpacityRow />
            <FeelRows />
          </div>
        </>
      )}
    </DockPanel>
  );
}

/** The size on a slider whose steps grow with it, and as a number that can be typed. */
function SizeRow() {
  const range = rangeOf(brush.value);
  const values = sliderSizes(range);
  return (
    <SliderRow
      label={words.size}
      least={0}
      most={values.length - 1}
      value={sliderPlace(size.value, values)}
      words={words.wide(size.value)}
      onSlide={(place) => {
        size.value = values[place] ?? size.value;
      }}
    >
      <TypedField
        key={size.value}
        label={words.size}
        class="size-field"
        inputMode="decimal"
        value={number(size.value)}
        lengthMax={6}
        wrong={words.beyond(words.names[brush.value], range.least, range.most)}
        onType={(text) => {
          const typed = typedSize(text, range);
          if (typed !== undefined) size.value = typed;
          return typed !== undefined;
        }}
      />
    </SliderRow>
  );
}

/** An opacity of 1 on its slider, whose least value is not 0. */
const PERCENT = 100;

function OpacityRow() {
  return (
    <SliderRow
      label={words.opacity}
      least={1}
      most={PERCENT}
      value={Math.max(1, Math.round(opacity.value * PERCENT))}
      words={percent(opacity.value)}
      onSlide={(parts) => {
        opacity.value = parts / PERCENT;
      }}
    >
      <TypedField
        key={opacity.value}
        label={words.opacity}
        class="size-field"
        inputMode="decimal"
        value={percent(opacity.value)}
        lengthMax={6}
        wrong={words.noOpacity}
        onType={(text) => {
          const typed = typedOpacity(text);
          if (typed !== undefined) opacity.value = typed;
          return typed !== undefined;
        }}
      />
    </SliderRow>
  );
}

/** The sizes with a name. */
function NamedSizes({ erases = false }: { readonly erases?: boolean }) {
  const group = useId();
  return (
    <fieldset class="swatches sizes">
      <legend class="unseen">{words.size}</legend>
      {sizes.value.map((one, i) => (
        <label
          key={one.size}
          class={erases ? 'swatch size erases' : 'swatch size'}
          data-tip={tipWithKeys(words.sizes[one.name], '[', ']')}
          style={{ '--width': `${erases ? ringWidth(one.size) : DOTS[i]}px`, '--held': color.value }}
        >
          <input
            type="radio"
            name={group}
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
  );
}

/** The modes of the eraser. */
function EraserModes() {
  const group = useId();
  return (
    <fieldset class="eraser-modes">
      <legend class="unseen">{words.erase}</legend>
      {ERASER_MODES.map((mode) => (
        <label key={mode} data-tip={tipWithKeys(words.modes[mode].hint, 'Shift+E')}>
          <input
            type="radio"
            name={group}
            class="unseen"
            aria-label={words.modes[mode].label}
            aria-description={words.modes[mode].hint}
            checked={eraser.value.mode === mode}
            onChange={() => {
              eraser.value = { ...eraser.value, mode };
            }}
          />
          <span class="eraser-mode">{words.modes[mode].label}</span>
        </label>
      ))}
    </fieldset>
  );
}
