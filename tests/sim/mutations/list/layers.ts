/** Safeguards of layers: what two devices did to them is put together. */
import { API, type Mutation, SYNC } from '../mutation.ts';

const MERGE = 'src/core/drawing/members/merge-layers.ts';

export const LAYERS: readonly Mutation[] = [
  {
    name: 'layers of both',
    removes: 'a layer that one side added goes',
    edits: [
      {
        file: MERGE,
        from: 'return !before || !!find(other, layer.id) || !sameLayer(before, layer) || drawsOn(layer.id);',
        to: 'return !!find(other, layer.id) || (!!before && (!sameLayer(before, layer) || drawsOn(layer.id)));',
      },
    ],
  },
  {
    name: 'a layer that was drawn on',
    removes: 'a layer that one side deleted goes although the other drew on it',
    edits: [{ file: MERGE, from: ' || drawsOn(layer.id);', to: ';' }],
  },
  {
    name: 'a layer that was changed',
    removes: 'a layer that one side deleted goes although the other changed it',
    edits: [{ file: MERGE, from: '!sameLayer(before, layer) || drawsOn', to: 'drawsOn' }],
  },
  {
    name: 'layers that were deleted',
    removes: 'a layer that one side deleted is back',
    edits: [{ file: MERGE, from: '!sameLayer(before, layer) || drawsOn(layer.id);', to: 'true;' }],
  },
  {
    name: 'the members of a layer',
    removes: 'of a layer that both changed only what the server has counts',
    edits: [
      {
        file: MERGE,
        from: 'remote[name] === base[name] ? local[name]',
        to: 'remote[name] === base[name] ? remote[name]',
      },
    ],
  },
  {
    name: 'the order of layers',
    removes: "the order is the server's even if only the other side changed it",
    edits: [{ file: MERGE, from: 'const isOurOrder = sameOrder(b, r);', to: 'const isOurOrder = false;' }],
  },
  {
    name: 'at most as many layers',
    removes: 'a merge may have more layers than a drawing',
    edits: [{ file: MERGE, from: 'Math.max(0, layers.length - LAYERS_MAX)', to: '0' }],
  },
  {
    name: 'kept copies of layers',
    removes: 'a merge in which strokes lose their layer, for want of room, keeps no copy',
    edits: [{ file: `${SYNC}/pull/receive.ts`, from: ' || merged.lacksLayer', to: '' }],
  },
  {
    name: 'layers that a client does not know',
    removes: 'a client that sends a drawing back without layers empties them',
    edits: [{ file: `${API}/write.ts`, from: '!createOnly && !content.layers && ', to: 'false && ' }],
  },
  {
    name: 'layers are changes',
    removes: 'a drawing of which only the layers changed counts as sent',
    edits: [{ file: `${SYNC}/push/content.ts`, from: 'sameMembers(a, b) && ', to: '' }],
  },
  {
    name: 'layers of a patch',
    removes: 'a change of the layers keeps the old ones',
    edits: [
      {
        file: `${API}/change/commit.ts`,
        from: 'changedMembers(before ?? {}, change)',
        to: 'optionalMembers(before ?? {})',
      },
    ],
  },
];
