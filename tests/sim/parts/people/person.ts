/** What a person does at one place, chosen from what they see. */
import type { Store } from '../../../../src/api/ports.ts';
import { ERASER_TOOL, erases } from '../../../../src/core/drawing/erasing.ts';
import type { Stroke } from '../../../../src/core/drawing/types.ts';
import type { Random } from '../../schedule/random.ts';
import {
  type Act,
  type Choice,
  isLayerAct,
  isPhotoAct,
  type LayerAct,
  type PhotoAct,
} from '../../schedule/schedule.ts';
import { editLayers } from './layer-acts.ts';
import type { Page, Pages } from './page.ts';
import { changePhoto } from './photo-acts.ts';

export interface PersonOptions extends Choice {
  readonly pages: Pages;
  /** The place's disk: its list of drawings is what the person sees. */
  readonly disk: Store;
  readonly random: Random;
  /** The first number for strokes of this act: no two acts use the same numbers. */
  readonly firstNumber: number;
}

/** Most drawings: with more, each would be alone with its edits. */
const DRAWINGS_MAX = 3;

export async function act(kind: Act, options: PersonOptions): Promise<void> {
  const { pages, disk, random, firstNumber, drawing } = options;
  let number = firstNumber;
  const fresh = (count: number) => Array.from({ length: count }, () => strokeOf(number++));
  const [shown, trash] = await disk.read(async (tx) => [
    await tx.list({ trashed: false }),
    await tx.list({ trashed: true }),
  ]);
  // Not sorted by times, which come from clocks that go wrong.
  const ids = (rows: typeof shown) => rows.map(({ id }) => id).sort();
  const some = drawing === undefined ? random.pick(ids(shown)) : ids(shown)[drawing];

  if (kind === 'begin' || (kind === 'draw' && some === undefined)) {
    if (shown.length + trash.length >= DRAWINGS_MAX) return;
    const page = pages.begin(`${String(firstNumber).padStart(8, '0')}-0000-4000-8000-000000000000`);
    page.draw(fresh(options.count ?? random.int(1, 4)));
    if (random.chance(0.3)) page.rename(`title ${firstNumber}`);
    return;
  }
  if (kind === 'profile') {
    const member = random.chance(0.5) ? 'displayName' : 'avatarSeed';
    await pages.setProfile(member, `${member} ${firstNumber}`);
    return;
  }
  if (kind === 'restore') {
    const id = random.pick(ids(trash));
    if (id !== undefined) await pages.restore(id);
    return;
  }
  if (kind === 'purge') {
    const id = random.pick(random.chance(0.7) ? ids(trash) : []) ?? some ?? random.pick(ids(trash));
    if (id !== undefined) await pages.purge(id);
    return;
  }
  // Now and then somebody opens a drawing from the trash and draws on it.
  const id = random.chance(0.1) ? random.pick([...ids(shown), ...ids(trash)]) : some;
  if (id === undefined) return;
  if (kind === 'trash') {
    await pages.trash(id);
    return;
  }
  if (kind === 'close') {
    pages.close(id);
    return;
  }
  if (kind === 'replace as older') {
    await pages.replaceAsOlder(id, fresh(1));
    return;
  }
  const page = await pages.open(id);
  if (page === undefined) return;
  if (isPhotoAct(kind)) await changePhoto(kind, page, pages, random, firstNumber);
  else if (isLayerAct(kind)) editLayers(kind, page, random, options, fresh);
  else edit(kind, page, options, fresh);
}

function edit(
  kind: Exclude<
    Act,
    'begin' | 'profile' | 'restore' | 'trash' | 'purge' | 'close' | 'replace as older' | LayerAct | PhotoAct
  >,
  page: Page,
  { random, ...choice }: Pick<PersonOptions, 'random' | 'from' | 'count'>,
  fresh: (count: number) => Stroke[],
): void {
  // Strokes that erase cannot be selected.
  const strokes = kind === 'erase' ? page.strokes : page.strokes.filter((stroke) => !erases(stroke));
  const from = choice.from ?? random.int(0, Math.max(0, strokes.length - 1));
  const chosen = strokes.slice(from, from + (choice.count ?? random.int(1, 2)));
  switch (kind) {
    case 'draw':
      page.draw(fresh(choice.count ?? random.int(1, 3)));
      break;
    case 'erase':
      page.erase(chosen);
      break;
    case 'rub':
      for (const stroke of chosen.slice(0, 1)) {
        for (const tip of fresh(1)) page.rub(stroke, { ...tip, tool: ERASER_TOOL });
      }
      break;
    case 'change':
      page.change(chosen, fresh(chosen.length));
      break;
    case 'double':
      page.draw(chosen.map((stroke) => ({ ...stroke })));
      break;
    case 'undo':
      page.undo();
      break;
    case 'redo':
      page.redo();
      break;
    case 'rename':
      page.rename(`title ${fresh(1)[0]?.points[0]?.[0]}`);
  }
}

function strokeOf(number: number): Stroke {
  return {
    tool: 'pen',
    color: '#123456',
    size: 2,
    points: [
      [number, 0],
      [number, 5],
    ],
  };
}
