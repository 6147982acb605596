import { signWebhook as signatureOf, webhookHeaders } from '@parley/contract/webhook-signature';
import { show, usageError } from '../core/usage-error.ts';
import type { EventBase, EventType, KnownEvent } from '../generated/events.ts';
import { noSecrets } from './verify.ts';

export interface SignOptions {
  /** One to four secrets to sign with: the webhook gets one signature for each. */
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
 * For tests: returns the signed headers of a webhook with this body. Fails with a `ParleyError` when the body is not
 * text, or an option is invalid.
 *
 *     const headers = await signWebhook(body, { secrets: [secret] });
 */
export async function signWebhook(
  body: string,
  options: SignOptions,
): Promise<Record<string, string>> {
  if (typeof body !== 'string')
    throw usageError(`body is ${show(body)}; expected text, such as JSON.stringify(event).`);
  checkOptions(options);
  const { secrets, id = newId(), now = Date.now } = options;
  const timestampSeconds = Math.floor(new Date(now()).getTime() / 1000);
  const signing = secrets.map(
    async (secret) => await signatureOf(secret, { id, timestampSeconds, body }),
  );
  // It fails only when a secret is malformed.
  const signatures = await Promise.all(signing).catch(noSecrets);
  return {
    'content-type': 'application/json',
    [webhookHeaders.id]: id,
    [webhookHeaders.timestamp]: String(timestampSeconds),
    [webhookHeaders.signature]: signatures.join(' '),
  };
}

/**
 * For tests: signs an event. Send `body` and `headers` to the code under test. Missing fields of the event get
 * defaults. `data.object` stays as given. Fails with a `ParleyError` when the type or `data.object` is missing, or an
 * option is invalid.
 *
 *     const object = { text: 'Hello', conversationId: 'cnv_1' };
 *     const delivery = await testWebhook({ type: 'message.received', data: { object } }, { secrets: [secret] });
 *     await fetch(url, { method: 'POST', ...delivery });
 */
export async function testWebhook<Type extends EventType | (string & {})>(
  event: TestEvent<Type>,
  options: SignOptions,
): Promise<TestDelivery> {
  checkEvent(event);
  checkOptions(options);
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

function checkEvent(event: TestEvent): void {
  const { type, data } = Object(event) as Partial<TestEvent>;
  const { object } = Object(data) as { object?: unknown };
  const isEvent = typeof type === 'string' && Object(object) === object;
  if (isEvent) return;
  const given =
    typeof type === 'string' ? `data.object is ${show(object)}` : `type is ${show(type)}`;
  throw usageError(
    `The event's ${given}; expected an event such as { type: 'message.received', data: { object: { text: 'Hello' } } }.`,
  );
}

function checkOptions(options: SignOptions): void {
  const { secrets, now = Date.now } = Object(options) as Partial<SignOptions>;
  if (!Array.isArray(secrets) || !secrets[0] || secrets[4]) noSecrets();
  if (typeof now !== 'function' || Number.isNaN(+new Date(now())))
    throw usageError(
      `now is ${show(now)}; expected a function that returns a time, such as () => Date.now().`,
    );
}

function newId(): string {
  return `evt_${crypto.randomUUID()}`;
}
