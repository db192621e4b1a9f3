import { layers as words } from '../../words/en/studio/layers.ts';
import { openPanel, togglePanel } from '../controls/panels.ts';
import { StudioIcon } from '../controls/StudioIcon.tsx';
import { nameOf } from '../layers/layer-names.ts';
import type { Session } from '../session/session.ts';
import { layersOf } from './layer-actions.ts';

interface LayersButtonProps {
  readonly session: Session;
  /** Id of the panel. */
  readonly controls: string;
}

/**
 * The button of the panel of layers, with the name of the active one: of several a person would draw on the wrong one. One
 * layer alone is named where there is room.
 */
export function LayersButton({ session, controls }: LayersButtonProps) {
  const layers = layersOf(session);
  const name = nameOf(session.active.now.value, layers);
  return (
    <button
      type="button"
      class={layers.length > 1 ? 'tool-button layers-button several' : 'tool-button layers-button'}
      data-panel="layers"
      aria-label={words.now(name)}
      aria-expanded={openPanel.value === 'layers'}
      aria-controls={controls}
      data-tip={words.now(name)}
      onClick={() => togglePanel('layers')}
    >
      <StudioIcon name="layers" />
      <span class="layers-name" dir="auto">
        {name}
      </span>
    </button>
  );
}
