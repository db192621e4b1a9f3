import type { Ink } from '../../../ink/index.ts';
import { useMediaQuery } from '../../platform/media-query.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { number, percent } from '../../words/format.ts';
import { openPanel, togglePanel } from '../controls/panels.ts';
import { StudioIcon } from '../controls/StudioIcon.tsx';
import { ToolButton } from '../controls/ToolButton.tsx';
import { LayersButton } from '../layer-panel/LayersButton.tsx';
import { Sample } from '../marks/Sample.tsx';
import { Swatches } from '../picker/Swatches.tsx';
import type { Session } from '../session/session.ts';
import { colorName } from '../tool-settings/palettes.ts';
import { ringWidth, sizeName } from '../tool-settings/tool-choices.ts';
import {
  brush,
  chooseColor,
  chosenSize,
  color,
  eraserLabel,
  lastColor,
  opacity,
  palette,
  size,
  sizes,
  swapColor,
  tool,
} from '../tool-settings/tool-settings.ts';
import { panelId } from './DockPanel.tsx';

/** Windows that are high enough for colours in the dock. */
const WITH_COLORS = '(min-width: 48rem) and (min-height: 47rem)';
/** Colours in the dock. */
const NEAR_MAX = 6;
/** Widest mark with a ring around it on its button, CSS px. */
const EDGED = 22;

interface InkButtonsProps {
  readonly session: Session;
  readonly ink: () => Ink | undefined;
  /** True in the reverse order. */
  readonly isMirrored: boolean;
}

/** The colour in hand and the one before it, the first of its palette, the mark that the tool makes, and the layers. */
export function InkButtons({ session, ink, isMirrored }: InkButtonsProps) {
  const withColors = useMediaQuery(WITH_COLORS);
  const recolor = () => ink()?.selection.recolor(color.value);
  const buttons = [
    <button
      key="color"
      type="button"
      class="tool-button color-button"
      data-panel="color"
      aria-label={words.colorNow(colorName(color.value))}
      aria-expanded={openPanel.value === 'color'}
      aria-controls={panelId('color')}
      data-tip={words.colorNow(colorName(color.value))}
      onClick={() => togglePanel('color')}
    >
      <span class="color-held" style={{ '--swatch': color.value }} />
    </button>,
    <ToolButton
      key="last"
      class="tool-button last-color"
      label={words.lastColor(colorName(lastColor.value))}
      shortcut="X"
      onClick={() => {
        swapColor();
        recolor();
      }}
    >
      <span class="color-held" style={{ '--swatch': lastColor.value }} />
      <StudioIcon name="swap" />
    </ToolButton>,
    withColors && (
      <Swatches
        key="near"
        label={words.color}
        colors={palette.value.colors.slice(0, NEAR_MAX).map((one) => one.color)}
        onPick={(picked) => {
          chooseColor(picked);
          recolor();
        }}
      />
    ),
    <MarkButton key="mark" />,
    <LayersButton key="layers" session={session} controls={panelId('layers')} />,
  ];
  return <div class="dock-group ink-group">{isMirrored ? buttons.toReversed() : buttons}</div>;
}

/** The button with the mark that the tool makes, or with the size of the eraser. */
function MarkButton() {
  const erases = tool.value === 'eraser';
  const label = erases
    ? words.eraser(eraserLabel(), sizeName(chosenSize.value, sizes.value))
    : words.mark(number(size.value), percent(opacity.value));
  return (
    <button
      type="button"
      class={erases ? 'tool-button mark-button erases' : 'tool-button mark-button'}
      data-panel="mark"
      aria-label={label}
      aria-expanded={openPanel.value === 'mark'}
      aria-controls={panelId('mark')}
      data-tip={label}
      onClick={() => togglePanel('mark')}
    >
      {erases ? (
        <span class="ink-held erases" style={{ '--width': `${ringWidth(chosenSize.value)}px` }} />
      ) : (
        <>
          <Sample
            shape="dab"
            tool={brush.value}
            color={color.value}
            size={size.value}
            opacity={opacity.value}
          />
          <span class="mark-edge" style={{ '--width': `${Math.min(size.value, EDGED)}px` }} />
        </>
      )}
      {!erases && (
        <span class="mark-figures numerals">
          <span>{number(size.value)}</span> <span>{percent(opacity.value)}</span>
        </span>
      )}
    </button>
  );
}
