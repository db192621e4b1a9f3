/**
 * The subset of JSON Patch (RFC 6902) that draw/v1 accepts: single strokes, the title, what a
 * drawing may have, the thumbnail and the date. Paths and operations: docs/contract.md, PATCH.
 */
import { INVALID_DATE, readDate } from './dates.ts';
import { checkStroke, checkTitle } from './guard.ts';
import { checkMember, differing, isMemberName } from './members/member-kinds.ts';
import { changedMembers, type MemberName, type MemberValue } from './members/optional-members.ts';
import { isObject, PROBLEMS_MAX, pointerToken, problem } from './problems.ts';
import type { StrokeEditor } from './strokes/edit-strokes.ts';
import { strokeJson } from './strokes/stroke-json.ts';
import { checkThumb } from './thumb.ts';
import type { OptionalMembers, Problem, Stroke } from './types.ts';

/** An operation of a patch. `index` counts strokes; `'-'` means after the last one. */
export type Operation =
  | { readonly op: 'add'; readonly target: 'stroke'; readonly index: number | '-'; readonly value: Stroke }
  | { readonly op: 'remove'; readonly target: 'stroke'; readonly index: number }
  | {
      readonly op: 'replace' | 'test';
      readonly target: 'stroke';
      readonly index: number;
      readonly value: Stroke;
    }
  | { readonly op: 'replace' | 'test'; readonly target: 'title'; readonly value: string }
  | {
      readonly op: 'replace' | 'test';
      readonly target: 'member';
      readonly name: MemberName;
      readonly value: MemberValue;
    }
  | { readonly op: 'replace'; readonly target: 'thumb'; readonly value: string }
  | { readonly op: 'replace'; readonly target: 'updatedAt'; readonly value: string };

export type PatchResult =
  | (OptionalMembers & {
      readonly failed?: never;
      /** Absent members are unchanged. */
      readonly title?: string;
      readonly thumb?: string;
      /** The date of the change, and the index of the operation that sets it. */
      readonly date?: { readonly updatedAt: string; readonly index: number };
    })
  /** A `test` failed; `index` is the position of that operation. */
  | { readonly failed: 'test'; readonly index: number }
  | { readonly failed: 'range'; readonly problem: Problem };

/** Path of a stroke. Nine digits hold any index exactly. No leading zeros (RFC 6901, 4). */
const STROKE_PATH = /^\/strokes\/(-|0|[1-9]\d{0,8})$/;

/**
 * Parses a patch document; undefined if it is invalid, with the faults added to `problems`. Only `applyPatch`
 * knows whether the indices exist.
 */
export function parsePatch(value: unknown, problems: Problem[]): Operation[] | undefined {
  if (!Array.isArray(value)) {
    problem(problems, '', 'must be an array of operations');
    return undefined;
  }
  const documents: readonly unknown[] = value;
  const operations: Operation[] = [];
  for (const [i, document] of documents.entries()) {
    const operation = parseOperation(document, `/${i}`, problems);
    if (operation !== undefined) operations.push(operation);
    if (problems.length === PROBLEMS_MAX) break;
  }
  return operations.length === documents.length ? operations : undefined;
}

function parseOperation(document: unknown, path: string, problems: Problem[]): Operation | undefined {
  if (!isObject(document)) {
    problem(problems, path, 'must be an operation {op, path, value?}');
    return undefined;
  }
  let sound = true;
  for (const name of Object.keys(document)) {
    if (name === 'op' || name === 'path' || (name === 'value' && document.op !== 'remove')) continue;
    sound = problem(problems, `${path}/${pointerToken(name)}`, 'is not a member of this operation');
  }
  const operation = parseKnown(document, path, problems);
  return sound ? operation : undefined;
}

function parseKnown(
  { op, path: target, value }: Record<string, unknown>,
  path: string,
  problems: Problem[],
): Operation | undefined {
  const at = `${path}/value`;
  const name = typeof target === 'string' && target.startsWith('/') ? target.slice(1) : '';
  if (op !== 'add' && op !== 'remove' && op !== 'replace' && op !== 'test') {
    problem(problems, `${path}/op`, 'must be add, remove, replace or test');
  } else if (typeof target !== 'string') {
    problem(problems, `${path}/path`, 'must be a JSON Pointer');
  } else if (target === '/title' && (op === 'replace' || op === 'test')) {
    if (checkTitle(value, at, problems)) return { op, target: 'title', value };
  } else if (isMemberName(name) && (op === 'replace' || op === 'test')) {
    if (checkMember(name, value, at, problems)) return { op, target: 'member', name, value };
  } else if (target === '/thumb' && op === 'replace') {
    if (checkThumb(value, at, problems)) return { op, target: 'thumb', value };
  } else if (target === '/updatedAt' && op === 'replace') {
    const date = readDate(value);
    if (date !== undefined) return { op, target: 'updatedAt', value: date };
    problem(problems, at, INVALID_DATE);
  } else {
    const token = STROKE_PATH.exec(target)?.[1];
    if (token === undefined || (token === '-' && op !== 'add')) {
      problem(problems, `${path}/path`, `is not a place that ${op} works on`);
    } else if (op === 'remove') {
      return { op, target: 'stroke', index: Number(token) };
    } else if (checkStroke(value, at, problems)) {
      if (op !== 'add') return { op, target: 'stroke', index: Number(token), value };
      return { op, target: 'stroke', index: token === '-' ? '-' : Number(token), value };
    }
  }
  return undefined;
}

/**
 * Applies the operations in order, strokes through `editor`, and returns the other changes. After a failure
 * the editor holds half of the patch: throw it away. The caller checks the limits of the result.
 */
export async function applyPatch(
  parts: OptionalMembers & { readonly title: string },
  editor: StrokeEditor,
  operations: readonly Operation[],
): Promise<PatchResult> {
  let title: string | undefined;
  let rest: Omit<Extract<PatchResult, { failed?: never }>, 'title' | 'failed'> = {};
  for (const [index, operation] of operations.entries()) {
    if (operation.target === 'title') {
      if (operation.op === 'replace') title = operation.value;
      else if (operation.value !== (title ?? parts.title)) return { failed: 'test', index };
    } else if (operation.target === 'member') {
      const named = { [operation.name]: operation.value };
      if (operation.op === 'replace') rest = { ...rest, ...named };
      else if (differing(changedMembers(parts, rest), named).includes(operation.name))
        return { failed: 'test', index };
    } else if (operation.target === 'thumb') {
      rest = { ...rest, thumb: operation.value };
    } else if (operation.target === 'updatedAt') {
      rest = { ...rest, date: { updatedAt: operation.value, index } };
    } else {
      const failure = await applyToStrokes(editor, operation, index);
      if (failure !== undefined) return failure;
    }
  }
  return title === undefined ? rest : { ...rest, title };
}

async function applyToStrokes(
  editor: StrokeEditor,
  operation: Extract<Operation, { target: 'stroke' }>,
  position: number,
): Promise<PatchResult | undefined> {
  const index = operation.index === '-' ? editor.count : operation.index;
  if (index >= editor.count + (operation.op === 'add' ? 1 : 0)) {
    const message = `is out of range: there are ${editor.count} strokes at this operation`;
    return { failed: 'range', problem: { path: `/${position}/path`, message } };
  }
  switch (operation.op) {
    case 'add':
      await editor.insert(index, operation.value);
      break;
    case 'remove':
      await editor.remove(index);
      break;
    case 'replace':
      await editor.replace(index, operation.value);
      break;
    case 'test':
      if (!sameStroke(await editor.at(index), operation.value)) return { failed: 'test', index: position };
  }
  return undefined;
}

/** Compares by value (RFC 6902, 4.6): the order of members does not count. */
function sameStroke(a: Stroke, b: Stroke): boolean {
  return strokeJson(a) === strokeJson(b);
}
