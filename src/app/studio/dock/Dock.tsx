import { useId } from 'preact/hooks';
import type { Ink } from '../../../ink/index.ts';
import { useMediaQuery } from '../../platform/media-query.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { percent } from '../../words/format.ts';
import { openPanel, togglePanel } from '../controls/panels.ts';
import { useRoving } from '../controls/roving.ts';
import { ToolButton } from '../controls/ToolButton.tsx';
import { SelectionBar } from '../selection/SelectionBar.tsx';
import type { Session } from '../session/session.ts';
import { BRUSH_CHOICES } from '../tool-settings/brush-choices.ts';
import { FingerSwitch } from '../tool-settings/FingerSwitch.tsx';
import { OTHER_TOOLS } from '../tool-settings/tool-choices.ts';
import { tool } from '../tool-settings/tool-settings.ts';
import { coveredEdges } from '../viewport/covered.ts';
import { ZOOM_STEP } from '../viewport/view-state.ts';
import { InkPanel } from './InkPanel.tsx';

/** Windows with the dock at the side instead of the bottom, as in dock.css. */
const AT_SIDE = '(min-width: 48rem) and (min-height: 38rem)';

interface DockProps {
  readonly session: Session;
  readonly ink: () => Ink | undefined;
  /** 1 for 100 %. */
  readonly zoom: number;
}

/** The dock: tools, colours and sizes, undo and redo, and zoom. */
export function Dock({ session, ink, zoom }: DockProps) {
  const bar = useRoving();
  const atSide = useMediaQuery(AT_SIDE);
  return (
    <>
      <SelectionBar session={session} ink={ink} />
      <div
        ref={bar}
        class="dock"
        role="toolbar"
        aria-label={words.dock}
        aria-orientation={atSide ? 'vertical' : 'horizontal'}
      >
        <div class="dock-group tool-group">
          {(['pen', 'marker'] as const).map((name) => (
            <ToolButton
              key={name}
              label={words.names[name]}
              icon={name}
              shortcut={BRUSH_CHOICES[name].key}
              aria-pressed={tool.value === name}
              onClick={() => {
                tool.value = name;
              }}
            />
          ))}
          {OTHER_TOOLS.map(({ tool: name, hint, key, icon }) => (
            <ToolButton
              key={name}
              label={words.names[name]}
              tip={hint && words.tips[hint]}
              hint={hint && words.hints[hint]}
              icon={icon}
              shortcut={key}
              aria-pressed={tool.value === name}
              onClick={() => {
                tool.value = name;
              }}
            />
          ))}
          <FingerSwitch />
        </div>
        <InkPanel ink={ink} />
        <div class="dock-group dock-steps">
          <ToolButton
            label={words.undo}
            icon="undo"
            shortcut="Ctrl+Z"
            idle={!session.canUndo.value}
            onClick={() => session.undo()}
          />
          <ToolButton
            label={words.redo}
            icon="redo"
            shortcut="Ctrl+Shift+Z"
            idle={!session.canRedo.value}
            onClick={() => session.redo()}
          />
        </div>
        <ViewPanel ink={ink} zoom={zoom} />
      </div>
    </>
  );
}

function ViewPanel({ ink, zoom }: Pick<DockProps, 'ink' | 'zoom'>) {
  const id = useId();
  const open = openPanel.value === 'view';
  const now = percent(zoom);
  return (
    <div class="dock-group view-group" data-panel="view">
      <button
        type="button"
        class="tool-button view-button numerals"
        aria-label={words.view(now)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => togglePanel('view')}
      >
        {now}
      </button>
      <div id={id} class={open ? 'panel open' : 'panel'}>
        <ToolButton
          label={words.zoomOut}
          icon="zoomOut"
          shortcut="-"
          onClick={() => ink()?.zoomBy(1 / ZOOM_STEP)}
        />
        <ToolButton
          label={words.zoomIn}
          icon="zoomIn"
          shortcut="+"
          onClick={() => ink()?.zoomBy(ZOOM_STEP)}
        />
        <ToolButton
          label={words.zoomFrom(now)}
          shortcut="1"
          tip={percent(1)}
          onClick={() => ink()?.zoomTo(1)}
        >
          <span class="zoom-percent numerals">{now}</span>
        </ToolButton>
        <ToolButton label={words.fit} icon="fit" shortcut="0" onClick={() => ink()?.fit(coveredEdges())} />
      </div>
    </div>
  );
}
