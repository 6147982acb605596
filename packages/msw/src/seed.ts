import type {
  Channel,
  Contact,
  Conversation,
  CreateChannelBody,
  CreateContactBody,
  CreateKnowledgeFaqBody,
  CreateKnowledgeSourceBody,
  CreateWebhookEndpointBody,
  KnowledgeFaq,
  KnowledgeSource,
  Message,
  Quota,
  Tenant,
  UpdateConversationBody,
  WebhookEndpoint,
} from '@parley/contract';

export interface SeedConversation
  extends Omit<UpdateConversationBody, 'metadata' | 'snoozedUntil'> {
  /** Default: the first WhatsApp channel, made when there is none. */
  channelId?: string;
  /** Default: a new contact for each. */
  contactId?: string;
  metadata?: Conversation['metadata'];
  unreadCount?: number;
  /** What the customer wrote. */
  text?: string;
}

export interface SeedMessage {
  /** Default: a new conversation. */
  conversationId?: string;
  /** Default: inbound. */
  direction?: Message['direction'];
  text?: string;
}

export interface SeedApiKey {
  name?: string;
  /** ISO 8601; a time in the past makes an expired key. */
  expiresAt?: string;
  quota?: Quota;
}

type WrittenSource = Extract<CreateKnowledgeSourceBody, { type: 'text' }>;

export interface SeedKnowledgeSource extends Partial<Omit<WrittenSource, 'type'>> {
  /** Default: `markdown`. */
  type?: CreateKnowledgeSourceBody['type'];
}

export interface SeededUser {
  id: string;
  name: string;
  active: boolean;
}

/** A key with its secret, which no answer of the API shows. */
export interface SeededApiKey {
  id: string;
  /** What callers send. */
  value: string;
}

/** A webhook endpoint with the secret that signs for it. */
export type SeededWebhookEndpoint = WebhookEndpoint & { secret: string };

/** As many as were asked for, so that `const [a, b] = seed.contacts(2)` are not undefined. */
export type Exactly<Item, Count extends number, Made extends Item[] = []> = number extends Count
  ? Item[]
  : Made['length'] extends Count
    ? Made
    : Made['length'] extends 16
      ? Item[]
      : Exactly<Item, Count, [...Made, Item]>;

/** Makes records in the tenant. */
export interface Seed {
  /** Contacts that differ in name, phone and externalId, unless you set them. */
  contacts<const Count extends number>(
    count: Count,
    fields?: Partial<CreateContactBody>,
  ): Exactly<Contact, Count>;
  /** Active sandbox channels, WhatsApp unless you say otherwise. */
  channels<const Count extends number>(
    count: Count,
    fields?: Partial<CreateChannelBody>,
  ): Exactly<Channel, Count>;
  /** Conversations that a customer began, each with one unread message. */
  conversations<const Count extends number>(
    count: Count,
    fields?: SeedConversation,
  ): Exactly<Conversation, Count>;
  /** Messages of one conversation, oldest first. Outbound ones are queued. */
  messages<const Count extends number>(count: Count, fields?: SeedMessage): Exactly<Message, Count>;
  /** Members, who may be assignees and owners while they are active, which is the default. */
  users<const Count extends number>(
    count: Count,
    fields?: { name?: string; active?: boolean },
  ): Exactly<SeededUser, Count>;
  /** More API keys of the tenant. */
  apiKeys<const Count extends number>(
    count: Count,
    fields?: SeedApiKey,
  ): Exactly<SeededApiKey, Count>;
  /** Endpoints for all events, each with a URL of its own, unless you say otherwise. */
  webhookEndpoints<const Count extends number>(
    count: Count,
    fields?: Partial<CreateWebhookEndpointBody>,
  ): Exactly<SeededWebhookEndpoint, Count>;
  /** Published FAQs with a question and an externalId of their own, unless you say otherwise. */
  knowledgeFaqs<const Count extends number>(
    count: Count,
    fields?: Partial<CreateKnowledgeFaqBody>,
  ): Exactly<KnowledgeFaq, Count>;
  /** Sources in Markdown that are found, each with a title and an externalId of its own, unless you say otherwise. */
  knowledgeSources<const Count extends number>(
    count: Count,
    fields?: SeedKnowledgeSource,
  ): Exactly<KnowledgeSource, Count>;
  /** Changes the tenant itself: with `status: 'suspended'` its keys are answered 403. */
  tenant(fields: Partial<Omit<Tenant, 'id'>>): Tenant;
}
