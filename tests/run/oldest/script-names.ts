/** The platform features that a script uses, read from its syntax tree without running it. */
import { type AnyNode, type Node, type Pattern, parse } from 'acorn';

export interface ScriptNames {
  /** Names that the script uses but does not declare: `URL`, `requestIdleCallback`. */
  readonly globals: ReadonlySet<string>;
  /** Members of such globals: `URL.parse`, `navigator.share`. */
  readonly statics: ReadonlySet<string>;
  /** Members of any other object: `findLast`. */
  readonly members: ReadonlySet<string>;
  /** Members that the script defines itself, or exports: `x.take()` may be its own. */
  readonly defined: ReadonlySet<string>;
}

/** The names of the global object. */
const GLOBAL_OBJECTS = new Set(['globalThis', 'self', 'window']);
/** Nodes whose identifiers are no references: names of exports, labels, members. */
const NAMES_ONLY = new Set([
  'ExportSpecifier',
  'ImportSpecifier',
  'LabeledStatement',
  'BreakStatement',
  'ContinueStatement',
  'MetaProperty',
]);

/**
 * @param edition of ECMAScript: newer syntax is an error
 * @throws SyntaxError with the place
 */
export function scriptNames(source: string, kind: 'module' | 'script', edition: number): ScriptNames {
  const tree = parse(source, { ecmaVersion: knownEdition(edition), sourceType: kind });
  const used = new Set<string>();
  const owned = new Set<string>();
  const statics = new Set<string>();
  const members = new Set<string>();
  const defined = new Set<string>();

  function own(pattern: Pattern | null | undefined): void {
    if (!pattern) return;
    for (const name of boundNames(pattern)) owned.add(name);
  }

  function look(node: AnyNode, parent: AnyNode | undefined): void {
    switch (node.type) {
      case 'VariableDeclarator':
        own(node.id);
        break;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        own(node.id);
        node.params.forEach(own);
        break;
      case 'ClassDeclaration':
      case 'ClassExpression':
        own(node.id);
        break;
      case 'CatchClause':
        own(node.param);
        break;
      case 'ImportSpecifier':
      case 'ImportDefaultSpecifier':
      case 'ImportNamespaceSpecifier':
        own(node.local);
        break;
      case 'MemberExpression': {
        const name = memberName(node);
        if (name === undefined) break;
        const object = globalName(node.object);
        if (node.object.type === 'Identifier' && GLOBAL_OBJECTS.has(node.object.name)) used.add(name);
        else if (object === undefined) members.add(name);
        else statics.add(`${object}.${name}`);
        break;
      }
      case 'ObjectPattern':
        for (const property of node.properties) {
          if (property.type === 'Property' && !property.computed && property.key.type === 'Identifier') {
            members.add(property.key.name);
          }
        }
        break;
      case 'Property':
      case 'MethodDefinition':
      case 'PropertyDefinition':
        if (parent?.type !== 'ObjectPattern' && !node.computed && node.key.type === 'Identifier') {
          defined.add(node.key.name);
        }
        break;
      case 'ExportSpecifier':
        // A member of the module, for whoever imports it as an object: a minifier may call it like anything.
        if (node.exported.type === 'Identifier') defined.add(node.exported.name);
        break;
      case 'Identifier':
        if (isReference(node, parent)) used.add(node.name);
        break;
    }
    for (const child of children(node)) look(child, node);
  }
  look(tree, undefined);

  // `box.width` on a local variable is an ordinary member, whatever the platform calls `box`.
  for (const name of statics) {
    const [object = '', member = ''] = name.split('.');
    if (!owned.has(object)) continue;
    statics.delete(name);
    members.add(member);
  }
  return { globals: new Set([...used].filter((name) => !owned.has(name))), statics, members, defined };
}

function knownEdition(edition: number): 2022 {
  if (edition !== 2022) throw new Error(`Tell the parser of ECMAScript ${edition}.`);
  return edition;
}

function memberName(node: AnyNode): string | undefined {
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  return node.property.type === 'Identifier' ? node.property.name : undefined;
}

/** The global's name: `URL` for both `URL` and `globalThis.URL`. */
function globalName(node: AnyNode): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined;
  return GLOBAL_OBJECTS.has(node.object.name) ? memberName(node) : undefined;
}

function isReference(node: AnyNode, parent: AnyNode | undefined): boolean {
  if (parent === undefined || NAMES_ONLY.has(parent.type)) return false;
  if (parent.type === 'MemberExpression') return parent.computed || parent.object === node;
  const isMember =
    parent.type === 'Property' || parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition';
  return !isMember || parent.computed || parent.value === node;
}

function boundNames(pattern: Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => boundNames(one.type === 'Property' ? one.value : one));
    case 'ArrayPattern':
      return pattern.elements.flatMap((one) => (one === null ? [] : boundNames(one)));
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    case 'MemberExpression':
      return [];
  }
}

function children(node: Node): AnyNode[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is AnyNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'start' in value
  );
}
