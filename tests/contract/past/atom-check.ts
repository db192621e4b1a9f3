/** Reads a feed and checks what RFC 4287 asks of it: well-formed, each thing once, ids and dates of the right form. */
import assert from 'node:assert/strict';

export interface ReadFeed {
  readonly id: string;
  readonly updated: string;
  readonly self: string;
  readonly entries: readonly { readonly id: string; readonly updated: string; readonly title: string }[];
}

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;
/** The declaration, a tag, or text between tags. */
const TOKEN =
  /<\?xml version="1\.0" encoding="utf-8"\?>|<(\/?)([a-z]+)((?: [a-z:]+="[^"<]*")*)(\/?)>|[^<]+/gy;

/** @throws AssertionError */
export function readAtom(text: string): ReadFeed {
  const feed = parse(text);
  assert.deepEqual([feed.name, feed.attributes['xmlns']], ['feed', 'http://www.w3.org/2005/Atom']);
  const one = (node: Node, name: string) => {
    const [found, ...others] = node.children.filter((child) => child.name === name);
    assert.ok(found !== undefined && others.length === 0, `${node.name} has not one ${name}`);
    return found;
  };
  const link = (node: Node, rel: string) => {
    const found = node.children.filter((child) => child.name === 'link' && child.attributes['rel'] === rel);
    assert.equal(found.length, 1, `${node.name} links ${rel} once`);
    return new URL(found[0]?.attributes['href'] ?? '').href;
  };
  const dated = (node: Node) => {
    for (const name of ['id', 'title', 'updated']) assert.ok(one(node, name).text.trim() !== '', name);
    const { text: updated } = one(node, 'updated');
    assert.match(updated, DATE);
    assert.ok(!Number.isNaN(Date.parse(updated)), updated);
    link(node, 'alternate');
    return { id: new URL(one(node, 'id').text).href, updated, title: one(node, 'title').text };
  };
  assert.ok(one(one(feed, 'author'), 'name').text !== '');
  const entries = feed.children
    .filter(({ name }) => name === 'entry')
    .map((entry) => {
      assert.ok(one(entry, 'summary').text !== '');
      return dated(entry);
    });
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length, 'every entry has an id of its own');
  return { ...dated(feed), self: link(feed, 'self'), entries };
}

function parse(text: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const [token, close, name, attributes = '', empty] = TOKEN.exec(text) ?? [];
    assert.ok(token !== undefined, `not XML: ${text.slice(at, at + 80)}`);
    const inside = open.at(-1) ?? root;
    if (name === undefined) {
      if (!token.startsWith('<?')) inside.text += plain(token);
    } else if (close === '/') {
      assert.equal(name, open.pop()?.name, 'tags are closed in order');
    } else {
      const pairs = [...attributes.matchAll(/([a-z:]+)="([^"]*)"/g)].map(([, key, value = '']) => [
        key,
        plain(value),
      ]);
      const node = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      inside.children.push(node);
      if (empty !== '/') open.push(node);
    }
  }
  assert.equal(open.length, 1, 'every tag is closed');
  const [feed, ...others] = root.children;
  assert.ok(feed !== undefined && others.length === 0, 'there is one root');
  return feed;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function plain(text: string): string {
  return text.replace(/&(\w*;?)/g, (entity, name: string) => {
    const character = ENTITIES[name.replace(';', '')];
    assert.ok(character !== undefined && name.endsWith(';'), `${entity} is no entity`);
    return character;
  });
}
