import type { Quota } from '@parley/contract';

/** Starts a separate target, which shares nothing with other calls. */
export type StartTarget = () => Promise<Target>;

/**
 * A system that implements the contract over HTTP. The suite knows only HTTP and the functions of this interface. They
 * do things that HTTP cannot do, and every target offers all of them.
 */
export interface Target {
  /** Origin without a path: `http://127.0.0.1:4321`. The suite adds each of `apiPrefixes`. */
  baseUrl: string;
  /** An empty, active tenant with one active key. */
  createTenant(options?: TenantOptions): Promise<TestTenant>;
  /** A key of the right form that was never given to anybody. */
  unknownKey(): string;
  /** A webhook receiver with its own URL, which endpoints can use. */
  startReceiver(receive: Receive): Promise<Receiver>;
  /** Gives background work a chance to run; need not wait for it. Called between polls. */
  settle(): Promise<void>;
  /** From its return on no queued message is handed to a provider, and no event to a receiver, until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Advances the time of background work: everything due within `ms` is done when this resolves. */
  advance(ms: number): Promise<void>;
  /** Returns the time of the target's records: the real time plus all calls of `advance`. */
  now(): Date;
  close(): Promise<void>;
}

/** The response of a receiver. When it throws, the connection breaks without a response. */
export type Receive = (request: ReceivedRequest) => ReceiverAnswer | Promise<ReceiverAnswer>;

export interface ReceivedRequest {
  method: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  rawBody: string;
}

export interface ReceiverAnswer {
  /** Default: 200. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export interface Receiver {
  readonly url: string;
  close(): Promise<void>;
}

export interface TenantOptions {
  /** Quota of the tenant's first key. Default: one that the suite cannot exhaust. */
  quota?: Quota;
}

export interface TestTenant {
  tenantId: string;
  apiKeyId: string;
  apiKey: string;
  /** Another key of this tenant. */
  createKey(options?: KeyOptions): Promise<TestKey>;
  /** Makes an active user of this tenant, who may be assignee and owner; answers the id. */
  createUser(name?: string): Promise<string>;
  /** Creates an inactive user. */
  createInactiveUser(): Promise<string>;
  /** Makes an item of a webhook fail: a text message of a customer that a retry handles. Answers its id. */
  failInbound(channelId: string, item: { from: string; text: string }): Promise<string>;
  /** Makes the tenant an agency, as an operator does. */
  makeAgency(): Promise<void>;
  /** From its return on the tenant's keys are answered SVC-TENANT-SUSPENDED. */
  suspend(): Promise<void>;
  /** Ends the suspension. */
  resume(): Promise<void>;
}

export interface KeyOptions {
  name?: string;
  quota?: Quota;
  /** As a record shows it, with milliseconds; a time in the past makes an expired key. */
  expiresAt?: string;
}

export interface TestKey {
  id: string;
  apiKey: string;
}

/** The targets of one suite. */
export interface Targets {
  /** Background work runs. */
  running: () => Target;
  /** Accepted messages stay queued. */
  paused: () => Target;
  /** For tests that move the clock or stop the worker. */
  start: StartTarget;
}

/** A target for one test, closed when the test ends. */
export async function startOwn(start: StartTarget): Promise<Target & AsyncDisposable> {
  const target = await start();
  return Object.assign(target, { [Symbol.asyncDispose]: () => target.close() });
}
