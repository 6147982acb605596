import {
  type ErrorCode,
  errorCatalog,
  type Message,
  type MessageError,
  type ProviderError,
} from '@parley/contract';
import { applyStep } from './message-steps.ts';
import type { Store } from './store.ts';

export type ErrorFacts = Omit<MessageError, 'at'>;

/** An error of our own making as a message shows it. */
export function errorOf(
  code: ErrorCode,
  details: Record<string, unknown>,
  more: Partial<ErrorFacts> = {},
): ErrorFacts {
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

/** A provider's error as a message shows it. */
export function providerErrorOf(
  { code, message, retryable, reason, scope }: ProviderError,
  providerCode: string | null,
  providerMessage: string | null,
): ErrorFacts {
  const facts = { provider: 'sandbox', providerCode, providerMessage, reason, retryable };
  const details = code === 'SVC-PROVIDER-ERROR' ? facts : {};
  return { code, message, providerCode, providerMessage, retryable, reason, scope, details };
}

/** Nobody knows whether the provider took it. */
export function unknownOutcome(): ErrorFacts {
  const reason = 'unknown_outcome';
  return errorOf(
    'SVC-PROVIDER-ERROR',
    { provider: 'sandbox', providerCode: null, providerMessage: null, reason, retryable: true },
    {
      reason,
      retryable: true,
      message: 'The provider did not answer: nobody knows whether the message was sent.',
    },
  );
}

export function failMessage(store: Store, message: Message, facts: ErrorFacts, at: string): void {
  const error = { ...facts, at };
  applyStep(
    store,
    message,
    { type: 'failed', at, error, event: 'message.failed' },
    { status: 'failed', error, failedAt: at },
  );
}
