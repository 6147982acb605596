import { errorCatalog } from './error-catalog.ts';
import type { ErrorCode, ErrorDetails } from './errors.ts';
import type { MessageError } from './messages.ts';
import type { ProviderError } from './provider-errors.ts';

/** What a message says of its failure, before it is known when that was. */
export type MessageFailure = Omit<MessageError, 'at'>;

/** A failure of our own finding. */
export function failureOf<Code extends ErrorCode>(
  code: Code,
  details: ErrorDetails<Code>,
  more: Partial<Pick<MessageFailure, 'retryable' | 'reason' | 'message'>> = {},
): MessageFailure {
  return {
    code,
    message: errorCatalog[code].message,
    providerCode: null,
    providerMessage: null,
    retryable: false,
    reason: null,
    scope: null,
    details,
    ...more,
  };
}

export interface ProviderReport {
  provider: string;
  providerCode: string | null;
  providerMessage: string | null;
  error: ProviderError;
}

/** A failure that the provider reported. */
export function providerFailure(report: ProviderReport): MessageFailure {
  const { provider, providerCode, providerMessage, error } = report;
  const { code, message, retryable, reason, scope } = error;
  const details =
    code === 'SVC-PROVIDER-ERROR'
      ? { provider, providerCode, providerMessage, reason, retryable }
      : {};
  return { code, message, providerCode, providerMessage, retryable, reason, scope, details };
}

/** Nobody knows whether the provider took it: a person may decide to send it again. */
export function unknownOutcome(provider: string): MessageFailure {
  const details = {
    provider,
    providerCode: null,
    providerMessage: null,
    reason: 'unknown_outcome',
    retryable: true,
  };
  return failureOf('SVC-PROVIDER-ERROR', details, {
    reason: 'unknown_outcome',
    retryable: true,
    message: 'The provider did not answer: it is unknown whether the message was sent.',
  });
}
