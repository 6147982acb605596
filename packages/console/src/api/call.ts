import type { Contract } from '@parley/contract';
import type { consoleContract, entryContract, unattendedHeader } from '@parley/contract/console';
import type {
  ErrorEnvelope,
  idempotencyKeyHeader,
  ValidationIssue,
} from '@parley/contract/schemas';
import { isUnattended } from './attention.ts';
import { endSession, knownSession, noticeSuspension } from './query-client.ts';

/** How long the console waits for an answer, in milliseconds. A change can ask a provider several times. */
const readMs = 30_000;
const changeMs = 180_000;

const unattended: typeof unattendedHeader = 'x-parley-unattended';
const keyHeader: typeof idempotencyKeyHeader = 'Idempotency-Key';

type EndpointOf<Router> = {
  [Noun in keyof Router]: Router[Noun][keyof Router[Noun]];
}[keyof Router];
type Endpoint =
  | EndpointOf<Contract>
  | EndpointOf<typeof consoleContract>
  | EndpointOf<typeof entryContract>;

/** The endpoints by method and path, as the contract writes them: `POST /api-keys/:id/revoke`. */
type Endpoints = {
  [One in Endpoint as One extends {
    method: infer Method extends string;
    path: infer Path extends string;
  }
    ? `${Method} ${Path}`
    : never]: One;
};

type Parsed<Schema> = Schema extends { _zod: { output: infer Output } } ? Output : never;
type Sent<Schema> = Schema extends { _zod: { input: infer Input } } ? Input : never;
type Success<One> = One extends { responses: infer Responses }
  ? Parsed<Responses[keyof Responses & (200 | 201 | 202 | 204)]>
  : never;

type AnyKey = keyof Endpoints;

/** The endpoints that take an idempotency key. Only a `SendOnce` calls them. */
export type OnceKey = {
  [K in AnyKey]: Endpoints[K] extends { headers: { 'idempotency-key': unknown } } ? K : never;
}[AnyKey];

/** The other endpoints. */
export type Key = Exclude<AnyKey, OnceKey>;

export type Answer<K extends AnyKey> = Success<Endpoints[K]>;

export interface Input<K extends AnyKey> {
  /** The IDs in the path. */
  path?: Readonly<Record<string, string>>;
  query?: Endpoints[K] extends { query: infer Query } ? Sent<Query> : never;
  body?: Endpoints[K] extends { body: infer Body } ? Sent<Body> : never;
  /** The body of an upload, instead of `body`. */
  file?: File;
}

/** A failed response. `message` says what is wrong and what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;

  constructor(status: number, { error }: ErrorEnvelope, requestId: string | null) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.details = error.details;
    this.requestId = requestId;
  }

  /** The invalid fields of the request. */
  get issues(): readonly ValidationIssue[] {
    return (this.details['issues'] ?? []) as readonly ValidationIssue[];
  }
}

/** Calls an endpoint with the session of this browser. Throws an `ApiError` when it fails. */
export async function call<K extends Key>(key: K, input: Input<K> = {}): Promise<Answer<K>> {
  return await request(key, input);
}

/** Like `call`, with an idempotency key for the endpoints that take one. */
export async function request<K extends AnyKey>(
  key: K,
  input: Input<K>,
  idempotencyKey?: string,
): Promise<Answer<K>> {
  const [method = '', template = ''] = key.split(' ');
  const path = template.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(input.path?.[name] ?? ''),
  );
  const { file, body: json } = input;
  const body = file ?? (json === undefined ? undefined : JSON.stringify(json));
  const session = knownSession();
  const { response, text } = await send(`/console/api${path}${queryOf(input.query)}`, {
    method,
    headers: {
      // A file names its own type.
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
      // Without it, a page that reads its data at intervals would keep the session in use.
      ...(isUnattended() && { [unattended]: 'true' }),
      ...(idempotencyKey && { [keyHeader]: idempotencyKey }),
    },
    ...(body !== undefined && { body }),
  });
  if (response.status === 204) return undefined as Answer<K>;
  const answer = parsed(text);
  if (response.ok) {
    // The sign-in page of a network, or a proxy, can answer any request with a page and status 200.
    if (answer === undefined) throw new Error(`The answer is not from the server. ${advice}`);
    return answer as Answer<K>;
  }
  const error = new ApiError(
    response.status,
    isEnvelope(answer) ? answer : unreadable(response.status),
    response.headers.get('x-request-id'),
  );
  // The page then asks to sign in, wherever it is.
  if (error.code === 'SVC-SIGN-IN-REQUIRED') endSession(session);
  if (error.code === 'SVC-TENANT-SUSPENDED') noticeSuspension();
  throw error;
}

const advice = 'Check the network and try again.';

/** Sends a request, and reads the whole answer. */
async function send(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const timer = setTimeout(() => waiting.abort(), init.method === 'GET' ? readMs : changeMs);
  try {
    const response = await fetch(url, { ...init, signal });
    return { response, text: await response.text() };
  } catch (cause) {
    const problem = signal.aborted ? 'has not answered in time' : 'cannot be reached';
    throw new Error(`The server ${problem}. ${advice}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function queryOf(query: Readonly<Record<string, unknown>> = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}

function isEnvelope(body: unknown): body is ErrorEnvelope {
  return typeof (body as ErrorEnvelope | undefined)?.error?.code === 'string';
}

function unreadable(status: number): ErrorEnvelope {
  const message = `The server answered ${status} without a description. Try again later.`;
  return { error: { code: `HTTP ${status}`, message, details: {} } };
}
