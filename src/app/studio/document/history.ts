/**
 * Undo and redo. A step holds the strokes that were drawn, erased or replaced, and their positions. Undo
 * applies it to the drawing as it is then, where some of these strokes may be missing.
 */
import { samePaper } from '../../../core/drawing/members/paper.ts';
import { sameUnderlay } from '../../../core/drawing/members/underlay.ts';
import type { Layer, Paper, Stroke, Underlay } from '../../../core/drawing/types.ts';
import type { Edit, Swap } from '../../../ink/index.ts';
import {
  BELOW_MAX,
  type Below,
  belowOf,
  comingBy,
  goneBy,
  neededBy,
  type Operation,
  stays,
} from './content.ts';
import { type FormCounts, formKey, formsBeside, strokeKey } from './stroke-key.ts';

export interface Item {
  readonly stroke: Stroke;
  readonly below: Below;
}

/**
 * One step of undo. Items are in order, bottom first. `beside`: how many strokes of the forms of its own were there besides;
 * absent if an older app made it.
 */
export type Step =
  | { readonly kind: 'add' | 'erase'; readonly items: readonly Item[]; readonly beside?: FormCounts }
  /**
   * `by`: the strokes in place of each item, bottom first; empty if it was erased. The item comes first if it stays, and
   * others are put on it.
   */
  | {
      readonly kind: 'replace';
      readonly items: readonly (Item & { readonly by: readonly Stroke[] })[];
      readonly beside?: FormCounts;
    }
  /**
   * The layers were changed. Each item is a stroke that went, with the one that came instead of it at another place:
   * on another layer. `come`: strokes that came besides; `papers`: another paper came with them.
   */
  | {
      readonly kind: 'layers';
      readonly from: readonly Layer[];
      readonly to: readonly Layer[];
      readonly items: readonly (Item & { readonly into?: Item })[];
      readonly come?: readonly Item[];
      readonly papers?: { readonly from: Paper; readonly to: Paper };
      readonly beside?: FormCounts;
    }
  /** A photo came, went or was changed. It has no strokes. */
  | {
      readonly kind: 'underlay';
      readonly from: Underlay | null;
      readonly to: Underlay | null;
      readonly items: readonly never[];
    }
  /** The paper was changed: its colour, pattern or perspective. It has no strokes. */
  | {
      readonly kind: 'paper';
      readonly from: Paper;
      readonly to: Paper;
      readonly items: readonly never[];
    };

export interface History {
  /** Number of `steps[0]`. Steps are numbered over the life of the drawing on this device. */
  readonly first: number;
  readonly steps: readonly Step[];
  /** Number of done steps. Those after them were undone and can be redone. */
  readonly done: number;
}

export const NO_HISTORY: History = { first: 0, steps: [], done: 0 };
/** Most steps in a history. */
export const STEPS_MAX = 200;
/** Most points in all steps of a history. The last step is kept in any case. */
export const POINTS_KEPT = 1_500_000;

/** The step of adding `strokes` on top of `before`. */
export function addStep(before: readonly Stroke[], strokes: readonly Stroke[]): Step {
  // Only the strokes that a position may name, to avoid a copy of all for each stroke.
  const under = before.slice(-BELOW_MAX);
  const top = [...under, ...strokes];
  const items = strokes.map((stroke, i) => ({ stroke, below: belowOf(top, under.length + i) }));
  return { kind: 'add', items };
}

/** The step of erasing these objects from `before`. */
export function eraseStep(before: readonly Stroke[], strokes: readonly Stroke[]): Step {
  const gone = new Set(strokes);
  const items: { stroke: Stroke; below: Below }[] = [];
  for (let i = 0; i < before.length; i++) {
    const stroke = before[i]!;
    if (gone.has(stroke)) items.push({ stroke, below: belowOf(before, i) });
  }
  const beside = besideLater(before, strokes, strokes);
  return {
    kind: 'erase',
    get beside() {
      return beside();
    },
    items,
  };
}

/** The step of replacing these objects of `before`. */
function replaceStep(before: readonly Stroke[], swaps: readonly Swap[]): Step {
  const items = swapped(before, swaps);
  const gone = items.map(({ stroke }) => stroke);
  const beside = besideLater(before, gone, [...gone, ...items.flatMap(({ by }) => by)]);
  return {
    kind: 'replace',
    get beside() {
      return beside();
    },
    items,
  };
}

/** What is beside strokes, counted when it is first asked for: among 20,000 strokes it takes a slow phone a frame. */
function besideLater(...of: Parameters<typeof formsBeside>): () => FormCounts {
  let left: typeof of | undefined = of;
  let beside: FormCounts = {};
  return () => {
    if (left) beside = formsBeside(...left);
    // Not held longer: a step may live as long as the page.
    left = undefined;
    return beside;
  };
}

function swapped(before: readonly Stroke[], swaps: readonly Swap[]) {
  const items: (Item & { by: readonly Stroke[] })[] = [];
  const take = (i: number, { stroke, by }: Swap) => items.push({ stroke, below: belowOf(before, i), by });
  // Bottom first as they are: no stroke is looked up.
  for (let i = 0; i < before.length && items.length < swaps.length; i++) {
    const next = swaps[items.length]!;
    if (before[i] === next.stroke) take(i, next);
  }
  if (items.length === swaps.length) return items;
  // Some are gone or lie elsewhere by now.
  items.length = 0;
  const bySwapped = new Map(swaps.map((swap) => [swap.stroke, swap]));
  for (let i = 0; i < before.length; i++) {
    const swap = bySwapped.get(before[i]!);
    if (swap) take(i, swap);
  }
  return items;
}

/** The step of an edit of `before`. */
export function stepOf(before: readonly Stroke[], edit: Edit): Step {
  switch (edit.kind) {
    case 'add':
      return addStep(before, edit.strokes);
    case 'erase':
      return eraseStep(before, edit.strokes);
    case 'replace':
      return replaceStep(before, edit.swaps);
  }
}

/** The operations of an edit. */
export function operationsOf(edit: Edit): Operation[] {
  switch (edit.kind) {
    case 'add':
      return edit.strokes.map((stroke) => ({ kind: 'insert', stroke, place: 'top' }));
    case 'erase':
      return edit.strokes.map((stroke) => ({ kind: 'remove', stroke }));
    case 'replace':
      return inTurn(edit.swaps.map(({ stroke, by }) => changing(stroke, by)));
  }
}

/** The history with a new step. Undone steps are dropped. */
export function record(history: History, step: Step): History {
  const steps = [...history.steps.slice(0, history.done), step];
  let dropped = Math.max(0, steps.length - STEPS_MAX);
  let points = 0;
  for (let i = steps.length - 1; i >= dropped; i--) {
    points += weight(steps[i]!);
    if (points > POINTS_KEPT && i < steps.length - 1) dropped = i + 1;
  }
  const kept = steps.slice(dropped);
  return { first: history.first + dropped, steps: kept, done: kept.length };
}

const weights = new WeakMap<Step, number>();

/** Number of points in a step. */
function weight(step: Step): number {
  const known = weights.get(step);
  if (known !== undefined) return known;
  const points = strokesOf(step).reduce((sum, stroke) => sum + stroke.points.length, 0);
  weights.set(step, points);
  return points;
}

/** All strokes of a step: those that went, and those that came. */
export function strokesOf(step: Step): readonly Stroke[] {
  const items = (step.items as readonly Item[]).map(({ stroke }) => stroke);
  if (step.kind === 'replace') return [...items, ...step.items.flatMap(({ by }) => by)];
  if (step.kind !== 'layers') return items;
  const came = [...step.items.flatMap(({ into }) => into ?? []), ...(step.come ?? [])];
  return [...items, ...came.map(({ stroke }) => stroke)];
}

/** An undo or redo. */
export interface HistoryChange {
  readonly history: History;
  readonly step: Step;
  readonly operations: readonly Operation[];
  /** Number of the step's strokes that no longer exist; 1 for a photo or a paper that was changed elsewhere since. */
  readonly missing: number;
  /** Number of strokes that the drawing gains. */
  readonly growth: number;
}

/**
 * Undoes the last step, given the present strokes, photo and paper; undefined if there is none.
 * @param isOlder true if an earlier page made or undid it: see `lacking`
 */
export function undo(
  history: History,
  strokes: readonly Stroke[],
  underlay?: Underlay | null,
  paper?: Paper,
  isOlder = false,
): HistoryChange | undefined {
  const step = history.steps[history.done - 1];
  if (!step) return undefined;
  if (step.kind === 'add') undone.set(step, undoneOf(step, strokes));
  const operations = untouched(step, 'to', undoing(step), underlay, paper);
  const change = operations ? turned(step, operations, strokes, isOlder) : NOTHING_THERE;
  return { history: { ...history, done: history.done - 1 }, step, ...change };
}

/**
 * Redoes the step that was undone last, given the present strokes, photo and paper; undefined if there is none.
 * @param isOlder as of `undo`
 */
export function redo(
  history: History,
  strokes: readonly Stroke[],
  underlay?: Underlay | null,
  paper?: Paper,
  isOlder = false,
): HistoryChange | undefined {
  const step = history.steps[history.done];
  if (!step) return undefined;
  const { absent } = undone.get(step) ?? {};
  const again = redoing(step).filter(
    (operation) => operation.kind !== 'insert' || !absent?.has(operation.stroke),
  );
  const operations = untouched(step, 'from', again, underlay, paper);
  const change = operations ? turned(step, operations, strokes, isOlder) : NOTHING_THERE;
  return { history: { ...history, done: history.done + 1 }, step, ...change };
}

/**
 * The operations of an undo or redo, without those on a photo or a paper that others have changed since.
 * @param left what the step, or its undo, has left of them
 * @returns undefined if the step was of nothing else
 */
function untouched(
  step: Step,
  left: 'from' | 'to',
  operations: readonly Operation[],
  underlay: Underlay | null | undefined,
  paper: Paper | undefined,
): readonly Operation[] | undefined {
  switch (step.kind) {
    case 'underlay':
      return sameUnderlay(step[left], underlay) ? operations : undefined;
    case 'paper':
      return samePaper(step[left], paper) ? operations : undefined;
    case 'layers':
      if (!step.papers || samePaper(step.papers[left], paper)) return operations;
      return operations.filter(({ kind }) => kind !== 'paper');
    default:
      return operations;
  }
}

/** Another device has chosen another paper since, moved the photo or put another one there: that stays. */
const NOTHING_THERE: Turned = { operations: [], missing: 1, growth: 0 };

function undoing(step: Step): Operation[] {
  switch (step.kind) {
    case 'add':
      return removing(step.items);
    case 'erase':
      return inserting(step.items);
    case 'replace':
      return inTurn(
        step.items.flatMap(({ stroke, below, by }): Operation[] => {
          if (by.length === 0) return [{ kind: 'insert', stroke, place: below }];
          // What stayed may have been moved or erased elsewhere since: it is not touched.
          if (stays(stroke, by)) return removing(by.slice(1).map((one) => ({ stroke: one })));
          return [{ kind: 'replace', strokes: by, by: [stroke] }];
        }),
      );
    case 'underlay':
      return [{ kind: 'underlay', from: step.to, underlay: step.from }];
    case 'paper':
      return papering(step.from);
    case 'layers':
      // The layers before the strokes, so that each that comes back has its layer.
      return [
        ...removing(step.come ?? []),
        ...papering(step.papers?.from),
        { kind: 'layers', from: step.to, to: step.from },
        ...step.items.map(
          ({ stroke, below, into }): Operation =>
            into
              ? { kind: 'move', stroke: into.stroke, by: stroke, place: below }
              : { kind: 'insert', stroke, place: below },
        ),
      ];
  }
}

/** The operations of a step that is done, or done again. */
export function redoing(step: Step): Operation[] {
  switch (step.kind) {
    case 'add':
      return inserting(step.items);
    case 'erase':
      return removing(step.items);
    case 'replace':
      return inTurn(step.items.map(({ stroke, by }) => changing(stroke, by)));
    case 'underlay':
      return [{ kind: 'underlay', from: step.from, underlay: step.to }];
    case 'paper':
      return papering(step.to);
    case 'layers':
      // The layers after the strokes: one goes once it has none.
      return [
        ...step.items.map(
          ({ stroke, into }): Operation =>
            into ? { kind: 'move', stroke, by: into.stroke, place: into.below } : { kind: 'remove', stroke },
        ),
        { kind: 'layers', from: step.from, to: step.to },
        ...papering(step.papers?.to),
        ...inserting(step.come ?? []),
      ];
  }
}

function papering(paper: Paper | undefined): Operation[] {
  return paper === undefined ? [] : [{ kind: 'paper', paper }];
}

function inserting(items: readonly Item[]): Operation[] {
  return items.map(({ stroke, below }) => ({ kind: 'insert', stroke, place: below }));
}

/** Removals, top first. */
function removing(items: readonly Pick<Item, 'stroke'>[]): Operation[] {
  return items.map(({ stroke }): Operation => ({ kind: 'remove', stroke })).reverse();
}

function changing(stroke: Stroke, [first, ...rest]: readonly Stroke[]): Operation {
  return first ? { kind: 'replace', strokes: [stroke], by: [first, ...rest] } : { kind: 'remove', stroke };
}

/** Number of strokes that an operation adds; negative if it removes some. */
function growth(operation: Operation): number {
  switch (operation.kind) {
    case 'insert':
      return 1;
    case 'remove':
      return -1;
    case 'replace':
      return operation.by.length - operation.strokes.length;
    default:
      return 0;
  }
}

/**
 * Sorts operations: those that remove strokes first, so that the drawing never exceeds both its old and its new
 * number of strokes; insertions last, when the strokes under them exist.
 */
function inTurn(operations: readonly Operation[]): Operation[] {
  return operations.toSorted(
    (a, b) => Number(a.kind === 'insert') - Number(b.kind === 'insert') || growth(a) - growth(b),
  );
}

type Turned = Pick<HistoryChange, 'operations' | 'missing' | 'growth'>;

function turned(step: Step, all: readonly Operation[], strokes: readonly Stroke[], isOlder: boolean): Turned {
  const missing = missingOf(all, strokes);
  // What does nothing now must not wait until its strokes come, from a tab that had not saved them.
  const operations = notThere(step, all, strokes, missing, isOlder).filter((one) => !missing.has(one));
  const sum = operations.reduce((all, operation) => all + growth(operation), 0);
  return { operations, growth: sum, missing: missing.size };
}

/** What undo of an added step found. */
interface Undone {
  readonly beside: FormCounts;
  /** The strokes that others had moved or erased: they were not taken away, and redo does not bring them. */
  readonly absent: ReadonlySet<Stroke>;
}

/** Of added steps that this page undid. A new stroke would be compared with all. */
const undone = new WeakMap<Step, Undone>();

function undoneOf({ items }: Step, strokes: readonly Stroke[]): Undone {
  const own = (items as readonly Item[]).map(({ stroke }) => stroke);
  const absent = [...missingOf(removing(items), strokes)].flatMap(neededBy);
  return { beside: formsBeside(strokes, own, own), absent: new Set(absent) };
}

/**
 * A changed copy of a step, of which redo knows the same as of the step.
 * @param move what each of its strokes is in the copy; undefined if it has none of it
 */
export function copied(step: Step, copy: Step, move: (stroke: Stroke) => Stroke | undefined): Step {
  const known = undone.get(step);
  if (known)
    undone.set(copy, { ...known, absent: new Set([...known.absent].flatMap((one) => move(one) ?? [])) });
  return copy;
}

/**
 * What was there beside the strokes of a step that an earlier page made or undid, if the step does not say. A stroke like an
 * added one is most likely its own. Of deleted layers, older builds stored the number with each item.
 */
function besideOlder(step: Step): FormCounts | undefined {
  if (step.kind === 'add') return {};
  if (step.kind !== 'layers') return undefined;
  const known = step.items.flatMap((item) =>
    'beside' in item ? [[formKey(item.stroke), Number(item.beside)] as const] : [],
  );
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** The operations without strokes that are there already. */
function notThere(
  step: Step,
  operations: readonly Operation[],
  strokes: readonly Stroke[],
  missing: ReadonlySet<Operation>,
  isOlder: boolean,
): readonly Operation[] {
  const older = isOlder ? besideOlder(step) : undefined;
  const beside = 'beside' in step ? step.beside : (undone.get(step)?.beside ?? older);
  if (beside) return unmoved(operations, strokes, missing, beside);
  return isOlder ? lacking(operations, strokes) : operations;
}

/**
 * The operations without strokes that were never gone: others have moved them to another layer meanwhile, or brought them
 * back. What was there before is another stroke, although it looks the same.
 * @param missing those that do nothing, because their strokes no longer exist
 * @param before how many strokes of their forms were there besides
 */
function unmoved(
  operations: readonly Operation[],
  strokes: readonly Stroke[],
  missing: ReadonlySet<Operation>,
  before: FormCounts,
): readonly Operation[] {
  const come = operations.flatMap(comingBy);
  if (come.length === 0) return operations;
  const now = formsBeside(strokes, operations.flatMap(goneBy), come);
  const more = new Map(Object.entries(now).map(([form, count]) => [form, count - (before[form] ?? 0)]));
  if (more.size === 0) return operations;
  const isGone = (stroke: Stroke) => {
    const form = formKey(stroke);
    const left = more.get(form) ?? 0;
    more.set(form, left - 1);
    return left <= 0;
  };
  // Of equal strokes, those that others moved are first the ones that the step does not find.
  for (const operation of missing) comingBy(operation).forEach(isGone);
  return operations.flatMap((operation): Operation[] => {
    if (missing.has(operation)) return [];
    const by = comingBy(operation).filter(isGone);
    const [first, ...rest] = by;
    const gone = goneBy(operation).map((stroke) => ({ stroke }));
    if (operation.kind === 'insert' || operation.kind === 'move') return first ? [operation] : removing(gone);
    if (operation.kind !== 'replace') return [operation];
    if (gone.length === 0) return first ? [{ ...operation, by: [operation.by[0], ...by] }] : [];
    return first ? [{ ...operation, by: [first, ...rest] }] : removing(gone);
  });
}

/** True if all needed strokes exist as the same objects, each once. Fast, since it reads no points. */
function areAllThere(needed: readonly Stroke[], strokes: readonly Stroke[]): boolean {
  if (needed.length === 0) return true;
  if (new Set(needed).size < needed.length) return false;
  const there = new Set(strokes);
  return needed.every((stroke) => there.has(stroke));
}

/**
 * The operations without strokes that are there already. A step is stored before its change is, and the process may have
 * ended between both: what the step took away was then never gone.
 */
function lacking(operations: readonly Operation[], strokes: readonly Stroke[]): readonly Operation[] {
  if (!operations.some(({ kind }) => kind === 'insert')) return operations;
  const take = takerOf(strokes);
  return operations.filter((operation) => operation.kind !== 'insert' || !take(operation.stroke));
}

/** A function that takes an equal stroke, and returns false if none is left. */
export function takerOf(strokes: readonly Stroke[]): (stroke: Stroke) => boolean {
  const there = new Map<string, number>();
  for (const stroke of strokes) {
    const key = strokeKey(stroke);
    there.set(key, (there.get(key) ?? 0) + 1);
  }
  return (stroke) => {
    const key = strokeKey(stroke);
    const left = there.get(key) ?? 0;
    if (left > 0) there.set(key, left - 1);
    return left > 0;
  };
}

/** The operations whose strokes no longer exist. */
function missingOf(operations: readonly Operation[], strokes: readonly Stroke[]): ReadonlySet<Operation> {
  if (areAllThere(operations.flatMap(neededBy), strokes)) return new Set();
  const take = takerOf(strokes);
  return new Set(
    operations.filter((operation) => {
      const needed = neededBy(operation);
      return needed.length > 0 && needed.filter(take).length === 0;
    }),
  );
}
