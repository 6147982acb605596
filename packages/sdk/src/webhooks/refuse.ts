import { type WebhookFailure, WebhookVerificationError } from '../errors.ts';

export function refuse(reason: WebhookFailure, detail?: string, cause?: unknown): never {
  throw new WebhookVerificationError(reason, cause, detail);
}
