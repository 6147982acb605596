import { canonicalJson, replayedHeader } from '@parley/contract';
import { answeredUntil, checkRepeated, fingerprintOf } from '@parley/domain';
import type { Answer } from './answer.ts';
import type { Endpoint } from './router.ts';
import type { Store } from './store.ts';

export interface Idempotency {
  scope: string;
  fingerprint: string;
}

/**
 * Returns what identifies a request with an Idempotency-Key: the key applies to one endpoint and record, and the
 * fingerprint distinguishes bodies and the options of uploads.
 */
export function idempotencyOf(
  endpoint: Endpoint,
  key: string,
  { params, query, body }: Readonly<Record<'params' | 'query' | 'body', unknown>>,
): Idempotency {
  return {
    scope: canonicalJson([endpoint.name, params, key]),
    fingerprint: fingerprintOf(body, endpoint.bytes === 'request' ? query : undefined),
  };
}

/**
 * Returns the stored response to the first request with this key; undefined without one. Throws
 * SVC-IDEMPOTENCY-MISMATCH for another body.
 */
export function replayOf(store: Store, idempotency: Idempotency): Answer | undefined {
  const stored = store.answers.get(idempotency.scope);
  if (!stored || stored.expiresAtMs <= store.nowMs()) return undefined;
  checkRepeated(stored, idempotency);
  return { ...stored.answer, headers: { ...stored.answer.headers, [replayedHeader]: 'true' } };
}

/**
 * Stores a successful response for a day, without the headers of every response. Any other response had no effect, so the
 * key can be used again.
 */
export function keepAnswer(
  store: Store,
  { scope, fingerprint }: Idempotency,
  answer: Answer,
): void {
  store.answers.set(scope, { fingerprint, answer, expiresAtMs: answeredUntil(store.nowMs()) });
}

/** Returns the response in progress for a key; undefined when there is none. */
export function turnOf(store: Store, idempotency: Idempotency | undefined) {
  return idempotency && store.pendingAnswers.get(idempotency.scope);
}

/** Makes repeats of a request wait until its response is stored. */
export function holdTurn(
  { pendingAnswers }: Store,
  idempotency: Idempotency | undefined,
  pending: Promise<Answer>,
): Promise<Answer> {
  if (!idempotency) return pending;
  const { scope } = idempotency;
  const turn = pending.finally(() => pendingAnswers.delete(scope));
  // A waiting repeat reads the key again, because a failed first request frees it.
  pendingAnswers.set(
    scope,
    turn.catch(() => undefined),
  );
  return turn;
}
