import { signWebhook as signatureOf, webhookHeaders } from '@parley/contract/webhook-signature';
import type { EventBase, EventType, KnownEvent } from '../generated/events.ts';

export interface SignOptions {
  /** Secrets to sign with: the webhook gets one signature for each. */
  secrets: readonly string[];
  /** ID of the webhook. @default the ID of the event, or a new one */
  id?: string | undefined;
  /** Time of sending. @default Date.now */
  now?: (() => number | string | Date) | undefined;
}

/** Event for a test. `testWebhook` adds the missing fields of the event, but not those of its record, `data.object`. */
export type TestEvent<Type extends string = string> = Partial<Omit<EventBase, 'type'>> & {
  type: Type;
  data: Partial<Omit<ChangeOf<Type>, 'object'>> & { object: Partial<ChangeOf<Type>['object']> };
};

type ChangeOf<Type> = Type extends EventType
  ? Extract<KnownEvent, { type: Type }>['data']
  : { object: Record<string, unknown> };

/** Signed webhook, in the form in which the server sends it. `verifyWebhook` accepts it. */
export interface TestDelivery {
  body: string;
  headers: Record<string, string>;
}

/**
 * For tests: returns the signed headers of a webhook with this body.
 *
 *     const headers = await signWebhook(body, { secrets: [secret] });
 */
export async function signWebhook(
  body: string,
  { secrets, id = newId(), now = Date.now }: SignOptions,
): Promise<Record<string, string>> {
  const timestampSeconds = Math.floor(new Date(now()).getTime() / 1000);
  const signatures = await Promise.all(
    secrets.map((secret) => signatureOf(secret, { id, timestampSeconds, body })),
  );
  return {
    'content-type': 'application/json',
    [webhookHeaders.id]: id,
    [webhookHeaders.timestamp]: String(timestampSeconds),
    [webhookHeaders.signature]: signatures.join(' '),
  };
}

/**
 * For tests: signs an event. Send `body` and `headers` to the code under test. Missing fields of the event get
 * defaults. `data.object` stays as given.
 *
 *     const object = { text: 'Hello', conversationId: 'cnv_1' };
 *     const delivery = await testWebhook({ type: 'message.received', data: { object } }, { secrets: [secret] });
 *     await fetch(url, { method: 'POST', ...delivery });
 */
export async function testWebhook<Type extends EventType | (string & {})>(
  event: TestEvent<Type>,
  options: SignOptions,
): Promise<TestDelivery> {
  const id = event.id ?? options.id ?? newId();
  const { object } = event.data as { object: { id?: string } };
  const body = JSON.stringify({
    apiVersion: 'v1',
    timestamp: new Date(options.now?.() ?? Date.now()).toISOString(),
    tenantId: 'ten_test',
    sequence: 1,
    subject: { type: event.type.split('.')[0], id: object.id ?? '' },
    actor: { type: 'system', id: null, grantId: null },
    test: false,
    ...event,
    id,
    data: { previous: null, changes: [], ...event.data },
  });
  return { body, headers: await signWebhook(body, { ...options, id: options.id ?? id }) };
}

function newId(): string {
  return `evt_${crypto.randomUUID()}`;
}
