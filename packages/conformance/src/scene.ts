import type {
  Channel,
  Contact,
  Conversation,
  CreateChannelBody,
  CreateContactBody,
  CreateCustomFieldBody,
  CreateTicketBody,
  CreateWebhookEndpointBody,
  CustomField,
  createDealBody,
  createPipelineBody,
  Deal,
  Message,
  MessageStatus,
  Pipeline,
  SendMessageBody,
  simulateInboundBody,
  Ticket,
  WebhookDelivery,
  WebhookEndpointWithSecret,
} from '@parley/contract';
import type * as z from 'zod';
import { type AnyRequest, type Api, call, createApi } from './client.ts';
import type { Answer } from './http.ts';
import { eventually } from './poll.ts';
import type { EndpointName } from './routes.ts';
import type { Target, TenantOptions, TestTenant } from './target.ts';

/** A tenant for one test, its client, and functions that create records. */
export interface Scene {
  target: Target;
  tenant: TestTenant;
  api: Api;
  /** Calls an endpoint that may refuse the request. The response is checked against the contract in any case. */
  call(name: EndpointName, request?: AnyRequest): Promise<Answer>;
}

export async function createScene(target: Target, options: TenantOptions = {}): Promise<Scene> {
  return sceneOf(target, await target.createTenant(options));
}

export function sceneOf(target: Target, tenant: TestTenant): Scene {
  return {
    target,
    tenant,
    api: createApi(target.baseUrl, tenant.apiKey),
    call: (name, request) => call(target.baseUrl, tenant.apiKey, name, request),
  };
}

/** Returns a function that makes a value at its first call. Every later call returns the same value. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

let made = 0;

/** Returns a different text on every call, for fields that must be unique within a tenant. */
export function unique(prefix: string): string {
  made += 1;
  // All have the same length, so that the length of a text is equal in all runs.
  return `${prefix}-${String(made).padStart(7, '0')}`;
}

const names = ['Ána', 'ana', 'Bruno', 'ção', 'Zoë', 'ſtraße', 'Ωmega', '李雷', '😀 Smile', 'ANA'];

/** Returns a name. Some names differ only in case or accents; none is empty. */
export function aName(index: number): string {
  return names[index % names.length] as string;
}

/** Returns a time in the past that no other call has returned. */
export function aMoment(): string {
  made += 1;
  return new Date(Date.UTC(2026, 0, 1) + made).toISOString();
}

/** Advances the time of a target when its month (UTC) ends within minutes, so that it does not end during the test. */
export async function leaveEndOfMonth(target: Target): Promise<void> {
  const now = target.now();
  const leftMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime();
  if (leftMs < 600_000) await target.advance(leftMs + 1_000);
}

/** Returns a phone number that no other call has returned and that is no magic recipient. */
export function aPhone(): string {
  made += 1;
  return `55119${String(made).padStart(5, '0')}321`;
}

/** Returns a sandbox recipient with one of the magic endings. */
export function magicPhone(ending: string): string {
  made += 1;
  return `55${String(made).padStart(5, '0')}${ending}`;
}

/** Returns a well-formed ID of this kind that no record has. */
export function missingId(prefix: string): string {
  made += 1;
  return `${prefix}_01J0000000${String(made).padStart(16, '0')}`;
}

/** Returns a path of the contract, such as `/messages/:id`, with IDs that no record has. */
export function pathToNothing(path: string): string {
  return path.replaceAll(/:\w+/g, () => missingId('msg'));
}

export function aChannel(scene: Scene, body: Partial<CreateChannelBody> = {}): Promise<Channel> {
  return scene.api.channels.create({
    body: { name: unique('Channel'), type: 'whatsapp', provider: 'sandbox', ...body },
  });
}

export function aContact(scene: Scene, body: CreateContactBody = {}): Promise<Contact> {
  return scene.api.contacts.create({ body });
}

/** Returns a key for a custom field that no other call has returned. */
export function aKey(): string {
  return unique('key').replace('-', '');
}

export function aCustomField(
  scene: Scene,
  body: Partial<CreateCustomFieldBody> = {},
): Promise<CustomField> {
  return scene.api.customFields.create({
    body: { entity: 'contact', key: aKey(), label: 'Plan', type: 'text', ...body },
  });
}

export function aPipeline(
  scene: Scene,
  body: Partial<z.input<typeof createPipelineBody>> = {},
): Promise<Pipeline> {
  return scene.api.pipelines.create({ body: { name: unique('Pipeline'), ...body } });
}

export function aDeal(
  scene: Scene,
  body: Partial<z.input<typeof createDealBody>> = {},
): Promise<Deal> {
  return scene.api.deals.create({ body: { title: 'Catering', ...body } });
}

/** Returns the pipeline that every new tenant has. */
export async function firstPipeline(scene: Scene): Promise<Pipeline> {
  const { data } = await scene.api.pipelines.list({ query: { sort: 'createdAt', limit: 1 } });
  return data[0] as Pipeline;
}

/** The body of a message of any type. Those of `Defaults` are optional, and so are all fields of a text. */
type Content<Body extends { type: string }, Defaults extends keyof Body> =
  | Partial<Omit<Extract<Body, { type: 'text' }>, 'type'>>
  | (Body extends unknown ? Omit<Body, Defaults> & Partial<Pick<Body, Defaults>> : never);

const hello = { type: 'text', text: 'Hello' } as const;

/** Receives a message, by default a text from a new customer. */
export async function anInbound(
  scene: Scene,
  channelId: string,
  content: Content<z.input<typeof simulateInboundBody>, 'from'> = {},
): Promise<Message> {
  const body = { from: aPhone(), ...('type' in content ? content : { ...hello, ...content }) };
  const params = { id: channelId };
  return (await scene.api.channels.simulateInbound({ params, body })).message;
}

interface Report {
  readonly from: string;
  readonly referral?: { readonly sourceType: string };
}

/** Reports a change of a customer, such as a new phone number, as the network does. */
export function aReport(scene: Scene, channelId: string, body: Report): Promise<Message> {
  const providerContent = { type: 'user_changed_number' };
  return anInbound(scene, channelId, { type: 'system', providerContent, ...body });
}

export function aTicket(scene: Scene, body: Partial<CreateTicketBody> = {}): Promise<Ticket> {
  return scene.api.tickets.create({ body: { subject: 'Help', ...body } });
}

/** Creates a conversation that the customer has started. */
export async function aConversation(scene: Scene, channelId?: string): Promise<Conversation> {
  return scene.api.conversations.get({ params: await aConversationId(scene, channelId) });
}

/** Creates a conversation like `aConversation`, and returns only its ID, without a request that reads it. */
export async function aConversationId(scene: Scene, channelId?: string): Promise<{ id: string }> {
  const message = await anInbound(scene, channelId ?? (await aChannel(scene)).id);
  return { id: message.conversationId };
}

/** Sends a message, by default a text to a new customer on a new channel. */
export async function aMessage(
  scene: Scene,
  content: Content<SendMessageBody, 'channelId' | 'to'> = {},
): Promise<Message> {
  const channelId = content.channelId ?? (await aChannel(scene)).id;
  const body = { to: aPhone(), ...('type' in content ? content : { ...hello, ...content }) };
  return scene.api.messages.send({ body: { ...body, channelId } });
}

/** Returns a URL for a webhook endpoint that no other call has returned, with a host name that never resolves. */
export function aUrl(): string {
  return `https://hooks.example.invalid/${unique('hook')}`;
}

/** Creates a webhook endpoint that cannot be reached. */
export function anEndpoint(
  scene: Scene,
  body: Partial<CreateWebhookEndpointBody> = {},
): Promise<WebhookEndpointWithSecret> {
  return scene.api.webhookEndpoints.create({
    body: { url: aUrl(), events: ['contact.*'], ...body },
  });
}

/** Creates a delivery that is waiting, with its own endpoint. */
export async function aDelivery(scene: Scene): Promise<WebhookDelivery> {
  const { id } = await anEndpoint(scene);
  await aContact(scene);
  const { data } = await scene.api.webhookEndpoints.listDeliveries({ params: { id } });
  return data[0] as WebhookDelivery;
}

/** Waits until the message has one of these statuses, and returns it. */
export function messageWith(
  scene: Scene,
  id: string,
  ...statuses: MessageStatus[]
): Promise<Message> {
  return eventually(
    scene.target,
    () => scene.api.messages.get({ params: { id } }),
    (message) => statuses.includes(message.status),
  );
}

/** Creates a message that the provider has reported as failed. By default, the reason is temporary. */
export async function aFailedMessage(scene: Scene, providerCode = '131042'): Promise<Message> {
  const { id, channelId } = await aMessage(scene);
  return scene.api.channels.simulateStatus({
    params: { id: channelId },
    body: { messageId: id, status: 'failed', error: { providerCode } },
  });
}

/** Returns all records of a list, read page by page. */
export async function allOf<Item>(
  list: (request: { query: { cursor?: string; limit?: number } }) => Promise<{
    data: Item[];
    nextCursor: string | null;
  }>,
  limit = 100,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const query: { cursor?: string; limit?: number } =
      cursor === null ? { limit } : { limit, cursor };
    const page = await list({ query });
    items.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}
