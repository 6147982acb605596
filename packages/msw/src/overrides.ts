import {
  type ErrorEnvelope,
  type IdPrefix,
  idPrefixes,
  type Page,
  ServiceError,
} from '@parley/contract';
import type { HeaderRecord } from './authenticate.ts';
import { completeAnswer } from './complete-answer.ts';
import { createFaults, type Faults } from './faults.ts';
import { MockError } from './problems.ts';
import type { Endpoint } from './router.ts';
import type { EndpointScript, Responder } from './script.ts';
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
    ? { data?: Partial<Open<Item>>[]; nextCursor?: string | null }
    : Partial<Open<SuccessBody<Route>>>;

/** Enums are open, as in the types of the SDK: a test may answer with a value that a newer server sends. */
type Open<Value> = Value extends string
  ? Value | (string & {})
  : Value extends object
    ? { [Name in keyof Value]: Open<Value[Name]> }
    : Value;

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
  /**
   * The requests that reached the endpoint, in their order, with those that were refused for their key or for the quota.
   * Requests without a known key are calls of the mock itself, and of none of its tenants.
   */
  readonly calls: readonly RecordedCall<Route>[];
}

/** An answer with its status, for `reply` and `once`: an error takes the envelope as its body. */
export function reply<const Status extends number, Body>(
  status: Status,
  body: Body,
): Reply<Status, Body> {
  return { status, body, isReply: true };
}

/** Untyped within: `EndpointMock` says to each endpoint what its answers are. */
export function createEndpointMock(script: EndpointScript): EndpointMock<unknown> {
  const responderOf = (how: string, answer: unknown) =>
    toResponder(script.endpoint, `${script.endpoint.name}.${how}`, answer);
  const chain = {
    // biome-ignore lint/suspicious/noThenProperty: it holds an object, which `await` takes for no promise
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
      const made = await resultOf(where, () => answer({ ...call, db }));
      return completeAnswer(endpoint, where, made, call, store);
    };
  }
  completeAnswer(endpoint, where, answer, undefined, undefined);
  return (call, store) => completeAnswer(endpoint, where, answer, call, store);
}

/** What a function of the test answers; where it breaks, the error says which one it was. */
async function resultOf(where: string, run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ServiceError || error instanceof MockError) throw error;
    throw new MockError(`${where}: your function threw ${error}`, { cause: error });
  }
}

function kindOf(prefix: IdPrefix): keyof typeof idPrefixes {
  const kinds = Object.keys(idPrefixes) as (keyof typeof idPrefixes)[];
  const kind = kinds.find((candidate) => idPrefixes[candidate] === prefix);
  if (!kind) throw new MockError(`db.nextId: ${prefix} is no prefix of an id`);
  return kind;
}
