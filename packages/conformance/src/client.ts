import { type Contract, contract, type ErrorCode, type ErrorEnvelope } from '@parley/contract';
import { expect } from 'vitest';
import type * as z from 'zod';
import { checkAnswer } from './answer.ts';
import { type Answer, fillPath, type Query, send } from './http.ts';
import { type EndpointName, isSuccess, routeNamed } from './routes.ts';

type Field<Route, Name extends string, Key extends string> = Route extends {
  [K in Name]: infer Schema extends z.ZodType;
}
  ? undefined extends z.input<Schema>
    ? { [K in Key]?: z.input<Schema> }
    : { [K in Key]: z.input<Schema> }
  : unknown;

export type RequestOf<Route> = Field<Route, 'pathParams', 'params'> &
  Field<Route, 'body', 'body'> & { query?: Query; idempotencyKey?: string };

type SuccessOf<Route> = Route extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & (200 | 201 | 202 | 204)]: Responses[Status] extends z.ZodType
        ? z.output<Responses[Status]>
        : never;
    }[keyof Responses & (200 | 201 | 202 | 204)]
  : never;

type Endpoint<Route> =
  Partial<RequestOf<Route>> extends RequestOf<Route>
    ? (request?: RequestOf<Route>) => Promise<SuccessOf<Route>>
    : (request: RequestOf<Route>) => Promise<SuccessOf<Route>>;

/** Every endpoint as a method: returns the body of a success, and throws `Refusal` for an error. */
export type Api = {
  [Noun in keyof Contract]: {
    [Name in keyof Contract[Noun]]: Endpoint<Contract[Noun][Name]>;
  };
};

export interface AnyRequest {
  params?: Readonly<Record<string, string>> | undefined;
  query?: Query;
  body?: unknown;
  idempotencyKey?: string;
  headers?: Readonly<Record<string, string>>;
  prefix?: string;
}

export class Refusal extends Error {
  readonly answer: Answer;

  constructor(name: string, answer: Answer) {
    super(`${name} answered ${answer.status} ${answer.text.slice(0, 1_000)}`);
    this.answer = answer;
  }
}

/** Returns a client that checks every response against the contract. */
export function createApi(baseUrl: string, apiKey: string): Api {
  const nouns = Object.entries(contract).map(([noun, endpoints]) => [
    noun,
    Object.fromEntries(
      Object.keys(endpoints).map((endpoint) => [
        endpoint,
        async (request: AnyRequest = {}) => {
          const name = `${noun}.${endpoint}` as EndpointName;
          const answer = await call(baseUrl, apiKey, name, request);
          if (!isSuccess(answer.status)) throw new Refusal(name, answer);
          return answer.json;
        },
      ]),
    ),
  ]);
  // The loop adds a method for every endpoint of the contract, as the type `Api` requires.
  return Object.fromEntries(nouns) as Api;
}

/** Calls an endpoint and checks the response, whatever its status. For tests that need the status and headers. */
export async function call(
  baseUrl: string,
  apiKey: string | undefined,
  name: EndpointName,
  { params, ...request }: AnyRequest = {},
): Promise<Answer> {
  const route = routeNamed(name);
  const answer = await send(baseUrl, {
    ...request,
    ...(request.body instanceof Uint8Array && { body: undefined, raw: request.body }),
    method: route.method,
    path: fillPath(route.path, params),
    key: apiKey,
  });
  checkAnswer(route, answer);
  return answer;
}

/** Returns the error of a call that must fail with this code and, if `details` is given, with exactly these details. */
export async function refused(
  outcome: Promise<unknown>,
  code: ErrorCode,
  details?: object,
): Promise<ErrorEnvelope['error']> {
  const thrown = await outcome.then(
    (body) => {
      throw new Error(`expected ${code}, got a success: ${JSON.stringify(body)?.slice(0, 500)}`);
    },
    (error: unknown) => error,
  );
  if (!(thrown instanceof Refusal)) throw thrown;
  const { error } = thrown.answer.json as ErrorEnvelope;
  expect(error.code, thrown.message).toBe(code);
  if (details) expect(error.details).toEqual(details);
  return error;
}
