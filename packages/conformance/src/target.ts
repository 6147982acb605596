import type { Quota } from '@parley/contract';
import type { Extent } from './extent.ts';

/** Starts a separate target, which shares no data with other targets. */
export type StartTarget = () => Promise<Target>;

/**
 * A system that implements the contract over HTTP. The suite uses only HTTP and the functions of this interface, which
 * do what HTTP cannot do. Every target implements all of them.
 */
export interface Target {
  /** The origin without a path: `http://127.0.0.1:4321`. The suite adds each of `apiPrefixes`. */
  baseUrl: string;
  /** Creates an empty, active tenant with one active key. */
  createTenant(options?: TenantOptions): Promise<TestTenant>;
  /** Returns the tenant of a client of an agency, with a new API key that no agency issued. */
  ownTenant(client: { tenantId: string; secret: string }): Promise<TestTenant>;
  /** Returns a well-formed API key that does not exist. */
  unknownKey(): string;
  /** Starts a webhook receiver with a URL that webhook endpoints can use. */
  startReceiver(receive: Receive): Promise<Receiver>;
  /** Lets background work run. It may return before the work is finished; the suite calls it between polls. */
  settle(): Promise<void>;
  /**
   * Stops background work. After it resolves, no queued message goes to a provider and no event to a receiver, until
   * `resume`.
   */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Advances the time of background work. When it resolves, everything that was due within `ms` is done. */
  advance(ms: number): Promise<void>;
  /** Returns the time that records of the target get: the real time plus all calls of `advance`. */
  now(): Date;
  close(): Promise<void>;
}

/** Returns the response of a receiver. If it throws, the connection is closed without a response. */
export type Receive = (request: ReceivedRequest) => ReceiverAnswer | Promise<ReceiverAnswer>;

export interface ReceivedRequest {
  method: string;
  /** The headers, with names in lower case. */
  headers: Readonly<Record<string, string>>;
  rawBody: string;
}

export interface ReceiverAnswer {
  /** The status of the response. Default: 200. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export interface Receiver {
  readonly url: string;
  close(): Promise<void>;
}

export interface TenantOptions {
  /** The quota of the tenant's first key. Default: so high that the suite cannot use it up. */
  quota?: Quota;
}

export interface TestTenant {
  tenantId: string;
  apiKeyId: string;
  apiKey: string;
  /** Creates another key of this tenant. */
  createKey(options?: KeyOptions): Promise<TestKey>;
  /** Creates an active user of this tenant, who may be an assignee or owner. Returns the ID. */
  createUser(name?: string): Promise<string>;
  /** Creates an inactive user. Returns the ID. */
  createInactiveUser(): Promise<string>;
  /**
   * Makes an item of a webhook fail: a text message of a customer, which a retry handles successfully. Returns its ID.
   */
  failInbound(channelId: string, item: { from: string; text: string }): Promise<string>;
  /**
   * Makes the tenant an agency, as an operator does. In the DNS of the target, the agency owns the domains with its
   * label: its ID in small letters, with `-` instead of `_`. Nobody owns a domain under `.invalid`.
   */
  makeAgency(): Promise<void>;
  /** Suspends the tenant. After it resolves, requests with the tenant's keys get SVC-TENANT-SUSPENDED. */
  suspend(): Promise<void>;
  /** Ends the suspension. */
  resume(): Promise<void>;
}

export interface KeyOptions {
  name?: string;
  quota?: Quota;
  /** When the key expires, in the form of records, with milliseconds. A time in the past creates an expired key. */
  expiresAt?: string;
}

export interface TestKey {
  id: string;
  apiKey: string;
}

/** The targets of one suite. */
export interface Targets {
  /** A target whose background work runs. */
  running: () => Target;
  /** A target whose background work is paused: accepted messages stay queued. */
  paused: () => Target;
  /** Starts a separate target, for tests that advance the time or stop the worker. */
  start: StartTarget;
  extent: Extent;
}

/** Starts a target for one test. Close it at the end of the test with `await using`. */
export async function startOwn(start: StartTarget): Promise<Target & AsyncDisposable> {
  const target = await start();
  return Object.assign(target, { [Symbol.asyncDispose]: () => target.close() });
}
