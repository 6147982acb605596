// How the lab speaks to one SDK: through that SDK's own options, with its own defaults.

/** The base URL of the client, and the settings of a case. Settings that an SDK does not have are omitted. */
export interface ClientOptions {
  baseUrl: string;
  apiKey: string;
  /** The time limit of one attempt. */
  timeoutMs?: number;
  /** The time limit of the whole call, with all attempts. */
  deadlineMs?: number;
  retries?: boolean;
  /** Called with every line and object that the SDK logs at its most detailed level. */
  log?: (...line: unknown[]) => void;
  /** Called with everything that the SDK passes to hooks or event listeners. */
  hook?: (...value: unknown[]) => void;
  /** Replaces the network, to measure the SDK's own work. */
  fetch?: typeof globalThis.fetch;
}

export interface Client {
  /** The client object of the SDK, to be inspected. */
  raw: object;
  get(signal?: AbortSignal): Promise<unknown>;
  post(signal?: AbortSignal): Promise<unknown>;
  list?: (cursor?: string) => AsyncIterable<{ id: string }>;
}

/**
 * The list response of the fault server. `next` is also the ID of the last item, because some SDKs use it as the
 * cursor.
 */
export interface LabPage {
  items: { id: string }[];
  next: string | null;
}

export interface PageDialect {
  /** The name of the cursor in the query or in the form body. */
  cursorParameter: string;
  render(page: LabPage, url: string): { body: unknown; headers?: Record<string, string> };
}

export interface SignedContent {
  id: string;
  timestamp: string;
  body: string;
}

export type WebhookHeaders = Headers | Record<string, string | string[]>;

export interface WebhookDialect {
  /** Whether the signature includes the time, so that an old delivery can be detected. */
  signsTime: boolean;
  /** Whether the scheme signs an ID with the body. */
  signsId: boolean;
  /** Whether the SDK returns the parsed event. */
  parses: boolean;
  secrets: { current: string; previous: string; foreign: string };
  headerOf(signatures: string[], content: SignedContent): Record<string, string>;
  sign(secret: string, content: SignedContent): string;
  /** A signature of a future version of the scheme. */
  unknownSignature: string;
  /**
   * Returns the SDK's check of a signature, which takes the body as a string unless a case says otherwise. It throws or
   * returns false to refuse.
   */
  verifier(): Promise<Verifier>;
  /** Returns the same check without a promise, if the SDK has both. */
  syncVerifier?(): Promise<Verifier>;
}

export type Verifier = (
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string[],
) => unknown | Promise<unknown>;

export interface Adapter {
  package: string;
  /** Whether calls accept an AbortSignal. */
  hasSignal: boolean;
  open(options: ClientOptions): Promise<Client>;
  pages?: PageDialect;
  webhooks?: WebhookDialect;
}

/** Loads another SDK from its installation folder. The type parameter lists the members that the lab uses. */
export async function load<Module>(name: string): Promise<Module> {
  return (await import(name)) as Module;
}

/** Returns the options that are defined: many SDKs treat `undefined` differently from an absent option. */
export function given(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Secret parts of a request, which the lab searches for to detect leaks. */
export const secretText = 'SECRET_TEXT_OF_THE_BODY';
export const secretKey = 'bk_eu1_SECRET_KEY_OF_THE_CLIENT';
