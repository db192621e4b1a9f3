import type { BrushTool } from '../../../ink/index.ts';
import { ariaKeys } from '../../keys/chords.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { closePanel, openPanel, togglePanel } from '../controls/panels.ts';
import { ToolButton, tipWithKeys } from '../controls/ToolButton.tsx';
import { Sample } from '../marks/Sample.tsx';
import { BRUSH_CHOICES } from '../tool-settings/brush-choices.ts';
import { brush, brushes, lastBrush, swapBrush, tool } from '../tool-settings/tool-settings.ts';
import { panelId } from './DockPanel.tsx';

/** Widest strokes on the two buttons, drawing units. */
const WIDEST = 12;
const LAST_WIDEST = 7;
/** Least opacity there: one is to see which brush it is. How pale its mark is, the button of the mark shows. */
const PALEST = 0.5;

/** The brush in hand, which opens the brushes, and the one before it. */
export function BrushButtons({ isMirrored }: { readonly isMirrored: boolean }) {
  const name = words.names[brush.value];
  const isHeld = tool.value === brush.value;
  const open = openPanel.value === 'brush';
  const inHand = (
    <button
      key="brush"
      type="button"
      class="tool-button brush-button"
      data-panel="brush"
      aria-label={words.brush(name)}
      aria-keyshortcuts={ariaKeys([BRUSH_CHOICES[brush.value].key])}
      aria-pressed={isHeld}
      // After another tool the first press takes the brush.
      aria-expanded={isHeld ? open : undefined}
      aria-controls={isHeld ? panelId('brush') : undefined}
      data-tip={tipWithKeys(words.brush(name), BRUSH_CHOICES[brush.value].key)}
      onClick={() => {
        if (isHeld) togglePanel('brush');
        else tool.value = brush.value;
      }}
    >
      <HeldSample name={brush.value} widest={WIDEST} />
    </button>
  );
  const before = (
    <ToolButton
      key="last"
      class="tool-button last-brush"
      label={words.lastBrush(words.names[lastBrush.value])}
      shortcut="B"
      onClick={() => {
        closePanel();
        swapBrush();
      }}
    >
      <HeldSample name={lastBrush.value} widest={LAST_WIDEST} />
    </ToolButton>
  );
  return <>{isMirrored ? [before, inHand] : [inHand, before]}</>;
}

interface HeldSampleProps {
  readonly name: BrushTool;
  readonly widest: number;
}

function HeldSample({ name, widest }: HeldSampleProps) {
  const { color, size, opacity } = brushes.value[name];
  return (
    <Sample tool={name} color={color} size={Math.min(size, widest)} opacity={Math.max(opacity, PALEST)} />
  );
}
