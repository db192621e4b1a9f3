import { useEffect, useId } from 'preact/hooks';
import type { Ink } from '../../../ink/index.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { ColorArea } from '../picker/ColorArea.tsx';
import { HexField } from '../picker/HexField.tsx';
import { Swatches } from '../picker/Swatches.tsx';
import { RECENT_MAX } from '../tool-settings/kept-settings.ts';
import { PALETTES } from '../tool-settings/palettes.ts';
import {
  chooseColor,
  color,
  endMixing,
  mixColor,
  palette,
  paletteName,
  recentColors,
  tryColor,
} from '../tool-settings/tool-settings.ts';
import { DockPanel } from './DockPanel.tsx';

/** The colour picker: an area and a hue, a code, the last colours, and the palettes. */
export function ColorPanel({ ink }: { readonly ink: () => Ink | undefined }) {
  /** Colours the selected strokes too. */
  const recolor = () => ink()?.selection.recolor(color.value);
  // Not before the panel closes: a colour that is left for another control is still on its way.
  useEffect(
    () => () => {
      if (endMixing()) recolor();
    },
    [],
  );
  return (
    <DockPanel name="color" label={words.color}>
      <div class="color-mixing">
        <ColorArea color={color.value} onTry={tryColor} onLift={recolor} onLeave={recolor} />
        <HexField
          color={color.value}
          onPick={(picked) => {
            mixColor(picked);
            recolor();
          }}
        />
      </div>
      <div class="color-choices">
        <PaletteChoice />
        <Swatches
          label={words.palettes[palette.value.name]}
          colors={palette.value.colors.map((one) => one.color)}
          onPick={(picked) => {
            chooseColor(picked);
            recolor();
          }}
        />
        <p class="color-title" aria-hidden="true">
          {words.recents}
        </p>
        <Swatches
          label={words.recents}
          colors={recentColors.value}
          places={RECENT_MAX}
          onPick={(picked) => {
            chooseColor(picked);
            recolor();
          }}
        />
      </div>
    </DockPanel>
  );
}

function PaletteChoice() {
  const id = useId();
  return (
    <div class="palette-choice">
      <label for={id}>{words.palette}</label>
      <select
        id={id}
        onChange={({ currentTarget }) => {
          const chosen = PALETTES.find(({ name }) => name === currentTarget.value);
          if (chosen) paletteName.value = chosen.name;
        }}
      >
        {PALETTES.map(({ name }) => (
          <option key={name} value={name} selected={paletteName.value === name}>
            {words.palettes[name]}
          </option>
        ))}
      </select>
    </div>
  );
}
