import { type WebhookFailure, WebhookVerificationError } from '../errors.ts';

/** The message ends with `detail`. */
export function refuse(reason: WebhookFailure, cause?: unknown, detail?: string): never {
  throw new WebhookVerificationError(reason, cause, detail);
}
