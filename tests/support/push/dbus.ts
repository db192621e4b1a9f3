/** The messages of D-Bus, little endian, as much of them as notifications need. */
import type { Socket } from 'node:net';

const TYPES = ['call', 'return', 'error', 'signal'] as const;
type Type = (typeof TYPES)[number];

/** Header fields by their codes, and the signature of each. */
const FIELDS = [
  [1, 'path', 'o'],
  [2, 'interface', 's'],
  [3, 'member', 's'],
  [4, 'error', 's'],
  [5, 'reply', 'u'],
  [6, 'destination', 's'],
  [7, 'sender', 's'],
  [8, 'signature', 'g'],
] as const;
export type Fields = Readonly<Partial<Record<(typeof FIELDS)[number][1], string | number | undefined>>>;

export interface Message {
  readonly type: Type;
  readonly serial: number;
  readonly member: string;
  readonly destination: string;
  readonly body: Reader;
}

/** Reads values one after the other. */
export class Reader {
  readonly #bytes: Buffer;
  at = 0;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }
  align(size: number): void {
    this.at = Math.ceil(this.at / size) * size;
  }
  byte(): number {
    return this.#bytes.readUInt8(this.at++);
  }
  uint32(): number {
    this.align(4);
    this.at += 4;
    return this.#bytes.readUInt32LE(this.at - 4);
  }
  string(): string {
    return this.#text(this.uint32());
  }
  signature(): string {
    return this.#text(this.byte());
  }
  #text(length: number): string {
    const text = this.#bytes.toString('utf8', this.at, this.at + length);
    this.at += length + 1;
    return text;
  }
}

/** Answers the handshake of a client, and then gives each message that it sends. */
export function readMessages(socket: Socket, onMessage: (message: Message) => void): void {
  let bytes = Buffer.alloc(0);
  let isOpen = false;
  socket.on('data', (more) => {
    bytes = Buffer.concat([bytes, more as Buffer]);
    for (let end = 0; !isOpen && end >= 0; ) {
      end = bytes.indexOf('\r\n');
      if (end < 0) return;
      const line = bytes.toString('latin1', 0, end).replace('\0', '');
      bytes = bytes.subarray(end + 2);
      isOpen = line === 'BEGIN';
      if (line.startsWith('AUTH EXTERNAL')) socket.write(`OK ${'0'.repeat(32)}\r\n`);
      else if (line.startsWith('AUTH')) socket.write('REJECTED EXTERNAL\r\n');
      else if (line.startsWith('NEGOTIATE')) socket.write('ERROR\r\n');
    }
    for (let size = sizeOf(bytes); size !== undefined && bytes.length >= size; size = sizeOf(bytes)) {
      const whole = Buffer.from(bytes.subarray(0, size));
      bytes = bytes.subarray(size);
      onMessage(parsed(whole));
    }
  });
}

/** Bytes of the first message; undefined before its header has come. */
function sizeOf(bytes: Buffer): number | undefined {
  if (bytes.length < 16) return undefined;
  return 16 + Math.ceil(bytes.readUInt32LE(12) / 8) * 8 + bytes.readUInt32LE(4);
}

function parsed(bytes: Buffer): Message {
  const reader = new Reader(bytes);
  reader.at = 1;
  const type = TYPES[reader.byte() - 1] ?? 'error';
  reader.at = 8;
  const serial = reader.uint32();
  const end = 16 + reader.uint32();
  const found: Record<string, string | number> = {};
  while (reader.at < end) {
    reader.align(8);
    const code = reader.byte();
    const [, name = ''] = FIELDS.find(([known]) => known === code) ?? [];
    const signature = reader.signature();
    if (signature === 'u') found[name] = reader.uint32();
    else found[name] = signature === 'g' ? reader.signature() : reader.string();
  }
  const body = new Reader(bytes.subarray(Math.ceil(end / 8) * 8));
  const { member = '', destination = '' } = found;
  return { type, serial, member: String(member), destination: String(destination), body };
}

/** Writes values of a signature of `y`, `b`, `u`, `s`, `o`, `g` and `as`, one after the other. */
class Writer {
  bytes = Buffer.alloc(0);
  align(size: number): void {
    this.#add(Buffer.alloc((size - (this.bytes.length % size)) % size));
  }
  byte(value: number): void {
    this.#add(Buffer.from([value]));
  }
  uint32(value: number): void {
    this.align(4);
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    this.#add(four);
  }
  string(text: string): void {
    this.uint32(Buffer.byteLength(text));
    this.#add(Buffer.from(`${text}\0`));
  }
  signature(text: string): void {
    this.byte(text.length);
    this.#add(Buffer.from(`${text}\0`));
  }
  value(type: string, value: unknown): void {
    if (type === 'b') this.uint32(value === true ? 1 : 0);
    else if (type === 'u') this.uint32(Number(value));
    else if (type === 'g') this.signature(String(value));
    else this.string(String(value));
  }
  /** What is written begins where a multiple of 8 bytes has been written before it. */
  array(write: (inner: Writer) => void): void {
    const inner = new Writer();
    write(inner);
    this.uint32(inner.bytes.length);
    this.#add(inner.bytes);
  }
  #add(more: Buffer): void {
    this.bytes = Buffer.concat([this.bytes, more]);
  }
}

/** @param values in the order of the signature */
export function messageOf(
  type: Type,
  serial: number,
  fields: Fields,
  signature: string,
  values: readonly unknown[],
): Buffer {
  const body = new Writer();
  for (const [n, each] of (signature.match(/as|./g) ?? []).entries()) {
    if (each !== 'as') body.value(each, values[n]);
    // Only as the first value, so that it begins where it should.
    else {
      body.array((inner) => {
        for (const text of values[n] as readonly string[]) inner.string(text);
      });
    }
  }
  const head = new Writer();
  head.byte(0x6c);
  head.byte(TYPES.indexOf(type) + 1);
  // No reply is expected.
  head.byte(type === 'call' ? 0 : 1);
  head.byte(1);
  head.uint32(body.bytes.length);
  head.uint32(serial);
  head.array((inner) => {
    for (const [code, name, form] of FIELDS) {
      const value = name === 'signature' ? signature || undefined : fields[name];
      if (value === undefined) continue;
      inner.align(8);
      inner.byte(code);
      inner.signature(form);
      inner.value(form, value);
    }
  });
  head.align(8);
  return Buffer.concat([head.bytes, body.bytes]);
}
