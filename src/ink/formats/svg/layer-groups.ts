/**
 * Layers as groups. A hidden one is in the file, for a person who comes back to it: other programs do not show it.
 */
import type { Layer } from '../../../core/drawing/types.ts';
import type { Style } from './svg-style.ts';
import { escapeXml } from './xml.ts';

/** The attribute with the id of a layer, which marks its group. */
export const LAYER_MARK = 'data-layer';
const NAME_MARK = 'data-name';
const LOCK_MARK = 'data-locked';

/** What is in such a group blends with nothing outside: a stroke multiplies in its own layer alone. */
export const ISOLATED = ' style="isolation:isolate"';
export const MULTIPLIES = ' style="mix-blend-mode:multiply"';

/** The tag that begins the group of a layer. */
export function layerGroup({ id, name, opacity, visible, locked, blend }: Layer): string {
  // XML makes spaces of these in an attribute.
  const written = escapeXml(name).replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
  const look = `${opacity < 1 ? ` opacity="${opacity}"` : ''}${blend === 'multiply' ? MULTIPLIES : ISOLATED}`;
  const marks = `${visible ? '' : ' display="none"'}${locked ? ` ${LOCK_MARK}=""` : ''}`;
  return `<g ${LAYER_MARK}="${id}" ${NAME_MARK}="${written}"${look}${marks}>\n`;
}

/**
 * The layer that a marked group stands for, unchecked.
 * @param style of the group, within those around it
 */
export function layerOfGroup(attributes: ReadonlyMap<string, string>, style: Style): Layer {
  return {
    id: attributes.get(LAYER_MARK) ?? '',
    name: attributes.get(NAME_MARK) ?? '',
    opacity: style.opacity,
    visible: style.visible,
    locked: attributes.has(LOCK_MARK),
    ...(style.multiplied && { blend: 'multiply' }),
  };
}

/** The style of what is in the group: what the layer has is not the strokes' too. */
export function withinLayer(style: Style): Style {
  return { ...style, opacity: 1, visible: true, multiplied: false };
}
