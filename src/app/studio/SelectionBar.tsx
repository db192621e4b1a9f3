import type { Ink } from '../../ink/index.ts';
import { color, palette, selected } from './in-hand.ts';
import { colorName } from './palette.ts';
import { SCALE_STEP } from './selection-keys.ts';
import { ToolButton } from './ToolButton.tsx';

/** `3 strokes selected` */
export function selectedWords(count: number): string {
  return count === 1 ? '1 stroke selected' : `${count.toLocaleString('en-SG')} strokes selected`;
}

/** What can be done with the strokes that are selected. */
export function SelectionBar({ ink }: { readonly ink: () => Ink | undefined }) {
  const count = selected.value;
  const selection = () => ink()?.selection;
  const held = colorName(color.value, palette.value);
  return (
    <>
      <p class="unseen" aria-live="polite">
        {count > 0 ? selectedWords(count) : ''}
      </p>
      {count > 0 && (
        <div class="picked-bar" role="toolbar" aria-label="Selection">
          <p class="picked-words numerals" aria-hidden="true">
            {selectedWords(count)}
          </p>
          <div class="picked-tools">
            <ToolButton
              label="Duplicate"
              icon="duplicate"
              shortcut="Ctrl+D"
              onClick={() => selection()?.duplicate()}
            />
            <ToolButton
              label={`Colour it ${held}`}
              data-tip={`Colour it ${held}`}
              onClick={() => selection()?.recolor(color.value)}
            >
              <span class="ink-drop" style={{ '--swatch': color.value }} />
            </ToolButton>
            <ToolButton
              label="Smaller"
              icon="smaller"
              shortcut="<"
              onClick={() => selection()?.scale(1 / SCALE_STEP)}
            />
            <ToolButton
              label="Larger"
              icon="larger"
              shortcut=">"
              onClick={() => selection()?.scale(SCALE_STEP)}
            />
            <ToolButton label="Delete" icon="delete" shortcut="Delete" onClick={() => selection()?.erase()} />
            <ToolButton
              label="Drop the selection"
              icon="close"
              shortcut="Escape"
              onClick={() => selection()?.clear()}
            />
          </div>
        </div>
      )}
    </>
  );
}
