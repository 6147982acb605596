import {
  locationOf,
  type Returned,
  type Success,
  successStatuses,
  withStatus,
} from '@parley/contract';
import type { RouteMetadata } from '@parley/contract/schemas';
import { auditActionOf, auditedIds } from '@parley/domain';
import {
  type AppRoute,
  type AppRouter,
  isAppRoute,
  type ServerInferRequest,
  type ServerInferResponses,
} from '@ts-rest/core';
import type { Response } from 'express';
import { audit } from '../audit-log/record.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { checkedJson } from './checked-json.ts';
import { FileAnswer } from './file-answer.ts';
import { type Answer, runOnce } from './idempotency.ts';
import { setLocation } from './location.ts';
import { stateOf } from './request-state.ts';

// A handler gets only the validated request and the context of its tenant. It returns successes and throws errors.

type SuccessOf<Route extends AppRoute> = Extract<
  ServerInferResponses<Route>,
  { status: 200 | 201 | 202 | 204 }
>;

type Handler<Route extends AppRoute> = (
  request: Pick<
    ServerInferRequest<Route>,
    keyof ServerInferRequest<Route> & ('params' | 'query' | 'body')
  >,
  ctx: TenantContext,
) => Promise<Returned<SuccessOf<Route>>>;

export type Handlers<Contract extends AppRouter> = {
  [Endpoint in keyof Contract]: Contract[Endpoint] extends AppRoute
    ? Handler<Contract[Endpoint]>
    : never;
};

const selfRecordingHandlers = new WeakSet<object>();

/**
 * Marks a handler whose own statement writes the record of `ctx.idempotency` with its effect, after `ctx.checkAnswer`.
 * Other handlers that change something run inside a transaction.
 */
export function selfRecording<Run extends (request: never, ctx: TenantContext) => unknown>(
  run: Run,
): Run {
  selfRecordingHandlers.add(run);
  return run;
}

interface Prepared {
  prepare(request: object, ctx: TenantContext): Promise<unknown>;
  handle(request: object, ctx: TenantContext, prepared: unknown): Promise<unknown>;
}

const preparedHandlers = new WeakMap<object, Prepared>();

/**
 * Creates a handler that needs the network. `prepare` runs before the transaction, `handle` inside it with the result.
 * Neither runs for a repeat of a success. In this process, requests with equal Idempotency-Keys prepare one at a time.
 * If no response was stored, because of an error, a crash or another process, a repeat prepares again.
 */
export function prepared<Request, Value, Result>(
  prepare: (request: Request, ctx: TenantContext) => Promise<Value>,
  handle: (request: Request, ctx: TenantContext, value: Value) => Promise<Result>,
): (request: Request, ctx: TenantContext) => Promise<Result> {
  const run = async (request: Request, ctx: TenantContext) =>
    await handle(request, ctx, await prepare(request, ctx));
  // Each function is called only with requests of its route, and `handle` only with the value of its `prepare`.
  preparedHandlers.set(run, { prepare, handle } as unknown as Prepared);
  return run;
}

// A handler without its types. The type Handlers has checked each handler against its route.
type AnyHandler = (request: object, ctx: TenantContext) => Promise<unknown>;

/** The input that ts-rest passes to the handler of an endpoint. */
export interface TsRestInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly res: Response;
}

/** The handlers in the form of ts-rest. If a resource or endpoint is missing, the code does not compile. */
export type Implemented<Contract extends AppRouter> = {
  [Name in keyof Contract]: Contract[Name] extends AppRouter
    ? Implemented<Contract[Name]>
    : (input: TsRestInput) => Promise<Answer>;
};

export function implement<Contract extends AppRouter>(
  contract: Contract,
  handlers: Handlers<Contract>,
): Implemented<Contract> {
  return mapEndpoints(contract, (route, name) =>
    adapt(route, handlers[name] as unknown as AnyHandler),
  );
}

/** Builds the handler of each endpoint in the form of ts-rest. */
export function mapEndpoints<Contract extends AppRouter>(
  contract: Contract,
  build: (route: AppRoute, name: keyof Contract) => (input: TsRestInput) => Promise<Answer>,
): Implemented<Contract> {
  return Object.fromEntries(
    Object.entries(contract).map(([name, route]) => {
      if (!isAppRoute(route)) throw new Error(`${name} is not an endpoint`);
      return [name, build(route, name)];
    }),
  ) as Implemented<Contract>;
}

function adapt(route: AppRoute, handler: AnyHandler) {
  const recordsItself = selfRecordingHandlers.has(handler);
  const { secrets = [], bytes } = metadataOf(route);
  const servesBytes = bytes === 'response';
  if (recordsItself && secrets.length > 0) {
    throw new Error(`${route.path} would write its secrets into the record of its answer`);
  }
  const { prepare, handle } = preparedHandlers.get(handler) ?? { handle: handler };
  const statuses = successStatuses(route.responses);
  const checkAnswer = (status: number, body: object) => checkedJson(route, status, body).text;
  return async ({ params, query, body, res }: TsRestInput): Promise<Answer> => {
    const { ctx: caller, idempotency, requestId } = stateOf(res);
    if (!caller) throw new Error('a handler needs an authenticated request');
    const request = { params, query, body };
    const action = auditActionOf(route, caller.actor);
    const ctx =
      action === undefined ? caller : { ...caller, origin: { ip: res.req.ip ?? null, requestId } };
    const note = async (ctx: TenantContext, body: unknown) => {
      if (action === undefined) return;
      await audit(ctx, { action, ...auditedIds(route, params as object, body) });
    };
    if (servesBytes) {
      const file = await handle(request, ctx, undefined);
      await note(ctx, undefined);
      return await beginBytes(file, res);
    }
    const run = async (ctx: TenantContext, value: unknown) => {
      const made = withStatus(statuses, await handle(request, ctx, value));
      await note(ctx, made.body);
      return checked(route, made, params);
    };
    const answer = await within(ctx);
    setLocation(res, answer.location);
    return answer;

    // The response is validated before the commit, so that a response that breaks the contract has no effect.
    async function within(ctx: TenantContext): Promise<Answer> {
      const opensNone = action === undefined;
      if (route.method === 'GET' && opensNone) return await run(ctx, undefined);
      if (recordsItself) {
        const own = { ...ctx, idempotency, checkAnswer };
        if (opensNone) return await run(own, undefined);
        return await inTransaction(own, (ctx) => run(ctx, undefined));
      }
      const ready = prepare && (() => prepare(request, ctx));
      if (idempotency) return await runOnce(ctx, idempotency, { prepare: ready, run, secrets });
      const value = await ready?.();
      return await inTransaction(ctx, (ctx) => run(ctx, value));
    }
  };
}

async function beginBytes(file: unknown, res: Response): Promise<Answer> {
  if (!(file instanceof FileAnswer)) throw new Error('the bytes of an answer are a FileAnswer');
  // ts-rest sends the stream, and reads nothing else of the answer.
  return (await file.begin(res)) as unknown as Answer;
}

function metadataOf(route: AppRoute): Partial<RouteMetadata> {
  // routeMetadata() has set the metadata of every route of the contract.
  return (route.metadata as RouteMetadata | undefined) ?? {};
}

/**
 * Returns the validated response without fields that the contract does not declare. This response is sent and stored.
 */
function checked(route: AppRoute, { status, body }: Success, params: unknown): Answer {
  const location = locationOf(metadataOf(route), body, Object(params) as Record<string, unknown>);
  return { status, body: checkedJson(route, status, body), location };
}
