import { matchesSignature, webhookHeaders } from '@parley/contract/webhook-signature';
import { usageError } from '../core/usage-error.ts';
import type { WebhookEvent } from './event.ts';
import { bodyOf, headerOf, type WebhookInput } from './input.ts';
import { eventOf } from './read-event.ts';
import { refuse } from './refuse.ts';

export interface VerifyOptions {
  /** One to four, such as `whsec_…`: the new and the old one while you change it. */
  secrets: readonly string[];
  /** How far the time of sending may be off, to both sides. @default 300 */
  toleranceSeconds?: number | undefined;
  /** The time now, for tests. @default Date.now */
  now?: (() => number | string | Date) | undefined;
}

const maxSecrets = 4;
const maxSignatures = 8;

/**
 * The event of a webhook, when it is signed with one of the secrets and was sent just now. Fails with
 * `WebhookVerificationError`, whose `reason` says why; and with `ParleyError` when it cannot be verified at all,
 * because the body was parsed before or a secret is none.
 *
 *     const event = await verifyWebhook(request, { secrets: [secret] });
 *     if (event.type === 'message.received') console.log(event.data.object.text);
 */
export async function verifyWebhook(
  input: WebhookInput,
  options: VerifyOptions,
): Promise<WebhookEvent> {
  const { secrets } = options;
  if (!secrets?.[0] || secrets[maxSecrets]) noSecrets();
  const [id, sentAt, signatures] = Object.values(webhookHeaders).map(
    (name) => headerOf(input.headers, name) || refuse('header_missing'),
  ) as [string, string, string];
  checkTimestamp(sentAt, options);
  if (signatures.split(' ')[maxSignatures]) refuse('signatures_too_many');
  const body = await bodyOf(input as object);
  const signed = { id, timestampSeconds: +sentAt, body };
  for (const secret of secrets) {
    if (await matchesSignature(secret, signed, signatures).catch(noSecrets)) return eventOf(body);
  }
  return refuse('signature_mismatch');
}

export function noSecrets(): never {
  throw usageError('Give 1 to 4 base64 secrets.');
}

function checkTimestamp(
  sentAt: string,
  { toleranceSeconds = 300, now = Date.now }: VerifyOptions,
): void {
  const age = Math.floor(+new Date(now()) / 1000) - +sentAt;
  if (age > toleranceSeconds) refuse('timestamp_too_old');
  if (age < -toleranceSeconds) refuse('timestamp_too_new');
  // Whatever else is no number of seconds is not what was signed, either.
  if (!(age <= toleranceSeconds)) refuse('timestamp_invalid');
}
