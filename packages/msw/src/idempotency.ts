import { canonicalJson, replayedHeader } from '@parley/contract';
import { answeredUntil, checkRepeated } from '@parley/domain';
import type { Answer } from './answer.ts';
import type { Endpoint } from './router.ts';
import type { Store } from './store.ts';

export interface Idempotency {
  scope: string;
  fingerprint: string;
}

/** An Idempotency-Key applies to one endpoint and record; the fingerprint distinguishes bodies. */
export function idempotencyOf(
  endpoint: Endpoint,
  params: unknown,
  key: string,
  body: unknown,
): Idempotency {
  return {
    scope: canonicalJson([endpoint.name, params, key]),
    fingerprint: canonicalJson(body ?? null),
  };
}

/** Returns the response of the first request with this key. Throws SVC-IDEMPOTENCY-MISMATCH for another body. */
export function replayOf(store: Store, idempotency: Idempotency): Answer | undefined {
  const stored = store.answers.get(idempotency.scope);
  if (!stored || stored.expiresAtMs <= store.nowMs()) return undefined;
  checkRepeated(stored, idempotency);
  const { 'X-Request-Id': _requestId, ...headers } = stored.answer.headers;
  return { ...stored.answer, headers: { ...headers, [replayedHeader]: 'true' } };
}

/** Stores a success for a day; any other response had no effect and frees the key. */
export function keepAnswer(
  store: Store,
  { scope, fingerprint }: Idempotency,
  answer: Answer,
): void {
  store.answers.set(scope, { fingerprint, answer, expiresAtMs: answeredUntil(store.nowMs()) });
}

/** Returns the stored response of a key; undefined when there is none. */
export function turnOf(store: Store, idempotency: Idempotency | undefined) {
  return idempotency && store.pendingAnswers.get(idempotency.scope);
}

/** Makes repeats wait until the response is stored. */
export function holdTurn(
  { pendingAnswers }: Store,
  idempotency: Idempotency | undefined,
  pending: Promise<Answer>,
): Promise<Answer> {
  if (!idempotency) return pending;
  const { scope } = idempotency;
  const turn = pending.finally(() => pendingAnswers.delete(scope));
  // A waiting request looks at the key again, because a failed request frees it.
  pendingAnswers.set(
    scope,
    turn.catch(() => undefined),
  );
  return turn;
}
