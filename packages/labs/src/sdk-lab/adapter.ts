// How the lab speaks to one SDK: through that SDK's own options, with its own defaults.

/** The base URL of the client and the settings of a case. Settings that an SDK lacks are omitted. */
export interface ClientOptions {
  baseUrl: string;
  apiKey: string;
  /** One attempt. */
  timeoutMs?: number;
  /** The whole call. */
  deadlineMs?: number;
  retries?: boolean;
  /** Takes every line and object that the SDK writes at its most talkative level. */
  log?: (...line: unknown[]) => void;
  /** Takes everything that the SDK hands to hooks or event listeners. */
  hook?: (...value: unknown[]) => void;
  /** Instead of the network, to measure the SDK's own work. */
  fetch?: typeof globalThis.fetch;
}

export interface Client {
  /** The client object, to be inspected. */
  raw: object;
  get(signal?: AbortSignal): Promise<unknown>;
  post(signal?: AbortSignal): Promise<unknown>;
  list?: (cursor?: string) => AsyncIterable<{ id: string }>;
}

/** The list response of the fault server. `next` is also the id of the last item, because some SDKs page by it. */
export interface LabPage {
  items: { id: string }[];
  next: string | null;
}

export interface PageDialect {
  /** Of the query or of the form body. */
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
  /** The signature includes the time, so an old delivery can be detected. */
  signsTime: boolean;
  /** The scheme signs an id beside the body. */
  signsId: boolean;
  /** The SDK hands back the parsed event. */
  parses: boolean;
  secrets: { current: string; previous: string; foreign: string };
  headerOf(signatures: string[], content: SignedContent): Record<string, string>;
  sign(secret: string, content: SignedContent): string;
  /** A signature of a future scheme. */
  unknownSignature: string;
  /** Of Node's string, unless a case says otherwise. Throws, or answers false, when it refuses. */
  verifier(): Promise<Verifier>;
  /** The same without a promise, where the SDK offers both. */
  syncVerifier?(): Promise<Verifier>;
}

export type Verifier = (
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string[],
) => unknown | Promise<unknown>;

export interface Adapter {
  package: string;
  /** Calls accept an AbortSignal. */
  hasSignal: boolean;
  open(options: ClientOptions): Promise<Client>;
  pages?: PageDialect;
  webhooks?: WebhookDialect;
}

/** Loads another SDK from its installation folder. The type lists the members that the lab uses. */
export async function load<Module>(name: string): Promise<Module> {
  return (await import(name)) as Module;
}

/** The defined options: many SDKs treat `undefined` differently from an absent option. */
export function given(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** The parts of a request besides its URL, to detect leaks. */
export const secretText = 'SECRET_TEXT_OF_THE_BODY';
export const secretKey = 'bk_eu1_SECRET_KEY_OF_THE_CLIENT';
