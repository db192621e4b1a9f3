import './layers.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Layer } from '../../../core/drawing/types.ts';
import { layers as words } from '../../words/en/studio/layers.ts';
import { percent } from '../../words/format.ts';
import { StudioIcon } from '../controls/StudioIcon.tsx';
import { ToolButton, type ToolButtonProps } from '../controls/ToolButton.tsx';
import { nameOf } from '../layers/layer-names.ts';
import { LayerSettings } from './LayerSettings.tsx';
import {
  addLayer,
  changeLayer,
  type LayerContext,
  layersOf,
  movedWords,
  moveLayer,
} from './layer-actions.ts';
import { RowDrag } from './row-drag.ts';
import { shiftOf } from './row-order.ts';

/** The layers, the highest first, and the settings of the active one. */
export default function LayerPanel(context: LayerContext) {
  const { session } = context;
  const layers = layersOf(session);
  const active = session.active.now.value;
  const [drag] = useState(() => new RowDrag());
  const order = layers.map(({ id }) => id).join();
  // Also when somebody else changes the order meanwhile.
  useEffect(() => () => drag.giveUp(), [drag, order]);
  useEffect(() => {
    movedWords.value = '';
  }, []);
  return (
    <>
      <div class="panel-head">
        <p class="panel-title" aria-hidden="true">
          {words.title}
        </p>
        <ToolButton label={words.add} icon="zoomIn" onClick={() => addLayer(context)} />
      </div>
      <div
        class={drag.dragged.value ? 'layer-list dragging' : 'layer-list'}
        style={{ '--layers': layers.length }}
        role="radiogroup"
        aria-label={words.title}
        aria-description={words.moveHint}
      >
        {layers.toReversed().map((layer, place) => (
          <LayerRow
            key={layer.id}
            {...context}
            layer={layer}
            isActive={layer.id === active.id}
            place={place}
            drag={drag}
          />
        ))}
      </div>
      <p class="unseen" aria-live="polite">
        {movedWords.value}
      </p>
      <LayerSettings {...context} layer={active} />
    </>
  );
}

interface LayerRowProps extends LayerContext {
  readonly layer: Layer;
  readonly isActive: boolean;
  /** From the top. */
  readonly place: number;
  readonly drag: RowDrag;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

function LayerRow({ layer, isActive, place, drag, ...context }: LayerRowProps) {
  const { session } = context;
  const { id, opacity, visible, locked, blend } = layer;
  const name = nameOf(layer, layersOf(session));
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const facts = [opacity < 1 && percent(opacity), blend && words.multiply].filter(Boolean);
  const dragged = drag.dragged.value;
  const isHeld = dragged?.from === place;
  const shift = !dragged ? 0 : isHeld ? dragged.by : shiftOf(dragged.rows, place, dragged.from, dragged.to);
  return (
    <div
      ref={row}
      class={['layer-row', !visible && 'hidden', isHeld && 'held'].filter(Boolean).join(' ')}
      style={{ transform: shift === 0 ? '' : `translateY(${shift}px)` }}
    >
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
        <span class="layer-name" dir="auto" title={name}>
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
      {layersOf(session).length > 1 && (
        // For pointers alone: keys and screen readers have buttons.
        <span
          class="layer-grip"
          aria-hidden="true"
          onPointerDown={(event) => {
            if (row.current) drag.press(event, event.currentTarget, row.current);
          }}
          onPointerMove={(event) => drag.move(event)}
          onPointerUp={(event) => {
            const way = drag.lift(event);
            if (!way) return;
            // The list has the highest first.
            if (way.from !== way.to) moveLayer(context, id, way.from - way.to);
            else session.active.choose(id);
          }}
          // What the system takes over loses its capture, too.
          onLostPointerCapture={({ pointerId }) => drag.giveUp(pointerId)}
        >
          <StudioIcon name="grip" />
        </span>
      )}
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
