import { show, usageError } from '../core/usage-error.ts';
import type { WebhookHandler, WebhookHandlerOptions } from './receive.ts';
import { isSecret, noSecrets } from './verify.ts';

/**
 * Throws for invalid options, or without a handler. Call it when a handler is created, so that the mistake shows before
 * the first webhook.
 */
export function checkOptions(
  { secrets, toleranceSeconds = 300 }: WebhookHandlerOptions,
  handler: WebhookHandler,
): void {
  checkSecrets(secrets);
  if (!(toleranceSeconds >= 0))
    throw usageError(
      `toleranceSeconds is ${show(toleranceSeconds)}; expected 0 or more, such as 300.`,
    );
  // Without this check, every webhook would be answered 204 and lost. `call` is shorter than `typeof`: the size is limited.
  if (!handler?.call) throw usageError(`handler is ${show(handler)}; expected a function.`);
}

/** Throws for anything but 1 to 4 secrets. In JavaScript, or from an environment variable, the value can have any type. */
export function checkSecrets(given: readonly unknown[] | null | undefined): void {
  if (!given?.[0] || given[4] || !given.every?.(isSecret)) noSecrets();
}
