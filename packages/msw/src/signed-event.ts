import { signWebhook, webhookSecretPrefix } from '@parley/contract';
import { deliveryHeaders } from '@parley/domain';
import type { WebhookEvent } from './event-types.ts';

/** Ways to forge a webhook. */
export const forgeries = ['tampered', 'too_old', 'too_new', 'wrong_secret', 'unsigned'] as const;
/** One of `forgeries`. */
export type Forgery = (typeof forgeries)[number];

/** Event with the headers of one delivery attempt. */
export interface SignedEvent<Event extends WebhookEvent = WebhookEvent> {
  /** The event before it was signed or forged. */
  readonly event: Event;
  /** Body of the webhook, exactly as it was signed. */
  readonly rawBody: string;
  /** Headers of the webhook, with the signature. */
  readonly headers: Readonly<Record<string, string>>;
  /** New `Request` on each access, for handlers that take a `Request`. */
  readonly request: Request;
  /** How the webhook is forged; undefined for a valid one. */
  readonly forgery: Forgery | undefined;
}

export interface Signing {
  /** Secrets that sign the event. */
  secrets: readonly string[];
  timestampSeconds: number;
  /** The headers of the endpoint. */
  headers?: Readonly<Record<string, string>>;
  forgery?: Forgery | undefined;
  url?: string | URL;
}

/** The URL of a `Request` when the test gives none. */
const defaultUrl = 'http://localhost/webhooks';
const hour = 3_600;
const otherSecret = `${webhookSecretPrefix}${btoa('the secret of somebody else')}`;

export async function signEvent<Event extends WebhookEvent>(
  event: Event,
  { secrets, timestampSeconds: nowSeconds, headers: own, forgery, url = defaultUrl }: Signing,
): Promise<SignedEvent<Event>> {
  const { id } = event;
  const skew = forgery === 'too_old' ? -hour : forgery === 'too_new' ? hour : 0;
  const timestampSeconds = nowSeconds + skew;
  const body = JSON.stringify(event);
  const signers = forgery === 'wrong_secret' ? [otherSecret] : secrets;
  const content = { id, timestampSeconds, body };
  const signatures = await Promise.all(signers.map((secret) => signWebhook(secret, content)));
  const rawBody =
    forgery === 'tampered' ? JSON.stringify({ ...event, sequence: event.sequence + 1 }) : body;
  const headers = deliveryHeaders(
    own,
    { eventId: id, seconds: timestampSeconds },
    forgery === 'unsigned' ? undefined : signatures,
  );
  return {
    event,
    rawBody,
    headers,
    forgery,
    get request() {
      return new Request(url, { method: 'POST', headers, body: rawBody });
    },
  };
}
