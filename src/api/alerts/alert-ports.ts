/** What the routes of alerts need of a server, and what it keeps of a device that wants them: no name, no place. */
import type { AlertState } from '../../core/alerts/alerts.ts';
import type { AlertPreferences } from '../../core/alerts/preferences.ts';
import type { DrawingPorts, Quota } from '../ports.ts';

/** The keys that a push to a browser is encrypted with (RFC 8291), base64url without padding. */
export interface PushKeys {
  /** The browser's public key: an uncompressed point on P-256, 65 bytes. */
  readonly p256dh: string;
  /** 16 random bytes. */
  readonly auth: string;
}

export interface Subscription {
  /** base64url of the SHA-256 of the endpoint, without padding. */
  readonly id: string;
  /** The address at the push service. Whoever knows it, and the keys, can send to this browser. */
  readonly endpoint: string;
  readonly keys: PushKeys;
  readonly wanted: AlertPreferences;
  readonly state: AlertState;
}

/** Reads and writes in one transaction, which no other one of alerts interrupts. */
export interface AlertsTx {
  find(id: string): Promise<Subscription | undefined>;
  count(): Promise<number>;
  /** Replaces the one with the same id. */
  put(subscription: Subscription): Promise<void>;
  /** Does nothing if there is none. */
  delete(id: string): Promise<void>;
  /**
   * Deletes one that no push has reached yet, any of them: it may be nobody's.
   * @returns false if every one has been reached
   */
  makeRoom(): Promise<boolean>;
}

export interface Alerts {
  /** The public key of VAPID (RFC 8292), base64url: browsers accept pushes of its owner alone. */
  publicKey(): Promise<string>;
  /** True if there is a subscription with this id. */
  has(id: string): Promise<boolean>;
  write<T>(work: (tx: AlertsTx) => Promise<T>): Promise<T>;
}

/** What these routes need. */
export interface AlertPorts extends DrawingPorts {
  readonly alerts: Alerts;
  /** Limits how many subscriptions an address may make. */
  readonly subscribeQuota: Quota;
  /** An origin that counts as a push service besides the known ones, for tests. */
  readonly testPushOrigin?: string | undefined;
}

/**
 * Most subscriptions of a server: each is looked at after every refresh of the air and the sky. Anybody can make up an
 * endpoint, and only a push shows whether there is a browser behind it. So if all places are taken, one that no push has
 * reached is the first to go.
 */
export const SUBSCRIPTIONS_MAX = 5_000;
