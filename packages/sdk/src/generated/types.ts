// Written by scripts/generate.ts from the contract. Do not edit.

/** One value, or several of which any matches. */
export type OneOrMany<Value> = Value | readonly Value[];

/** A credential of a tenant, without its secret. */
export interface ApiKey {
  /** Id of the API key, `key_…`. */
  id: string;
  /** What the key is for. */
  name: string;
  /** Enough of the key to recognise it; the key itself is shown once, when it is made. */
  hint: string;
  /** Only active keys are accepted. */
  status: ApiKeyStatus;
  /** Who made the key. */
  createdBy: {
    /** Who made it. */
    type: 'member' | 'agency' | 'cli' | (string & {});
    /** Id of the maker; null for the command line. */
    id: string | null;
  };
  /** The quota of the key. */
  rateLimit: {
    /** Requests per window. */
    limit: number;
    /** Length of the window. */
    windowSeconds: number;
  };
  /** Last request, to the minute. */
  lastUsedAt: string | null;
  /** From then on the key is refused; null = never. */
  expiresAt: string | null;
  /** When it was revoked; null = not revoked. */
  revokedAt: string | null;
  /** When it was made. */
  createdAt: string;
}

/** Only active keys are accepted. */
export type ApiKeyStatus = 'active' | 'revoked' | 'expired' | (string & {});

/** A file of a message. */
export interface Attachment {
  /** Id of the attachment, `att_…`. */
  id: string;
  /** `image`, `video`, `audio`, `document` or `sticker`. */
  kind: string;
  /** Media type. */
  mimeType: string | null;
  /** Name of the file. */
  filename: string | null;
  /** Size. */
  sizeBytes: number | null;
  /** Digest, in hex. */
  sha256: string | null;
  /** Where to download it, for a short time. */
  url: string | null;
  /** Whether it can be downloaded. */
  status: 'pending' | 'stored' | 'failed' | (string & {});
}

/** An FAQ to add or to change. */
export interface BatchKnowledgeFaqItem {
  /** The question; in one language no two FAQs ask the same. */
  question: string;
  /** The same question in other words, at most 20: each makes it easier to find. */
  alternateQuestions?: readonly string[] | undefined;
  /** The answer, in Markdown, at most 10,000 characters. */
  answer: string;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** Labels; at most 50 of 64 characters, unique whatever their case. */
  tags?: readonly string[] | undefined;
  /** The knowledge source that it was taken from. */
  sourceId?: string | null | undefined;
  /** Your own order. Default: 0. */
  position?: number | undefined;
  /** Your own id of it, unique within the tenant. */
  externalId?: string | null | undefined;
  /** Whether it is found. Default: `published` for a new FAQ, else as it is. */
  status?: 'draft' | 'published' | undefined;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** FAQs to add or to change. */
export interface BatchKnowledgeFaqsBody {
  /**
   * At most 100. One whose `externalId` is taken changes that FAQ; absent fields stay as they are.
   */
  items: readonly BatchKnowledgeFaqItem[];
}

/** A text that your members send often. */
export interface CannedResponse {
  /** Id of the canned response, `cnr_…`. */
  id: string;
  /** What a member types to find it; unique whatever its case. */
  shortcut: string;
  /** Name in lists. */
  title: string | null;
  /**
   * The text. Placeholders such as `{{contact.firstName|there}}` stay as they are: whoever sends
   * the text fills them in.
   */
  text: string;
  /** BCP 47; null = any language. */
  language: string | null;
  /** Labels, unique whatever their case. */
  tags: string[];
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** When it was made. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
}

/** What a channel can do. */
export interface Capabilities {
  /** How the business may write first: with a template, or not at all. */
  businessInitiated: 'template' | 'none' | (string & {});
  /** Hours after the last inbound message in which free text is allowed. */
  windowHours: number;
  /** The longer window of messages tagged `human_agent`; null where there is none. */
  humanAgentWindowHours: number | null;
  /** Messages allowed per inbound message; null when unlimited. */
  messagesPerWindow: number | null;
  /** Whether template messages exist. */
  templates: boolean;
  /** The statuses that are reported. */
  receipts: ('sent' | 'delivered' | 'read' | (string & {}))[];
  /** The longest text of one message. */
  maxText: {
    /** The longest text. */
    limit: number;
    /** What `limit` counts; bytes are of UTF-8. */
    unit: 'characters' | 'bytes' | (string & {});
  };
  /** Messages per second that the provider takes by default. */
  throttlePerSecond: number;
}

/** A line to one messaging network. */
export interface Channel {
  /** Id of the channel, `chn_…`. */
  id: string;
  /** Display name. */
  name: string;
  /** The network of the channel. */
  type: ChannelType;
  /** What carries the messages. `sandbox` simulates the network: nothing leaves the server. */
  provider: ChannelProvider;
  /** Only active channels send. */
  status: ChannelStatus;
  /** Why the channel is not active; null when it is. */
  statusReason: 'auth' | 'billing' | 'restricted' | 'not_ready' | 'verification_failed' | 'manual' | (string & {}) | null;
  /** Display number or @handle. */
  address: string | null;
  /** The id that the provider knows the channel by. */
  externalId: string | null;
  /** What a channel can do. */
  capabilities: Capabilities;
  /** How the channel behaves. */
  settings: ChannelSettings;
  /** Last message received. */
  lastInboundAt: string | null;
  /** Last message sent. */
  lastOutboundAt: string | null;
  /** When `lastError` happened. */
  lastErrorAt: string | null;
  /** The last error that concerned the whole channel. */
  lastError: {
    /** `SVC-…` code. */
    code: string;
    /** The provider's own code. */
    providerCode: string | null;
    /** For people. */
    message: string;
  } | null;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** When it was made. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
  /** When it was deleted; its history stays. */
  archivedAt: string | null;
}

/** What carries the messages. `sandbox` simulates the network: nothing leaves the server. */
export type ChannelProvider = 'sandbox' | (string & {});

/** How the channel behaves. */
export interface ChannelSettings {
  /**
   * `known` refuses free text when the last inbound message is known to be too old; `strict` also
   * when none is known; `off` never.
   */
  windowEnforcement: 'known' | 'strict' | 'off' | (string & {});
  /** Whether an inbound message after the close reopens the conversation or starts a new one. */
  threading: 'single' | 'new_after_close' | (string & {});
  /** Messages sent per second; null = the default of the channel type. */
  throttlePerSecond: number | null;
}

/** Only active channels send. */
export type ChannelStatus = 'pending' | 'active' | 'error' | 'disabled' | 'archived' | (string & {});

/** The network of the channel. */
export type ChannelType = 'whatsapp' | 'instagram' | 'tiktok' | (string & {});

/** A person you write with. */
export interface Contact {
  /** Id of the contact, `con_…`. */
  id: string;
  /**
   * Display name: the profile name of the network until you set one. While it is null, `firstName`
   * and `lastName` form the name that conversations show.
   */
  name: string | null;
  /** First name. */
  firstName: string | null;
  /** Last name. */
  lastName: string | null;
  /** E.164 with `+`; unique among your contacts. */
  phone: string | null;
  /** Unique among your contacts, whatever its case. */
  email: string | null;
  /** Your own id; unique among your contacts. */
  externalId: string | null;
  /** BCP 47 language tag. */
  language: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** IANA time zone. */
  timezone: string | null;
  /** Picture. */
  avatarUrl: string | null;
  /** How far the relation has come. */
  lifecycle: Lifecycle;
  /** The member who looks after the contact. */
  ownerId: string | null;
  /** Labels, unique whatever their case. */
  tags: string[];
  /** Addresses on the networks. */
  identities: Identity[];
  /** Where the contact came from. New values may be added. */
  source: 'api' | 'inbound' | 'import' | 'broadcast' | 'flow' | 'agency' | (string & {});
  /** Last message from the contact. */
  lastInboundAt: string | null;
  /** Last message to the contact. */
  lastOutboundAt: string | null;
  /** Last sign of life: a message or a read receipt. */
  lastSeenAt: string | null;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** When it was made. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
}

/** The exchange with one customer on one channel. */
export interface Conversation {
  /** Id of the conversation, `cnv_…`. */
  id: string;
  /** Id of the channel, `chn_…`. */
  channelId: string;
  /** The network of the channel. */
  channelType: ChannelType;
  /** Id of the contact, `con_…`. */
  contactId: string;
  /** The customer, in short. */
  contact: {
    /** Id of the contact, `con_…`. */
    id: string;
    /** Display name. */
    name: string | null;
    /** E.164 with `+`. */
    phone: string | null;
    /** Picture. */
    avatarUrl: string | null;
  };
  /** Address of the customer in this conversation. */
  address: string;
  /**
   * `pending` = handled by a bot; `snoozed` = out of sight until a time or the next inbound
   * message.
   */
  status: ConversationStatus;
  priority: ConversationPriority | null;
  /** The member who handles it. */
  assigneeId: string | null;
  /** What it is about. */
  subject: string | null;
  /** Labels, unique whatever their case. */
  tags: string[];
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Inbound messages since it was last read. */
  unreadCount: number;
  /** The newest message, in short. */
  lastMessage: {
    /** Id of the message, `msg_…`. */
    id: string;
    /** From the customer, or to them. */
    direction: MessageDirection;
    /** Outbound: text or template. Inbound: text and the others. New types may be added. */
    type: MessageType;
    /** At most 200 characters. */
    text: string | null;
    /**
     * Outbound: queued, sending, sent, delivered, read, failed or canceled. Inbound: received. 202
     * means queued, not sent.
     */
    status: MessageStatus;
    /** When it was accepted or received. */
    createdAt: string;
  } | null;
  /** Time of the newest message. */
  lastMessageAt: string | null;
  /** Time of the newest inbound message. */
  lastInboundAt: string | null;
  /** Time of the newest outbound message. */
  lastOutboundAt: string | null;
  /** When the first outbound message after an inbound one was accepted, whatever becomes of it. */
  firstReplyAt: string | null;
  /**
   * Time of the oldest inbound message without an answer; an outbound message answers once it is
   * accepted.
   */
  waitingSince: string | null;
  /** The customer-service window. */
  window: {
    /** Whether free text is allowed; null = not known. */
    open: boolean | null;
    /** When the window closes. */
    expiresAt: string | null;
    /** Messages left in it; null = not limited. */
    remaining: number | null;
    /** What may be sent now. */
    allowed: ('text' | 'template' | (string & {}))[];
  };
  /** When it opens again; null = with the next inbound message. */
  snoozedUntil: string | null;
  /** When it was closed. */
  closedAt: string | null;
  /** What started the conversation. */
  source: 'inbound' | 'api' | 'broadcast' | 'flow' | 'inbox' | (string & {});
  /** Times it was opened again. */
  reopenCount: number;
  /** Messages in it. */
  messageCount: number;
  /** When it began. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
}

/** How urgent it is. */
export type ConversationPriority = 'low' | 'medium' | 'high' | 'urgent' | (string & {});

/**
 * `pending` = handled by a bot; `snoozed` = out of sight until a time or the next inbound message.
 */
export type ConversationStatus = 'open' | 'pending' | 'snoozed' | 'closed' | (string & {});

/** A new canned response. */
export interface CreateCannedResponseBody {
  /** What a member types to find it. */
  shortcut: string;
  /** Name in lists. */
  title?: string | null | undefined;
  /** The text; it may hold placeholders such as `{{contact.firstName|there}}`. */
  text: string;
  language?: string | null | undefined;
  /** Labels; at most 50 of 64 characters, unique whatever their case. */
  tags?: readonly string[] | undefined;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new channel. Sandbox channels are active at once. */
export interface CreateChannelBody {
  /** Display name. */
  name: string;
  /** The network of the channel. */
  type: 'whatsapp' | 'instagram' | 'tiktok';
  /** What carries the messages. `sandbox` simulates the network: nothing leaves the server. */
  provider: 'sandbox';
  address?: string | null | undefined;
  /** The provider's id of the channel; unique per type within the tenant. */
  externalId?: string | null | undefined;
  /** How the channel is to behave; absent settings stay as they are. */
  settings?: {
    /**
     * `known` refuses free text when the last inbound message is known to be too old; `strict`
     * also when none is known; `off` never.
     */
    windowEnforcement?: 'known' | 'strict' | 'off' | undefined;
    /** Whether an inbound message after the close reopens the conversation or starts a new one. */
    threading?: 'single' | 'new_after_close' | undefined;
    /** Messages sent per second; null = the default of the channel type. */
    throttlePerSecond?: number | null | undefined;
  } | undefined;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new contact. Every field is optional. */
export interface CreateContactBody {
  /** Display name. */
  name?: string | null | undefined;
  /** First name. */
  firstName?: string | null | undefined;
  /** Last name. */
  lastName?: string | null | undefined;
  /** With `+` and country code; separators are dropped. */
  phone?: string | null | undefined;
  /** E-mail address. */
  email?: string | null | undefined;
  /** Your own id. */
  externalId?: string | null | undefined;
  /** BCP 47 language tag. */
  language?: string | null | undefined;
  /** ISO 3166-1 alpha-2, upper case. */
  country?: string | null | undefined;
  /** IANA time zone. */
  timezone?: string | null | undefined;
  /** Picture. */
  avatarUrl?: string | null | undefined;
  /** How far the relation has come. */
  lifecycle?: 'lead' | 'opportunity' | 'customer' | 'other' | undefined;
  /** A member of the tenant. */
  ownerId?: string | null | undefined;
  /** Labels; at most 50 of 64 characters, unique whatever their case. */
  tags?: readonly string[] | undefined;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new FAQ. */
export interface CreateKnowledgeFaqBody {
  /** The question; in one language no two FAQs ask the same. */
  question: string;
  /** The same question in other words, at most 20: each makes it easier to find. */
  alternateQuestions?: readonly string[] | undefined;
  /** The answer, in Markdown, at most 10,000 characters. */
  answer: string;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** Labels; at most 50 of 64 characters, unique whatever their case. */
  tags?: readonly string[] | undefined;
  /** The knowledge source that it was taken from. */
  sourceId?: string | null | undefined;
  /** Your own order. Default: 0. */
  position?: number | undefined;
  /** Your own id of it, unique within the tenant. */
  externalId?: string | null | undefined;
  /** Whether it is found. */
  status?: 'draft' | 'published' | undefined;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new document. Up to 50,000 characters are searchable when this is answered. */
export type CreateKnowledgeSourceBody = {
  /** What the content is. */
  type: 'text';
  /** What it is called. */
  title: string;
  /** At most 500,000 characters. */
  content: string;
  /** Where it can be read. */
  url?: string | null | undefined;
  /** Your own id of it, unique within the tenant. */
  externalId?: string | null | undefined;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** Labels; at most 50 of 64 characters, unique whatever their case. */
  tags?: readonly string[] | undefined;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** What the content is. */
  type: 'markdown';
  /** What it is called. */
  title: string;
  /** At most 500,000 characters. */
  content: string;
  /** Where it can be read. */
  url?: string | null | undefined;
  /** Your own id of it, unique within the tenant. */
  externalId?: string | null | undefined;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** Labels; at most 50 of 64 characters, unique whatever their case. */
  tags?: readonly string[] | undefined;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** What the content is. */
  type: 'html';
  /** What it is called. */
  title: string;
  /** At most 500,000 characters. */
  content: string;
  /** Where it can be read. */
  url?: string | null | undefined;
  /** Your own id of it, unique within the tenant. */
  externalId?: string | null | undefined;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** Labels; at most 50 of 64 characters, unique whatever their case. */
  tags?: readonly string[] | undefined;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** The server fetches the content. */
  type: 'url';
  /** Where it is fetched: at a public address. */
  url: string;
  /** What it is called. Default: what the page calls itself. */
  title?: string | undefined;
  /** Your own id of it, unique within the tenant. */
  externalId?: string | null | undefined;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** Labels; at most 50 of 64 characters, unique whatever their case. */
  tags?: readonly string[] | undefined;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
};

/** A new receiver; it is enabled at once. */
export interface CreateWebhookEndpointBody {
  /**
   * Where events are sent: `https`, on port 443, 80 or from 1024 up, at a public address; unique
   * within the tenant.
   */
  url: string;
  /** What it is for. */
  description?: string | null | undefined;
  /** What it is sent: types, groups of types such as `message.*`, or `*`. */
  events: readonly EventPattern[];
  /** Only events of these channels, and those of no channel; null = of all. */
  channelIds?: readonly string[] | null | undefined;
  /** Up to 10 headers that are sent along. Their values are stored encrypted and never shown. */
  headers?: WebhookHeadersInput | undefined;
  /** Attempts per second at most; null = no limit. */
  maxPerSecond?: number | null | undefined;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A type of event, all types of a group (`message.*`), or `*` for all but `message.queued`. */
export type EventPattern = '*' | 'message.*' | 'conversation.*' | 'contact.*' | 'channel.*' | 'api_key.*' | 'knowledge_source.*' | 'knowledge_faq.*' | 'webhook_endpoint.*' | 'webhook.*' | 'canned_response.*' | 'message.received' | 'message.queued' | 'message.sent' | 'message.delivered' | 'message.read' | 'message.failed' | 'message.canceled' | 'conversation.created' | 'conversation.updated' | 'conversation.status_changed' | 'conversation.assigned' | 'conversation.read' | 'contact.created' | 'contact.updated' | 'contact.tags_changed' | 'channel.created' | 'channel.updated' | 'channel.status_changed' | 'channel.deleted' | 'api_key.created' | 'api_key.revoked' | 'knowledge_source.created' | 'knowledge_source.updated' | 'knowledge_source.ready' | 'knowledge_source.failed' | 'knowledge_source.deleted' | 'knowledge_faq.created' | 'knowledge_faq.updated' | 'knowledge_faq.deleted' | 'webhook_endpoint.disabled' | 'webhook.test' | 'canned_response.created' | 'canned_response.updated' | 'canned_response.deleted' | (string & {});

/**
 * How sure it is that this answers the question. `exact`: it asks just that. `high`: about nine of
 * ten are right.
 */
export type FaqConfidence = 'exact' | 'high' | 'medium' | 'low' | (string & {});

/** One address of a contact. */
export interface Identity {
  /** Id of the identity, `idn_…`. */
  id: string;
  /** The network of the channel. */
  channelType: ChannelType;
  /** Null where the address holds on every channel of the type. */
  channelId: string | null;
  /** What the address is. */
  kind: 'phone' | 'bsuid' | 'igsid' | 'tiktok_conversation' | (string & {});
  /** The address on the network. */
  address: string;
  /** User name on the network. */
  username: string | null;
  /** Name in the profile on the network. */
  profileName: string | null;
  /** Last message from this address. */
  lastInboundAt: string | null;
  /** Last message to this address. */
  lastOutboundAt: string | null;
  /**
   * The customer-service window of this address on `channelId`. Not known where `channelId` is
   * null: see `windows`.
   */
  window: {
    /** Whether free text is allowed; null = not known. */
    open: boolean | null;
    /** When the window closes. */
    expiresAt: string | null;
    /** Messages left in it; null = not limited. */
    remaining: number | null;
  };
  /** The window on each channel that has a conversation with this address. */
  windows: {
    /** The channel. */
    channelId: string;
    /** Whether free text is allowed; null = not known. */
    open: boolean | null;
    /** When the window closes. */
    expiresAt: string | null;
    /** Messages left in it; null = not limited. */
    remaining: number | null;
  }[];
}

/** How the customer chose. */
export type InteractiveKind = 'button_reply' | 'list_reply' | 'flow_reply' | 'template_button' | (string & {});

/** A passage of a source, the unit that is found. */
export interface KnowledgeChunk {
  /** Id of the knowledge chunk, `chk_…`. */
  id: string;
  /** Id of the knowledge source, `src_…`. */
  sourceId: string;
  /** Which passage it is, from 0. */
  position: number;
  /** The headings above it, the outermost first. */
  headings: string[];
  /** The passage, as plain text. */
  text: string;
}

/** A question and its answer. */
export interface KnowledgeFaq {
  /** Id of the knowledge faq, `faq_…`. */
  id: string;
  /** The question. */
  question: string;
  /** The same question in other words. */
  alternateQuestions: string[];
  /** The answer, in Markdown. */
  answer: string;
  /** BCP 47; words are reduced to their stems by it. */
  language: string;
  /** Unless a query says otherwise, only what is published is found. */
  status: KnowledgeFaqStatus;
  /** Labels, unique whatever their case. */
  tags: string[];
  /** The knowledge source that it was taken from. */
  sourceId: string | null;
  /** Your own order. */
  position: number;
  /** Your own id of it, unique within the tenant. */
  externalId: string | null;
  /** Searches whose first result it was, to the minute. */
  hitCount: number;
  /** The last of these; null = none. */
  lastHitAt: string | null;
  /** People who found it helpful. */
  helpfulCount: number;
  /** People who did not. */
  unhelpfulCount: number;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** When it was made. */
  createdAt: string;
  /** When you last changed it. */
  updatedAt: string;
  /** When it was last published; null = never. */
  publishedAt: string | null;
}

/** What became of a batch of FAQs. */
export interface KnowledgeFaqBatch {
  /** One per item, in their order: each succeeds or fails alone. */
  results: {
    /** Which item, from 0. */
    index: number;
    /** What became of it. */
    status: 'created' | 'updated' | 'error' | (string & {});
    /** The FAQ; null when there was an error. */
    faq: KnowledgeFaq | null;
    /** Why not; null when all is well. */
    error: {
      /** What went wrong, `SVC-…`. New codes may be added. */
      code: string;
      /** For people: what is wrong and what to do. */
      message: string;
      /** Facts about this case; their shape depends on the code. `{}` when there are none. */
      details: Record<string, unknown>;
    } | null;
  }[];
}

/** What somebody thought of an answer. */
export interface KnowledgeFaqFeedbackBody {
  /** Whether it answered the question. */
  helpful: boolean;
}

/** A question and its answer that fit a query. */
export interface KnowledgeFaqMatch {
  /** Id of the knowledge faq, `faq_…`. */
  id: string;
  /** The question. */
  question: string;
  /** The same question in other words. */
  alternateQuestions: string[];
  /** The answer, in Markdown. */
  answer: string;
  /** BCP 47; words are reduced to their stems by it. */
  language: string;
  /** Unless a query says otherwise, only what is published is found. */
  status: KnowledgeFaqStatus;
  /** Labels, unique whatever their case. */
  tags: string[];
  /** The knowledge source that it was taken from. */
  sourceId: string | null;
  /** Your own order. */
  position: number;
  /** Your own id of it, unique within the tenant. */
  externalId: string | null;
  /** Searches whose first result it was, to the minute. */
  hitCount: number;
  /** The last of these; null = none. */
  lastHitAt: string | null;
  /** People who found it helpful. */
  helpfulCount: number;
  /** People who did not. */
  unhelpfulCount: number;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** When it was made. */
  createdAt: string;
  /** When you last changed it. */
  updatedAt: string;
  /** When it was last published; null = never. */
  publishedAt: string | null;
  /** How well it fits, 0 to 1, comparable from query to query; null in a plain list. */
  score: number | null;
  confidence: FaqConfidence | null;
  /** Which of its questions fits best; null in a plain list. */
  matchedQuestion: string | null;
  /** Passages of the answer that fit. */
  snippets: KnowledgeSnippet[];
}

/** Unless a query says otherwise, only what is published is found. */
export type KnowledgeFaqStatus = 'draft' | 'published' | 'archived' | (string & {});

/** A passage that fits the query. */
export interface KnowledgeSnippet {
  /** Id of the chunk of a source; null for an FAQ. */
  chunkId: string | null;
  /** The passage, as plain text. */
  text: string;
  /** The headings above it, the outermost first. */
  headings: string[];
  /** Which chunk of the source it is, from 0. */
  position: number;
  /** Where words of the query stand in `text`: start and end, in UTF-16 code units. */
  highlights: number[][];
}

/** A document that can be searched. */
export interface KnowledgeSource {
  /** Id of the knowledge source, `src_…`. */
  id: string;
  /** What it is called. */
  title: string;
  /** What the content is. `url`: the server fetches it. */
  type: KnowledgeSourceType;
  /** Where it can be read; for `url`, where it is fetched. */
  url: string | null;
  /** Your own id of it, unique within the tenant. */
  externalId: string | null;
  /** BCP 47; words are reduced to their stems by it. */
  language: string;
  /** What is ready is found; what is processed anew is still found as it was before. */
  status: KnowledgeSourceStatus;
  /**
   * Why it could not be fetched or read the last time; null when it could. When it is `ready` all
   * the same, it is found as it was before.
   */
  error: {
    /** `SVC-…` code, or that of a failed fetch. */
    code: string;
    /** For people. */
    message: string;
  } | null;
  /** Labels, unique whatever their case. */
  tags: string[];
  /** Passages that can be found. */
  chunkCount: number;
  /** Characters of its plain text. */
  charCount: number;
  /** SHA-256 of the content, in hexadecimal; null = none was fetched yet. */
  checksum: string | null;
  /** When it last became searchable; null = not yet. */
  indexedAt: string | null;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** When it was made. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
}

/** A document that can be searched, with its content. */
export interface KnowledgeSourceDetail {
  /** Id of the knowledge source, `src_…`. */
  id: string;
  /** What it is called. */
  title: string;
  /** What the content is. `url`: the server fetches it. */
  type: KnowledgeSourceType;
  /** Where it can be read; for `url`, where it is fetched. */
  url: string | null;
  /** Your own id of it, unique within the tenant. */
  externalId: string | null;
  /** BCP 47; words are reduced to their stems by it. */
  language: string;
  /** What is ready is found; what is processed anew is still found as it was before. */
  status: KnowledgeSourceStatus;
  /**
   * Why it could not be fetched or read the last time; null when it could. When it is `ready` all
   * the same, it is found as it was before.
   */
  error: {
    /** `SVC-…` code, or that of a failed fetch. */
    code: string;
    /** For people. */
    message: string;
  } | null;
  /** Labels, unique whatever their case. */
  tags: string[];
  /** Passages that can be found. */
  chunkCount: number;
  /** Characters of its plain text. */
  charCount: number;
  /** SHA-256 of the content, in hexadecimal; null = none was fetched yet. */
  checksum: string | null;
  /** When it last became searchable; null = not yet. */
  indexedAt: string | null;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** When it was made. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
  /** The content as it was given, or fetched; null = none was fetched yet. */
  content: string | null;
}

/** A document that fits a query. */
export interface KnowledgeSourceMatch {
  /** Id of the knowledge source, `src_…`. */
  id: string;
  /** What it is called. */
  title: string;
  /** What the content is. `url`: the server fetches it. */
  type: KnowledgeSourceType;
  /** Where it can be read; for `url`, where it is fetched. */
  url: string | null;
  /** Your own id of it, unique within the tenant. */
  externalId: string | null;
  /** BCP 47; words are reduced to their stems by it. */
  language: string;
  /** What is ready is found; what is processed anew is still found as it was before. */
  status: KnowledgeSourceStatus;
  /**
   * Why it could not be fetched or read the last time; null when it could. When it is `ready` all
   * the same, it is found as it was before.
   */
  error: {
    /** `SVC-…` code, or that of a failed fetch. */
    code: string;
    /** For people. */
    message: string;
  } | null;
  /** Labels, unique whatever their case. */
  tags: string[];
  /** Passages that can be found. */
  chunkCount: number;
  /** Characters of its plain text. */
  charCount: number;
  /** SHA-256 of the content, in hexadecimal; null = none was fetched yet. */
  checksum: string | null;
  /** When it last became searchable; null = not yet. */
  indexedAt: string | null;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** When it was made. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
  /** How well it fits, 0 to 1, comparable from query to query; null in a plain list. */
  score: number | null;
  /** Passages that fit, the best first. */
  snippets: KnowledgeSnippet[];
}

/** What is ready is found; what is processed anew is still found as it was before. */
export type KnowledgeSourceStatus = 'processing' | 'ready' | 'failed' | 'archived' | (string & {});

/** What the content is. `url`: the server fetches it. */
export type KnowledgeSourceType = 'text' | 'markdown' | 'html' | 'url' | (string & {});

/** How far the relation has come. */
export type Lifecycle = 'lead' | 'opportunity' | 'customer' | 'other' | (string & {});

/** Which API keys to list. */
export interface ListApiKeysQuery {
  /** `nextCursor` of the page before. Keep filters and sort unchanged. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Keys in any of these states. */
  status?: OneOrMany<'active' | 'revoked' | 'expired'> | undefined;
  /** Created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Created before this time. */
  createdBefore?: string | Date | undefined;
  /** Order of the list. */
  sort?: '-createdAt' | 'createdAt' | undefined;
}

/** Which canned responses to list. */
export interface ListCannedResponsesQuery {
  /** `nextCursor` of the page before. Keep filters and sort unchanged. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Part of the shortcut, title or text; case and accents do not matter. */
  q?: string | undefined;
  /** Exactly one of these, whatever their case. */
  shortcut?: OneOrMany<string> | undefined;
  /** With any of these tags. */
  tag?: OneOrMany<string> | undefined;
  /** In any of these languages: `pt` finds `pt-BR`. */
  language?: OneOrMany<string> | undefined;
  /** Created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Created before this time. */
  createdBefore?: string | Date | undefined;
  /** Last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. */
  sort?: 'shortcut' | '-updatedAt' | 'updatedAt' | 'createdAt' | '-createdAt' | undefined;
}

/** Which channels to list. */
export interface ListChannelsQuery {
  /** `nextCursor` of the page before. Keep filters and sort unchanged. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Channels of any of these networks. */
  type?: OneOrMany<'whatsapp' | 'instagram' | 'tiktok'> | undefined;
  /** Channels in any of these states. */
  status?: OneOrMany<'pending' | 'active' | 'error' | 'disabled' | 'archived'> | undefined;
  /** Also list deleted channels. Asking for the status `archived` does so too. */
  includeArchived?: boolean | undefined;
  /** Created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Created before this time. */
  createdBefore?: string | Date | undefined;
  /** Last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. */
  sort?: '-createdAt' | 'createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name' | undefined;
}

/** Which contacts to list. */
export interface ListContactsQuery {
  /** `nextCursor` of the page before. Keep filters and sort unchanged. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /**
   * Part of the name, first and last name, phone, e-mail or externalId; case and accents do not
   * matter.
   */
  q?: string | undefined;
  /** One of these numbers; separators are dropped, and the `+` may be missing. */
  phone?: OneOrMany<string> | undefined;
  /** Exactly one of these addresses. */
  email?: OneOrMany<string> | undefined;
  /** Exactly one of these ids. */
  externalId?: OneOrMany<string> | undefined;
  /** With any of these tags. */
  tag?: OneOrMany<string> | undefined;
  /** In any of these stages. */
  lifecycle?: OneOrMany<'lead' | 'opportunity' | 'customer' | 'other'> | undefined;
  /** Owned by any of these members; `none` = nobody. */
  ownerId?: OneOrMany<string> | undefined;
  /** With an address on any of these networks. */
  channelType?: OneOrMany<'whatsapp' | 'instagram' | 'tiktok'> | undefined;
  /** Created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Created before this time. */
  createdBefore?: string | Date | undefined;
  /** Last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. */
  sort?: '-createdAt' | 'createdAt' | 'updatedAt' | '-updatedAt' | '-lastSeenAt' | 'name' | undefined;
}

/** Which messages of a conversation to list. */
export interface ListConversationMessagesQuery {
  /** `nextCursor` of the page before. Keep filters and sort unchanged. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Messages in any of these directions. */
  direction?: OneOrMany<'inbound' | 'outbound'> | undefined;
  /** Messages of any of these types. */
  type?: OneOrMany<'text' | 'template' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contacts' | 'interactive' | 'reaction' | 'order' | 'share' | 'system' | 'unsupported'> | undefined;
  /** Messages in any of these states. */
  status?: OneOrMany<'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'canceled' | 'received'> | undefined;
  /** Created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Created before this time. */
  createdBefore?: string | Date | undefined;
  /** Order of the list. */
  sort?: '-createdAt' | 'createdAt' | undefined;
}

/** Which conversations to list. */
export interface ListConversationsQuery {
  /** `nextCursor` of the page before. Keep filters and sort unchanged. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** In any of these states. Default: all. */
  status?: OneOrMany<'open' | 'pending' | 'snoozed' | 'closed'> | undefined;
  /** On any of these channels. */
  channelId?: OneOrMany<string> | undefined;
  /** On any of these networks. */
  channelType?: OneOrMany<'whatsapp' | 'instagram' | 'tiktok'> | undefined;
  /** With any of these contacts. */
  contactId?: OneOrMany<string> | undefined;
  /** Handled by any of these members; `none` = nobody. */
  assigneeId?: OneOrMany<string> | undefined;
  /** With any of these tags. */
  tag?: OneOrMany<string> | undefined;
  /** Of any of these priorities. */
  priority?: OneOrMany<'low' | 'medium' | 'high' | 'urgent'> | undefined;
  /** With, or without, unread messages. */
  unread?: boolean | undefined;
  /** Whose window is known to be open, or known to be closed. */
  windowOpen?: boolean | undefined;
  /** Started by any of these. */
  source?: OneOrMany<'inbound' | 'api' | 'broadcast' | 'flow' | 'inbox'> | undefined;
  /** Part of the contact’s name or phone, or of a message; case and accents do not matter. */
  q?: string | undefined;
  /** Created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Created before this time. */
  createdBefore?: string | Date | undefined;
  /** Last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Newest message at this time or later. */
  lastMessageAfter?: string | Date | undefined;
  /** Newest message before this time. */
  lastMessageBefore?: string | Date | undefined;
  /** Order of the list; conversations without the time come last. */
  sort?: '-lastMessageAt' | 'lastMessageAt' | 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'waitingSince' | undefined;
}

/** Which events to list. */
export interface ListEventsQuery {
  /** `nextCursor` of the page before. Keep filters and sort unchanged. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Of any of these types or groups. */
  type?: OneOrMany<EventPattern> | undefined;
  /** About any of these records. */
  subjectId?: OneOrMany<string> | undefined;
  /** Happened at this time or later. */
  since?: string | Date | undefined;
  /** Happened before this time. */
  until?: string | Date | undefined;
  /** With a higher `sequence`: nothing is missed by asking on from the last one seen. */
  afterSequence?: number | undefined;
  /** Order of the list; the oldest come first. */
  sort?: 'sequence' | '-sequence' | undefined;
}

/** Which chunks to list. */
export interface ListKnowledgeChunksQuery {
  /** `nextCursor` of the page before. Keep filters and sort unchanged. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Order of the list. */
  sort?: 'position' | '-position' | undefined;
}

/** What to search for, or which FAQs to list. */
export interface ListKnowledgeFaqsQuery {
  /** `nextCursor` of the page before. Keep filters and sort unchanged. */
  cursor?: string | undefined;
  /** Records per page: with `q` 1 to 50, else 1 to 100 (25 when absent). */
  limit?: number | undefined;
  /**
   * What is looked for, in the words of whoever asks. "Quoted words" must stand together, `-word`
   * must be absent; nothing else has a meaning. Absent or blank: a plain list, the last changed
   * first.
   */
  q?: string | undefined;
  /** In any of these languages; `pt` takes in `pt-BR`. */
  language?: OneOrMany<string> | undefined;
  /** With any of these tags. */
  tag?: OneOrMany<string> | undefined;
  /** Leaves out what scores less, 0 to 1. */
  minScore?: number | undefined;
  /** Whether any word of `q` is enough, all must occur, or all must stand together in order. */
  match?: 'any' | 'all' | 'phrase' | undefined;
  /** Passages per record, 0 to 5. */
  snippets?: number | undefined;
  /** Whether a word that occurs nowhere may be read as a similar one. */
  fuzzy?: boolean | undefined;
  /** In any of these states. Default: `published`. */
  status?: OneOrMany<'draft' | 'published' | 'archived'> | undefined;
  /** Taken from any of these sources. */
  sourceId?: OneOrMany<string> | undefined;
  /** With any of your own ids. */
  externalId?: OneOrMany<string> | undefined;
  /** Created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Created before this time. */
  createdBefore?: string | Date | undefined;
  /** Last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of a plain list; a search has the best first. */
  sort?: '-updatedAt' | 'updatedAt' | '-createdAt' | 'createdAt' | 'position' | '-position' | undefined;
}

/** What to search for, or which sources to list. */
export interface ListKnowledgeSourcesQuery {
  /** `nextCursor` of the page before. Keep filters and sort unchanged. */
  cursor?: string | undefined;
  /** Records per page: with `q` 1 to 50, else 1 to 100 (25 when absent). */
  limit?: number | undefined;
  /**
   * What is looked for, in the words of whoever asks. "Quoted words" must stand together, `-word`
   * must be absent; nothing else has a meaning. Absent or blank: a plain list, the last changed
   * first.
   */
  q?: string | undefined;
  /** In any of these languages; `pt` takes in `pt-BR`. */
  language?: OneOrMany<string> | undefined;
  /** With any of these tags. */
  tag?: OneOrMany<string> | undefined;
  /** Leaves out what scores less, 0 to 1. */
  minScore?: number | undefined;
  /** Whether any word of `q` is enough, all must occur, or all must stand together in order. */
  match?: 'any' | 'all' | 'phrase' | undefined;
  /** Passages per record, 0 to 5. */
  snippets?: number | undefined;
  /** Whether a word that occurs nowhere may be read as a similar one. */
  fuzzy?: boolean | undefined;
  /** Of any of these types. */
  type?: OneOrMany<'text' | 'markdown' | 'html' | 'url'> | undefined;
  /** In any of these states. Default: `ready`. */
  status?: OneOrMany<'processing' | 'ready' | 'failed' | 'archived'> | undefined;
  /** With any of your own ids. */
  externalId?: OneOrMany<string> | undefined;
  /** Created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Created before this time. */
  createdBefore?: string | Date | undefined;
  /** Last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of a plain list; a search has the best first. */
  sort?: '-updatedAt' | 'updatedAt' | '-createdAt' | 'createdAt' | 'title' | '-title' | undefined;
}

/** Which messages to list. */
export interface ListMessagesQuery {
  /** `nextCursor` of the page before. Keep filters and sort unchanged. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Messages of any of these conversations. */
  conversationId?: OneOrMany<string> | undefined;
  /** Messages of any of these contacts. */
  contactId?: OneOrMany<string> | undefined;
  /** Messages of any of these channels. */
  channelId?: OneOrMany<string> | undefined;
  /** Messages of any of these networks. */
  channelType?: OneOrMany<'whatsapp' | 'instagram' | 'tiktok'> | undefined;
  /** Messages made by any of these. */
  sourceType?: OneOrMany<'api' | 'inbox' | 'broadcast' | 'flow' | 'ticket' | 'echo' | 'contact'> | undefined;
  /** Messages made by any of these records. */
  sourceId?: OneOrMany<string> | undefined;
  /** Messages with any of these provider's ids. */
  externalId?: OneOrMany<string> | undefined;
  /** Messages in any of these directions. */
  direction?: OneOrMany<'inbound' | 'outbound'> | undefined;
  /** Messages of any of these types. */
  type?: OneOrMany<'text' | 'template' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contacts' | 'interactive' | 'reaction' | 'order' | 'share' | 'system' | 'unsupported'> | undefined;
  /** Messages in any of these states. */
  status?: OneOrMany<'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'canceled' | 'received'> | undefined;
  /** Created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Created before this time. */
  createdBefore?: string | Date | undefined;
  /** Last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. */
  sort?: '-createdAt' | 'createdAt' | 'updatedAt' | '-updatedAt' | undefined;
}

/** Which deliveries to list. */
export interface ListWebhookDeliveriesQuery {
  /** `nextCursor` of the page before. Keep filters and sort unchanged. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Deliveries in any of these states. */
  status?: OneOrMany<'pending' | 'delivering' | 'delivered' | 'retrying' | 'exhausted' | 'canceled'> | undefined;
  /** Of any of these types or groups. */
  eventType?: OneOrMany<EventPattern> | undefined;
  /** Of any of these events. */
  eventId?: OneOrMany<string> | undefined;
  /** Made at this time or later. */
  since?: string | Date | undefined;
  /** Made before this time. */
  until?: string | Date | undefined;
  /** Order of the list. */
  sort?: '-createdAt' | 'createdAt' | undefined;
}

/** Which webhook endpoints to list. */
export interface ListWebhookEndpointsQuery {
  /** `nextCursor` of the page before. Keep filters and sort unchanged. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Endpoints in any of these states. */
  status?: OneOrMany<'enabled' | 'disabled'> | undefined;
  /** Order of the list. */
  sort?: '-createdAt' | 'createdAt' | undefined;
}

/** One message, in either direction. */
export interface Message {
  /** Id of the message, `msg_…`. */
  id: string;
  /** Id of the channel, `chn_…`. */
  channelId: string;
  /** The network of the channel. */
  channelType: ChannelType;
  /** Id of the conversation, `cnv_…`. */
  conversationId: string;
  /** Id of the contact, `con_…`. */
  contactId: string;
  /** From the customer, or to them. */
  direction: MessageDirection;
  /** Outbound: text or template. Inbound: text and the others. New types may be added. */
  type: MessageType;
  /** Address of the sender. A channel without an address shows its id. */
  from: string;
  /** Address of the recipient, as used. A channel without an address shows its id. */
  to: string;
  /** Body, caption or best-effort rendering of the template. */
  text: string | null;
  /** The template as sent. */
  template: Template | null;
  /** Files. */
  attachments: Attachment[];
  /** What the customer chose. */
  interactive: {
    /** How the customer chose. */
    kind: InteractiveKind;
    /** Your id of the choice. */
    id: string | null;
    /** Its label. */
    title: string | null;
    /** What the button carried. */
    payload: string | null;
  } | null;
  /** The place that was shared. */
  location: {
    /** Degrees north. */
    latitude: number;
    /** Degrees east. */
    longitude: number;
    /** Name of the place. */
    name: string | null;
    /** Address of the place. */
    address: string | null;
  } | null;
  /** The message that this one answers. */
  replyTo: {
    /** Its id; null when it is not known here. */
    messageId: string | null;
    /** The provider's id of it. */
    externalId: string | null;
  } | null;
  /**
   * Outbound: queued, sending, sent, delivered, read, failed or canceled. Inbound: received. 202
   * means queued, not sent.
   */
  status: MessageStatus;
  /** Why it failed; null unless `status` is failed. */
  error: MessageError | null;
  /** Times it was handed to the provider. */
  attempts: number;
  /** The provider's id, once it is known. */
  externalId: string | null;
  /** What made the message. */
  source: {
    /** What made the message. */
    type: MessageSourceType;
    /** Id of that record. */
    id: string | null;
  };
  messageTag: MessageTag | null;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** The customer deleted it. */
  isDeleted: boolean;
  /** When the customer changed it. */
  editedAt: string | null;
  /** When it was accepted or received. */
  createdAt: string;
  /** When the provider took it. */
  sentAt: string | null;
  /** When it reached the recipient. */
  deliveredAt: string | null;
  /** When it was read. */
  readAt: string | null;
  /** When it failed. */
  failedAt: string | null;
  /** When it was canceled. */
  canceledAt: string | null;
  /** When it last changed. */
  updatedAt: string;
}

/** From the customer, or to them. */
export type MessageDirection = 'inbound' | 'outbound' | (string & {});

/** Why a message failed. */
export interface MessageError {
  /** `SVC-…` code. New codes may be added. */
  code: string;
  /** For people. */
  message: string;
  /** The provider's own code. */
  providerCode: string | null;
  /** The provider's own words. */
  providerMessage: string | null;
  /** Whether `POST /messages/{id}/retry` may help. */
  retryable: boolean;
  /** What kind of failure it is, where the code leaves it open. */
  reason: string | null;
  /** Which limit it is, for SVC-PROVIDER-RATE-LIMITED. */
  scope: string | null;
  /** More facts; depends on the code. */
  details: Record<string, unknown>;
  /** When it failed. */
  at: string;
}

/** One entry of the timeline of a message. */
export interface MessageEvent {
  /** What happened. */
  type: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'canceled' | 'received' | 'retried' | (string & {});
  /** When it happened, by the provider’s clock where known. */
  at: string;
  /** When the service learned of it. */
  receivedAt: string;
  /** It came too late to change the status. */
  ignored: boolean;
  /** Why it failed. */
  error: MessageError | null;
}

/** What made the message. */
export type MessageSourceType = 'api' | 'inbox' | 'broadcast' | 'flow' | 'ticket' | 'echo' | 'contact' | (string & {});

/**
 * Outbound: queued, sending, sent, delivered, read, failed or canceled. Inbound: received. 202
 * means queued, not sent.
 */
export type MessageStatus = 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'canceled' | 'received' | (string & {});

/** Instagram: a person answers, within seven days of the last inbound message. */
export type MessageTag = 'human_agent' | (string & {});

/** Outbound: text or template. Inbound: text and the others. New types may be added. */
export type MessageType = 'text' | 'template' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contacts' | 'interactive' | 'reaction' | 'order' | 'share' | 'system' | 'unsupported' | (string & {});

/** Your own flat data: at most 20 keys and 4 KB. */
export type Metadata = Record<string, string | number | boolean>;

/** Your own flat data: at most 20 keys and 4 KB. */
export type MetadataInput = Record<string, string | number | boolean>;

/** Merged into the metadata by key; null removes a key. */
export type MetadataPatch = Record<string, string | number | boolean | null>;

/** Which page of a list. */
export interface PageQuery {
  /** `nextCursor` of the page before. Keep filters and sort unchanged. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
}

/** Which past events to send. */
export interface ReplayWebhookBody {
  /** Events from this time on. */
  since: string | Date;
  /** Events before this time; absent = until now. */
  until?: string | Date | undefined;
  /** Only these types or groups, of those that the endpoint is sent. */
  types?: readonly EventPattern[] | undefined;
  /** False: also what was delivered already, under the same `webhook-id`. */
  onlyFailed?: boolean | undefined;
}

/** How to go over to a new secret. */
export interface RotateWebhookSecretBody {
  /**
   * How long the secret of before signs beside the new one; 0 = it ends at once, and so do older
   * ones.
   */
  overlapHours?: number | undefined;
}

/** A message to the customer of a conversation. */
export type SendConversationMessageBody = {
  /** A text. */
  type: 'text';
  /** What to write. The channel limits its length. */
  text: string;
  /** The message of this conversation to answer. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** A template. */
  type: 'template';
  /** The template to send. Give `variables` or `components`, not both. */
  template: TemplateInput;
  /** The message of this conversation to answer. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
};

/** A message to one recipient. */
export type SendMessageBody = {
  /** The channel to send on. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** A text. */
  type: 'text';
  /** What to write. The channel limits its length. */
  text: string;
  /** The message of this conversation to answer. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** The channel to send on. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** A template. */
  type: 'template';
  /** The template to send. Give `variables` or `components`, not both. */
  template: TemplateInput;
  /** The message of this conversation to answer. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
};

/** A message that a customer sends to a sandbox channel. */
export type SimulateInboundBody = {
  /** A text. */
  type: 'text';
  /** What the customer wrote. */
  text: string;
  /** Address of the customer on this network. */
  from: string;
  /** The provider's id of the message; one that came before changes nothing. Default: a new one. */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** When the customer sent it. Default: now. */
  timestamp?: string | Date | undefined;
} | {
  /** A place. */
  type: 'location';
  /** The place that the customer shared. */
  location: {
    /** Degrees north. */
    latitude: number;
    /** Degrees east. */
    longitude: number;
    /** Name of the place. */
    name?: string | null | undefined;
    /** Address of the place. */
    address?: string | null | undefined;
  };
  /** Address of the customer on this network. */
  from: string;
  /** The provider's id of the message; one that came before changes nothing. Default: a new one. */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** When the customer sent it. Default: now. */
  timestamp?: string | Date | undefined;
} | {
  /** A choice of a button or a list. */
  type: 'interactive';
  /** What the customer chose. */
  interactive: {
    /** How the customer chose. */
    kind: 'button_reply' | 'list_reply' | 'flow_reply' | 'template_button';
    /** Your id of the choice. */
    id?: string | null | undefined;
    /** Its label. */
    title?: string | null | undefined;
    /** What the button carried. */
    payload?: string | null | undefined;
  };
  /** Address of the customer on this network. */
  from: string;
  /** The provider's id of the message; one that came before changes nothing. Default: a new one. */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** When the customer sent it. Default: now. */
  timestamp?: string | Date | undefined;
} | {
  /** Something that the network does not pass on. */
  type: 'unsupported';
  /** Address of the customer on this network. */
  from: string;
  /** The provider's id of the message; one that came before changes nothing. Default: a new one. */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** When the customer sent it. Default: now. */
  timestamp?: string | Date | undefined;
};

/** A status report for a message of a sandbox channel, in any order and as often as you like. */
export interface SimulateStatusBody {
  /** Id of the message, `msg_…`. */
  messageId: string;
  /** What the provider reports. */
  status: 'sent' | 'delivered' | 'read' | 'failed';
  /** Why it failed; only with `failed`. */
  error?: {
    /** A WhatsApp error code, such as 131026. */
    providerCode: string;
    /** The provider's words. */
    providerMessage?: string | undefined;
  } | undefined;
  /** When it happened. Default: now. */
  timestamp?: string | Date | undefined;
}

/** The message as it was taken in. */
export interface SimulatedInbound {
  /** The externalId was known: nothing changed. */
  duplicate: boolean;
  /** One message, in either direction. */
  message: Message;
}

/** A template as it was sent. */
export interface Template {
  /** Name of the template. */
  name: string;
  /** Language of the template. */
  language: string;
  /** marketing, utility or authentication; null when not known. */
  category: string | null;
  /** The parts as handed to the provider. */
  components: {
    /** `header`, `body` or `button`. */
    type: string;
    [key: string]: unknown;
  }[];
}

/** The template to send. Give `variables` or `components`, not both. */
export interface TemplateInput {
  /** Lower-case letters, digits and underscores. */
  name: string;
  /** Language of the template, such as `en_US`. */
  language: string;
  /**
   * Placeholders of the body by number or name, e.g. `{"1": "Alex"}`; `header.…` and
   * `button.<index>` for the other parts.
   */
  variables?: Record<string, string> | undefined;
  /** Passed to the provider as it is. */
  components?: readonly {
    /** `header`, `body` or `button`. */
    type: string;
    /** Kind of button. */
    subType?: string | undefined;
    /** Position of the button. */
    index?: string | number | undefined;
    /** What fills the placeholders. */
    parameters?: readonly {
      /** `text`, `image`, `payload` and others. */
      type: string;
      /** For templates with named parameters. */
      parameterName?: string | undefined;
      [key: string]: unknown;
    }[] | undefined;
    [key: string]: unknown;
  }[] | undefined;
}

/** The organisation that a key is bound to. */
export interface Tenant {
  /** Id of the tenant, `ten_…`. */
  id: string;
  /** Display name. */
  name: string;
  /** What the tenant is. */
  kind: 'standard' | 'agency' | 'client' | (string & {});
  /** A suspended tenant is refused with 403. */
  status: 'active' | 'suspended' | (string & {});
  /** IANA time zone. */
  timezone: string;
  /** BCP 47 language tag. */
  locale: string;
  /** ISO 4217 code. */
  defaultCurrency: string;
  /** The agency that provisioned a client tenant. */
  agencyId: string | null;
  /** When the tenant was made. */
  createdAt: string;
}

/** What to try a webhook endpoint with. */
export interface TestWebhookBody {
  /** The type whose example is sent. The endpoint need not be subscribed to it. */
  type?: 'message.received' | 'message.queued' | 'message.sent' | 'message.delivered' | 'message.read' | 'message.failed' | 'message.canceled' | 'conversation.created' | 'conversation.updated' | 'conversation.status_changed' | 'conversation.assigned' | 'conversation.read' | 'contact.created' | 'contact.updated' | 'contact.tags_changed' | 'channel.created' | 'channel.updated' | 'channel.status_changed' | 'channel.deleted' | 'api_key.created' | 'api_key.revoked' | 'knowledge_source.created' | 'knowledge_source.updated' | 'knowledge_source.ready' | 'knowledge_source.failed' | 'knowledge_source.deleted' | 'knowledge_faq.created' | 'knowledge_faq.updated' | 'knowledge_faq.deleted' | 'webhook_endpoint.disabled' | 'webhook.test' | 'canned_response.created' | 'canned_response.updated' | 'canned_response.deleted' | undefined;
}

/** What to change: absent fields stay as they are, null clears. */
export interface UpdateCannedResponseBody {
  /** What a member types to find it. */
  shortcut?: string | undefined;
  /** Name in lists. */
  title?: string | null | undefined;
  /** The text; it may hold placeholders such as `{{contact.firstName|there}}`. */
  text?: string | undefined;
  language?: string | null | undefined;
  /** Labels; at most 50 of 64 characters, unique whatever their case. */
  tags?: readonly string[] | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** What to change; absent fields stay as they are. */
export interface UpdateChannelBody {
  /** Display name. */
  name?: string | undefined;
  address?: string | null | undefined;
  /** How the channel is to behave; absent settings stay as they are. */
  settings?: {
    /**
     * `known` refuses free text when the last inbound message is known to be too old; `strict`
     * also when none is known; `off` never.
     */
    windowEnforcement?: 'known' | 'strict' | 'off' | undefined;
    /** Whether an inbound message after the close reopens the conversation or starts a new one. */
    threading?: 'single' | 'new_after_close' | undefined;
    /** Messages sent per second; null = the default of the channel type. */
    throttlePerSecond?: number | null | undefined;
  } | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** What to change: absent fields stay as they are, null clears. */
export interface UpdateContactBody {
  /** Display name. */
  name?: string | null | undefined;
  /** First name. */
  firstName?: string | null | undefined;
  /** Last name. */
  lastName?: string | null | undefined;
  /** With `+` and country code; separators are dropped. */
  phone?: string | null | undefined;
  /** E-mail address. */
  email?: string | null | undefined;
  /** Your own id. */
  externalId?: string | null | undefined;
  /** BCP 47 language tag. */
  language?: string | null | undefined;
  /** ISO 3166-1 alpha-2, upper case. */
  country?: string | null | undefined;
  /** IANA time zone. */
  timezone?: string | null | undefined;
  /** Picture. */
  avatarUrl?: string | null | undefined;
  /** How far the relation has come. */
  lifecycle?: 'lead' | 'opportunity' | 'customer' | 'other' | undefined;
  /** A member of the tenant. */
  ownerId?: string | null | undefined;
  /** Labels; at most 50 of 64 characters, unique whatever their case. */
  tags?: readonly string[] | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** What to change: absent fields stay as they are, null clears. */
export interface UpdateConversationBody {
  /**
   * `pending` = handled by a bot; `snoozed` = out of sight until a time or the next inbound
   * message.
   */
  status?: 'open' | 'pending' | 'snoozed' | 'closed' | undefined;
  /** With `status: "snoozed"`: a time in the future, or null for the next inbound message. */
  snoozedUntil?: string | Date | null | undefined;
  /** A member of the tenant. */
  assigneeId?: string | null | undefined;
  priority?: 'low' | 'medium' | 'high' | 'urgent' | null | undefined;
  /** What it is about. */
  subject?: string | null | undefined;
  /** Labels; at most 50 of 64 characters, unique whatever their case. */
  tags?: readonly string[] | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** What to change; absent fields stay as they are. */
export interface UpdateKnowledgeFaqBody {
  /** The question; in one language no two FAQs ask the same. */
  question?: string | undefined;
  /** The same question in other words, at most 20: each makes it easier to find. */
  alternateQuestions?: readonly string[] | undefined;
  /** The answer, in Markdown, at most 10,000 characters. */
  answer?: string | undefined;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** Labels; at most 50 of 64 characters, unique whatever their case. */
  tags?: readonly string[] | undefined;
  /** The knowledge source that it was taken from. */
  sourceId?: string | null | undefined;
  /** Your own order. Default: 0. */
  position?: number | undefined;
  /** Your own id of it, unique within the tenant. */
  externalId?: string | null | undefined;
  /** Unless a query says otherwise, only what is published is found. */
  status?: 'draft' | 'published' | 'archived' | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** What to change; absent fields stay as they are. */
export interface UpdateKnowledgeSourceBody {
  /** What it is called. */
  title?: string | undefined;
  /** At most 500,000 characters. */
  content?: string | undefined;
  /** Where it can be read, or is fetched. */
  url?: string | null | undefined;
  /** Your own id of it, unique within the tenant. */
  externalId?: string | null | undefined;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** Labels; at most 50 of 64 characters, unique whatever their case. */
  tags?: readonly string[] | undefined;
  /** `archived` takes it out of every search; `ready` brings it back. */
  status?: 'ready' | 'archived' | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** What to change; absent fields stay as they are. */
export interface UpdateWebhookEndpointBody {
  /**
   * Where events are sent: `https`, on port 443, 80 or from 1024 up, at a public address; unique
   * within the tenant.
   */
  url?: string | undefined;
  /** What it is for. */
  description?: string | null | undefined;
  /** What it is sent: types, groups of types such as `message.*`, or `*`. */
  events?: readonly EventPattern[] | undefined;
  /** Only events of these channels, and those of no channel; null = of all. */
  channelIds?: readonly string[] | null | undefined;
  /** Merged into the headers by name; null removes one, `***` leaves it as it is. */
  headers?: WebhookHeadersPatch | undefined;
  /** Attempts per second at most; null = no limit. */
  maxPerSecond?: number | null | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** One attempt to deliver an event. */
export interface WebhookAttempt {
  /** 1, 2, 3 … over the whole life of the delivery. */
  n: number;
  /** `manual`: asked for by a redelivery or a replay. */
  trigger: 'scheduled' | 'manual' | (string & {});
  /** When it began. */
  at: string;
  /** Status of the answer; null = none came. */
  statusCode: number | null;
  /** What went wrong; null when the answer was a 2xx and complete. */
  error: WebhookAttemptError | null;
  /** From the look-up of the name to the end. */
  durationMs: number;
  /** The beginning of the answer, at most 1 kB; null = none came. */
  responseSnippet: string | null;
  /** When the next one follows; null = none does. */
  nextAttemptAt: string | null;
}

/** What went wrong with an attempt. */
export interface WebhookAttemptError {
  /**
   * `http_status`, `redirect`, `timeout`, `name_not_resolved`, `url_not_allowed`,
   * `address_not_allowed`, `connection_refused`, `connection_failed`, `tls_failed`,
   * `invalid_response`, `response_too_large`, `interrupted`; new codes may be added.
   */
  code: string;
  /** For people. */
  message: string;
}

/** One event on its way to one endpoint. */
export interface WebhookDelivery {
  /** Id of the webhook delivery, `dlv_…`. */
  id: string;
  /** Id of the webhook endpoint, `whe_…`. */
  endpointId: string;
  /** Id of the event, `evt_…`. */
  eventId: string;
  /** Type of the event. */
  eventType: string;
  /**
   * `exhausted`: given up after the last attempt. `canceled`: the endpoint was disabled or deleted
   * first.
   */
  status: WebhookDeliveryStatus;
  /** Attempts so far. */
  attemptCount: number;
  /** When it is tried next; null = no more. */
  nextAttemptAt: string | null;
  /** The latest attempt; null = none yet. */
  lastAttempt: WebhookAttempt | null;
  /** When the event happened, or was first replayed to it. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
  /** When it was answered 2xx; null = not yet. */
  deliveredAt: string | null;
}

/** One event on its way to one endpoint, with every attempt. */
export interface WebhookDeliveryDetail {
  /** Id of the webhook delivery, `dlv_…`. */
  id: string;
  /** Id of the webhook endpoint, `whe_…`. */
  endpointId: string;
  /** Id of the event, `evt_…`. */
  eventId: string;
  /** Type of the event. */
  eventType: string;
  /**
   * `exhausted`: given up after the last attempt. `canceled`: the endpoint was disabled or deleted
   * first.
   */
  status: WebhookDeliveryStatus;
  /** Attempts so far. */
  attemptCount: number;
  /** When it is tried next; null = no more. */
  nextAttemptAt: string | null;
  /** The latest attempt; null = none yet. */
  lastAttempt: WebhookAttempt | null;
  /** When the event happened, or was first replayed to it. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
  /** When it was answered 2xx; null = not yet. */
  deliveredAt: string | null;
  /** All attempts, the first one first. */
  attempts: WebhookAttempt[];
}

/**
 * `exhausted`: given up after the last attempt. `canceled`: the endpoint was disabled or deleted
 * first.
 */
export type WebhookDeliveryStatus = 'pending' | 'delivering' | 'delivered' | 'retrying' | 'exhausted' | 'canceled' | (string & {});

/** A receiver of events. */
export interface WebhookEndpoint {
  /** Id of the webhook endpoint, `whe_…`. */
  id: string;
  /** Where events are sent. */
  url: string;
  /** What it is for. */
  description: string | null;
  /** The types and groups of types that it is sent. */
  events: string[];
  /** Only events of these channels, and those of no channel; null = of all. */
  channelIds: string[] | null;
  /** Only enabled endpoints are sent events. */
  status: WebhookEndpointStatus;
  /**
   * Why it is disabled: by request; it failed for 120 hours; it answered 410. Null when it is
   * enabled.
   */
  disabledReason: 'manual' | 'failing' | 'gone' | (string & {}) | null;
  /** Headers that are sent along; every value reads `***`. */
  headers: Record<string, string>;
  /** Attempts per second at most; null = no limit. */
  maxPerSecond: number | null;
  /** Since when no attempt has succeeded; null = the last one has, or there was none. */
  failingSince: string | null;
  /** Last attempt. */
  lastDeliveryAt: string | null;
  /** Last attempt that was answered 2xx. */
  lastSuccessAt: string | null;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** When it was made. */
  createdAt: string;
  /** When you, or a rule, last changed it. */
  updatedAt: string;
  /** When it was disabled; null when it is enabled. */
  disabledAt: string | null;
}

/** Only enabled endpoints are sent events. */
export type WebhookEndpointStatus = 'enabled' | 'disabled' | (string & {});

/** A receiver of events, with its new secret. */
export interface WebhookEndpointWithSecret {
  /** Id of the webhook endpoint, `whe_…`. */
  id: string;
  /** Where events are sent. */
  url: string;
  /** What it is for. */
  description: string | null;
  /** The types and groups of types that it is sent. */
  events: string[];
  /** Only events of these channels, and those of no channel; null = of all. */
  channelIds: string[] | null;
  /** Only enabled endpoints are sent events. */
  status: WebhookEndpointStatus;
  /**
   * Why it is disabled: by request; it failed for 120 hours; it answered 410. Null when it is
   * enabled.
   */
  disabledReason: 'manual' | 'failing' | 'gone' | (string & {}) | null;
  /** Headers that are sent along; every value reads `***`. */
  headers: Record<string, string>;
  /** Attempts per second at most; null = no limit. */
  maxPerSecond: number | null;
  /** Since when no attempt has succeeded; null = the last one has, or there was none. */
  failingSince: string | null;
  /** Last attempt. */
  lastDeliveryAt: string | null;
  /** Last attempt that was answered 2xx. */
  lastSuccessAt: string | null;
  /** Your own flat data: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** When it was made. */
  createdAt: string;
  /** When you, or a rule, last changed it. */
  updatedAt: string;
  /** When it was disabled; null when it is enabled. */
  disabledAt: string | null;
  /**
   * What verifies signatures, `whsec_…`. Null when this answer repeats an earlier one: read it
   * from `/secret`.
   */
  secret: string | null;
}

/** Up to 10 headers that are sent along. Their values are stored encrypted and never shown. */
export type WebhookHeadersInput = Record<string, string>;

/** Merged into the headers by name; null removes one, `***` leaves it as it is. */
export type WebhookHeadersPatch = Record<string, string | null>;

/** How much a replay will send. */
export interface WebhookReplay {
  /** Events that will be sent. */
  count: number;
}

/** What verifies the signatures of an endpoint. */
export interface WebhookSecret {
  /** `whsec_` and base64. */
  secret: string;
  /** Secrets that were rotated and still sign, the newest first. */
  previous: {
    /** `whsec_` and base64. */
    secret: string;
    /** Until then it signs too. */
    expiresAt: string;
  }[];
}

/** What became of a test. */
export interface WebhookTestResult {
  /** Whether the answer was a 2xx. */
  delivered: boolean;
  /** Status of the answer; null = none came. */
  statusCode: number | null;
  /** From the look-up of the name to the end. */
  durationMs: number;
  /** The beginning of the answer, at most 1 kB; null = none came. */
  responseSnippet: string | null;
  /** What went wrong; null = nothing. */
  error: WebhookAttemptError | null;
}

/** What `details` of an error holds, by code. */
export interface ErrorDetails {
  /** The request does not match the contract; details.issues lists every mistake. */
  'SVC-VALIDATION': {
    /** Everything that is wrong with the request. */
    issues: {
      /** The part of the request. */
      in: 'body' | 'query' | 'path' | 'header' | (string & {});
      /** Dotted path of the field, such as `template.name`; empty for the whole part. */
      path: string;
      /** What kind of mistake it is. */
      code: 'required' | 'invalid_type' | 'too_long' | 'too_short' | 'invalid_enum' | 'invalid_format' | 'out_of_range' | 'unknown_field' | (string & {});
      /** For people: what was expected. */
      message: string;
      /** What was expected, where one word says it. */
      expected?: string | undefined;
      /** The type that was received. */
      received?: string | undefined;
    }[];
  };
  /** The body is not valid JSON. */
  'SVC-MALFORMED-JSON': {
    /** Where parsing stopped, in characters from the start. */
    position?: number | undefined;
  };
  /** The cursor cannot be used: start again without it and keep filters and sort unchanged. */
  'SVC-CURSOR-INVALID': {
    /** `filter_mismatch`: the cursor belongs to other filters or another sort. */
    reason: 'malformed' | 'filter_mismatch' | (string & {});
  };
  /** No valid API key was sent. */
  'SVC-UNAUTHORIZED': {
    /** What is wrong with the key. `ambiguous`: the two headers hold different keys. */
    reason: 'missing' | 'malformed' | 'invalid' | 'revoked' | 'expired' | 'ambiguous' | (string & {});
  };
  /** This key may not do that. */
  'SVC-FORBIDDEN': {
    /** Why it is not permitted. */
    reason: string;
  };
  /** The tenant of this key is suspended. */
  'SVC-TENANT-SUSPENDED': {
    /** Since when; null = not known. */
    suspendedAt: string | null;
  };
  /** Only a signed-in user or the command line can do that; an API key cannot. */
  'SVC-SESSION-REQUIRED': Record<string, never>;
  /** No such record. */
  'SVC-NOT-FOUND': {
    /** Kind of record, such as `message`. */
    resource: string;
    /** The id that was asked for. */
    id: string;
  };
  /** No such endpoint. */
  'SVC-ROUTE-NOT-FOUND': {
    /** Method of the request. */
    method: string;
    /** Path of the request. */
    path: string;
  };
  /** This path does not take that method; the Allow header lists those it takes. */
  'SVC-METHOD-NOT-ALLOWED': {
    /** Methods that the path takes. */
    allowed: string[];
  };
  /** Another record already has that value. */
  'SVC-CONFLICT': {
    /** Kind of record, such as `message`. */
    resource: string;
    /** The field whose value is taken. */
    field: string;
    /** The record that has it; null when you may not see it. */
    existingId: string | null;
  };
  /** The record is not in a state that allows this. */
  'SVC-INVALID-TRANSITION': {
    /** Kind of record, such as `message`. */
    resource: string;
    /** Id of the record. */
    id: string;
    /** State of the record. */
    from: string;
    /** State that was asked for. */
    to?: string | undefined;
    /** Action that was asked for. */
    action?: string | undefined;
    /** What is possible from here. */
    allowed: string[];
    /** What to do instead. */
    suggestion?: string | undefined;
  };
  /** Other records still use this one. */
  'SVC-IN-USE': {
    /** Kind of record, such as `message`. */
    resource: string;
    /** Id of the record. */
    id: string;
    /** Records that use it, by kind. */
    references: Record<string, number>;
  };
  /** The channel cannot send now. */
  'SVC-CHANNEL-UNAVAILABLE': {
    /** The channel. */
    channelId: string;
    /** Its status. */
    status: string;
    /** Its `statusReason`. */
    reason: string | null;
  };
  /** The first request with this Idempotency-Key is still running: try again shortly. */
  'SVC-IDEMPOTENCY-IN-PROGRESS': Record<string, never>;
  /** The body is too large. */
  'SVC-PAYLOAD-TOO-LARGE': {
    /** The largest body that is taken. */
    limitBytes: number;
  };
  /** Send the body as application/json in UTF-8. */
  'SVC-UNSUPPORTED-MEDIA-TYPE': {
    /** The content type to send. */
    expected: string;
  };
  /** This Idempotency-Key was used with another body. */
  'SVC-IDEMPOTENCY-MISMATCH': Record<string, never>;
  /** The recipient is not a valid address on this channel. */
  'SVC-RECIPIENT-INVALID': {
    /** Network of the channel. */
    channelType: string;
    /** What is wrong with `to`. */
    reason: string;
  };
  /** The customer-service window of this conversation is closed. */
  'SVC-WINDOW-CLOSED': {
    /** Network of the channel. */
    channelType: string;
    /** Length of the window. */
    windowHours: number;
    /** Last message from the customer; null = none is known. */
    lastInboundAt: string | null;
    /** When the window closed. */
    closedAt: string | null;
    /** Too late, or too many messages. */
    reason: 'time' | 'quota' | (string & {});
    /** What may be sent instead. */
    suggestion: 'template' | (string & {}) | null;
  };
  /** The text is longer than this channel takes. */
  'SVC-TEXT-TOO-LONG': {
    /** The longest text of this channel. */
    limit: number;
    /** What is counted: characters or bytes. */
    unit: string;
    /** Length of the text. */
    actual: number;
  };
  /** This channel cannot send that type of message. */
  'SVC-CONTENT-UNSUPPORTED': {
    /** Network of the channel. */
    channelType: string;
    /** The type that was sent. */
    type: string;
  };
  /** The template does not exist in that language. */
  'SVC-TEMPLATE-NOT-FOUND': {
    /** Name of the template. */
    name: string;
    /** Language that was asked for. */
    language: string;
    /** Languages that exist. */
    availableLanguages: string[];
  };
  /** The template is not approved. */
  'SVC-TEMPLATE-NOT-APPROVED': {
    /** Name of the template. */
    name: string;
    /** Language that was asked for. */
    language: string;
    /** Status of the template. */
    status: string;
  };
  /** The parameters do not fit the template. */
  'SVC-TEMPLATE-PARAMS': {
    /** Parameters of the template. */
    expected: string[];
    /** Parameters that were sent. */
    received: string[];
    /** Those that are missing. */
    missing: string[];
    /** Those that the template does not have. */
    unexpected: string[];
    /** Those without a value. */
    empty: string[];
  };
  /** A rule forbids this value. */
  'SVC-RULE-VIOLATION': {
    /** Name of the rule. */
    rule: string;
    /** The field that breaks it. */
    field: string;
  };
  /** A limit of the tenant is reached. */
  'SVC-LIMIT-REACHED': {
    /** Name of the limit. */
    limit: string;
    /** Its value. */
    max: number;
  };
  /** Too many requests: wait as long as Retry-After says. */
  'SVC-RATE-LIMITED': {
    /** Requests per window. */
    limit: number;
    /** Length of the window. */
    windowSeconds: number;
    /** Seconds to wait, as in `Retry-After`. */
    retryAfterSeconds: number;
    /** Whose quota: of the key, or of an address whose authentication keeps failing. */
    scope: 'key' | 'ip' | (string & {});
  };
  /** Something failed on our side; quote details.requestId when you ask about it. */
  'SVC-INTERNAL': {
    /** As in `X-Request-Id`. */
    requestId: string;
  };
  /** The channel provider failed or refused the request. */
  'SVC-PROVIDER-ERROR': {
    /** The provider. */
    provider: string;
    /** The provider's own code. */
    providerCode: string | null;
    /** The provider's own words. */
    providerMessage: string | null;
    /** What kind of failure it is. */
    reason: string;
    /** Whether trying again may help. */
    retryable: boolean;
  };
  /** The service cannot answer now: try again after Retry-After. */
  'SVC-UNAVAILABLE': {
    /** Seconds to wait, as in `Retry-After`. */
    retryAfterSeconds: number;
    /** As in `X-Request-Id`. */
    requestId?: string | undefined;
  };
  /** The recipient cannot receive this message. */
  'SVC-UNDELIVERABLE': Record<string, never>;
  /** The recipient has stopped these messages. */
  'SVC-RECIPIENT-OPTED-OUT': {
    /** What the recipient stopped. */
    scope: string;
    /** When; null = not known. */
    at: string | null;
  };
  /** The provider limits marketing messages to this recipient: not before 24 hours. */
  'SVC-MARKETING-LIMITED': Record<string, never>;
  /** The provider limits how fast this channel may send. */
  'SVC-PROVIDER-RATE-LIMITED': {
    /** Limited per channel, per recipient, or for the quality of the channel. */
    scope: 'channel' | 'pair' | 'quality' | (string & {});
  };
  /** The media could not be transferred. */
  'SVC-MEDIA-FAILED': Record<string, never>;
  /** The message could not be sent before it expired. */
  'SVC-EXPIRED': {
    /** When it expired. */
    expiredAt: string;
  };
}

/** The codes that this version knows; newer servers may have more. */
export type ErrorCode = keyof ErrorDetails;
