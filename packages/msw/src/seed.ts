import type { NounSeeds } from './generated/seeds.ts';
import type {
  ApiKey,
  Conversation,
  CreateKnowledgeSourceBody,
  CreateWebhookEndpointBody,
  KnowledgeSource,
  Message,
  Tenant,
  UpdateConversationBody,
  WebhookEndpoint,
} from './generated/types.ts';
import type { Exactly } from './seeds-of.ts';

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
  quota?: ApiKey['rateLimit'];
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

/** Makes records in the tenant. Fields that a test leaves out have valid values of their own. */
export interface Seed extends NounSeeds {
  /** Conversations that a customer began, each with one unread message. */
  conversations<Count extends number>(
    count: Count,
    fields?: SeedConversation,
  ): Exactly<Conversation, Count>;
  /** Messages of one conversation, oldest first. Outbound ones are queued. */
  messages<Count extends number>(count: Count, fields?: SeedMessage): Exactly<Message, Count>;
  /** Members, who may be assignees and owners while they are active, which is the default. */
  users<Count extends number>(
    count: Count,
    fields?: { name?: string; active?: boolean },
  ): Exactly<SeededUser, Count>;
  /** More API keys of the tenant. */
  apiKeys<Count extends number>(count: Count, fields?: SeedApiKey): Exactly<SeededApiKey, Count>;
  /** Endpoints for all events, each with a URL of its own, unless you say otherwise. */
  webhookEndpoints<Count extends number>(
    count: Count,
    fields?: Partial<CreateWebhookEndpointBody>,
  ): Exactly<SeededWebhookEndpoint, Count>;
  /** Sources in Markdown that are found, each with a title and an externalId of its own, unless you say otherwise. */
  knowledgeSources<Count extends number>(
    count: Count,
    fields?: SeedKnowledgeSource,
  ): Exactly<KnowledgeSource, Count>;
  /** Changes the tenant itself: with `status: 'suspended'` its keys are answered 403. */
  tenant(fields: Partial<Omit<Tenant, 'id'>>): Tenant;
}
