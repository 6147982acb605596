import { idempotencyRetentionHours, ServiceError } from '@parley/contract/schemas';

// The meaning of a repeated Idempotency-Key.

interface Fingerprinted {
  /** Distinguishes the bodies of requests. */
  readonly fingerprint: string;
}

/** Until when the stored response is returned for repeated requests, in epoch milliseconds. */
export function answeredUntil(nowMs: number): number {
  return nowMs + idempotencyRetentionHours * 3_600_000;
}

/** Throws SVC-IDEMPOTENCY-MISMATCH unless a request has the body of the first request with its key. */
export function checkRepeated(first: Fingerprinted, request: Fingerprinted): void {
  if (first.fingerprint !== request.fingerprint) {
    throw new ServiceError('SVC-IDEMPOTENCY-MISMATCH', {});
  }
}
