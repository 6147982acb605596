import { type IdKind, kindOfId, ServiceError } from '@parley/contract';
import type { HeaderRecord } from './authenticate.ts';
import { completeAnswer } from './complete-answer.ts';
import { createFaults, type Faults } from './faults.ts';
import type { IdPrefix, Page } from './generated/endpoints.ts';
import type { ErrorEnvelope } from './generated/types.ts';
import type { Given } from './given.ts';
import { MockError } from './problems.ts';
import type { Endpoint } from './router.ts';
import type { EndpointScript, Responder } from './script.ts';

/** Types of the requests and responses of an endpoint. */
export interface EndpointTypes {
  params: unknown;
  query: unknown;
  body: unknown;
  /** Status of a successful response. */
  status: number;
  answer: unknown;
}

/** One recorded request to an endpoint. `body` is parsed by the contract, or as sent when invalid. */
export interface RecordedCall<Types extends EndpointTypes> {
  /** Parameters of the path, such as `{ id: 'msg_1' }`. */
  params: Types['params'];
  /** Parameters of the query. */
  query: Types['query'];
  /** Body of the request, parsed by the contract; as sent when it is invalid. */
  body: Types['body'];
  /** Method in capitals, such as `POST`. */
  method: string;
  /** Path without the query, such as `/api/v1/messages`. */
  path: string;
  /** Headers of the request, with names in lower case. */
  headers: HeaderRecord;
  /** The header `Idempotency-Key`; undefined without one. */
  idempotencyKey: string | undefined;
  /** Number of the request among those with the same Idempotency-Key: 1 for the first, 2 for its first retry. */
  attempt: number;
  /** Status of the response; undefined if there was none. */
  status: number | undefined;
}

/**
 * Some fields of the response. The others come from the contract's example and from the request. Enums are open, as in
 * the SDK's types, so a test can use values of a newer server.
 */
export type PartialBody<Types extends EndpointTypes> =
  Types['answer'] extends Page<infer Item>
    ? { data?: Given<Item>[] | undefined; nextCursor?: string | null | undefined } & OfSearch<
        Types['answer']
      >
    : Given<Types['answer']>;

type OfSearch<Answer> = 'approximate' extends keyof Answer
  ? { approximate?: true | undefined }
  : unknown;

/** Response with a status, as `reply` returns it. */
export interface Reply<Status extends number, Body> {
  status: Status;
  body: Body;
  readonly isReply: true;
}

type AnyReply<Types extends EndpointTypes> =
  | Reply<Types['status'], PartialBody<Types>>
  | Reply<number, ErrorEnvelope>;

/** Access to the data of the tenant, for a `ReplyFunction`. */
export interface ReplyDb {
  /** Returns a new ID with this prefix, such as `msg`. */
  nextId(prefix: IdPrefix): string;
  /** Returns the present time of the mock's clock as ISO 8601. */
  now(): string;
}

export type ReplyFunction<Types extends EndpointTypes> = (
  call: RecordedCall<Types> & { db: ReplyDb },
) => MaybePromise<PartialBody<Types> | AnyReply<Types>>;

type MaybePromise<Value> = Value | Promise<Value>;

/** Argument of `once` and `reply`: fields of the response, the result of `reply()`, or a function that returns one. */
export type Override<Types extends EndpointTypes> =
  | PartialBody<Types>
  | AnyReply<Types>
  | ReplyFunction<Types>;

/** Prepares responses to the next requests, in order. */
export interface Prepare<Types extends EndpointTypes>
  extends Faults<{ readonly then: Prepare<Types> }> {
  /** Answers one request with these fields, or with the result of a function. Stores nothing. */
  once(answer: Override<Types>): { readonly then: Prepare<Types> };
}

/** Control of one API endpoint, such as `mock.messages.send`: prepared responses, faults and recorded requests. */
export interface EndpointMock<Types extends EndpointTypes> extends Prepare<Types> {
  /** Answers every request this way until `mock.reset()`. Stores nothing. */
  reply(answer: Override<Types>): void;
  /**
   * Requests that reached the endpoint, in order, including those that were refused for their key or the quota.
   * Requests without a known key are among the calls of `mock`, not of the tenants that `mock.tenant()` made.
   */
  readonly calls: readonly RecordedCall<Types>[];
}

/**
 * Makes a response with this status and body, to pass to `once` or `reply` of an endpoint, such as
 * `mock.messages.send.once(reply(…))`. For an error status, the body is the whole error envelope.
 */
export function reply<Status extends number, Body>(
  status: Status,
  body: Body,
): Reply<Status, Body> {
  return { status, body, isReply: true };
}

/** Returns the methods that prepare responses of one endpoint. The type `EndpointMock` declares the responses of each. */
export function createEndpointMock(script: EndpointScript): EndpointMock<EndpointTypes> {
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
      script.steps.push({ kind: 'once', responder: responderOf('once', answer), times: 1 });
      return chain;
    },
  } as Prepare<EndpointTypes>;
  return {
    ...prepare,
    reply: (answer: unknown) => {
      script.responder = responderOf('reply', answer);
    },
    get calls() {
      return script.calls as unknown as readonly RecordedCall<EndpointTypes>[];
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
  // Throws at once if the answer breaks the contract.
  void completeAnswer(endpoint, where, answer, undefined, undefined);
  return (call, store) => completeAnswer(endpoint, where, answer, call, store);
}

/**
 * Returns the result of a function that the test gave. An error that it throws is reported with the name of the
 * endpoint.
 */
async function resultOf(where: string, run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ServiceError || error instanceof MockError) throw error;
    throw new MockError(`${where}: your function threw ${error}`, { cause: error });
  }
}

function kindOf(prefix: IdPrefix): IdKind {
  const kind = kindOfId(`${prefix}_`);
  if (!kind) throw new MockError(`db.nextId: ${prefix} is no prefix of an id`);
  return kind;
}
