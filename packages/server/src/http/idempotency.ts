import { hash } from 'node:crypto';
import { replayedHeader, ServiceError } from '@parley/contract/schemas';
import {
  answeredUntil,
  fingerprintOf,
  hasCode,
  readIdempotencyKey,
  withoutSecrets,
} from '@parley/domain';
import type { Request, Response } from 'express';
import { waitedForUniqueOf } from '../db/failures.ts';
import { findAnswer } from '../idempotency/records.ts';
import { idempotencyRecordsTable, recordOf } from '../idempotency/table.ts';
import { inTime } from '../in-time.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { type Idempotency, Replay, replay } from '../tenancy/idempotency.ts';
import type { CheckedJson } from './checked-json.ts';
import { setLocation } from './location.ts';
import type { Endpoint } from './router.ts';

// The stored response of a POST is written last in the transaction of its effect. So a crash keeps both or neither, and
// a second effect is rolled back. A repeat waits up to five seconds for the first request, and gets its response.

export interface Answer {
  readonly status: number;
  readonly body: CheckedJson;
  /** The URL of the created record, with the API prefix; null when there is none. */
  readonly location: string | null;
}

const waitMs = 5_000;

/**
 * Reads the idempotency key of a request. Its scope is the tenant, the route and the path parameters. Returns undefined
 * without the header. `options` is the query of an upload.
 */
export function readIdempotency(
  req: Request,
  endpoint: Endpoint,
  { now, options }: { readonly now: Date; readonly options: unknown },
): Idempotency | undefined {
  if (endpoint.method !== 'POST') return undefined;
  const key = readIdempotencyKey(req.headers['idempotency-key']);
  if (key === undefined) return undefined;
  return {
    scope: `POST ${endpoint.template.replaceAll(/:(\w+)/g, (_, name: string) => String(req.params[name]))}`,
    key,
    fingerprint: hash('sha256', fingerprintOf(req.body, options), 'base64url'),
    expiresAtMs: answeredUntil(now.getTime()),
  };
}

export interface Once<Value> {
  /**
   * Prepares the request outside of the transaction, where it may wait for the network. Undefined when the handler
   * prepares nothing.
   */
  prepare: (() => Promise<Value>) | undefined;
  run(ctx: TenantContext, value: Value | undefined): Promise<Answer>;
  /** The fields of the response that are not stored, because they are secrets. */
  secrets: readonly string[];
}

/** Runs a handler and stores its response, in one transaction. */
export async function runOnce<Value>(
  ctx: TenantContext,
  idempotency: Idempotency,
  { prepare, run, secrets }: Once<Value>,
): Promise<Answer> {
  return await inTurn(`${ctx.db.tenantId} ${idempotency.scope} ${idempotency.key}`, async () => {
    // A request alone need not look: its write finds the record. Among others, a failed write would undo their commits.
    const looks = prepare !== undefined || running.size > 0;
    const known = looks ? findAnswer(ctx.db, idempotency) : Promise.resolve(undefined);
    const replayKnown = async () => {
      const first = await known;
      if (first) throw replay(idempotency, first);
    };
    if (prepare) await replayKnown();
    known.catch(() => {});
    const value = await prepare?.();
    return await inTransaction(ctx, async (ctx) => {
      const answer = await run(ctx, value);
      await replayKnown();
      const { status, body, location } = answer;
      const kept = { status, body: withoutSecrets(body.text, secrets), location };
      ctx.db.insertNew(idempotencyRecordsTable, recordOf(idempotency, kept), async () => {
        const first = await findAnswer(ctx.db, idempotency);
        return first
          ? replay(idempotency, first)
          : new ServiceError('SVC-IDEMPOTENCY-IN-PROGRESS', {});
      });
      return answer;
    });
  });
}

/**
 * Returns the stored response if an earlier request with this key had succeeded, even if the request would be refused
 * now. Otherwise returns the error.
 */
export async function replayInsteadOf(
  error: unknown,
  ctx: TenantContext,
  idempotency: Idempotency,
): Promise<unknown> {
  if (error instanceof Replay) return error;
  if (waitedForUniqueOf(idempotencyRecordsTable, error))
    return new ServiceError('SVC-IDEMPOTENCY-IN-PROGRESS', {}, { cause: error });
  const status = error instanceof ServiceError ? error.status : 400;
  if (status >= 500 || isOwnFailure(error)) return error;
  const known = await findAnswer(ctx.db, idempotency);
  if (!known) return error;
  try {
    return replay(idempotency, known);
  } catch (mismatch) {
    return mismatch;
  }
}

export function sendReplay(res: Response, { answer }: Replay): void {
  res.setHeader(replayedHeader, 'true');
  setLocation(res, answer.location);
  if (answer.status !== 204) res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.status(answer.status).end(answer.body);
}

function isOwnFailure(error: unknown): boolean {
  return hasCode(error, 'SVC-IDEMPOTENCY-MISMATCH', 'SVC-IDEMPOTENCY-IN-PROGRESS');
}

const running = new Map<string, Promise<unknown>>();

/**
 * Runs requests with the same idempotency key one after the other within this process, so that a waiting repeat holds
 * no connection. Throws SVC-IDEMPOTENCY-IN-PROGRESS when the wait is too long.
 */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + waitMs;
  for (let first = running.get(key); first; first = running.get(key)) {
    if (!(await settledWithin(first, deadline - performance.now()))) {
      throw new ServiceError('SVC-IDEMPOTENCY-IN-PROGRESS', {});
    }
  }
  const mine = work();
  running.set(key, mine);
  try {
    return await mine;
  } finally {
    running.delete(key);
  }
}

async function settledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  return await inTime(settled, ms, () => false);
}
