import {
  authError,
  type ProviderError,
  rateLimitError,
  rejectedError,
  ServiceError,
  transientError,
} from '@parley/contract/schemas';
import type { SendOutcome } from '@parley/domain';
import type { ProviderAnswer } from './provider-http.ts';

// What an answer of a provider means for a message. Only what surely was not taken is sent again.

export interface ProviderRefusal {
  readonly providerCode: string | null;
  readonly providerMessage: string | null;
  readonly error: ProviderError;
}

export interface Reading {
  /** The provider's id of the message; null where it gives none, undefined when the body is not a success. */
  idOf(json: unknown): string | null | undefined;
  /** The error in the body; undefined when there is none. */
  refusalOf(json: unknown): ProviderRefusal | undefined;
}

const maxMessageLength = 500;

export function outcomeOf(answer: ProviderAnswer, reading: Reading): SendOutcome {
  if (answer.kind === 'unknown') return { kind: 'unknown' };
  const refusal = refusalOf(answer, reading);
  if (refusal === 'unknown') return { kind: 'unknown' };
  const retryAfterMs = answer.kind === 'answered' ? answer.retryAfterMs : null;
  if (refusal) return { kind: 'refused', ...refusal, retryAfterMs };
  const externalId = answer.kind === 'answered' ? reading.idOf(answer.json) : undefined;
  // The provider took the message, and nobody knows by which id.
  return externalId === undefined ? { kind: 'unknown' } : { kind: 'accepted', externalId };
}

/** Why an answer is no success; undefined when it is one. `unknown` where the provider may have done what it was asked. */
export function refusalOf(
  answer: Exclude<ProviderAnswer, { kind: 'unknown' }>,
  reading: Pick<Reading, 'refusalOf'>,
): ProviderRefusal | 'unknown' | undefined {
  if (answer.kind === 'not_sent') return refused(transientError, null, answer.message);
  const { status, json } = answer;
  const read = reading.refusalOf(json);
  if (read) return { ...read, providerMessage: clipped(read.providerMessage) };
  if (status >= 200 && status < 300) return undefined;
  const code = `http ${status}`;
  if (status === 401 || status === 403) return refused(authError, code);
  if (status === 429) return refused(rateLimitError, code);
  if (status === 503) return refused(transientError, code);
  // A gateway that gave up waiting: what is behind it may have taken the message.
  return status >= 500 ? 'unknown' : refused(rejectedError, code);
}

/** The error for a call to a provider that is no message. */
export function providerFault(
  provider: string,
  { providerCode, providerMessage, error }: ProviderRefusal,
): ServiceError {
  return new ServiceError('SVC-PROVIDER-ERROR', {
    provider,
    providerCode,
    providerMessage,
    reason: error.reason ?? 'rejected',
    retryable: error.retryable,
  });
}

export function refused(
  error: ProviderError,
  providerCode: string | null,
  providerMessage: string | null = null,
): ProviderRefusal {
  return { error, providerCode, providerMessage: clipped(providerMessage) };
}

function clipped(text: string | null): string | null {
  return text === null ? null : text.slice(0, maxMessageLength);
}
