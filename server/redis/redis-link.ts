/**
 * A connection to a Redis that may be absent, hang or refuse. Nobody waits for it longer than 100 ms: as soon as one
 * command fails it counts as away, and nobody asks it until a trial in the background has succeeded.
 */
import { Redis } from 'ioredis';
import { settledWithin } from '../../src/core/settled-within.ts';

export interface RedisLink {
  readonly client: Redis;
  /** True while it answers. */
  readonly isUp: boolean;
  /**
   * Runs work on the client.
   * @returns undefined if Redis did not answer in time or refused
   */
  run<T>(work: () => Promise<T>): Promise<T | undefined>;
  close(): void;
}

export interface RedisLinkOptions {
  readonly url: string;
  /** Tries with the client what the work will do. Throws if that fails. */
  readonly trial: (client: Redis) => Promise<unknown>;
  /** Called when Redis is away, with the reason, and when it is back, without one. */
  readonly onChange: (reason?: string) => void;
  /** Called once if the address has a password, and Redis takes anybody without one. */
  readonly onNeedlessPassword: () => void;
}

/** Timeout of an answer, ms. */
const ANSWER_MS = 100;
/** When the client gives up a command, ms, even one of its own while it connects. */
const COMMAND_MS = 1_000;
/** Time between two attempts to connect, and between two trials, ms. */
const PAUSE_MS = 500;
/** Timeout for connecting, ms. */
const CONNECTING_MS = 2_000;
/** How long a start waits for the first trial, ms. */
const FIRST_MS = 1_000;

const NO_ANSWER = 'it does not answer';
const LATE = 'it does not answer in time';
/** What a Redis says to a password that it does not need. */
const NO_PASSWORD = 'without any password configured';
/** What the client says when there is no connection. The reason for that came before. */
const UNCONNECTED = /^(?:Stream isn't writeable|Connection is closed|Redis connection is not ready)/;

/** Opens the link. Never throws: a Redis that cannot be reached counts as away. */
export async function openRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  const { trial, onChange, onNeedlessPassword } = options;
  const { address, credentials } = split(options.url);
  const client = new Redis(address, {
    commandTimeout: COMMAND_MS,
    connectTimeout: CONNECTING_MS,
    disconnectTimeout: ANSWER_MS,
    retryStrategy: () => PAUSE_MS,
    // A command that waits for a connection would come too late, and one sent again would count twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 1,
    // The trial is the check: INFO, which the client would ask, may be forbidden where counting is not.
    enableReadyCheck: false,
    disableClientInfo: true,
    protocol: 2,
  });
  let isUp = false;
  /** True once somebody was told that it is away. */
  let isTold = false;
  let isTrying = false;
  let isClosed = false;
  let isNeedless = false;
  let trouble = NO_ANSWER;

  function lost(error: unknown): void {
    isUp = false;
    trouble = reasonOf(error) ?? trouble;
  }
  client.on('error', lost);
  client.on('close', () => lost(undefined));

  function tell(): void {
    if (isTold || isClosed) return;
    isTold = true;
    onChange(trouble);
  }

  function failed(error: unknown): void {
    lost(error);
    // Whatever is still under way on this connection may never be answered.
    if (isLate(error)) client.disconnect(true);
    tell();
  }

  /** Here and not in the client, which would print a warning of its own about a password that is not needed. */
  async function authenticate(): Promise<void> {
    if (credentials === undefined) return;
    try {
      await inTime(client.call('AUTH', ...credentials));
    } catch (error) {
      if (!(error instanceof Error && error.message.includes(NO_PASSWORD))) throw error;
      if (!isNeedless) onNeedlessPassword();
      isNeedless = true;
    }
  }

  /** Selects the database of the address. The client has tried that, but goes on in database 0 if it is refused. */
  async function selectDatabase(): Promise<void> {
    const { db = 0 } = client.options;
    if (db !== 0) await inTime(client.select(db));
  }

  async function attempt(): Promise<void> {
    if (isUp || isTrying) return;
    isTrying = true;
    try {
      await authenticate();
      await selectDatabase();
      await inTime(trial(client));
      isUp = !isClosed;
      if (isTold && isUp) onChange();
      isTold = false;
      trouble = NO_ANSWER;
    } catch (error) {
      failed(error);
    } finally {
      isTrying = false;
    }
  }

  const connected = new Promise<void>((resolve) => {
    client.once('ready', resolve);
    client.once('close', () => resolve());
  });
  if (!(await settledWithin(connected.then(attempt), FIRST_MS))) tell();
  const timer = setInterval(() => void attempt(), PAUSE_MS).unref();

  return {
    client,
    get isUp() {
      return isUp;
    },
    async run(work) {
      try {
        return await inTime(work());
      } catch (error) {
        // Of many under way, the first one has done all this.
        if (isUp) failed(error);
        return undefined;
      }
    },
    close() {
      isClosed = true;
      isUp = false;
      clearInterval(timer);
      client.disconnect();
    },
  };
}

/** The address without user and password, and these, decoded; undefined if there are none. */
function split(url: string): {
  readonly address: string;
  readonly credentials: readonly string[] | undefined;
} {
  const address = new URL(url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  const credentials = [username, password].filter((part) => part !== '').map(decodeURIComponent);
  return { address: address.href, credentials: credentials.length === 0 ? undefined : credentials };
}

/** @throws if there is no answer in time */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // When this process itself is late, the answer is there already, and is read before the next turn.
    const timer = setTimeout(() => setImmediate(() => reject(new Error(LATE))), ANSWER_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function isLate(error: unknown): boolean {
  return error instanceof Error && (error.message === LATE || error.message === 'Command timed out');
}

/** One line, without what was sent. Undefined if the error says nothing new. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || UNCONNECTED.test(error.message)) return undefined;
  return isLate(error) ? LATE : error.message.split('\n', 1)[0];
}
