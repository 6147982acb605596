import { matchesSignature, webhookHeaders } from '@parley/contract/webhook-signature';
import { usageError } from '../core/usage-error.ts';
import type { WebhookEvent } from './event.ts';
import {
  bodyOf,
  headerOf,
  textOf,
  type WebhookHeaders,
  type WebhookInput,
  type WholeWebhookInput,
  wrongInput,
} from './input.ts';
import { eventOf } from './read-event.ts';
import { refuse } from './refuse.ts';

export interface VerifyOptions {
  /** One to four secrets, such as `whsec_…`: the new and the old one during a rotation. */
  secrets: readonly string[];
  /** Maximum difference in seconds between the time of sending and `now`. @default 300 */
  toleranceSeconds?: number | undefined;
  /** Current time, for tests. @default Date.now */
  now?: (() => number | string | Date) | undefined;
}

/**
 * Verifies the signature and the time of a webhook and returns its event. Fails with `WebhookVerificationError`, whose
 * `reason` says why. Fails with `ParleyError` when the body was already parsed or a secret is malformed.
 *
 *     const event = await verifyWebhook(request, { secrets: [secret] });
 *     if (event.type === 'message.received') console.log(event.data.object.text);
 */
export async function verifyWebhook(
  input: WebhookInput,
  options: VerifyOptions,
): Promise<WebhookEvent> {
  const matches = matcherOf(input, options);
  const body = await bodyOf(input as object);
  for (const secret of options.secrets) if (await matches(secret, body)) return eventOf(body);
  return refuse('signature_mismatch');
}

/**
 * Verifies a webhook like `verifyWebhook`, but synchronously: in Node, Bun and Deno, with a complete body. Throws the
 * errors of `verifyWebhook`, and a `ParleyError` in runtimes that have only Web Crypto.
 *
 *     const event = verifyWebhookSync({ body, headers }, { secrets: [secret] });
 */
export function verifyWebhookSync(input: WholeWebhookInput, options: VerifyOptions): WebhookEvent {
  const matches = matcherOf(input, options);
  const body = textOf(input);
  for (const secret of options.secrets) {
    const isMatch = matches(secret, body);
    if (isMatch instanceof Promise) {
      isMatch.catch(() => undefined);
      throw usageError('This runtime has no node:crypto: use `await verifyWebhook(…)` in it.');
    }
    if (isMatch) return eventOf(body);
  }
  return refuse('signature_mismatch');
}

/** Checks the headers, the time and the options, and returns a function that checks a signature. */
function matcherOf(
  input: { readonly headers: WebhookHeaders },
  options: VerifyOptions,
): (secret: string, body: string) => boolean | Promise<boolean> {
  const {
    secrets,
    toleranceSeconds = 300,
    now = Date.now,
  } = Object(options) as Partial<VerifyOptions>;
  const { headers } = Object(input) as typeof input;
  if (!headers) wrongInput('headers', 'are missing');
  // At most 4 secrets and, below, 8 signatures. Named constants would make each bundle larger.
  if (!secrets?.[0] || secrets[4]) noSecrets();
  const [id, sentAt, signatures] = Object.values(webhookHeaders).map(
    (name) => headerOf(headers, name) || refuse('header_missing', undefined, `: ${name}`),
  ) as [string, string, string];
  const age = Math.floor(+new Date(now()) / 1000) - +sentAt;
  if (age > toleranceSeconds) refuse('timestamp_too_old');
  if (age < -toleranceSeconds) refuse('timestamp_too_new');
  // Any other text is not a number of seconds, so the server did not sign it.
  if (!(age <= toleranceSeconds)) refuse('timestamp_invalid');
  if (signatures.split(' ')[8]) refuse('signatures_too_many');
  return (secret, body) => {
    if (!isSecret(secret)) noSecrets();
    return matchesSignature(secret, { id, timestampSeconds: +sentAt, body }, signatures);
  };
}

/** Returns whether a value of any type is text in base64, not empty. */
export function isSecret(value: unknown): boolean {
  try {
    return atob((value as string).replace(/^whsec_/, '')) !== '';
  } catch {
    // The value is no text, or `atob` throws because it is not base64.
    return false;
  }
}

/** Throws the error for missing or malformed secrets. It contains no secret, and no `cause`, which may quote one. */
export function noSecrets(): never {
  throw usageError(
    "`secrets` must be 1 to 4 secrets of webhook endpoints in base64, such as { secrets: ['whsec_…'] }.",
  );
}
