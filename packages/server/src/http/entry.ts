import { successStatuses, withStatus } from '@parley/contract';
import { ServiceError } from '@parley/contract/schemas';
import type { AppRoute, AppRouter } from '@ts-rest/core';
import type { Request, Response } from 'express';
import type { Visit } from '../sessions/visit.ts';
import { checkedJson } from './checked-json.ts';
import type { HostCookie } from './cookies.ts';
import type { Answer } from './idempotency.ts';
import { type Handlers, type Implemented, mapEndpoints, type TsRestInput } from './implement.ts';
import { stateOf } from './request-state.ts';

/** The handlers of endpoints that work without a session. They get a `Visit` instead of a context. */
export type EntryHandlers<Contract extends AppRouter> = {
  [Name in keyof Contract]: Handlers<Contract>[Name] extends (
    request: infer Input,
    ctx: never,
  ) => infer Result
    ? (request: Input, visit: Visit) => Result
    : never;
};

export interface EntryDeps {
  readonly cookie: HostCookie;
  /** The cookie of a single sign-on that the browser has begun. */
  readonly flowCookie: HostCookie;
  limitFailures(req: Request): Promise<ServiceError | undefined>;
}

type AnyHandler = (request: object, visit: Visit) => Promise<unknown>;

/** Connects endpoints that work without a session to their handlers. */
export function implementEntry<Contract extends AppRouter>(
  contract: Contract,
  handlers: EntryHandlers<Contract>,
  deps: EntryDeps,
): Implemented<Contract> {
  return mapEndpoints(contract, (route, name) =>
    // EntryHandlers has checked the handler against its route.
    adapt(route, handlers[name] as unknown as AnyHandler, deps),
  );
}

function adapt(route: AppRoute, handler: AnyHandler, deps: EntryDeps) {
  const statuses = successStatuses(route.responses);
  return async ({ params, query, body, res }: TsRestInput): Promise<Answer> => {
    const returned = await handler({ params, query, body }, visitOf(res, deps));
    const success = withStatus(statuses, returned);
    const json = checkedJson(route, success.status, success.body);
    return { status: success.status, body: json, location: null };
  };
}

function visitOf(res: Response, { cookie, flowCookie, limitFailures }: EntryDeps): Visit {
  const { req } = res;
  const ip = req.ip ?? null;
  return {
    ip,
    userAgent: req.headers['user-agent'] ?? null,
    host: req.headers.host,
    token: cookie.read(req),
    origin: { ip, requestId: stateOf(res).requestId },
    flow: flowCookie.read(req),
    keep: (token) => (token === null ? cookie.remove(res) : cookie.set(res, token)),
    keepFlow: (flow) => (flow === null ? flowCookie.remove(res) : flowCookie.set(res, flow)),
    refused: async (error) =>
      (error instanceof ServiceError && (await limitFailures(req))) || error,
  };
}
