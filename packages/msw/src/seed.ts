import type { NounSeeds } from './generated/seeds.ts';
import type {
  ApiKey,
  Conversation,
  CreateKnowledgeSourceBody,
  CreateWebhookEndpointBody,
  InboundFailure,
  KnowledgeSource,
  Member,
  Message,
  SimulateInboundBody,
  Tenant,
  UpdateConversationBody,
  UpdateTenantBody,
  WebhookEndpoint,
} from './generated/types.ts';
import type { Given } from './given.ts';
import type { Exactly } from './seeds-of.ts';

/** Fields of the conversations that `seed.conversations` creates. */
export interface SeedConversation
  extends Omit<UpdateConversationBody, 'metadata' | 'snoozedUntil'> {
  /** Default: the first WhatsApp channel, which is created if missing. */
  channelId?: string | undefined;
  /** ID of the contact. Default: a new contact for each conversation. */
  contactId?: string | undefined;
  /** Default: none. */
  metadata?: Conversation['metadata'] | undefined;
  /** Default: 1, for the message of the customer. */
  unreadCount?: number | undefined;
  /** Text of the customer's message. Default: "Thank you!". */
  text?: string | undefined;
}

/** Fields of the tenant that `seed.tenant` changes. */
export interface SeedTenant
  extends Given<Omit<Tenant, 'id' | 'updatedAt' | 'settings'>>,
    Pick<UpdateTenantBody, 'settings'> {}

/** Fields of the messages that `seed.messages` creates. */
export interface SeedMessage {
  /** ID of the conversation. Default: a new conversation. */
  conversationId?: string | undefined;
  /** Default: inbound. */
  direction?: Message['direction'] | undefined;
  /** Default: "Thank you!". */
  text?: string | undefined;
}

/** Fields of the API keys that `seed.apiKeys` creates. */
export interface SeedApiKey {
  /** Name of the key. */
  name?: string | undefined;
  /** ISO 8601. A time in the past creates an expired key. */
  expiresAt?: string | undefined;
  /** Quota of the key, which the mock then counts. Default: that of `mock.limit`, or none. */
  quota?: ApiKey['rateLimit'] | undefined;
}

/** Fields of the items that `seed.inboundFailures` creates. */
export interface SeedInboundFailure {
  /** Default: the first WhatsApp channel, which is created if missing. */
  channelId?: string | undefined;
  /** As in `InboundFailure`; `kept` is an item of a kind that the server does not know. Default: `failed`. */
  status?: 'retrying' | 'failed' | 'kept' | undefined;
  /** Error of the last attempt, as operators read it. */
  reason?: string | undefined;
  /** The inbound message that a retry of the item creates; null = the retry fails. Default: a text message. */
  message?: SimulateInboundBody | null | undefined;
}

type WrittenSource = Extract<CreateKnowledgeSourceBody, { type: 'text' }>;

export interface SeedKnowledgeSource extends Given<Omit<WrittenSource, 'type'>> {
  /** Default: `markdown`. */
  type?: CreateKnowledgeSourceBody['type'] | undefined;
}

/** API key with its secret, which no response of the API contains. */
export interface SeededApiKey {
  /** ID of the key. */
  id: string;
  /** Value that clients send. */
  value: string;
}

/** Webhook endpoint with its secret. */
export type SeededWebhookEndpoint = WebhookEndpoint & { secret: string };

/** Creates records of the tenant. Missing fields get valid values. */
export interface Seed extends NounSeeds {
  /** Creates conversations, each with one unread inbound message. */
  conversations<Count extends number>(
    count: Count,
    fields?: SeedConversation,
  ): Exactly<Conversation, Count>;
  /** Creates messages of one conversation, oldest first. Outbound messages are queued. */
  messages<Count extends number>(count: Count, fields?: SeedMessage): Exactly<Message, Count>;
  /** Creates members. Active members (default) can be assignees and owners. */
  users<Count extends number>(
    count: Count,
    fields?: Given<Pick<Member, 'name' | 'email' | 'role' | 'active'>>,
  ): Exactly<Member, Count>;
  /** Creates more API keys of the tenant. */
  apiKeys<Count extends number>(count: Count, fields?: SeedApiKey): Exactly<SeededApiKey, Count>;
  /** Creates webhook endpoints. Default: for all events, each with a different URL. */
  webhookEndpoints<Count extends number>(
    count: Count,
    fields?: Given<CreateWebhookEndpointBody>,
  ): Exactly<SeededWebhookEndpoint, Count>;
  /** Creates searchable sources. Default: Markdown, each with a different title and externalId. */
  knowledgeSources<Count extends number>(
    count: Count,
    fields?: SeedKnowledgeSource,
  ): Exactly<KnowledgeSource, Count>;
  /**
   * Creates items of provider webhooks that the server could not handle. Unless `message` is null, a retry of an item
   * succeeds and creates an inbound message.
   */
  inboundFailures<Count extends number>(
    count: Count,
    fields?: SeedInboundFailure,
  ): Exactly<InboundFailure, Count>;
  /** Changes the tenant. With `status: 'suspended'` its keys get 403. Absent settings keep their values. */
  tenant(fields: SeedTenant): Tenant;
}
