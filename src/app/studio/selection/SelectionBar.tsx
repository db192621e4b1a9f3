import type { Ink } from '../../../ink/index.ts';
import { useRoving } from '../controls/roving.ts';
import { ToolButton } from '../controls/ToolButton.tsx';
import { colorName } from '../tool-settings/palette.ts';
import { color, palette, selected } from '../tool-settings/tool-settings.ts';
import { SCALE_STEP } from './selection-keys.ts';

/** `3 strokes selected` */
export function selectedWords(count: number): string {
  return count === 1 ? '1 stroke selected' : `${count.toLocaleString('en-SG')} strokes selected`;
}

/** Says how many strokes are selected, and what can be done with them. */
export function SelectionBar({ ink }: { readonly ink: () => Ink | undefined }) {
  const count = selected.value;
  return (
    <>
      <p class="unseen" aria-live="polite">
        {count > 0 ? selectedWords(count) : ''}
      </p>
      {count > 0 && <Picked count={count} ink={ink} />}
    </>
  );
}

function Picked({ count, ink }: { readonly count: number; readonly ink: () => Ink | undefined }) {
  const bar = useRoving();
  const selection = () => ink()?.selection;
  const held = colorName(color.value, palette.value);
  return (
    <div ref={bar} class="picked-bar" role="toolbar" aria-label="Selection">
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
        <ToolButton label="Deselect" icon="close" shortcut="Escape" onClick={() => selection()?.clear()} />
      </div>
    </div>
  );
}
