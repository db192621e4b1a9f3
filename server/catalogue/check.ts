/** Checks the text of a catalogue and returns every fault with its line, or the catalogue. */
import { CATEGORIES } from '../../src/core/air/products.ts';
import { DAY, parseInstant } from '../../src/core/air/time/time.ts';
import { CatalogueFile } from './format.ts';
import { type JsonNode, nameOffsetOf, offsetOf, type Path, pathText, printable } from './json-places.ts';
import { FAULTS_MAX, scanJson } from './json-scan.ts';
import { isReadable, sellerTextFaults } from './seller-text.ts';

/** Largest file, bytes. Twenty entries need a fiftieth of it. */
export const FILE_MAX = 1024 * 1024;

export interface CatalogueFault {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in characters. */
  readonly column: number;
  /** `masks.products[0].price`; empty for the whole file. */
  readonly path: string;
  /** What is wrong, and what is allowed. */
  readonly message: string;
  /**
   * `refused`: the server does not accept the file. `cleaned`: it accepts the file with this text shortened or
   * cleaned, because sellers' texts must not keep the rest from being shown.
   */
  readonly effect: 'refused' | 'cleaned';
}

export interface CheckedCatalogue {
  /** Undefined if a fault refuses it. */
  readonly catalogue: CatalogueFile | undefined;
  /** The first 200 faults, by line and column. */
  readonly faults: readonly CatalogueFault[];
  /** How many faults are not listed. */
  readonly more: number;
  /** True if the text could not be read to its end, so that there may be more faults. */
  readonly cut: boolean;
}

interface FoundFault {
  readonly at: number;
  readonly path: Path;
  readonly message: string;
  readonly effect: CatalogueFault['effect'];
}

/**
 * Checks a whole text.
 * @param now ms since the epoch: no price can have been checked after it
 */
export function checkCatalogue(text: string, now: number): CheckedCatalogue {
  const { root, faults: scanned, lines } = scanJson(text);
  const found: FoundFault[] = scanned.map((fault) => ({ ...fault, effect: 'refused' }));
  let catalogue: CatalogueFile | undefined;
  if (root !== undefined) {
    const broken = new Set(scanned.map(({ at }) => at));
    const checked = CatalogueFile.safeParse(root.value);
    if (checked.success) catalogue = checked.data;
    const shapes = checked.success ? [] : checked.error.issues.flatMap((issue) => locate(root, issue));
    // Broken JSON has been reported already, so this place is skipped.
    found.push(...shapes.filter(({ at }) => !broken.has(at)), ...ruleFaults(root, now));
  }
  found.sort((a, b) => a.at - b.at);
  const faults = found.slice(0, FAULTS_MAX).map(({ at, path, message, effect }) => ({
    ...lines.place(at),
    path: pathText(path),
    message,
    effect,
  }));
  const refused = found.some(({ effect }) => effect === 'refused');
  return {
    catalogue: refused ? undefined : catalogue,
    faults,
    more: found.length - faults.length,
    cut: root === undefined,
  };
}

/** The text of a file, or the fault in its bytes. */
export function decodeCatalogue(bytes: Uint8Array): { readonly text: string } | { readonly fault: string } {
  if (bytes.byteLength > FILE_MAX) return { fault: `is larger than ${FILE_MAX / 1024} KB` };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { fault: 'is not text in UTF-8' };
  }
}

/** A fault as one line: place, path, message. */
export function faultText({ line, column, path, message }: CatalogueFault): string {
  return `line ${line}, column ${column}: ${path === '' ? 'the catalogue' : path}: ${message}`;
}

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

function locate(root: JsonNode, issue: Issue): FoundFault[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code !== 'unrecognized_keys') {
    return [{ at: offsetOf(root, path), path, message: issue.message, effect: 'refused' }];
  }
  const allowed = allowedMembers(path).join(', ');
  return (issue.keys ?? []).map((name) => ({
    at: nameOffsetOf(root, path, name),
    path,
    message: `has no member ${printable(name)}; it may have ${allowed}`,
    effect: 'refused',
  }));
}

/** Names of the members allowed at a path. */
function allowedMembers(path: Path): string[] {
  const { shape } = CatalogueFile;
  const productList = shape.masks.unwrap();
  if (path.length === 0) return Object.keys(shape);
  return Object.keys(path.length === 1 ? productList.shape : productList.shape.products.element.shape);
}

/** Rules that concern several members. Checked whatever else is wrong. */
function ruleFaults(root: JsonNode, now: number): FoundFault[] {
  const found: FoundFault[] = [];
  const add = (path: Path, message: string, effect: FoundFault['effect'] = 'refused') => {
    found.push({ at: offsetOf(root, path), path, message, effect });
  };
  if (root.members !== undefined && !CATEGORIES.some((category) => root.members?.has(category))) {
    add([], `has neither ${CATEGORIES.join(' nor ')}; it must have at least one of them`);
  }
  const ids = new Map<string, Path>();
  for (const category of CATEGORIES) {
    const products = root.members?.get(category)?.node.members?.get('products')?.node;
    for (const [index, entry] of (products?.items ?? []).entries()) {
      entryFaults(entry, [category, 'products', index], now, add);
      const id = entry.members?.get('id')?.node.value;
      if (typeof id !== 'string') continue;
      const path = [category, 'products', index, 'id'];
      const first = ids.get(id);
      if (first === undefined) ids.set(id, path);
      else add(path, `is the id of ${pathText(first.slice(0, -1))} already; no two products may share one`);
    }
  }
  return found;
}

function entryFaults(
  entry: JsonNode,
  path: Path,
  now: number,
  add: (path: Path, message: string, effect?: FoundFault['effect']) => void,
): void {
  const { members } = entry;
  if (members === undefined) return;
  const name = members.get('name')?.node.value;
  if (typeof name === 'string' && isReadable(name)) {
    for (const fault of sellerTextFaults(name)) add([...path, 'name'], fault, 'cleaned');
  }
  if (members.has('price') && !members.has('priceCheckedAt')) {
    add([...path, 'price'], 'has no date; priceCheckedAt must stand beside it');
  }
  if (members.has('priceCheckedAt') && !members.has('price')) {
    add([...path, 'priceCheckedAt'], 'dates nothing; price must stand beside it, or neither');
  }
  const checkedAt = parseInstant(members.get('priceCheckedAt')?.node.value);
  if (checkedAt !== undefined && checkedAt > now + DAY) {
    add([...path, 'priceCheckedAt'], 'lies ahead; no price was seen at a time that is yet to come');
  }
}
