import { checkRepeated } from '@parley/domain';

/** The Idempotency-Key of a request, as stored with the effect of the request. */
export interface Idempotency {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly expiresAtMs: number;
}

/** The response to the first request with an idempotency key, stored for repeats. */
export interface StoredAnswer {
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
  readonly location: string | null;
}

/**
 * Thrown by a service that finds the stored response of an earlier request. The HTTP code then returns that response.
 */
export class Replay {
  readonly answer: StoredAnswer;

  constructor(answer: StoredAnswer) {
    this.answer = answer;
  }
}

/**
 * Returns the first response for a repeated request. Throws SVC-IDEMPOTENCY-MISMATCH when the key came with another
 * body.
 */
export function replay(idempotency: Idempotency, answer: StoredAnswer): Replay {
  checkRepeated(answer, idempotency);
  return new Replay(answer);
}
