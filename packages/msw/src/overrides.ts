import {
  type ErrorEnvelope,
  errorEnvelope,
  examples,
  type IdPrefix,
  idPrefixes,
  isId,
  type Page,
} from '@parley/contract';
import * as contractModule from '@parley/contract';
import * as z from 'zod';
import type { HeaderRecord } from './authenticate.ts';
import { createFaults, type Faults } from './faults.ts';
import { describeIssues, MockError } from './problems.ts';
import type { Endpoint } from './router.ts';
import type { EndpointScript, RawCall } from './script.ts';
import type { Store } from './store.ts';
import type { Input, SuccessBody, SuccessStatus } from './types.ts';

/** One recorded request to an endpoint. `body` is what the contract makes of it, or as sent when invalid. */
export interface RecordedCall<Route> extends Input<Route> {
  method: string;
  path: string;
  headers: HeaderRecord;
  idempotencyKey: string | undefined;
  /** 1 for the first request with its Idempotency-Key, 2 for the next, and so on. */
  attempt: number;
  /** What was answered; undefined when no answer was given. */
  status: number | undefined;
}

/** Some fields of the answer: the others come from the contract's example and from the request. */
export type PartialBody<Route> =
  SuccessBody<Route> extends Page<infer Item>
    ? { data?: Partial<Item>[]; nextCursor?: string | null }
    : Partial<SuccessBody<Route>>;

export interface Reply<Status extends number, Body> {
  status: Status;
  body: Body;
  readonly isReply: true;
}

type AnyReply<Route> =
  | Reply<SuccessStatus<Route>, PartialBody<Route>>
  | Reply<number, ErrorEnvelope>;

/** What a test's own responder may use of the tenant. */
export interface ReplyDb {
  /** A new id of this prefix, such as `msg`. */
  nextId(prefix: IdPrefix): string;
  /** The time of the mock clock, ISO 8601. */
  now(): string;
}

export type ReplyFunction<Route> = (
  call: RecordedCall<Route> & { db: ReplyDb },
) => MaybePromise<PartialBody<Route> | AnyReply<Route>>;

type MaybePromise<Value> = Value | Promise<Value>;

export type Override<Route> = PartialBody<Route> | AnyReply<Route> | ReplyFunction<Route>;

/** Prepares the next requests, one after the other. */
export interface Prepare<Route> extends Faults<{ readonly then: Prepare<Route> }> {
  /** Answers one request with these fields, or with what the function makes of it. Nothing is stored. */
  once(answer: Override<Route>): { readonly then: Prepare<Route> };
}

/** What a test can do with one endpoint. */
export interface EndpointMock<Route> extends Prepare<Route> {
  /** Answers every request in this way until `mock.reset()`. Nothing is stored. */
  reply(answer: Override<Route>): void;
  /** The requests that reached the endpoint, in their order. */
  readonly calls: readonly RecordedCall<Route>[];
}

/** An answer with its status, for `reply` and `once`: an error takes the envelope as its body. */
export function reply<const Status extends number, Body>(
  status: Status,
  body: Body,
): Reply<Status, Body> {
  return { status, body, isReply: true };
}

export type Responder = (call: RawCall, store: Store) => MaybePromise<ResponderAnswer>;

export interface ResponderAnswer {
  status: number;
  body: unknown;
}

/** Untyped within: `EndpointMock` says to each endpoint what its answers are. */
export function createEndpointMock(script: EndpointScript): EndpointMock<unknown> {
  const responderOf = (how: string, answer: unknown) =>
    toResponder(script.endpoint, `${script.endpoint.name}.${how}`, answer);
  const chain = {
    get then() {
      return prepare;
    },
  };
  const prepare = {
    ...createFaults(script, chain),
    once: (answer: unknown) => {
      script.steps.push({ kind: 'once', responder: responderOf('once', answer) });
      return chain;
    },
  } as Prepare<unknown>;
  return {
    ...prepare,
    reply: (answer: unknown) => {
      script.responder = responderOf('reply', answer);
    },
    get calls() {
      return script.calls as unknown as readonly RecordedCall<unknown>[];
    },
  };
}

function toResponder(endpoint: Endpoint, where: string, answer: unknown): Responder {
  if (typeof answer === 'function') {
    return async (call, store) => {
      const db: ReplyDb = {
        nextId: (prefix) => store.newId(kindOf(prefix)),
        now: () => store.now(),
      };
      return complete(endpoint, where, await answer({ ...call, db }), call, store);
    };
  }
  complete(endpoint, where, answer, undefined, undefined);
  return (call, store) => complete(endpoint, where, answer, call, store);
}

/** The whole answer of a partial one. Throws a MockError that names the field the contract refuses. */
function complete(
  endpoint: Endpoint,
  where: string,
  answer: unknown,
  call: RawCall | undefined,
  store: Store | undefined,
): ResponderAnswer {
  const { status, body } = isReply(answer) ? answer : { status: endpoint.status, body: answer };
  if (status >= 400) return { status, body: checked(where, status, errorEnvelope, body) };
  const schema = endpoint.responses.get(status);
  if (!schema || status >= 300) {
    throw new MockError(`${where}: the contract has no answer ${status} here`);
  }
  const whole = schema instanceof z.ZodObject ? fill(where, schema, body, call, store) : undefined;
  return { status, body: checked(where, status, schema, whole) };
}

function checked(where: string, status: number, schema: z.ZodType, body: unknown): unknown {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new MockError(
    `${where}: the answer ${status} does not match the contract: ${describeIssues(result.error, 'body', body)}`,
  );
}

function fill(
  where: string,
  schema: z.ZodObject,
  partial: unknown,
  call: RawCall | undefined,
  store: Store | undefined,
): Record<string, unknown> {
  const given = (partial ?? {}) as Record<string, unknown>;
  const unknown = Object.keys(given).find((key) => !(key in schema.shape));
  if (unknown) throw new MockError(`${where}: ${unknown} is no field of the answer`);
  const item = schema.shape['data'] instanceof z.ZodArray ? schema.shape['data'].element : undefined;
  if (item instanceof z.ZodObject && Array.isArray(given['data'])) {
    const data = given['data'].map((entry) => fill(where, item, entry, undefined, store));
    return { nextCursor: null, ...given, data };
  }
  return { ...exampleOf(schema), ...fresh(schema, store), ...echoOf(schema, call), ...given };
}

function exampleOf(schema: z.ZodType): Record<string, unknown> {
  return (examplesBySchema.get(schema) ?? {}) as Record<string, unknown>;
}

/** An id of its own for every answer that is a record. */
function fresh(schema: z.ZodObject, store: Store | undefined): Record<string, unknown> {
  const { id } = exampleOf(schema);
  const kind = idKinds.find((candidate) => isId(String(id), idPrefixes[candidate]));
  return store && kind ? { id: store.newId(kind) } : {};
}

/** What the request says of the record: its id in the path, and the fields that it sets. */
function echoOf(schema: z.ZodObject, call: RawCall | undefined): Record<string, unknown> {
  const sent = { ...(call?.body as object | undefined), ...(call?.params as object | undefined) };
  return Object.fromEntries(
    Object.entries(sent).filter(([key, value]) => schema.shape[key]?.safeParse(value).success),
  );
}

const idKinds = Object.keys(idPrefixes) as (keyof typeof idPrefixes)[];

/** The contract names examples like their schemas. */
const examplesBySchema = new Map<unknown, unknown>(
  Object.entries(examples).map(([name, example]) => [
    (contractModule as Record<string, unknown>)[name],
    example,
  ]),
);

function kindOf(prefix: IdPrefix): keyof typeof idPrefixes {
  const kind = idKinds.find((candidate) => idPrefixes[candidate] === prefix);
  if (!kind) throw new MockError(`db.nextId: ${prefix} is no prefix of an id`);
  return kind;
}

function isReply(answer: unknown): answer is Reply<number, unknown> {
  return typeof answer === 'object' && answer !== null && 'isReply' in answer;
}
