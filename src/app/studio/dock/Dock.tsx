import { type ReadonlySignal, useComputed } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Camera, Ink } from '../../../ink/index.ts';
import { lazyView } from '../../lazy.tsx';
import { useMediaQuery } from '../../platform/media-query.ts';
import { layers } from '../../words/en/studio/layers.ts';
import { studio } from '../../words/en/studio/studio.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { percent } from '../../words/format.ts';
import { closePanelByKey, openPanel, togglePanel } from '../controls/panels.ts';
import { useRoving } from '../controls/roving.ts';
import { ToolButton } from '../controls/ToolButton.tsx';
import { SelectionBar } from '../selection/SelectionBar.tsx';
import type { Session } from '../session/session.ts';
import { FingerSwitch } from '../tool-settings/FingerSwitch.tsx';
import { leftHanded } from '../tool-settings/hand-side.ts';
import { OTHER_TOOLS } from '../tool-settings/tool-choices.ts';
import { tool } from '../tool-settings/tool-settings.ts';
import { coveredEdges } from '../viewport/covered.ts';
import { ZOOM_STEP } from '../viewport/view-state.ts';
import { BrushButtons } from './BrushButtons.tsx';
import { BrushPanel } from './BrushPanel.tsx';
import { ColorPanel } from './ColorPanel.tsx';
import { DockPanel } from './DockPanel.tsx';
import { InkButtons } from './InkButtons.tsx';
import { MarkPanel } from './MarkPanel.tsx';

/** Its code loads when it is opened. */
const LayerPanel = lazyView(() => import('../layer-panel/LayerPanel.tsx'), false);
const PhotoPanel = lazyView(() => import('../underlay/PhotoPanel.tsx'), false);

/** Windows with the dock at the side instead of the bottom, as in dock.css. */
const AT_SIDE = '(min-width: 48rem) and (min-height: 38rem)';
/** Windows in which the dock has two rows, as in dock.css. */
const IN_ROWS = '(max-width: 34rem)';

/** Characters of a zoom that fit the button at the usual size: `100%`. */
const SHORT = 4;

interface DockProps {
  readonly session: Session;
  readonly ink: () => Ink | undefined;
  /** A signal, so that a zoom renders its percentage alone. */
  readonly camera: ReadonlySignal<Camera>;
}

/** The dock: tools, colour and mark, undo and redo, and zoom; and the panel that is open beside it. */
export function Dock({ session, ink, camera }: DockProps) {
  const bar = useRoving();
  const atSide = useMediaQuery(AT_SIDE);
  const inRows = useMediaQuery(IN_ROWS);
  // Undo lies where the thumb of the free hand is. The order in the page is the one on the screen.
  const isMirrored = !atSide && leftHanded.value !== (document.dir === 'rtl');
  const tools = <ToolGroup key="tools" isMirrored={isMirrored} />;
  const rest = [
    <InkButtons key="ink" session={session} ink={ink} isMirrored={isMirrored} />,
    <Steps key="steps" session={session} />,
    <ViewPanel key="view" ink={ink} camera={camera} />,
  ];
  const groups = !isMirrored
    ? [tools, ...rest]
    : inRows
      ? [tools, ...rest.toReversed()]
      : [tools, ...rest].toReversed();
  return (
    <>
      <SelectionBar session={session} ink={ink} camera={camera} />
      <div class="dock-place">
        <div
          ref={bar}
          class="dock"
          role="toolbar"
          aria-label={words.dock}
          aria-orientation={atSide ? 'vertical' : 'horizontal'}
        >
          {groups}
        </div>
        {openPanel.value === 'brush' && <BrushPanel />}
        {openPanel.value === 'color' && <ColorPanel ink={ink} />}
        {openPanel.value === 'mark' && <MarkPanel />}
        {openPanel.value === 'layers' && (
          <DockPanel name="layers" label={layers.title}>
            <LayerPanel session={session} ink={ink} />
          </DockPanel>
        )}
        {openPanel.value === 'photo' && (
          <DockPanel name="photo" label={studio.menu.photo}>
            <PhotoPanel session={session} ink={ink} />
          </DockPanel>
        )}
      </div>
    </>
  );
}

function ToolGroup({ isMirrored }: { readonly isMirrored: boolean }) {
  const tools = [
    <BrushButtons key="brushes" isMirrored={isMirrored} />,
    ...OTHER_TOOLS.map(({ tool: name, hint, key, icon }) => (
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
    )),
    <FingerSwitch key="fingers" />,
  ];
  return <div class="dock-group tool-group">{isMirrored ? tools.toReversed() : tools}</div>;
}

function Steps({ session }: Pick<DockProps, 'session'>) {
  return (
    <div class="dock-group dock-steps">
      <ToolButton
        label={words.undo}
        icon="undo"
        shortcut="Ctrl+Z"
        idle={!session.history.canUndo.value}
        onClick={() => session.history.undo()}
      />
      <ToolButton
        label={words.redo}
        icon="redo"
        shortcut="Ctrl+Shift+Z"
        idle={!session.history.canRedo.value}
        onClick={() => session.history.redo()}
      />
    </div>
  );
}

function ViewPanel({ ink, camera }: Pick<DockProps, 'ink' | 'camera'>) {
  const id = useId();
  const open = openPanel.value === 'view';
  const now = useComputed(() => percent(camera.value.zoom)).value;
  const long = now.length > SHORT ? ' long' : '';
  /** The two buttons beside those that are pressed again and again lead to what was wanted. */
  const closeView = () => void (open && closePanelByKey());
  return (
    <div class="dock-group view-group" data-panel="view">
      <button
        type="button"
        class={`tool-button view-button numerals${long}`}
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
          onClick={() => {
            ink()?.zoomTo(1);
            closeView();
          }}
        >
          <span class={`zoom-percent numerals${long}`}>{now}</span>
        </ToolButton>
        <ToolButton
          label={words.fit}
          icon="fit"
          shortcut="0"
          onClick={() => {
            ink()?.fit(coveredEdges());
            closeView();
          }}
        />
      </div>
    </div>
  );
}
