/** What the source of a module tells of the titles of tests: the fixed ones, and where the others come from. */
import { type ESTree, parseSync } from 'vite';

export interface Module {
  /** Relative specifiers of the modules that it imports. */
  readonly imports: readonly string[];
  /** True if it takes `test`, `it` or `describe` from a package. */
  readonly registers: boolean;
  /** The titles in its code. */
  readonly titles: () => Titles;
  /** Every string, number and member's name: what computed titles are made of. */
  readonly strings: () => readonly string[];
}

export interface Titles {
  /** Titles that are in the source unchanged. */
  readonly fixed: readonly string[];
  /** True if another title, or the table behind it, is computed when the file runs. */
  readonly computed: boolean;
  /** True if the code that registers tests reads files: a computed title may be anything then. */
  readonly fromFiles: boolean;
  /** Relative specifiers of the modules that this code uses. */
  readonly imports: readonly string[];
}

type Node = ESTree.Node;

const TESTS = ['test', 'it', 'describe'];
const HOOKS = ['beforeAll', 'beforeEach', 'afterAll', 'afterEach'];
const DECLARATIONS = ['ImportDeclaration', 'FunctionDeclaration', 'VariableDeclarator'];
const FILE_READERS = ['readFileSync', 'readdirSync', 'globSync'];

/**
 * @param file its name tells the language
 * @throws SyntaxError if it cannot be read
 */
export function parseModule(file: string, source: string): Module {
  const { program, module, errors } = parseSync(file, source);
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${file}: ${error.message}`);
  const imported = new Map<string, string>();
  const imports: string[] = [];
  let registers = false;
  let strings: readonly string[] | undefined;
  for (const { entries, moduleRequest } of module.staticImports) {
    const from = moduleRequest.value;
    const names = entries.filter(({ isType }) => !isType).map(({ localName }) => localName.value);
    if (!from.startsWith('.')) registers ||= names.some((name) => TESTS.includes(name));
    else {
      imports.push(from);
      for (const name of names) imported.set(name, from);
    }
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) {
      if (moduleRequest?.value.startsWith('.')) imports.push(moduleRequest.value);
    }
  }
  return {
    imports,
    registers,
    titles() {
      const { fixed, computed, used } = registration(program);
      const fromFiles = FILE_READERS.some((name) => used.has(name));
      return { fixed, computed, fromFiles, imports: [...used].flatMap((name) => imported.get(name) ?? []) };
    },
    strings() {
      strings ??= stringsIn(program);
      return strings;
    },
  };
}

/** Reads the code that runs while tests are registered: all but the bodies of tests and hooks. */
function registration(program: Node) {
  const fixed: string[] = [];
  let computed = false;
  /** Names that this code reaches. What is declared is read once its name is reached. */
  const used = new Set<string>();
  const declared = declarations(program);

  function visit(node: Node): void {
    if (DECLARATIONS.includes(node.type)) return;
    if (node.type === 'CallExpression') visitCall(node);
    else if (node.type !== 'Identifier') for (const child of childrenOf(node)) visit(child);
    else if (!TESTS.includes(node.name)) used.add(node.name);
  }

  function visitCall(call: ESTree.CallExpression): void {
    const names = calleeNames(call);
    if (HOOKS.some((hook) => names.includes(hook))) return;
    if (!TESTS.includes(names[0] ?? '') || names.includes('use') || call.arguments.length === 0) {
      for (const child of childrenOf(call)) visit(child);
      return;
    }
    const [title] = call.arguments;
    const text = title === undefined ? undefined : fixedText(title);
    if (text !== undefined) fixed.push(text);
    if (text === undefined || names.includes('each') || names.includes('for')) computed = true;
    // The table of `each`, the condition of `skipIf`.
    const { callee } = call;
    for (const child of childrenOf(callee)) visit(child);
    const isGroup = names.includes('describe');
    for (const argument of call.arguments) if (isGroup || !isFunction(argument)) visit(argument);
  }

  visit(program);
  for (const name of used) for (const node of declared.get(name) ?? []) visit(node);
  return { fixed, computed, used };
}

/** What each name of a module may refer to, in any scope. */
function declarations(program: Node): Map<string, Node[]> {
  const declared = new Map<string, Node[]>();
  const declare = (name: string, node: Node) => declared.set(name, [...(declared.get(name) ?? []), node]);
  for (const node of within(program)) {
    if (node.type === 'FunctionDeclaration' && node.id !== null && node.body !== null) {
      declare(node.id.name, node.body);
    }
    if (node.type !== 'VariableDeclarator' || node.init === null) continue;
    for (const part of within(node.id)) if (part.type === 'Identifier') declare(part.name, node.init);
  }
  return declared;
}

/** `test.skipIf(x)('…')` is `['test', 'skipIf']`. */
function calleeNames(call: ESTree.CallExpression): string[] {
  const names: string[] = [];
  let node: Node = call.callee;
  for (;;) {
    if (node.type === 'CallExpression') node = node.callee;
    else if (node.type === 'TaggedTemplateExpression') node = node.tag;
    else if (node.type === 'MemberExpression') {
      if (node.property.type === 'Identifier') names.unshift(node.property.name);
      node = node.object;
    } else return node.type === 'Identifier' ? [node.name, ...names] : names;
  }
}

/** The text of a plain string, or undefined if it is put together. */
function fixedText(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('');
}

function isFunction(node: Node): boolean {
  return node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
}

function stringsIn(program: Node): string[] {
  return within(program).flatMap((node) => {
    // A title may print a string as JSON.
    if (node.type === 'Literal') {
      // JSON has no big integers.
      if (typeof node.value === 'bigint') return [String(node.value)];
      return [String(node.value), JSON.stringify(node.value) ?? ''];
    }
    if (node.type === 'TemplateElement') return node.value.cooked ?? node.value.raw;
    if (node.type === 'Property' && node.key.type === 'Identifier') return node.key.name;
    return [];
  });
}

/** A node and all within it. */
function within(node: Node, found: Node[] = []): Node[] {
  found.push(node);
  for (const child of childrenOf(node)) within(child, found);
  return found;
}

/** The parts of a node that run: no types, no names of members, no specifiers of imports. */
function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const [name, value] of Object.entries(node)) {
    const isName = (name === 'key' || name === 'property') && 'computed' in node && !node.computed;
    if (name === 'source') continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child) && !(isName && child.type === 'Identifier')) children.push(child);
    }
  }
  return children;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    (!value.type.startsWith('TS') || /^TS(?:As|Satisfies|NonNull)/.test(value.type))
  );
}
