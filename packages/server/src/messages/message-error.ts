import {
  type ErrorCode,
  type ErrorDetails,
  errorCatalog,
  type MessageError,
  type ProviderError,
  whatsappErrors,
} from '@parley/contract/schemas';

/** What a message says of its failure, before it is known when that was. */
export type Failure = Omit<MessageError, 'at'>;

/** A failure of our own finding. */
export function failureOf<Code extends ErrorCode>(
  code: Code,
  details: ErrorDetails<Code>,
  more: Partial<Pick<Failure, 'retryable' | 'reason' | 'message'>> = {},
): Failure {
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

export interface ProviderFailure {
  provider: string;
  providerCode: string | null;
  providerMessage: string | null;
  error: ProviderError;
}

/** A failure that the provider reported. */
export function providerFailure(failure: ProviderFailure): Failure {
  const { provider, providerCode, providerMessage, error } = failure;
  const { code, message, retryable, reason, scope } = error;
  const details =
    code === 'SVC-PROVIDER-ERROR'
      ? { provider, providerCode, providerMessage, reason, retryable }
      : {};
  return { code, message, providerCode, providerMessage, retryable, reason, scope, details };
}

/** Nobody knows whether the provider took it: a person may decide to send it again. */
export function unknownOutcome(provider: string): Failure {
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
    message: 'The provider did not answer: nobody knows whether the message was sent.',
  });
}

/** The meaning of a provider's code; a code that is not in the table is a refusal. */
export function providerErrorOf(code: string): ProviderError {
  const known = Object.hasOwn(whatsappErrors, code) ? whatsappErrors[code] : undefined;
  return known ?? refused;
}

const refused: ProviderError = {
  code: 'SVC-PROVIDER-ERROR',
  message: 'The provider refused the request.',
  reason: 'rejected',
  scope: null,
  automaticRetry: false,
  retryable: false,
};
