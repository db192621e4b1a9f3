/**
 * A small XML 1.0 reader: it reports elements and their attributes, in order. It builds no document, so that
 * nothing in a file can be run, shown or fetched. It knows only XML's own five entities: a file that defines
 * others is refused.
 */
import { DEPTH_MAX } from '../common/limits.ts';
import { Refused } from '../common/refused.ts';

export interface XmlSink {
  /** An element begins. `name` includes its prefix. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  /** Text between tags, with entities not decoded. Called only inside elements that ask for it. */
  text(raw: string): void;
}

const NAME = '[A-Za-z_:\\u0080-\\uFFFF][-A-Za-z0-9_:.\\u00B7\\u0080-\\uFFFF]*';
const START = new RegExp(`<(${NAME})`, 'y');
const ATTRIBUTE = new RegExp(`\\s+(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const START_END = /\s*(\/?)>/y;
const END = new RegExp(`</(${NAME})\\s*>`, 'y');
/** Most attributes of one element. */
const ATTRIBUTES_MAX = 200;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * @param watch called now and then with the position reached
 * @throws Refused for a text that is not well-formed XML
 */
export function readXml(text: string, sink: XmlSink, watch: (at: number) => void = () => {}): void {
  for (const at of readingXml(text, sink)) watch(at);
}

/**
 * The same in steps of 500 elements, so that the caller can pause between them. Yields the positions reached.
 * @throws Refused for a text that is not well-formed XML
 */
export function* readingXml(text: string, sink: XmlSink): Generator<number, void> {
  const open: string[] = [];
  yield* readingXmlPart(text, open, sink);
  if (open.length > 0) throw new Refused({ code: 'cut_off' });
}

/**
 * Reads a part of a text that ends between two tags, in the same steps.
 * @param open names of the elements that the parts before have left open; changed for the next part
 * @throws Refused for a text that is not well-formed XML
 */
export function* readingXmlPart(text: string, open: string[], sink: XmlSink): Generator<number, void> {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let elements = 0;
  while (at < text.length) {
    const next = text.indexOf('<', at);
    if (next < 0) {
      if (text.slice(at).trim() !== '') throw broken(at);
      break;
    }
    if (open.length > 0 && next > at) sink.text(text.slice(at, next));
    else if (next > at && text.slice(at, next).trim() !== '') throw broken(at);
    at = next;
    if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4);
    else if (text.startsWith('<?', at)) at = after(text, '?>', at + 2);
    else if (text.startsWith('<![CDATA[', at)) {
      const end = after(text, ']]>', at + 9);
      sink.text(text.slice(at + 9, end - 3));
      at = end;
    } else if (text.startsWith('<!', at)) at = afterDoctype(text, at);
    else if (text.startsWith('</', at)) {
      END.lastIndex = at;
      const name = END.exec(text)?.[1];
      if (name === undefined || open.pop() !== name) throw broken(at);
      sink.close(name);
      at = END.lastIndex;
    } else {
      at = element(text, at, open, sink);
      if (++elements % 500 === 0) yield at;
    }
  }
}

/** Reads a start tag and returns the index after it. */
function element(text: string, from: number, open: string[], sink: XmlSink): number {
  START.lastIndex = from;
  const name = START.exec(text)?.[1];
  if (name === undefined) throw broken(from);
  let at = START.lastIndex;
  const attributes = new Map<string, string>();
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(text);
    if (!match) break;
    const key = match[1] ?? '';
    if (attributes.has(key) || attributes.size >= ATTRIBUTES_MAX) throw broken(at);
    attributes.set(key, decodeEntities(match[2] ?? match[3] ?? ''));
    at = ATTRIBUTE.lastIndex;
  }
  START_END.lastIndex = at;
  const end = START_END.exec(text);
  if (!end) throw broken(at);
  sink.open(name, attributes);
  if (end[1] === '/') sink.close(name);
  else if (open.push(name) > DEPTH_MAX) throw new Refused({ code: 'too_deep' });
  return START_END.lastIndex;
}

/** Skips a document type. What it points to is never fetched. */
function afterDoctype(text: string, at: number): number {
  const end = text.indexOf('>', at);
  const inside = text.indexOf('[', at);
  if (!/^<!DOCTYPE\s/i.test(text.slice(at, at + 10)) || end < 0) throw broken(at);
  if (inside >= 0 && inside < end) {
    throw new Refused({ code: 'entities' });
  }
  return end + 1;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at < 0) throw broken(from);
  return at + mark.length;
}

/**
 * The text with its entities as characters.
 * @throws Refused for an entity that XML does not define
 */
export function decodeEntities(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(/&([^;&\s]{0,12});?/g, (all, name: string) => {
    const digits = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
    const code = digits ? Number.parseInt(digits[1] ?? digits[2] ?? '', digits[1] ? 16 : 10) : Number.NaN;
    const value = ENTITIES[name] ?? (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined);
    if (value === undefined || !all.endsWith(';')) {
      throw new Refused({ code: 'entity', text: all });
    }
    return value;
  });
}

/** A text for XML. Characters that XML does not allow become spaces. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function broken(at: number): Refused {
  return new Refused({ code: 'bad_xml', at });
}
