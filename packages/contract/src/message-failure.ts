import { errorMessage } from './error-message.ts';
import type { ErrorCode, ErrorDetails } from './errors.ts';
import type { MessageError } from './messages.ts';
import type { ProviderError } from './provider-errors.ts';

/** The `error` of a message, without its time. */
export type MessageFailure = Omit<MessageError, 'at'>;

/** Returns the failure of a message that Parley itself refuses to send. */
export function failureOf<Code extends ErrorCode>(
  code: Code,
  details: ErrorDetails<Code>,
  more: Partial<Pick<MessageFailure, 'retryable' | 'reason' | 'message'>> = {},
): MessageFailure {
  return {
    code,
    message: errorMessage(code, details),
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

/** Returns the error of a message for a failure that the provider reported. */
export function providerFailure(report: ProviderReport): MessageFailure {
  const { provider, providerCode, providerMessage, error } = report;
  const { code, message, retryable, reason, scope } = error;
  const details =
    code === 'SVC-PROVIDER-ERROR'
      ? { provider, providerCode, providerMessage, reason, retryable }
      : {};
  return { code, message, providerCode, providerMessage, retryable, reason, scope, details };
}

/** Returns the error of a message when the provider did not answer the request. A user may decide to send it again. */
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
    message:
      'The provider did not answer, so the message may have been sent or not. A retry may send it twice.',
  });
}
