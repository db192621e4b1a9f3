import './layers.css';
import { useEffect, useRef } from 'preact/hooks';
import type { Layer } from '../../../core/drawing/types.ts';
import { layers as words } from '../../words/en/studio/layers.ts';
import { percent } from '../../words/format.ts';
import { ToolButton, type ToolButtonProps } from '../controls/ToolButton.tsx';
import { LayerSettings } from './LayerSettings.tsx';
import { addLayer, changeLayer, type LayerContext, layersOf, moveLayer } from './layer-actions.ts';
import { nameOf } from './layer-names.ts';

/** The layers, the highest first, and the settings of the active one. */
export default function LayerPanel(context: LayerContext) {
  const { session } = context;
  const layers = layersOf(session);
  const active = session.active.now.value;
  return (
    <>
      <div class="layers-head">
        <p class="layers-title" aria-hidden="true">
          {words.title}
        </p>
        <ToolButton label={words.add} icon="zoomIn" onClick={() => addLayer(context)} />
      </div>
      <fieldset class="layer-list" aria-description={words.moveHint}>
        <legend class="unseen">{words.title}</legend>
        {layers.toReversed().map((layer) => (
          <LayerRow key={layer.id} {...context} layer={layer} isActive={layer.id === active.id} />
        ))}
      </fieldset>
      <LayerSettings key={active.id} {...context} layer={active} />
    </>
  );
}

interface LayerRowProps extends LayerContext {
  readonly layer: Layer;
  readonly isActive: boolean;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

function LayerRow({ layer, isActive, ...context }: LayerRowProps) {
  const { session } = context;
  const { id, opacity, visible, locked, blend } = layer;
  const name = nameOf(layer, layersOf(session));
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const facts = [opacity < 1 && percent(opacity), blend && words.multiply].filter(Boolean);
  return (
    <div ref={row} class={visible ? 'layer-row' : 'layer-row hidden'}>
      <label class="layer-choice">
        <input
          type="radio"
          name="layer"
          class="unseen"
          checked={isActive}
          onClick={() => session.active.choose(id)}
          onKeyDown={(event) => {
            const by = event.altKey ? STEPS[event.key] : undefined;
            if (by === undefined) return;
            event.preventDefault();
            moveLayer(context, id, by);
          }}
        />
        <span class="layer-name" dir="auto">
          {name}
        </span>
        {facts.length > 0 && <span class="small soft numerals">{facts.join(' · ')}</span>}
      </label>
      <LayerToggle
        label={words.locked(name)}
        tip={locked ? words.unlock : words.lock}
        icon={locked ? 'locked' : 'unlocked'}
        isPressed={locked}
        isQuiet={!locked}
        onClick={() => changeLayer(context, id, { locked: !locked })}
      />
      <LayerToggle
        label={words.visible(name)}
        tip={visible ? words.hide : words.show}
        icon={visible ? 'visible' : 'hidden'}
        isPressed={visible}
        isQuiet={visible}
        onClick={() => changeLayer(context, id, { visible: !visible })}
      />
    </div>
  );
}

interface LayerToggleProps extends Pick<ToolButtonProps, 'label' | 'tip' | 'icon' | 'onClick'> {
  readonly isPressed: boolean;
  /** True if the layer is as usual. */
  readonly isQuiet: boolean;
}

function LayerToggle({ isPressed, isQuiet, ...button }: LayerToggleProps) {
  return (
    <ToolButton {...button} class={isQuiet ? 'tool-button quiet' : 'tool-button'} aria-pressed={isPressed} />
  );
}
