/**
 * Replaces parts of the platform, so that every run of a seed is the same. Randomness comes from the seed, and
 * digests are made at once. Requests and responses have only the parts of the Fetch API that the application
 * and the engine use, because undici's streams take five times as long as everything they carry. A test runs
 * the same seeds with the platform's own.
 */
import { createHash } from 'node:crypto';
import { type Random, seededRandom } from './schedule/random.ts';

let random: Random = seededRandom('nothing');

/** From now on all randomness of the platform comes from these numbers. */
export function seedPlatform(numbers: Random): void {
  random = numbers;
}

export interface PlatformOptions {
  /** Keeps the platform's own Request and Response. */
  readonly ownFetch?: boolean;
}

/** Replaces the platform's parts in this thread, for good. */
export function installPlatform({ ownFetch = false }: PlatformOptions = {}): void {
  const define = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  define('crypto', {
    randomUUID: uuid,
    getRandomValues<T extends Uint8Array>(bytes: T): T {
      for (let i = 0; i < bytes.length; i++) bytes[i] = random.int(0, 255);
      return bytes;
    },
    subtle: {
      // Synchronous: the thread pool would answer in any order.
      async digest(_name: string, bytes: Uint8Array): Promise<ArrayBuffer> {
        return new Uint8Array(createHash('sha256').update(bytes).digest()).buffer;
      },
    },
  });
  // Rows and keys are plain data, and the platform's own clone goes through a message.
  define('structuredClone', clone);
  if (ownFetch) return;
  define('Headers', LightHeaders);
  define('Request', LightRequest);
  define('Response', LightResponse);
}

function clone(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(clone);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, clone(member)]));
}

/** A UUIDv4 from the seed. */
export function uuid(): string {
  const hex = Array.from({ length: 4 }, () => random.int(0, 0xffffffff).toString(16).padStart(8, '0')).join(
    '',
  );
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

type HeadersLike = LightHeaders | Headers | Readonly<Record<string, string>> | readonly (readonly string[])[];

class LightHeaders {
  readonly #values = new Map<string, string>();

  constructor(init: HeadersLike = {}) {
    const entries = Symbol.iterator in init ? init : Object.entries(init);
    for (const [name = '', value = ''] of entries) this.set(name, value);
  }
  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }
  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }
  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), String(value));
  }
  append(name: string, value: string): void {
    const before = this.get(name);
    this.set(name, before === null ? value : `${before}, ${value}`);
  }
  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }
  forEach(each: (value: string, name: string) => void): void {
    this.#values.forEach((value, name) => {
      each(value, name);
    });
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values.entries();
  }
  entries(): IterableIterator<[string, string]> {
    return this.#values.entries();
  }
}

type Content = string | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | null;

interface BodyReader {
  read(): Promise<{ readonly done: boolean; readonly value: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** A complete body that can be read once. */
class Body_ {
  readonly #content: Content;
  bodyUsed = false;

  constructor(content: Content = null) {
    this.#content = content;
  }
  /** The part of a stream that a reader needs: everything in one chunk. */
  get body(): { getReader(): BodyReader } | null {
    if (this.#content === null) return null;
    let left = true;
    return {
      getReader: () => ({
        read: async () => {
          if (!left) return { done: true, value: undefined };
          left = false;
          return { done: false, value: await this.bytes() };
        },
        async cancel() {},
      }),
    };
  }
  #take(): Content {
    if (this.bodyUsed) throw new TypeError('the body was read already');
    this.bodyUsed = true;
    return this.#content;
  }
  async text(): Promise<string> {
    const content = this.#take();
    if (content === null) return '';
    return typeof content === 'string' ? content : new TextDecoder().decode(await bytesOf(content));
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
  async bytes(): Promise<Uint8Array> {
    const content = this.#take() ?? '';
    return typeof content === 'string' ? new TextEncoder().encode(content) : bytesOf(content);
  }
  async arrayBuffer(): Promise<ArrayBufferLike> {
    return (await this.bytes()).buffer;
  }
}

async function bytesOf(content: Exclude<Content, string | null>): Promise<Uint8Array> {
  if (!(content instanceof ReadableStream)) return new Uint8Array(content);
  const parts: number[] = [];
  for await (const part of content) parts.push(...part);
  return new Uint8Array(parts);
}

interface RequestLike {
  readonly method?: string;
  readonly headers?: HeadersLike;
  readonly body?: Content;
  readonly signal?: AbortSignal;
}

class LightRequest extends Body_ {
  readonly url: string;
  readonly method: string;
  readonly headers: LightHeaders;
  readonly signal: AbortSignal | undefined;

  constructor(url: string | URL, { method = 'GET', headers = {}, body = null, signal }: RequestLike = {}) {
    super(body);
    this.url = String(url);
    this.method = method;
    this.headers = new LightHeaders(headers);
    this.signal = signal;
  }
}

interface ResponseLike {
  readonly status?: number;
  readonly headers?: HeadersLike;
}

class LightResponse extends Body_ {
  readonly status: number;
  readonly headers: LightHeaders;

  constructor(body: Content = null, { status = 200, headers = {} }: ResponseLike = {}) {
    super(body);
    this.status = status;
    this.headers = new LightHeaders(headers);
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
}
