import { BRUSH_TOOLS, type BrushTool } from '../../../ink/index.ts';
import { isApple, printedKeys } from '../../keys/printed-keys.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { closePanel } from '../controls/panels.ts';
import { Sample } from '../marks/Sample.tsx';
import { BRUSH_CHOICES } from '../tool-settings/brush-choices.ts';
import { brush, brushes, tool } from '../tool-settings/tool-settings.ts';
import { DockPanel } from './DockPanel.tsx';

/** Widest stroke in the list, drawing units. */
const WIDEST = 18;

/** The brushes, each with a stroke of it in its own colour. */
export function BrushPanel() {
  return (
    <DockPanel name="brush" label={words.brushes}>
      <fieldset class="brush-list">
        <legend class="unseen">{words.brushes}</legend>
        {BRUSH_TOOLS.map((name) => (
          <BrushChoice key={name} name={name} />
        ))}
      </fieldset>
    </DockPanel>
  );
}

function BrushChoice({ name }: { readonly name: BrushTool }) {
  const { key, sizes } = BRUSH_CHOICES[name];
  const broad = sizes[2]?.size ?? WIDEST;
  return (
    <label
      class="brush-choice"
      // A press closes the panel. Not the input's own click: in WebKit one of a press is like one of an arrow key.
      onPointerUp={() => {
        tool.value = name;
        closePanel();
      }}
    >
      <input
        type="radio"
        name="brush"
        class="unseen"
        checked={brush.value === name}
        onClick={() => {
          tool.value = name;
        }}
        onKeyDown={({ key }) => key === 'Enter' && closePanel()}
      />
      <Sample tool={name} color={brushes.value[name].color} size={Math.min(broad, WIDEST)} opacity={1} />
      <span class="brush-name">{words.names[name]}</span>
      <span class="key" aria-hidden="true">
        {printedKeys(key, isApple(navigator.platform))}
      </span>
    </label>
  );
}
