import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { LAYER_NAME_MAX } from '../../../core/drawing/limits.ts';
import { withLayer } from '../../../core/drawing/members/change-layers.ts';
import { isOpen } from '../../../core/drawing/members/layers.ts';
import { codePoints } from '../../../core/drawing/text.ts';
import type { Layer } from '../../../core/drawing/types.ts';
import { layers as words } from '../../words/en/studio/layers.ts';
import { percent } from '../../words/format.ts';
import { ToolButton } from '../controls/ToolButton.tsx';
import { acceptableName, nameOf } from '../layers/layer-names.ts';
import { SliderRow } from '../marks/SliderRow.tsx';
import { selected } from '../tool-settings/tool-settings.ts';
import {
  changeLayer,
  deleteLayer,
  deletingFails,
  type LayerContext,
  layersOf,
  mergeDown,
  mergingFails,
  moveLayer,
  moveSelection,
  moveSelectionToNew,
} from './layer-actions.ts';

interface LayerSettingsProps extends LayerContext {
  readonly layer: Layer;
}

/** Name, opacity and what else can be done with the active layer. */
export function LayerSettings({ layer, ...context }: LayerSettingsProps) {
  const { session } = context;
  const layers = layersOf(session);
  const place = layers.indexOf(layer);
  const { id, blend } = layer;
  return (
    <fieldset class="layer-settings">
      <legend class="unseen">{words.settings(nameOf(layer, layers))}</legend>
      {/* Of one layer each. The buttons stay, and with them the focus, when another becomes active. */}
      <NameField key={`name ${id}`} {...context} layer={layer} />
      <OpacityRow key={`opacity ${id}`} {...context} layer={layer} />
      <div class="layer-actions">
        <ToolButton
          label={words.up}
          icon="up"
          idle={place === layers.length - 1}
          onClick={() => moveLayer(context, id, 1)}
        />
        <ToolButton
          label={words.down}
          icon="down"
          idle={place <= 0}
          onClick={() => moveLayer(context, id, -1)}
        />
        <ToolButton
          label={words.mergeDown}
          hint={mergingFails(layers, layer)}
          class={toolClass(mergingFails(layers, layer))}
          icon="mergeDown"
          onClick={() => mergeDown(context, layer)}
        />
        <ToolButton
          label={words.delete}
          hint={deletingFails(layers, layer)}
          class={toolClass(deletingFails(layers, layer))}
          icon="delete"
          onClick={() => deleteLayer(context, layer)}
        />
        <ToolButton
          label={words.multiply}
          hint={words.multiplyHint}
          class="tool-button layer-multiply"
          aria-pressed={blend === 'multiply'}
          onClick={() => changeLayer(context, id, { blend: blend ? undefined : 'multiply' })}
        >
          {words.multiply}
        </ToolButton>
      </div>
      <MoveSelection {...context} layer={layer} />
    </fieldset>
  );
}

/** Faint if it does nothing now but say why. */
function toolClass(fails: string | undefined): string {
  return fails === undefined ? 'tool-button' : 'tool-button faint';
}

/** The name, taken when the field is left, also with the panel or the page. */
function NameField({ layer, ...context }: LayerSettingsProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef<string>(undefined);
  const isFull = useSignal(false);
  const look = (name: string) => {
    isFull.value = codePoints(name) >= LAYER_NAME_MAX;
  };
  const take = () => {
    const name = typed.current?.trim();
    typed.current = undefined;
    if (name !== undefined && name !== layer.name) changeLayer(context, layer.id, { name });
  };
  const latest = useRef(take);
  latest.current = take;
  const { typed: fields } = context.session;
  useEffect(() => {
    const takeLatest = () => latest.current();
    fields.add(takeLatest);
    return () => {
      fields.delete(takeLatest);
      takeLatest();
    };
  }, [fields]);
  useEffect(() => {
    // A name from elsewhere does not replace what is being typed.
    if (!field.current || typed.current !== undefined) return;
    field.current.value = layer.name;
    look(layer.name);
  }, [layer.name]);
  return (
    <div class="layer-name-row">
      <label for={id}>{words.name}</label>
      <input
        ref={field}
        id={id}
        class="layer-name-field"
        dir="auto"
        autocomplete="off"
        enterkeyhint="done"
        spellcheck={false}
        placeholder={nameOf({ ...layer, name: '' }, layersOf(context.session))}
        defaultValue={layer.name}
        onInput={({ currentTarget }) => {
          const name = acceptableName(currentTarget.value);
          if (name !== currentTarget.value) currentTarget.value = name;
          typed.current = name;
          look(name);
        }}
        onChange={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing) take();
        }}
        aria-describedby={`${id}-full`}
      />
      <p class="layer-name-full small soft" id={`${id}-full`} aria-live="polite">
        {isFull.value && words.nameFull(LAYER_NAME_MAX)}
      </p>
    </div>
  );
}

/** The opacity: seen while it slides, and one step of undo when the slider is let go. */
function OpacityRow({ layer, session, ink }: LayerSettingsProps) {
  const sliding = useSignal<number | undefined>(undefined);
  const shown = sliding.value ?? layer.opacity;
  const show = (opacity: number) => {
    sliding.value = opacity;
    ink()?.setLayers(withLayer(layersOf(session), layer.id, { opacity }), layer.id);
  };
  const take = () => {
    const opacity = sliding.peek();
    if (opacity === undefined) return;
    sliding.value = undefined;
    changeLayer({ session, ink }, layer.id, { opacity });
  };
  useEffect(() => take, []);
  return (
    <SliderRow
      label={words.opacity}
      least={1}
      most={100}
      value={Math.round(shown * 100)}
      words={percent(shown)}
      onSlide={(value) => show(value / 100)}
      onLift={take}
    >
      <span class="slider-value numerals" aria-hidden="true">
        {percent(shown)}
      </span>
    </SliderRow>
  );
}

/** What is chosen for a layer that is not there yet: no id is spelled so. */
const NEW = '+';

/** Moves the selected strokes, if there are some, to another layer. */
function MoveSelection({ layer, ...context }: LayerSettingsProps) {
  const id = useId();
  const layers = layersOf(context.session);
  const others = layers.filter((one) => one.id !== layer.id && isOpen(one)).toReversed();
  if (selected.value === 0) return null;
  return (
    <div class="layer-move">
      <label for={id}>{words.moveTo}</label>
      <select
        id={id}
        onChange={({ currentTarget }) => {
          if (currentTarget.value === NEW) moveSelectionToNew(context);
          else moveSelection(context, currentTarget.value);
          // Or the browser would show one of the others as if it had been chosen.
          currentTarget.value = '';
        }}
      >
        <option value="" disabled selected>
          {words.chooseLayer}
        </option>
        {others.map((one) => (
          <option key={one.id} value={one.id}>
            {nameOf(one, layers)}
          </option>
        ))}
        <option value={NEW}>{words.newLayer}</option>
      </select>
    </div>
  );
}
