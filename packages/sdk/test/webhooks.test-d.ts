// Checked by tsc, never run: events narrow by type, unknown ones stay possible, and all equal those of the contract.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { eventSchemas } from '@parley/contract/schemas';
import type { Request as ExpressRequest, RequestHandler } from 'express';
import type * as z from 'zod';
import type * as sdk from '../src/index.ts';
import {
  type AnyChange,
  type EventType,
  expressWebhook,
  fetchWebhook,
  type KnownEvent,
  testWebhook,
  type UnknownEvent,
  verifyWebhook,
  type WebhookEvent,
} from '../src/webhooks.ts';
import type { Plain, Same } from './same.ts';

// `events.list` returns events, so the main entry exports their type too.
export const logged: Same<sdk.WebhookEvent, WebhookEvent> = true;

export function handle(event: WebhookEvent): string | null {
  switch (event.type) {
    case 'message.received':
    case 'message.failed': {
      const text: string | null = event.data.object.text;
      const contact: string | null = event.data.contact.name;
      return text ?? contact;
    }
    case 'conversation.assigned':
      return event.data.object.assigneeId;
    case 'api_key.revoked': {
      const only: Same<typeof event.data.object, sdk.ApiKey> = true;
      return only && event.data.object.revokedAt;
    }
    default: {
      const type: string = event.type;
      const rest: UnknownEvent | KnownEvent = event;
      return `${type} of ${rest.subject.id}`;
    }
  }
}

/** The same code reads events of the log and of webhooks. */
export async function poll(parley: sdk.Parley, afterSequence: number): Promise<string[]> {
  const texts: string[] = [];
  for await (const event of parley.events.list({ afterSequence })) {
    const same: Same<typeof event, WebhookEvent> = true;
    if (same && event.type === 'message.received') texts.push(event.data.object.text ?? '');
    if (event.type === 'webhook_endpoint.disabled') texts.push(event.data.object.url);
    handle(event);
  }
  return texts;
}

export function byCondition(event: WebhookEvent): string | undefined {
  if (event.type === 'contact.created') return event.data.object.phone ?? undefined;
  // @ts-expect-error: an event that is not narrowed has no text.
  return event.data.object.text;
}

export function exhaustive(event: WebhookEvent): AnyChange | undefined {
  if (isKnown(event)) return undefined;
  const unknown: UnknownEvent = event;
  return unknown.data;
}
declare function isKnown(event: WebhookEvent): event is KnownEvent;

// A newer type can be asked for by name, as text.
export function newer({ type, data }: WebhookEvent): unknown {
  return (type as string) === 'deal.won' ? data.object : undefined;
}

// @ts-expect-error: a type that no version has is a mistake.
export const misspelt = (event: WebhookEvent): boolean => event.type === 'message.recieved';

type Schemas = typeof eventSchemas;
type ObjectOf<Event> = Event extends { data: { object: infer Object } } ? Object : never;
type Events = {
  [Type in keyof Schemas]: Type extends EventType
    ? Same<
        Plain<ObjectOf<Extract<KnownEvent, { type: Type }>>>,
        Plain<ObjectOf<z.output<Schemas[Type]>>>
      >
    : false;
};
export const events = (all: Events): Record<keyof Schemas, true> => all;
export const noMore: Same<EventType, keyof Schemas> = true;
type Common<Event> = Plain<Omit<Event, 'data' | 'type' | 'apiVersion'>>;
export const common: Same<
  Common<Extract<KnownEvent, { type: 'contact.created' }>>,
  Common<z.output<Schemas['contact.created']>>
> = true;

// The types of the frameworks' requests.
const options = { secrets: ['whsec_'] };
export const inputs = (
  node: IncomingMessage,
  express: ExpressRequest,
  lambda: { body: string | null; headers: Record<string, string | undefined> },
  raw: { rawBody: Buffer; body: unknown; headers: Record<string, string | string[] | undefined> },
) => [
  verifyWebhook(new Request('http://x'), options),
  verifyWebhook(node, options),
  verifyWebhook(express, options),
  verifyWebhook(lambda, options),
  verifyWebhook(raw, options),
  // @ts-expect-error: a parsed body has lost its bytes.
  verifyWebhook({ body: { type: 'message.received' }, headers: {} }, options),
  // @ts-expect-error: without secrets nothing can be verified.
  verifyWebhook(node, {}),
];
export const middleware: RequestHandler = expressWebhook(options, (event) => handle(event));
export const plain: (request: IncomingMessage, response: ServerResponse) => unknown =
  expressWebhook(options, handle);
export const worker: { fetch(request: Request): Promise<Response> } = {
  fetch: fetchWebhook(options, async (event) => handle(event)),
};

export const made = [
  testWebhook({ type: 'message.received', data: { object: { text: 'Hi' } } }, options),
  testWebhook({ type: 'deal.won', data: { object: { id: 'deal_1' } } }, options),
  // @ts-expect-error: a text is no number.
  testWebhook({ type: 'message.received', data: { object: { text: 1 } } }, options),
];
