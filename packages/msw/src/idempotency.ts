import {
  canonicalJson,
  idempotencyKeyHeader,
  idempotencyRetentionHours,
  parseIdempotencyKey,
  replayedHeader,
  ServiceError,
} from '@parley/contract';
import type { Answer } from './answer.ts';
import type { HeaderRecord } from './authenticate.ts';
import type { Endpoint } from './router.ts';
import type { Store } from './store.ts';

export interface Idempotency {
  scope: string;
  fingerprint: string;
}

/** The key of a POST, undefined when none was sent. Throws SVC-VALIDATION for one of the wrong form. */
export function readIdempotencyKey(method: string, headers: HeaderRecord): string | undefined {
  const raw = headers[idempotencyKeyHeader.toLowerCase()];
  if (raw === undefined || method !== 'POST') return undefined;
  const key = parseIdempotencyKey(raw);
  if (key !== undefined) return key;
  throw new ServiceError('SVC-VALIDATION', {
    issues: [
      {
        in: 'header',
        path: 'idempotency-key',
        code: 'invalid_format',
        message: 'must be 1 to 255 visible ASCII characters',
      },
    ],
  });
}

/** A key holds for one endpoint on one record; the fingerprint tells bodies apart. */
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

/** The answer of the first request with this key. Throws SVC-IDEMPOTENCY-MISMATCH for another body. */
export function replayOf(store: Store, idempotency: Idempotency): Answer | undefined {
  const stored = store.answers.get(idempotency.scope);
  if (!stored || stored.expiresAtMs <= store.nowMs()) return undefined;
  if (stored.fingerprint !== idempotency.fingerprint) {
    throw new ServiceError('SVC-IDEMPOTENCY-MISMATCH', {});
  }
  const { 'X-Request-Id': _requestId, ...headers } = stored.answer.headers;
  return { ...stored.answer, headers: { ...headers, [replayedHeader]: 'true' } };
}

/** Keeps a success for a day: any other answer had no effect and leaves the key free. */
export function keepAnswer(
  store: Store,
  { scope, fingerprint }: Idempotency,
  answer: Answer,
): void {
  const expiresAtMs = store.nowMs() + idempotencyRetentionHours * 3_600_000;
  store.answers.set(scope, { fingerprint, answer, expiresAtMs });
}

/** What is still answered under the same key; undefined when nothing is. */
export function turnOf(store: Store, idempotency: Idempotency | undefined) {
  return idempotency && store.pendingAnswers.get(idempotency.scope);
}

/** Lets repeats wait until the answer is there and kept. */
export function holdTurn(
  { pendingAnswers }: Store,
  idempotency: Idempotency | undefined,
  pending: Promise<Answer>,
): Promise<Answer> {
  if (!idempotency) return pending;
  const { scope } = idempotency;
  const turn = pending.finally(() => pendingAnswers.delete(scope));
  // Who waits looks at the key again: a failure has left it free.
  pendingAnswers.set(
    scope,
    turn.catch(() => undefined),
  );
  return turn;
}

/** What is kept of an answer: the contract lets each of its secrets be null in one that is repeated. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text;
  const answer = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({ ...answer, ...Object.fromEntries(secrets.map((name) => [name, null])) });
}
