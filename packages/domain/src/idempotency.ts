import { idempotencyRetentionHours, ServiceError } from '@parley/contract/schemas';
import { hourMs } from './durations.ts';

// The rules for a repeated Idempotency-Key.

interface Fingerprinted {
  /** A hash that tells the bodies of requests apart. */
  readonly fingerprint: string;
}

/** Returns until when repeated requests get the stored response, in epoch milliseconds. */
export function answeredUntil(nowMs: number): number {
  return nowMs + idempotencyRetentionHours * hourMs;
}

/** Throws SVC-IDEMPOTENCY-MISMATCH unless a request has the same body as the first request with its key. */
export function checkRepeated(first: Fingerprinted, request: Fingerprinted): void {
  if (first.fingerprint !== request.fingerprint) {
    throw new ServiceError('SVC-IDEMPOTENCY-MISMATCH', {});
  }
}
