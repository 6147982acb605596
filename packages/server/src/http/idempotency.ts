import { hash } from 'node:crypto';
import { canonicalJson, replayedHeader, ServiceError } from '@parley/contract/schemas';
import { answeredUntil, readIdempotencyKey, withoutSecrets } from '@parley/domain';
import type { Request, Response } from 'express';
import { isLockTimeout } from '../db/failures.ts';
import { findAnswer } from '../idempotency/records.ts';
import { idempotencyRecordsTable, recordOf } from '../idempotency/table.ts';
import { inTime } from '../in-time.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { type Idempotency, Replay, replay } from '../tenancy/idempotency.ts';
import type { CheckedJson } from './checked-json.ts';
import type { Endpoint } from './router.ts';

// The record of a POST is written last in the transaction of its effect: a crash leaves both or neither, and a second
// effect is undone. A repetition waits for the first, up to five seconds, and gets the answer of the first.

export interface Answer {
  readonly status: number;
  readonly body: CheckedJson;
  /** The URL of the record, with the API prefix. */
  readonly location: string | null;
}

const waitMs = 5_000;

/** The header of this request, scoped by tenant, route and path parameters; undefined without one. */
export function readIdempotency(
  req: Request,
  endpoint: Endpoint,
  now: Date,
): Idempotency | undefined {
  if (endpoint.method !== 'POST') return undefined;
  const key = readIdempotencyKey(req.headers['idempotency-key']);
  if (key === undefined) return undefined;
  return {
    scope: `POST ${endpoint.template.replaceAll(/:(\w+)/g, (_, name: string) => String(req.params[name]))}`,
    key,
    fingerprint: hash('sha256', canonicalJson(req.body), 'base64url'),
    expiresAtMs: answeredUntil(now.getTime()),
  };
}

export interface Once<Value> {
  /** Outside the transaction, where the network may be waited for. Absent where nothing is prepared. */
  prepare: (() => Promise<Value>) | undefined;
  run(ctx: TenantContext, value: Value | undefined): Promise<Answer>;
  /** Fields of the response that are not stored. */
  secrets: readonly string[];
}

/** Runs a handler and stores its response: one transaction for its effect and the record. */
export async function runOnce<Value>(
  ctx: TenantContext,
  idempotency: Idempotency,
  { prepare, run, secrets }: Once<Value>,
): Promise<Answer> {
  return await inTurn(`${ctx.db.tenantId} ${idempotency.scope} ${idempotency.key}`, async () => {
    const known = findAnswer(ctx.db, idempotency);
    const replayKnown = async () => {
      const first = await known;
      if (first) throw replay(idempotency, first);
    };
    if (prepare) await replayKnown();
    known.catch(() => {});
    const value = await prepare?.();
    return await inTransaction(ctx, async (ctx) => {
      const answer = await run(ctx, value);
      // It was looked for meanwhile. Many who met it only at the commit would undo the commits of others.
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

/** A repeat of a success gets the same response, even if it would be refused now. */
export async function replayInsteadOf(
  error: unknown,
  ctx: TenantContext,
  idempotency: Idempotency,
): Promise<unknown> {
  if (error instanceof Replay) return error;
  if (isLockTimeout(error))
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
  if (answer.location !== null) res.setHeader('Location', answer.location);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.status(answer.status).end(answer.body);
}

function isOwnFailure(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    (error.code === 'SVC-IDEMPOTENCY-MISMATCH' || error.code === 'SVC-IDEMPOTENCY-IN-PROGRESS')
  );
}

const running = new Map<string, Promise<unknown>>();

/** One after the other within this process: a repeat holds no connection while it waits. */
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
