import type { ReadonlySignal } from '@preact/signals';
import type { Camera, Ink } from '../../../ink/index.ts';
import { clipboard } from '../../words/en/studio/clipboard.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { copySelection, cutSelection, duplicateSelection } from '../clipboard/copy.ts';
import { useRoving } from '../controls/roving.ts';
import type { ShortcutContext } from '../controls/shortcut.ts';
import { ToolButton } from '../controls/ToolButton.tsx';
import type { Session } from '../session/session.ts';
import { colorName } from '../tool-settings/palettes.ts';
import { adding, color, selected } from '../tool-settings/tool-settings.ts';
import { useBarPlace } from './bar-place.ts';
import { TurnTools } from './TurnTools.tsx';

interface SelectionBarProps {
  readonly session: Session;
  readonly ink: () => Ink | undefined;
  readonly camera: ReadonlySignal<Camera>;
}

/** The bar of a selection: the number of selected strokes, and actions on them. */
export function SelectionBar(props: SelectionBarProps) {
  const count = selected.value;
  return (
    <>
      <p class="unseen" aria-live="polite">
        {count > 0 ? words.selected(count) : ''}
      </p>
      {count > 0 && <Picked {...props} count={count} />}
    </>
  );
}

function Picked({ count, session, ink, camera }: SelectionBarProps & { readonly count: number }) {
  const bar = useRoving();
  const place = useBarPlace(bar, session, camera, ink);
  const selection = () => ink()?.selection;
  const take = (copy: (context: ShortcutContext) => void) => {
    const engine = ink();
    if (engine) copy({ session, ink: engine });
  };
  const held = colorName(color.value);
  return (
    <div ref={bar} class={`picked-bar ${place}`} role="toolbar" aria-label={words.selection}>
      <p class="picked-words numerals" aria-hidden="true">
        {words.selected(count)}
      </p>
      <div class="picked-tools">
        <ToolButton
          label={words.add}
          hint={words.addHint}
          icon="add"
          aria-pressed={adding.value}
          onClick={() => {
            adding.value = !adding.value;
          }}
        />
        <ToolButton
          label={clipboard.copy}
          icon="copy"
          shortcut="Ctrl+C"
          onClick={() => take(copySelection)}
        />
        <ToolButton label={clipboard.cut} icon="cut" shortcut="Ctrl+X" onClick={() => take(cutSelection)} />
        <ToolButton
          label={words.duplicate}
          icon="duplicate"
          shortcut="Ctrl+D"
          onClick={() => take(duplicateSelection)}
        />
        <ToolButton label={words.recolor(held)} onClick={() => selection()?.recolor(color.value)}>
          <span class="ink-drop" style={{ '--swatch': color.value }} />
        </ToolButton>
        <TurnTools ink={ink} />
        <ToolButton
          label={words.delete}
          icon="delete"
          shortcut="Delete"
          onClick={() => selection()?.erase()}
        />
      </div>
      <ToolButton
        label={words.deselect}
        icon="close"
        shortcut="Escape"
        onClick={() => selection()?.clear()}
      />
    </div>
  );
}
