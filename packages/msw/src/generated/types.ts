// Written by packages/sdk/scripts/generate.ts from the contract. Do not edit.

/** A credential of a tenant, without its secret. */
export interface ApiKey {
  /** Id of the API key, `key_…`. */
  id: string;
  /** Purpose of the key. */
  name: string;
  /** First characters of the key, to recognize it. The full key is shown once, at its creation. */
  hint: string;
  /** Status of the key. Only active keys are accepted. */
  status: ApiKeyStatus;
  /** Creator of the key. */
  createdBy: {
    /** Kind of creator. */
    type: 'member' | 'agency' | 'cli' | (string & {});
    /** ID of the creator; null for the command line. */
    id: string | null;
  };
  /** The quota of the key. */
  rateLimit: {
    /** Requests per window. */
    limit: number;
    /** Length of the window. */
    windowSeconds: number;
  };
  /** Time of the last request, to the minute. */
  lastUsedAt: string | null;
  /** Expiry time: the key is refused from then on. Null = never. */
  expiresAt: string | null;
  /** Time of the revocation; null = not revoked. */
  revokedAt: string | null;
  /** Creation time. */
  createdAt: string;
}

/** Status of the key. Only active keys are accepted. */
export type ApiKeyStatus = 'active' | 'revoked' | 'expired' | (string & {});

/** A file of a message. */
export interface Attachment {
  /** Id of the attachment, `att_…`. */
  id: string;
  /** `image`, `video`, `audio`, `document` or `sticker`. */
  kind: string;
  /** Media type. */
  mimeType: string | null;
  /** File name. */
  filename: string | null;
  /** Size in bytes. */
  sizeBytes: number | null;
  /** SHA-256 digest in hexadecimal. */
  sha256: string | null;
  /** Inbound: download URL, valid for a short time. Outbound: the URL that was sent. */
  url: string | null;
  /** Whether it is a voice message. */
  isVoice: boolean;
  /** Whether it can be downloaded. */
  status: 'pending' | 'stored' | 'failed' | (string & {});
}

/** An FAQ to create or to update. */
export interface BatchKnowledgeFaqItem {
  /** The question, unique per language. */
  question: string;
  /** The same question in other words, at most 20. Each one improves the search. */
  alternateQuestions?: string[] | undefined;
  /** The answer, in Markdown, at most 10,000 characters. */
  answer: string;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters, unique without regard to case. */
  tags?: string[] | undefined;
  /** Knowledge source of the FAQ. */
  sourceId?: string | null | undefined;
  /** Your own sort position. Default: 0. */
  position?: number | undefined;
  /** Your own ID, unique within the tenant. */
  externalId?: string | null | undefined;
  /** Status. Default: `published` for a new FAQ, unchanged for an existing one. */
  status?: 'draft' | 'published' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** FAQs to create or to update. */
export interface BatchKnowledgeFaqsBody {
  /**
   * At most 100 items. An item with a known `externalId` updates that FAQ; absent fields keep
   * their values.
   */
  items: BatchKnowledgeFaqItem[];
}

/** A text that your members send often. */
export interface CannedResponse {
  /** Id of the canned response, `cnr_…`. */
  id: string;
  /** Text that a user types to find it, unique without regard to case. */
  shortcut: string;
  /** Title in lists. */
  title: string | null;
  /**
   * Text. Placeholders such as `{{contact.firstName|there}}` are returned unchanged; the sender
   * fills them in.
   */
  text: string;
  /** BCP 47; null = any language. */
  language: string | null;
  /** Labels, unique without regard to case. */
  tags: string[];
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
}

/** What a channel can do. */
export interface Capabilities {
  /** How the business can send the first message: with a template, or not at all. */
  businessInitiated: 'template' | 'none' | (string & {});
  /** Hours after the last inbound message in which free text is allowed. */
  windowHours: number;
  /** Hours of the longer window for messages tagged `human_agent`; null = none. */
  humanAgentWindowHours: number | null;
  /** Messages allowed per inbound message; null when unlimited. */
  messagesPerWindow: number | null;
  /** Whether template messages exist. */
  templates: boolean;
  /** Statuses that the network reports. */
  receipts: ('sent' | 'delivered' | 'read' | (string & {}))[];
  /** Maximum length of the text of one message. */
  maxText: {
    /** Maximum length of a text. */
    limit: number;
    /** Unit of `limit`; bytes are UTF-8. */
    unit: 'characters' | 'bytes' | (string & {});
  };
  /** What messages can contain. */
  content: {
    /** Types of messages that the channel sends. */
    types: ('text' | 'template' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'reaction' | 'interactive' | (string & {}))[];
    /** Types that take `replyToMessageId`: they quote another message. */
    replies: ('text' | 'template' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'reaction' | 'interactive' | (string & {}))[];
    /** Limits of files. */
    media: {
      /** Type of the message. */
      type: 'image' | 'video' | 'audio' | 'document' | 'sticker' | (string & {});
      /** Media types that the network takes. */
      mimeTypes: string[];
      /** Maximum size of a file in bytes. */
      maxBytes: number;
      /** Whether the file can have a caption. */
      caption: boolean;
    }[];
    /** Maximum length of a caption; null = no captions. */
    maxCaption: {
      /** Maximum length of a text. */
      limit: number;
      /** Unit of `limit`; bytes are UTF-8. */
      unit: 'characters' | 'bytes' | (string & {});
    } | null;
    /** Whether audio can be shown as a voice message. */
    voice: boolean;
    /** Limits of interactive messages. */
    prompts: {
      /** Reply buttons, a list to choose from, or a button that opens a link. */
      kind: PromptKind;
      /** Maximum length of a text. */
      maxText: {
        /** Maximum length of a text. */
        limit: number;
        /** Unit of `limit`; bytes are UTF-8. */
        unit: 'characters' | 'bytes' | (string & {});
      };
      /** Maximum number of buttons, or of rows in all sections. */
      maxOptions: number;
      /** Maximum length of the title of an option, in characters. */
      maxTitle: number;
      /** Maximum length of the ID of an option, in characters. */
      maxId: number;
      /** Whether `header` and `footer` exist. */
      headerAndFooter: boolean;
    }[];
  };
  /** Default limit of the provider, in messages per second. */
  throttlePerSecond: number;
}

/** A connection to one messaging network. */
export interface Channel {
  /** Id of the channel, `chn_…`. */
  id: string;
  /** Display name. */
  name: string;
  /** The network of the channel. */
  type: ChannelType;
  /**
   * Service that carries the messages. `sandbox` simulates the network: nothing leaves the server.
   */
  provider: ChannelProvider;
  /** Status of the channel. Only active channels send messages. */
  status: ChannelStatus;
  /** Reason why the channel is not active; null when it is active. */
  statusReason: 'auth' | 'billing' | 'restricted' | 'not_ready' | 'verification_failed' | 'manual' | (string & {}) | null;
  /** Display number or @handle. */
  address: string | null;
  /** ID of the channel at the provider; null until `verify` has confirmed it. */
  externalId: string | null;
  /** Account at the provider; null for the sandbox. */
  config: ChannelConfig | null;
  /** Which credentials are stored, never their values; null for the sandbox. */
  credentials: ChannelCredentials | null;
  /** Result of the last verification of this configuration; null = none yet. */
  verification: ChannelVerification | null;
  /** What a channel can do. */
  capabilities: Capabilities;
  /** Settings of the channel. */
  settings: ChannelSettings;
  /** Time of the last inbound message. */
  lastInboundAt: string | null;
  /** Time of the last outbound message. */
  lastOutboundAt: string | null;
  /** Time of `lastError`. */
  lastErrorAt: string | null;
  /** Last error that affected the whole channel. */
  lastError: {
    /** `SVC-…` code. */
    code: string;
    /** The provider's own code. */
    providerCode: string | null;
    /** Text for people; it may change. */
    message: string;
  } | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
  /** Time of the deletion. The messages of the channel stay. */
  archivedAt: string | null;
}

/** One check of a channel. */
export interface ChannelCheck {
  /** Name of the check, such as `token` or `phone_number`. */
  name: string;
  /** Whether it is right. */
  ok: boolean;
  /** Facts that the check found. */
  detail: string;
  /** What to do; null when it is right. */
  fix: string | null;
}

/** Account at the provider; fields of other providers are null. */
export interface ChannelConfig {
  /** WhatsApp: ID of the phone number, not the number itself. */
  phoneNumberId: string | null;
  /** WhatsApp: ID of the business account. */
  wabaId: string | null;
  /** WhatsApp and Instagram: version of the Graph API; null = the default. */
  apiVersion: string | null;
  /** Instagram: `user_id` of the account; it begins with 1784. */
  igUserId: string | null;
  /** TikTok: `open_id` of the business account. */
  businessId: string | null;
}

/** Account at the provider. Absent fields keep their values. */
export interface ChannelConfigInput {
  /** WhatsApp: ID of the phone number, not the number itself. */
  phoneNumberId?: string | undefined;
  /** WhatsApp: ID of the business account. */
  wabaId?: string | undefined;
  /** WhatsApp and Instagram: version of the Graph API; null = the default. */
  apiVersion?: string | undefined;
  /** Instagram: `user_id` of the account; it begins with 1784. */
  igUserId?: string | undefined;
  /** TikTok: `open_id` of the business account. */
  businessId?: string | undefined;
}

/** Which credentials are stored. */
export interface ChannelCredentials {
  /** Whether `accessToken` is stored. */
  accessToken: boolean;
  /** Whether `appSecret` is stored. */
  appSecret: boolean;
  /** Whether `verifyToken` is stored. */
  verifyToken: boolean;
  /** Whether `refreshToken` is stored. */
  refreshToken: boolean;
  /** Whether `appId` is stored. */
  appId: boolean;
  /** When `accessToken` expires; null = never, or not known before `verify`. */
  expiresAt: string | null;
  /** Whether the server renews the token before it expires. */
  refreshable: boolean;
  /** Time of the last change; null = none are stored. */
  updatedAt: string | null;
}

/** Secrets of the provider. No answer shows them. Absent fields keep their values. */
export interface ChannelCredentialsInput {
  /** Token that sends messages. */
  accessToken?: string | undefined;
  /** Secret of the app: it signs webhooks. */
  appSecret?: string | undefined;
  /** WhatsApp and Instagram: text that proves the webhook is yours. */
  verifyToken?: string | undefined;
  /** TikTok: token that renews `accessToken`. */
  refreshToken?: string | undefined;
  /** TikTok: ID of the app. */
  appId?: string | undefined;
}

/**
 * Service that carries the messages. `sandbox` simulates the network: nothing leaves the server.
 */
export type ChannelProvider = 'sandbox' | 'whatsapp_cloud' | 'instagram_graph' | 'tiktok_business' | (string & {});

/** Settings of the channel. */
export interface ChannelSettings {
  /**
   * When free text is refused. `known`: the last inbound message is known to be too old; `strict`:
   * also when no inbound message is known; `off`: never.
   */
  windowEnforcement: 'known' | 'strict' | 'off' | (string & {});
  /** Whether an inbound message reopens a closed conversation or starts a new one. */
  threading: 'single' | 'new_after_close' | (string & {});
  /** Messages sent per second; null = the default of the channel type. */
  throttlePerSecond: number | null;
}

/** Status of the channel. Only active channels send messages. */
export type ChannelStatus = 'pending' | 'active' | 'error' | 'disabled' | 'archived' | (string & {});

/** The network of the channel. */
export type ChannelType = 'whatsapp' | 'instagram' | 'tiktok' | (string & {});

/** Result of the last verification. */
export interface ChannelVerification {
  /** Time of the verification. */
  at: string;
  /** The checks. */
  checks: ChannelCheck[];
}

/** A person that you exchange messages with. */
export interface Contact {
  /** Id of the contact, `con_…`. */
  id: string;
  /**
   * Display name. Until you set one, it is the profile name of the network. If it is null,
   * conversations show `firstName` and `lastName`.
   */
  name: string | null;
  /** First name. */
  firstName: string | null;
  /** Last name. */
  lastName: string | null;
  /** E.164 with `+`; unique among your contacts. */
  phone: string | null;
  /** Email address, unique among your contacts without regard to case. */
  email: string | null;
  /** Your own ID, unique among your contacts. */
  externalId: string | null;
  /** BCP 47 language tag. */
  language: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** IANA time zone. */
  timezone: string | null;
  /** URL of the picture. */
  avatarUrl: string | null;
  /** Stage in the customer lifecycle. */
  lifecycle: Lifecycle;
  /** User who owns the contact. */
  ownerId: string | null;
  /** Labels, unique without regard to case. */
  tags: string[];
  /** Addresses on the networks. */
  identities: Identity[];
  /** Origin of the contact. Open enum: new values may be added; handle unknown ones. */
  source: 'api' | 'inbound' | 'import' | 'broadcast' | 'flow' | 'agency' | (string & {});
  /** Time of the last message from the contact. */
  lastInboundAt: string | null;
  /** Time of the last message to the contact. */
  lastOutboundAt: string | null;
  /** Time of the last message or read receipt from the contact. */
  lastSeenAt: string | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
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
  /** Summary of the contact. */
  contact: {
    /** Id of the contact, `con_…`. */
    id: string;
    /** Display name. */
    name: string | null;
    /** E.164 with `+`. */
    phone: string | null;
    /** URL of the picture. */
    avatarUrl: string | null;
  };
  /** Address of the customer in this conversation. */
  address: string;
  /**
   * Status. `pending`: handled by a bot; `snoozed`: hidden until a time or the next inbound
   * message.
   */
  status: ConversationStatus;
  priority: ConversationPriority | null;
  /** User who handles the conversation. */
  assigneeId: string | null;
  /** Subject of the conversation. */
  subject: string | null;
  /** Labels, unique without regard to case. */
  tags: string[];
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Number of inbound messages since the conversation was last read. */
  unreadCount: number;
  /** Summary of the newest message. */
  lastMessage: {
    /** Id of the message, `msg_…`. */
    id: string;
    /** `inbound`: from the customer. `outbound`: to the customer. */
    direction: MessageDirection;
    /**
     * Kind of content. `capabilities.content.types` of a channel lists what it sends. New types
     * may be added.
     */
    type: MessageType;
    /** At most 200 characters. */
    text: string | null;
    /**
     * Outbound: queued, sending, sent, delivered, read, failed or canceled. Inbound: received. 202
     * means queued, not sent.
     */
    status: MessageStatus;
    /** Time at which the message was accepted or received. */
    createdAt: string;
  } | null;
  /** Time of the newest message. */
  lastMessageAt: string | null;
  /** Time of the newest inbound message. */
  lastInboundAt: string | null;
  /** Time of the newest outbound message. */
  lastOutboundAt: string | null;
  /**
   * Time at which the first outbound message after an inbound one was accepted, also when it fails
   * later.
   */
  firstReplyAt: string | null;
  /**
   * Time of the oldest unanswered inbound message. An outbound message counts as an answer once it
   * is accepted.
   */
  waitingSince: string | null;
  /** Customer-service window. */
  window: {
    /** Whether free text is allowed; null = unknown. */
    open: boolean | null;
    /** Time at which the window closes. */
    expiresAt: string | null;
    /** Remaining messages of the window; null = not limited. */
    remaining: number | null;
    /** Message types that can be sent now. */
    allowed: ('text' | 'template' | (string & {}))[];
  };
  /** Time at which the snoozed conversation opens again; null = with the next inbound message. */
  snoozedUntil: string | null;
  /** Time of the closing. */
  closedAt: string | null;
  /** Origin of the conversation. */
  source: 'inbound' | 'api' | 'broadcast' | 'flow' | 'inbox' | (string & {});
  /** Number of times that the conversation was reopened. */
  reopenCount: number;
  /** Number of messages. */
  messageCount: number;
  /** Start time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
}

/** Urgency of the conversation. */
export type ConversationPriority = 'low' | 'medium' | 'high' | 'urgent' | (string & {});

/**
 * Status. `pending`: handled by a bot; `snoozed`: hidden until a time or the next inbound message.
 */
export type ConversationStatus = 'open' | 'pending' | 'snoozed' | 'closed' | (string & {});

/** A new canned response. */
export interface CreateCannedResponseBody {
  /** Text that a user types to find it. */
  shortcut: string;
  /** Title in lists. */
  title?: string | null | undefined;
  /** Text; it can contain placeholders such as `{{contact.firstName|there}}`. */
  text: string;
  language?: string | null | undefined;
  /** At most 50 labels of up to 64 characters, unique without regard to case. */
  tags?: string[] | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new channel. Sandbox channels are active at once, others after `verify`. */
export interface CreateChannelBody {
  /** Display name. */
  name: string;
  /** The network of the channel. */
  type: 'whatsapp' | 'instagram' | 'tiktok';
  /**
   * Service that carries the messages. `sandbox` simulates the network: nothing leaves the server.
   */
  provider: 'sandbox' | 'whatsapp_cloud' | 'instagram_graph' | 'tiktok_business';
  address?: string | null | undefined;
  /**
   * Sandbox: the provider's ID of the channel, unique per type within the tenant. Others get it by
   * `verify`.
   */
  externalId?: string | null | undefined;
  /** Account at the provider. Absent fields keep their values. */
  config?: ChannelConfigInput | undefined;
  /** Secrets of the provider. No answer shows them. Absent fields keep their values. */
  credentials?: ChannelCredentialsInput | undefined;
  /** Settings to change. Absent settings keep their values. */
  settings?: {
    /**
     * When free text is refused. `known`: the last inbound message is known to be too old;
     * `strict`: also when no inbound message is known; `off`: never.
     */
    windowEnforcement?: 'known' | 'strict' | 'off' | undefined;
    /** Whether an inbound message reopens a closed conversation or starts a new one. */
    threading?: 'single' | 'new_after_close' | undefined;
    /** Messages sent per second; null = the default of the channel type. */
    throttlePerSecond?: number | null | undefined;
  } | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
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
  /** Phone number with `+` and country code. Separators are removed. */
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
  /** URL of the picture. */
  avatarUrl?: string | null | undefined;
  /** Stage in the customer lifecycle. */
  lifecycle?: 'lead' | 'opportunity' | 'customer' | 'other' | undefined;
  /** A member of the tenant. */
  ownerId?: string | null | undefined;
  /** At most 50 labels of up to 64 characters, unique without regard to case. */
  tags?: string[] | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new FAQ. */
export interface CreateKnowledgeFaqBody {
  /** The question, unique per language. */
  question: string;
  /** The same question in other words, at most 20. Each one improves the search. */
  alternateQuestions?: string[] | undefined;
  /** The answer, in Markdown, at most 10,000 characters. */
  answer: string;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters, unique without regard to case. */
  tags?: string[] | undefined;
  /** Knowledge source of the FAQ. */
  sourceId?: string | null | undefined;
  /** Your own sort position. Default: 0. */
  position?: number | undefined;
  /** Your own ID, unique within the tenant. */
  externalId?: string | null | undefined;
  /** Status. Searches find `published` FAQs. */
  status: 'draft' | 'published';
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new document. Up to 50,000 characters are searchable when the call returns. */
export type CreateKnowledgeSourceBody = {
  /** Kind of content. */
  type: 'text';
  /** Title. */
  title: string;
  /** At most 500,000 characters. */
  content: string;
  /** URL of the document. */
  url?: string | null | undefined;
  /** Your own ID, unique within the tenant. */
  externalId?: string | null | undefined;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters, unique without regard to case. */
  tags?: string[] | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** Kind of content. */
  type: 'markdown';
  /** Title. */
  title: string;
  /** At most 500,000 characters. */
  content: string;
  /** URL of the document. */
  url?: string | null | undefined;
  /** Your own ID, unique within the tenant. */
  externalId?: string | null | undefined;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters, unique without regard to case. */
  tags?: string[] | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** Kind of content. */
  type: 'html';
  /** Title. */
  title: string;
  /** At most 500,000 characters. */
  content: string;
  /** URL of the document. */
  url?: string | null | undefined;
  /** Your own ID, unique within the tenant. */
  externalId?: string | null | undefined;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters, unique without regard to case. */
  tags?: string[] | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** The server fetches the content. */
  type: 'url';
  /** URL of the page, at a public address. */
  url: string;
  /** Title. Default: the title of the page. */
  title?: string | undefined;
  /** Your own ID, unique within the tenant. */
  externalId?: string | null | undefined;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters, unique without regard to case. */
  tags?: string[] | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
};

/** A new webhook endpoint. It is enabled at once. */
export interface CreateWebhookEndpointBody {
  /**
   * URL that receives the events: `https`, on port 443, 80 or from 1024 up, at a public address.
   * Unique within the tenant.
   */
  url: string;
  /** Purpose, for people. */
  description?: string | null | undefined;
  /**
   * Types to subscribe to: types, groups such as `message.*`, or `*`. `message.queued` must be
   * named.
   */
  events: EventPattern[];
  /** Only events of these channels, and events without a channel; null = all channels. */
  channelIds?: string[] | null | undefined;
  /** Up to 10 additional request headers. Their values are stored encrypted and never shown. */
  headers?: WebhookHeadersInput | undefined;
  /** Maximum attempts per second. Further attempts wait. Null = no limit. */
  maxPerSecond?: number | null | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** The body of every failed response. */
export interface ErrorEnvelope {
  /** The error. */
  error: {
    /** What went wrong: `SVC-…`. Open enum: new codes may be added; handle unknown ones. */
    code: string;
    /** Text for people: what is wrong and what to do. It may change. */
    message: string;
    /** Facts about this failure. The fields depend on the code; `{}` when there are none. */
    details: Record<string, unknown>;
  };
}

/** A type of event, all types of a group (`message.*`), or `*` for all but `message.queued`. */
export type EventPattern = '*' | 'message.*' | 'conversation.*' | 'contact.*' | 'channel.*' | 'api_key.*' | 'knowledge_source.*' | 'knowledge_faq.*' | 'webhook_endpoint.*' | 'webhook.*' | 'canned_response.*' | 'message.received' | 'message.queued' | 'message.sent' | 'message.delivered' | 'message.read' | 'message.failed' | 'message.canceled' | 'message.updated' | 'conversation.created' | 'conversation.updated' | 'conversation.status_changed' | 'conversation.assigned' | 'conversation.read' | 'contact.created' | 'contact.updated' | 'contact.tags_changed' | 'channel.created' | 'channel.updated' | 'channel.status_changed' | 'channel.credentials_expiring' | 'channel.deleted' | 'api_key.created' | 'api_key.revoked' | 'knowledge_source.created' | 'knowledge_source.updated' | 'knowledge_source.ready' | 'knowledge_source.failed' | 'knowledge_source.deleted' | 'knowledge_faq.created' | 'knowledge_faq.updated' | 'knowledge_faq.deleted' | 'webhook_endpoint.disabled' | 'webhook.test' | 'canned_response.created' | 'canned_response.updated' | 'canned_response.deleted' | (string & {});

/**
 * How likely the FAQ answers the question. `exact`: it has the same question. `high`: about nine
 * of ten are right.
 */
export type FaqConfidence = 'exact' | 'high' | 'medium' | 'low' | (string & {});

/** One address of a contact. */
export interface Identity {
  /** Id of the identity, `idn_…`. */
  id: string;
  /** The network of the channel. */
  channelType: ChannelType;
  /** Channel of the address; null = valid on every channel of this type. */
  channelId: string | null;
  /** Kind of address. */
  kind: 'phone' | 'bsuid' | 'igsid' | 'tiktok_conversation' | (string & {});
  /** The address on the network. */
  address: string;
  /** User name on the network. */
  username: string | null;
  /** Name in the profile on the network. */
  profileName: string | null;
  /** Time of the last message from this address. */
  lastInboundAt: string | null;
  /** Time of the last message to this address. */
  lastOutboundAt: string | null;
  /**
   * Customer-service window of this address on `channelId`. If `channelId` is null, it is unknown:
   * see `windows`.
   */
  window: {
    /** Whether free text is allowed; null = unknown. */
    open: boolean | null;
    /** Time at which the window closes. */
    expiresAt: string | null;
    /** Remaining messages of the window; null = not limited. */
    remaining: number | null;
  };
  /** Window on each channel that has a conversation with this address. */
  windows: {
    /** The channel. */
    channelId: string;
    /** Whether free text is allowed; null = unknown. */
    open: boolean | null;
    /** Time at which the window closes. */
    expiresAt: string | null;
    /** Remaining messages of the window; null = not limited. */
    remaining: number | null;
  }[];
}

/** Kind of interactive element. */
export type InteractiveKind = 'button_reply' | 'list_reply' | 'flow_reply' | 'template_button' | (string & {});

/** A passage of a source: the unit that searches find. */
export interface KnowledgeChunk {
  /** Id of the knowledge chunk, `chk_…`. */
  id: string;
  /** Id of the knowledge source, `src_…`. */
  sourceId: string;
  /** Number of the passage, from 0. */
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
  /** BCP 47 tag; selects the stemming of words. */
  language: string;
  /** Only published FAQs are found, unless a query filters by `status`. */
  status: KnowledgeFaqStatus;
  /** Labels, unique without regard to case. */
  tags: string[];
  /** Knowledge source of the FAQ. */
  sourceId: string | null;
  /** Your own sort position. */
  position: number;
  /** Your own ID, unique within the tenant. */
  externalId: string | null;
  /** Number of searches with this FAQ as first result, updated every minute. */
  hitCount: number;
  /** Time of the last such search; null = none. */
  lastHitAt: string | null;
  /** Number of positive feedbacks. */
  helpfulCount: number;
  /** Number of negative feedbacks. */
  unhelpfulCount: number;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of your last change. */
  updatedAt: string;
  /** Time of the last publication; null = never. */
  publishedAt: string | null;
}

/** Results of a batch of FAQs. */
export interface KnowledgeFaqBatch {
  /** One result per item, in order. Each item succeeds or fails alone. */
  results: {
    /** Index of the item, from 0. */
    index: number;
    /** Result of the item. */
    status: 'created' | 'updated' | 'error' | (string & {});
    /** The FAQ; null when there was an error. */
    faq: KnowledgeFaq | null;
    /** Error of the item; null after a success. */
    error: {
      /** What went wrong: `SVC-…`. Open enum: new codes may be added; handle unknown ones. */
      code: string;
      /** Text for people: what is wrong and what to do. It may change. */
      message: string;
      /** Facts about this failure. The fields depend on the code; `{}` when there are none. */
      details: Record<string, unknown>;
    } | null;
  }[];
}

/** Feedback on an answer. */
export interface KnowledgeFaqFeedbackBody {
  /** Whether the FAQ answered the question. */
  helpful: boolean;
}

/** A question and its answer that match a query. */
export interface KnowledgeFaqMatch {
  /** Id of the knowledge faq, `faq_…`. */
  id: string;
  /** The question. */
  question: string;
  /** The same question in other words. */
  alternateQuestions: string[];
  /** The answer, in Markdown. */
  answer: string;
  /** BCP 47 tag; selects the stemming of words. */
  language: string;
  /** Only published FAQs are found, unless a query filters by `status`. */
  status: KnowledgeFaqStatus;
  /** Labels, unique without regard to case. */
  tags: string[];
  /** Knowledge source of the FAQ. */
  sourceId: string | null;
  /** Your own sort position. */
  position: number;
  /** Your own ID, unique within the tenant. */
  externalId: string | null;
  /** Number of searches with this FAQ as first result, updated every minute. */
  hitCount: number;
  /** Time of the last such search; null = none. */
  lastHitAt: string | null;
  /** Number of positive feedbacks. */
  helpfulCount: number;
  /** Number of negative feedbacks. */
  unhelpfulCount: number;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of your last change. */
  updatedAt: string;
  /** Time of the last publication; null = never. */
  publishedAt: string | null;
  /** How well the result matches, 0 to 1, comparable between queries; null in a plain list. */
  score: number | null;
  confidence: FaqConfidence | null;
  /** The best matching of its questions; null in a plain list. */
  matchedQuestion: string | null;
  /** Matching passages of the answer. */
  snippets: KnowledgeSnippet[];
}

/** Only published FAQs are found, unless a query filters by `status`. */
export type KnowledgeFaqStatus = 'draft' | 'published' | 'archived' | (string & {});

/** A passage that matches the query. */
export interface KnowledgeSnippet {
  /** Id of the chunk of a source; null for an FAQ. */
  chunkId: string | null;
  /** The passage, as plain text. */
  text: string;
  /** The headings above it, the outermost first. */
  headings: string[];
  /** Number of the chunk in the source, from 0. */
  position: number;
  /** Positions of query words in `text`: start and end, in UTF-16 code units. */
  highlights: number[][];
}

/** A document that can be searched. */
export interface KnowledgeSource {
  /** Id of the knowledge source, `src_…`. */
  id: string;
  /** Title. */
  title: string;
  /** Kind of content. `url`: the server fetches it. */
  type: KnowledgeSourceType;
  /** URL of the document; for `url`, the page to fetch. */
  url: string | null;
  /** Your own ID, unique within the tenant. */
  externalId: string | null;
  /** BCP 47 tag; selects the stemming of words. */
  language: string;
  /**
   * Status. Searches find `ready` sources; while a source is processed again, they find its old
   * text.
   */
  status: KnowledgeSourceStatus;
  /**
   * Reason why the last fetch failed; null after a success. If the status is `ready`, searches
   * still find the old text.
   */
  error: {
    /** `SVC-…` code, or the code of a failed fetch. */
    code: string;
    /** Text for people; it may change. */
    message: string;
  } | null;
  /** Labels, unique without regard to case. */
  tags: string[];
  /** Number of searchable passages. */
  chunkCount: number;
  /** Number of characters of the plain text. */
  charCount: number;
  /** SHA-256 of the content, in hexadecimal; null = not fetched yet. */
  checksum: string | null;
  /** Time at which the present text became searchable; null = not yet. */
  indexedAt: string | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
}

/** A document that can be searched, with its content. */
export interface KnowledgeSourceDetail {
  /** Id of the knowledge source, `src_…`. */
  id: string;
  /** Title. */
  title: string;
  /** Kind of content. `url`: the server fetches it. */
  type: KnowledgeSourceType;
  /** URL of the document; for `url`, the page to fetch. */
  url: string | null;
  /** Your own ID, unique within the tenant. */
  externalId: string | null;
  /** BCP 47 tag; selects the stemming of words. */
  language: string;
  /**
   * Status. Searches find `ready` sources; while a source is processed again, they find its old
   * text.
   */
  status: KnowledgeSourceStatus;
  /**
   * Reason why the last fetch failed; null after a success. If the status is `ready`, searches
   * still find the old text.
   */
  error: {
    /** `SVC-…` code, or the code of a failed fetch. */
    code: string;
    /** Text for people; it may change. */
    message: string;
  } | null;
  /** Labels, unique without regard to case. */
  tags: string[];
  /** Number of searchable passages. */
  chunkCount: number;
  /** Number of characters of the plain text. */
  charCount: number;
  /** SHA-256 of the content, in hexadecimal; null = not fetched yet. */
  checksum: string | null;
  /** Time at which the present text became searchable; null = not yet. */
  indexedAt: string | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
  /** Content as given or fetched; null = not fetched yet. */
  content: string | null;
}

/** A document that matches a query. */
export interface KnowledgeSourceMatch {
  /** Id of the knowledge source, `src_…`. */
  id: string;
  /** Title. */
  title: string;
  /** Kind of content. `url`: the server fetches it. */
  type: KnowledgeSourceType;
  /** URL of the document; for `url`, the page to fetch. */
  url: string | null;
  /** Your own ID, unique within the tenant. */
  externalId: string | null;
  /** BCP 47 tag; selects the stemming of words. */
  language: string;
  /**
   * Status. Searches find `ready` sources; while a source is processed again, they find its old
   * text.
   */
  status: KnowledgeSourceStatus;
  /**
   * Reason why the last fetch failed; null after a success. If the status is `ready`, searches
   * still find the old text.
   */
  error: {
    /** `SVC-…` code, or the code of a failed fetch. */
    code: string;
    /** Text for people; it may change. */
    message: string;
  } | null;
  /** Labels, unique without regard to case. */
  tags: string[];
  /** Number of searchable passages. */
  chunkCount: number;
  /** Number of characters of the plain text. */
  charCount: number;
  /** SHA-256 of the content, in hexadecimal; null = not fetched yet. */
  checksum: string | null;
  /** Time at which the present text became searchable; null = not yet. */
  indexedAt: string | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
  /** How well the result matches, 0 to 1, comparable between queries; null in a plain list. */
  score: number | null;
  /** Matching passages, best first. */
  snippets: KnowledgeSnippet[];
}

/**
 * Status. Searches find `ready` sources; while a source is processed again, they find its old
 * text.
 */
export type KnowledgeSourceStatus = 'processing' | 'ready' | 'failed' | 'archived' | (string & {});

/** Kind of content. `url`: the server fetches it. */
export type KnowledgeSourceType = 'text' | 'markdown' | 'html' | 'url' | (string & {});

/** Stage in the customer lifecycle. */
export type Lifecycle = 'lead' | 'opportunity' | 'customer' | 'other' | (string & {});

/** Which API keys to list. */
export interface ListApiKeysQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit: number;
  /** Keys in any of these states. */
  status?: ('active' | 'revoked' | 'expired')[] | undefined;
  /** Created at this time or later. */
  createdAfter?: string | undefined;
  /** Created before this time. */
  createdBefore?: string | undefined;
  /** Order of the list. */
  sort: '-createdAt' | 'createdAt';
}

/** Which canned responses to list. */
export interface ListCannedResponsesQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit: number;
  /** Text to find in the shortcut, title or text. Case and accents are ignored. */
  q?: string | undefined;
  /** Exactly one of these, without regard to case. */
  shortcut?: string[] | undefined;
  /** Only records with at least one of these tags. */
  tag?: string[] | undefined;
  /** In any of these languages: `pt` finds `pt-BR`. */
  language?: string[] | undefined;
  /** Created at this time or later. */
  createdAfter?: string | undefined;
  /** Created before this time. */
  createdBefore?: string | undefined;
  /** Last changed at this time or later. */
  updatedAfter?: string | undefined;
  /** Last changed before this time. */
  updatedBefore?: string | undefined;
  /** Order of the list. */
  sort: 'shortcut' | '-updatedAt' | 'updatedAt' | 'createdAt' | '-createdAt';
}

/** Which channels to list. */
export interface ListChannelsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit: number;
  /** Channels of any of these networks. */
  type?: ('whatsapp' | 'instagram' | 'tiktok')[] | undefined;
  /** Channels in any of these states. */
  status?: ('pending' | 'active' | 'error' | 'disabled' | 'archived')[] | undefined;
  /** Also returns deleted channels. Filtering by the status `archived` returns them too. */
  includeArchived: boolean;
  /** Created at this time or later. */
  createdAfter?: string | undefined;
  /** Created before this time. */
  createdBefore?: string | undefined;
  /** Last changed at this time or later. */
  updatedAfter?: string | undefined;
  /** Last changed before this time. */
  updatedBefore?: string | undefined;
  /** Order of the list. */
  sort: '-createdAt' | 'createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name';
}

/** Which contacts to list. */
export interface ListContactsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit: number;
  /**
   * Text to find in the name, first and last name, phone, email or externalId. Case and accents
   * are ignored.
   */
  q?: string | undefined;
  /** Exactly one of these numbers. Separators are removed; `+` is optional. */
  phone?: string[] | undefined;
  /** Exactly one of these addresses. */
  email?: string[] | undefined;
  /** Exactly one of these ids. */
  externalId?: string[] | undefined;
  /** Only records with at least one of these tags. */
  tag?: string[] | undefined;
  /** In any of these lifecycle stages. */
  lifecycle?: ('lead' | 'opportunity' | 'customer' | 'other')[] | undefined;
  /** Owned by any of these users; `none` = without owner. */
  ownerId?: string[] | undefined;
  /** Contacts with an address on any of these networks. */
  channelType?: ('whatsapp' | 'instagram' | 'tiktok')[] | undefined;
  /** Created at this time or later. */
  createdAfter?: string | undefined;
  /** Created before this time. */
  createdBefore?: string | undefined;
  /** Last changed at this time or later. */
  updatedAfter?: string | undefined;
  /** Last changed before this time. */
  updatedBefore?: string | undefined;
  /** Order of the list. */
  sort: '-createdAt' | 'createdAt' | 'updatedAt' | '-updatedAt' | '-lastSeenAt' | 'name';
}

/** Which messages of a conversation to list. */
export interface ListConversationMessagesQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit: number;
  /** Messages in any of these directions. */
  direction?: ('inbound' | 'outbound')[] | undefined;
  /** Messages of any of these types. */
  type?: ('text' | 'template' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'reaction' | 'interactive' | 'contacts' | 'order' | 'share' | 'system' | 'unsupported')[] | undefined;
  /** Messages in any of these states. */
  status?: ('queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'canceled' | 'received')[] | undefined;
  /** Created at this time or later. */
  createdAfter?: string | undefined;
  /** Created before this time. */
  createdBefore?: string | undefined;
  /** Order of the list. */
  sort: '-createdAt' | 'createdAt';
}

/** Which conversations to list. */
export interface ListConversationsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit: number;
  /** In any of these states. Default: all. */
  status?: ('open' | 'pending' | 'snoozed' | 'closed')[] | undefined;
  /** On any of these channels. */
  channelId?: string[] | undefined;
  /** On any of these networks. */
  channelType?: ('whatsapp' | 'instagram' | 'tiktok')[] | undefined;
  /** With any of these contacts. */
  contactId?: string[] | undefined;
  /** Assigned to any of these users; `none` = unassigned. */
  assigneeId?: string[] | undefined;
  /** Only records with at least one of these tags. */
  tag?: string[] | undefined;
  /** Of any of these priorities. */
  priority?: ('low' | 'medium' | 'high' | 'urgent')[] | undefined;
  /** With, or without, unread messages. */
  unread?: boolean | undefined;
  /** Conversations whose window is known to be open (true) or closed (false). */
  windowOpen?: boolean | undefined;
  /** Started by any of these. */
  source?: ('inbound' | 'api' | 'broadcast' | 'flow' | 'inbox')[] | undefined;
  /** Text to find in the contact’s name or phone, or in a message. Case and accents are ignored. */
  q?: string | undefined;
  /** Created at this time or later. */
  createdAfter?: string | undefined;
  /** Created before this time. */
  createdBefore?: string | undefined;
  /** Last changed at this time or later. */
  updatedAfter?: string | undefined;
  /** Last changed before this time. */
  updatedBefore?: string | undefined;
  /** Newest message at this time or later. */
  lastMessageAfter?: string | undefined;
  /** Newest message before this time. */
  lastMessageBefore?: string | undefined;
  /** Order of the list. Conversations without a value come last. */
  sort: '-lastMessageAt' | 'lastMessageAt' | 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'waitingSince';
}

/** Which events to list. */
export interface ListEventsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit: number;
  /** Events of any of these types or groups. */
  type?: EventPattern[] | undefined;
  /** Events about any of these records. */
  subjectId?: string[] | undefined;
  /** Events at this time or later. */
  since?: string | undefined;
  /** Events before this time. */
  until?: string | undefined;
  /**
   * Only events with a higher `sequence`. Continue from the last one you have seen to miss no
   * event.
   */
  afterSequence?: number | undefined;
  /** Order of the list; the oldest come first. */
  sort: 'sequence' | '-sequence';
}

/** Which chunks to list. */
export interface ListKnowledgeChunksQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit: number;
  /** Order of the list. */
  sort: 'position' | '-position';
}

/** Search query or list filters. */
export interface ListKnowledgeFaqsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page: with `q` 1 to 50, else 1 to 100 (25 when absent). */
  limit?: number | undefined;
  /**
   * Question in the customer's words. "Quoted words" must be adjacent and `-word` must be absent;
   * there are no other operators. Absent or blank: a plain list, last changed first.
   */
  q?: string | undefined;
  /** In any of these languages; `pt` also finds `pt-BR`. */
  language?: string[] | undefined;
  /** Only records with at least one of these tags. */
  tag?: string[] | undefined;
  /** Minimum score of a result, 0 to 1. */
  minScore: number;
  /** Required words of `q`: any, all, or all as a phrase. */
  match: 'any' | 'all' | 'phrase';
  /** Passages per record, 0 to 5. */
  snippets: number;
  /** Whether an unknown word is replaced by similar known words. */
  fuzzy: boolean;
  /** In any of these states. Default: `published`. */
  status: ('draft' | 'published' | 'archived')[];
  /** Of any of these knowledge sources. */
  sourceId?: string[] | undefined;
  /** With any of your own ids. */
  externalId?: string[] | undefined;
  /** Created at this time or later. */
  createdAfter?: string | undefined;
  /** Created before this time. */
  createdBefore?: string | undefined;
  /** Last changed at this time or later. */
  updatedAfter?: string | undefined;
  /** Last changed before this time. */
  updatedBefore?: string | undefined;
  /** Order of a plain list. A search returns the best results first. */
  sort: '-updatedAt' | 'updatedAt' | '-createdAt' | 'createdAt' | 'position' | '-position';
}

/** Search query or list filters. */
export interface ListKnowledgeSourcesQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page: with `q` 1 to 50, else 1 to 100 (25 when absent). */
  limit?: number | undefined;
  /**
   * Question in the customer's words. "Quoted words" must be adjacent and `-word` must be absent;
   * there are no other operators. Absent or blank: a plain list, last changed first.
   */
  q?: string | undefined;
  /** In any of these languages; `pt` also finds `pt-BR`. */
  language?: string[] | undefined;
  /** Only records with at least one of these tags. */
  tag?: string[] | undefined;
  /** Minimum score of a result, 0 to 1. */
  minScore: number;
  /** Required words of `q`: any, all, or all as a phrase. */
  match: 'any' | 'all' | 'phrase';
  /** Passages per record, 0 to 5. */
  snippets: number;
  /** Whether an unknown word is replaced by similar known words. */
  fuzzy: boolean;
  /** Of any of these types. */
  type?: ('text' | 'markdown' | 'html' | 'url')[] | undefined;
  /** In any of these states. Default: `ready`. */
  status: ('processing' | 'ready' | 'failed' | 'archived')[];
  /** With any of your own ids. */
  externalId?: string[] | undefined;
  /** Created at this time or later. */
  createdAfter?: string | undefined;
  /** Created before this time. */
  createdBefore?: string | undefined;
  /** Last changed at this time or later. */
  updatedAfter?: string | undefined;
  /** Last changed before this time. */
  updatedBefore?: string | undefined;
  /** Order of a plain list. A search returns the best results first. */
  sort: '-updatedAt' | 'updatedAt' | '-createdAt' | 'createdAt' | 'title' | '-title';
}

/** Which messages to list. */
export interface ListMessagesQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit: number;
  /** Messages of any of these conversations. */
  conversationId?: string[] | undefined;
  /** Messages of any of these contacts. */
  contactId?: string[] | undefined;
  /** Messages of any of these channels. */
  channelId?: string[] | undefined;
  /** Messages of any of these networks. */
  channelType?: ('whatsapp' | 'instagram' | 'tiktok')[] | undefined;
  /** Messages with any of these origins. */
  sourceType?: ('api' | 'inbox' | 'broadcast' | 'flow' | 'ticket' | 'echo' | 'contact')[] | undefined;
  /** Messages created by any of these records. */
  sourceId?: string[] | undefined;
  /** Messages with any of these provider IDs. */
  externalId?: string[] | undefined;
  /** Text to find in the message. Case and accents are ignored. */
  q?: string | undefined;
  /** Messages in any of these directions. */
  direction?: ('inbound' | 'outbound')[] | undefined;
  /** Messages of any of these types. */
  type?: ('text' | 'template' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'reaction' | 'interactive' | 'contacts' | 'order' | 'share' | 'system' | 'unsupported')[] | undefined;
  /** Messages in any of these states. */
  status?: ('queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'canceled' | 'received')[] | undefined;
  /** Created at this time or later. */
  createdAfter?: string | undefined;
  /** Created before this time. */
  createdBefore?: string | undefined;
  /** Last changed at this time or later. */
  updatedAfter?: string | undefined;
  /** Last changed before this time. */
  updatedBefore?: string | undefined;
  /** Order of the list. */
  sort: '-createdAt' | 'createdAt' | 'updatedAt' | '-updatedAt';
}

/** Which deliveries to list. */
export interface ListWebhookDeliveriesQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit: number;
  /** Deliveries in any of these states. */
  status?: ('pending' | 'delivering' | 'delivered' | 'retrying' | 'exhausted' | 'canceled')[] | undefined;
  /** Events of any of these types or groups. */
  eventType?: EventPattern[] | undefined;
  /** Of any of these events. */
  eventId?: string[] | undefined;
  /** Created at this time or later. */
  since?: string | undefined;
  /** Created before this time. */
  until?: string | undefined;
  /** Order of the list. */
  sort: '-createdAt' | 'createdAt';
}

/** Which webhook endpoints to list. */
export interface ListWebhookEndpointsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit: number;
  /** Endpoints in any of these states. */
  status?: ('enabled' | 'disabled')[] | undefined;
  /** Order of the list. */
  sort: '-createdAt' | 'createdAt';
}

/** The place to send. */
export interface LocationInput {
  /** Degrees north. */
  latitude: number;
  /** Degrees east. */
  longitude: number;
  /** Name of the place. */
  name?: string | undefined;
  /** Address of the place. */
  address?: string | undefined;
}

/** The file to send. */
export interface MediaInput {
  /** Public `https://` address of the file. The provider downloads it. */
  url: string;
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
  /** `inbound`: from the customer. `outbound`: to the customer. */
  direction: MessageDirection;
  /**
   * Kind of content. `capabilities.content.types` of a channel lists what it sends. New types may
   * be added.
   */
  type: MessageType;
  /** Address of the sender; for a channel without an address, its ID. */
  from: string;
  /** Address of the recipient, as used for sending; for a channel without an address, its ID. */
  to: string;
  /** Body, caption or best-effort rendering of the template. */
  text: string | null;
  /** The template as sent. */
  template: Template | null;
  /** Files. */
  attachments: Attachment[];
  /** Choice of the customer. */
  interactive: {
    /** Kind of interactive element. */
    kind: InteractiveKind;
    /** Your id of the choice. */
    id: string | null;
    /** Its label. */
    title: string | null;
    /** Payload of the button. */
    payload: string | null;
  } | null;
  /** What the message lets the customer choose from; `text` has its text. */
  prompt: {
    /** Reply buttons, a list to choose from, or a button that opens a link. */
    kind: PromptKind;
    /** Title above the text. */
    header: string | null;
    /** Small print below the text. */
    footer: string | null;
    /** Label of the button that opens the list or the link. */
    button: string | null;
    /** Address that the button opens. */
    url: string | null;
    /** Buttons, or rows of the list. */
    options: {
      /** Your ID of the choice. */
      id: string;
      /** Label. */
      title: string;
      /** Text below the title. */
      description: string | null;
      /** Title of its section. */
      section: string | null;
    }[];
  } | null;
  /** Shared location. */
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
  /** Reaction to a message. */
  reaction: {
    /** The emoji; null = the reaction was removed. */
    emoji: string | null;
    /** ID of that message; null when it is unknown. */
    messageId: string | null;
    /** The provider's ID of that message. */
    externalId: string | null;
  } | null;
  /** Reactions to this message: the latest one of each person. */
  reactions: {
    /** Address of the person who reacted. */
    from: string;
    /** The emoji. */
    emoji: string;
    /** Time of the reaction. */
    at: string;
  }[];
  /** The ad, post or link that led the customer to the conversation. */
  referral: {
    /** Kind of the source, such as `ad` or `post`. */
    sourceType: string | null;
    /** The network's ID of the ad or post. */
    sourceId: string | null;
    /** Address of the ad or post. */
    sourceUrl: string | null;
    /** Title of the ad. */
    headline: string | null;
    /** ID of the click, for reports to the ad platform. */
    clickId: string | null;
  } | null;
  /**
   * The provider's own object, where Parley has no fields: contacts, orders, shared posts,
   * answered stories, system messages and unsupported types. Its fields are the provider's and may
   * change.
   */
  providerContent: Record<string, unknown> | null;
  /** Message that this one replies to. */
  replyTo: {
    /** ID of that message; null when it is unknown. */
    messageId: string | null;
    /** The provider's ID of that message. */
    externalId: string | null;
  } | null;
  /**
   * Outbound: queued, sending, sent, delivered, read, failed or canceled. Inbound: received. 202
   * means queued, not sent.
   */
  status: MessageStatus;
  /** Reason of the failure; null unless `status` is `failed`. */
  error: MessageError | null;
  /** Number of attempts to send it. */
  attempts: number;
  /** The provider's ID, once it is known. */
  externalId: string | null;
  /** Origin of the message. */
  source: {
    /** Origin of the message. */
    type: MessageSourceType;
    /** ID of that record. */
    id: string | null;
  };
  messageTag: MessageTag | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Whether the customer deleted the message. */
  isDeleted: boolean;
  /** Time at which the customer edited the message. */
  editedAt: string | null;
  /** Time at which the message was accepted or received. */
  createdAt: string;
  /** Time at which the provider accepted the message. */
  sentAt: string | null;
  /** Time at which the message reached the recipient. */
  deliveredAt: string | null;
  /** Time at which the recipient read the message. */
  readAt: string | null;
  /** Time of the failure. */
  failedAt: string | null;
  /** Time at which the message was canceled. */
  canceledAt: string | null;
  /** Time of the last change. */
  updatedAt: string;
}

/** `inbound`: from the customer. `outbound`: to the customer. */
export type MessageDirection = 'inbound' | 'outbound' | (string & {});

/** Why a message failed. */
export interface MessageError {
  /** `SVC-…` code. Open enum: new codes may be added; handle unknown ones. */
  code: string;
  /** Text for people; it may change. */
  message: string;
  /** The provider's own code. */
  providerCode: string | null;
  /** The provider's own error text. */
  providerMessage: string | null;
  /** Whether `POST /messages/{id}/retry` may succeed. */
  retryable: boolean;
  /** Kind of failure, if the code has several. */
  reason: string | null;
  /** The limit that was reached, for SVC-PROVIDER-RATE-LIMITED. */
  scope: string | null;
  /** More facts; the fields depend on the code. */
  details: Record<string, unknown>;
  /** Time of the failure. */
  at: string;
}

/** One entry of the timeline of a message. */
export interface MessageEvent {
  /** Data of the event. */
  type: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'canceled' | 'received' | 'retried' | (string & {});
  /** Time of the change, by the provider’s clock if known. */
  at: string;
  /** Time at which the server recorded it. */
  receivedAt: string;
  /** Whether the report was too late to change the status. */
  ignored: boolean;
  /** Why it failed. */
  error: MessageError | null;
}

/** Origin of the message. */
export type MessageSourceType = 'api' | 'inbox' | 'broadcast' | 'flow' | 'ticket' | 'echo' | 'contact' | (string & {});

/**
 * Outbound: queued, sending, sent, delivered, read, failed or canceled. Inbound: received. 202
 * means queued, not sent.
 */
export type MessageStatus = 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'canceled' | 'received' | (string & {});

/** Instagram: a person answers, within seven days of the last inbound message. */
export type MessageTag = 'human_agent' | (string & {});

/**
 * Kind of content. `capabilities.content.types` of a channel lists what it sends. New types may be
 * added.
 */
export type MessageType = 'text' | 'template' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'reaction' | 'interactive' | 'contacts' | 'order' | 'share' | 'system' | 'unsupported' | (string & {});

/** Your own key-value data, not nested: at most 20 keys and 4 KB. */
export type Metadata = Record<string, string | number | boolean>;

/** Your own key-value data, not nested: at most 20 keys and 4 KB. */
export type MetadataInput = Record<string, string | number | boolean>;

/** Merged into the metadata by key; null removes a key. */
export type MetadataPatch = Record<string, string | number | boolean | null>;

/** Position in a list and page size. */
export interface PageQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit: number;
}

/** Buttons, a list or a link. */
export type PromptInput = {
  /** Reply buttons. */
  kind: 'buttons';
  /** Text of the message. The channel limits its length. */
  text: string;
  /** Title above the text. */
  header?: string | undefined;
  /** Small print below the text. */
  footer?: string | undefined;
  /** The buttons, with different IDs and titles. */
  buttons: {
    /** Your ID of the choice; the answer of the customer names it. */
    id: string;
    /** Label. The channel limits its length. */
    title: string;
  }[];
} | {
  /** A list that opens at the tap of a button. */
  kind: 'list';
  /** Text of the message. The channel limits its length. */
  text: string;
  /** Title above the text. */
  header?: string | undefined;
  /** Small print below the text. */
  footer?: string | undefined;
  /** Label of the button that opens the list. */
  button: string;
  /** Sections of the list, with 10 rows in total. */
  sections: {
    /** Title; required when there are several sections. */
    title?: string | undefined;
    /** The choices, with different IDs. */
    rows: {
      /** Your ID of the choice; the answer of the customer names it. */
      id: string;
      /** Label. The channel limits its length. */
      title: string;
      /** Text below the title. */
      description?: string | undefined;
    }[];
  }[];
} | {
  /** A button that opens a link. */
  kind: 'cta_url';
  /** Text of the message. The channel limits its length. */
  text: string;
  /** Title above the text. */
  header?: string | undefined;
  /** Small print below the text. */
  footer?: string | undefined;
  /** Label of the button. */
  button: string;
  /** Address that the button opens. */
  url: string;
};

/** Reply buttons, a list to choose from, or a button that opens a link. */
export type PromptKind = 'buttons' | 'list' | 'cta_url' | (string & {});

/** The reaction. */
export interface ReactionInput {
  /** Message of this conversation to react to. */
  messageId: string;
  /** One emoji; null removes the reaction. */
  emoji: string | null;
}

/** Selection of past events. */
export interface ReplayWebhookBody {
  /** Events from this time on. */
  since: string;
  /** Only events before this time. Default: now. */
  until?: string | undefined;
  /** Only these types or groups, out of the subscribed ones. */
  types?: EventPattern[] | undefined;
  /** False: also sends events that were delivered, with the same `webhook-id`. */
  onlyFailed: boolean;
}

/** Options of the rotation. */
export interface RotateWebhookSecretBody {
  /** Hours for which the old secret also signs. 0 = all old secrets expire at once. */
  overlapHours: number;
}

/** A message to the customer of a conversation. */
export type SendConversationMessageBody = {
  /** Text message. */
  type: 'text';
  /** Text to send. The channel limits its length. */
  text: string;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** Template message. */
  type: 'template';
  /** The template to send. Give `variables` or `components`, not both. */
  template: TemplateInput;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** A file. */
  type: 'image';
  /** The file to send. */
  media: MediaInput;
  /** Text below the file. */
  caption?: string | undefined;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** A file. */
  type: 'video';
  /** The file to send. */
  media: MediaInput;
  /** Text below the file. */
  caption?: string | undefined;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** A file. */
  type: 'audio';
  /** The file to send. */
  media: MediaInput;
  /** Whether it is shown as a voice message. Default: false. */
  voice?: boolean | undefined;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** A file. */
  type: 'document';
  /** The file to send. */
  media: MediaInput;
  /** Text below the file. */
  caption?: string | undefined;
  /** File name that the customer sees. */
  filename?: string | undefined;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** A file. */
  type: 'sticker';
  /** The file to send. */
  media: MediaInput;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** A place. */
  type: 'location';
  /** The place to send. */
  location: LocationInput;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** A reaction to a message of this conversation. */
  type: 'reaction';
  /** The reaction. */
  reaction: ReactionInput;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** Text with buttons, a list or a link. */
  type: 'interactive';
  /** Buttons, a list or a link. */
  interactive: PromptInput;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
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
  /** Text message. */
  type: 'text';
  /** Text to send. The channel limits its length. */
  text: string;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** The channel to send on. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** Template message. */
  type: 'template';
  /** The template to send. Give `variables` or `components`, not both. */
  template: TemplateInput;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** The channel to send on. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** A file. */
  type: 'image';
  /** The file to send. */
  media: MediaInput;
  /** Text below the file. */
  caption?: string | undefined;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** The channel to send on. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** A file. */
  type: 'video';
  /** The file to send. */
  media: MediaInput;
  /** Text below the file. */
  caption?: string | undefined;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** The channel to send on. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** A file. */
  type: 'audio';
  /** The file to send. */
  media: MediaInput;
  /** Whether it is shown as a voice message. Default: false. */
  voice?: boolean | undefined;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** The channel to send on. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** A file. */
  type: 'document';
  /** The file to send. */
  media: MediaInput;
  /** Text below the file. */
  caption?: string | undefined;
  /** File name that the customer sees. */
  filename?: string | undefined;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** The channel to send on. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** A file. */
  type: 'sticker';
  /** The file to send. */
  media: MediaInput;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** The channel to send on. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** A place. */
  type: 'location';
  /** The place to send. */
  location: LocationInput;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** The channel to send on. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** A reaction to a message of this conversation. */
  type: 'reaction';
  /** The reaction. */
  reaction: ReactionInput;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** The channel to send on. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** Text with buttons, a list or a link. */
  type: 'interactive';
  /** Buttons, a list or a link. */
  interactive: PromptInput;
  /** Message of this conversation to reply to. */
  replyToMessageId?: string | undefined;
  /** Instagram: a person answers, within seven days of the last inbound message. */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
};

/** A message from a customer to a sandbox channel. */
export type SimulateInboundBody = {
  /** Text message. */
  type: 'text';
  /** What the customer wrote. */
  text: string;
  /** Address of the customer on this network. */
  from: string;
  /** The provider's id of the message. A repeated id changes nothing. Default: a new id. */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** Time at which the customer sent it. Default: now. */
  timestamp?: string | undefined;
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
    name: string | null;
    /** Address of the place. */
    address: string | null;
  };
  /** Address of the customer on this network. */
  from: string;
  /** The provider's id of the message. A repeated id changes nothing. Default: a new id. */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** Time at which the customer sent it. Default: now. */
  timestamp?: string | undefined;
} | {
  /** A choice of a button or a list. */
  type: 'interactive';
  /** Choice of the customer. */
  interactive: {
    /** Kind of interactive element. */
    kind: 'button_reply' | 'list_reply' | 'flow_reply' | 'template_button';
    /** Your id of the choice. */
    id: string | null;
    /** Its label. */
    title: string | null;
    /** Payload of the button. */
    payload: string | null;
  };
  /** Address of the customer on this network. */
  from: string;
  /** The provider's id of the message. A repeated id changes nothing. Default: a new id. */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** Time at which the customer sent it. Default: now. */
  timestamp?: string | undefined;
} | {
  /** A file. Nothing is downloaded: it stays `pending`. */
  type: 'image' | 'video' | 'audio' | 'document' | 'sticker';
  /** Text below the file. */
  text?: string | undefined;
  /** The file. */
  media?: {
    /** Media type. */
    mimeType?: string | undefined;
    /** File name. */
    filename?: string | undefined;
  } | undefined;
  /** Address of the customer on this network. */
  from: string;
  /** The provider's id of the message. A repeated id changes nothing. Default: a new id. */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** Time at which the customer sent it. Default: now. */
  timestamp?: string | undefined;
} | {
  /** A reaction to a message. */
  type: 'reaction';
  /** The reaction of the customer. */
  reaction: {
    /** The provider's ID of that message. */
    externalId: string;
    /** The emoji; null removes the reaction. */
    emoji: string | null;
  };
  /** Address of the customer on this network. */
  from: string;
  /** The provider's id of the message. A repeated id changes nothing. Default: a new id. */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** Time at which the customer sent it. Default: now. */
  timestamp?: string | undefined;
} | {
  /** Content that the network does not deliver to the API. */
  type: 'unsupported';
  /** Address of the customer on this network. */
  from: string;
  /** The provider's id of the message. A repeated id changes nothing. Default: a new id. */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** Time at which the customer sent it. Default: now. */
  timestamp?: string | undefined;
};

/**
 * A status report for a message of a sandbox channel. Reports can come in any order and any number
 * of times.
 */
export interface SimulateStatusBody {
  /** Id of the message, `msg_…`. */
  messageId: string;
  /** Reported status. */
  status: 'sent' | 'delivered' | 'read' | 'failed';
  /** Reason of the failure; only with `failed`. */
  error?: {
    /** A WhatsApp error code, such as 131026. */
    providerCode: string;
    /** The provider's error text. */
    providerMessage?: string | undefined;
  } | undefined;
  /** Time of the report. Default: now. */
  timestamp?: string | undefined;
}

/** The received message. */
export interface SimulatedInbound {
  /** Whether the externalId was known. If so, nothing changed. */
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
  /** Parts as sent to the provider. */
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
  /** Passed to the provider unchanged. */
  components?: {
    /** `header`, `body` or `button`. */
    type: string;
    /** Kind of button. */
    subType?: string | undefined;
    /** Position of the button. */
    index?: string | number | undefined;
    /** Values of the placeholders. */
    parameters?: {
      /** `text`, `image`, `payload` and others. */
      type: string;
      /** For templates with named parameters. */
      parameterName?: string | undefined;
      [key: string]: unknown;
    }[] | undefined;
    [key: string]: unknown;
  }[] | undefined;
}

/** The organization that an API key belongs to. */
export interface Tenant {
  /** Id of the tenant, `ten_…`. */
  id: string;
  /** Display name. */
  name: string;
  /** Kind of tenant. */
  kind: 'standard' | 'agency' | 'client' | (string & {});
  /** Requests of a suspended tenant are refused with 403. */
  status: 'active' | 'suspended' | (string & {});
  /** IANA time zone. */
  timezone: string;
  /** BCP 47 language tag. */
  locale: string;
  /** ISO 4217 code. */
  defaultCurrency: string;
  /** The agency that provisioned a client tenant. */
  agencyId: string | null;
  /** Creation time. */
  createdAt: string;
}

/** The test event to send. */
export interface TestWebhookBody {
  /** Type of the example event. The endpoint does not need to subscribe to it. */
  type: 'message.received' | 'message.queued' | 'message.sent' | 'message.delivered' | 'message.read' | 'message.failed' | 'message.canceled' | 'message.updated' | 'conversation.created' | 'conversation.updated' | 'conversation.status_changed' | 'conversation.assigned' | 'conversation.read' | 'contact.created' | 'contact.updated' | 'contact.tags_changed' | 'channel.created' | 'channel.updated' | 'channel.status_changed' | 'channel.credentials_expiring' | 'channel.deleted' | 'api_key.created' | 'api_key.revoked' | 'knowledge_source.created' | 'knowledge_source.updated' | 'knowledge_source.ready' | 'knowledge_source.failed' | 'knowledge_source.deleted' | 'knowledge_faq.created' | 'knowledge_faq.updated' | 'knowledge_faq.deleted' | 'webhook_endpoint.disabled' | 'webhook.test' | 'canned_response.created' | 'canned_response.updated' | 'canned_response.deleted';
}

/** Fields to change. Absent fields keep their values; null clears a field. */
export interface UpdateCannedResponseBody {
  /** Text that a user types to find it. */
  shortcut?: string | undefined;
  /** Title in lists. */
  title?: string | null | undefined;
  /** Text; it can contain placeholders such as `{{contact.firstName|there}}`. */
  text?: string | undefined;
  language?: string | null | undefined;
  /** At most 50 labels of up to 64 characters, unique without regard to case. */
  tags?: string[] | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** Fields to change. Absent fields keep their values. */
export interface UpdateChannelBody {
  /** Display name. */
  name?: string | undefined;
  address?: string | null | undefined;
  /** Account at the provider. Absent fields keep their values. */
  config?: ChannelConfigInput | undefined;
  /** Secrets of the provider. No answer shows them. Absent fields keep their values. */
  credentials?: ChannelCredentialsInput | undefined;
  /** Settings to change. Absent settings keep their values. */
  settings?: {
    /**
     * When free text is refused. `known`: the last inbound message is known to be too old;
     * `strict`: also when no inbound message is known; `off`: never.
     */
    windowEnforcement?: 'known' | 'strict' | 'off' | undefined;
    /** Whether an inbound message reopens a closed conversation or starts a new one. */
    threading?: 'single' | 'new_after_close' | undefined;
    /** Messages sent per second; null = the default of the channel type. */
    throttlePerSecond?: number | null | undefined;
  } | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** Fields to change. Absent fields keep their values; null clears a field. */
export interface UpdateContactBody {
  /** Display name. */
  name?: string | null | undefined;
  /** First name. */
  firstName?: string | null | undefined;
  /** Last name. */
  lastName?: string | null | undefined;
  /** Phone number with `+` and country code. Separators are removed. */
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
  /** URL of the picture. */
  avatarUrl?: string | null | undefined;
  /** Stage in the customer lifecycle. */
  lifecycle?: 'lead' | 'opportunity' | 'customer' | 'other' | undefined;
  /** A member of the tenant. */
  ownerId?: string | null | undefined;
  /** At most 50 labels of up to 64 characters, unique without regard to case. */
  tags?: string[] | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** Fields to change. Absent fields keep their values; null clears a field. */
export interface UpdateConversationBody {
  /**
   * Status. `pending`: handled by a bot; `snoozed`: hidden until a time or the next inbound
   * message.
   */
  status?: 'open' | 'pending' | 'snoozed' | 'closed' | undefined;
  /** With `status: "snoozed"`: a time in the future, or null for the next inbound message. */
  snoozedUntil?: string | null | undefined;
  /** A member of the tenant. */
  assigneeId?: string | null | undefined;
  priority?: 'low' | 'medium' | 'high' | 'urgent' | null | undefined;
  /** Subject of the conversation. */
  subject?: string | null | undefined;
  /** At most 50 labels of up to 64 characters, unique without regard to case. */
  tags?: string[] | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** Fields to change. Absent fields keep their values. */
export interface UpdateKnowledgeFaqBody {
  /** The question, unique per language. */
  question?: string | undefined;
  /** The same question in other words, at most 20. Each one improves the search. */
  alternateQuestions?: string[] | undefined;
  /** The answer, in Markdown, at most 10,000 characters. */
  answer?: string | undefined;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters, unique without regard to case. */
  tags?: string[] | undefined;
  /** Knowledge source of the FAQ. */
  sourceId?: string | null | undefined;
  /** Your own sort position. Default: 0. */
  position?: number | undefined;
  /** Your own ID, unique within the tenant. */
  externalId?: string | null | undefined;
  /** Only published FAQs are found, unless a query filters by `status`. */
  status?: 'draft' | 'published' | 'archived' | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** Fields to change. Absent fields keep their values. */
export interface UpdateKnowledgeSourceBody {
  /** Title. */
  title?: string | undefined;
  /** At most 500,000 characters. */
  content?: string | undefined;
  /** URL of the document, or of the page to fetch. */
  url?: string | null | undefined;
  /** Your own ID, unique within the tenant. */
  externalId?: string | null | undefined;
  /** BCP 47. Default: the locale of the tenant. */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters, unique without regard to case. */
  tags?: string[] | undefined;
  /** `archived` removes it from all searches; `ready` restores it. */
  status?: 'ready' | 'archived' | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** Fields to change. Absent fields keep their values. */
export interface UpdateWebhookEndpointBody {
  /**
   * URL that receives the events: `https`, on port 443, 80 or from 1024 up, at a public address.
   * Unique within the tenant.
   */
  url?: string | undefined;
  /** Purpose, for people. */
  description?: string | null | undefined;
  /**
   * Types to subscribe to: types, groups such as `message.*`, or `*`. `message.queued` must be
   * named.
   */
  events?: EventPattern[] | undefined;
  /** Only events of these channels, and events without a channel; null = all channels. */
  channelIds?: string[] | null | undefined;
  /** Merged into the headers by name; null removes a header, `***` keeps its value. */
  headers?: WebhookHeadersPatch | undefined;
  /** Maximum attempts per second. Further attempts wait. Null = no limit. */
  maxPerSecond?: number | null | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** One attempt to deliver an event. */
export interface WebhookAttempt {
  /** Number of the attempt: 1, 2, 3 … over all attempts of the delivery. */
  n: number;
  /** Cause of the attempt. `manual`: a redelivery or a replay. */
  trigger: 'scheduled' | 'manual' | (string & {});
  /** Start time. */
  at: string;
  /** HTTP status of the answer; null = no answer. */
  statusCode: number | null;
  /** Error; null when the answer was a complete 2xx. */
  error: WebhookAttemptError | null;
  /** Duration from the DNS lookup to the end of the answer. */
  durationMs: number;
  /** First part of the answer, at most 1 kB; null = no answer. */
  responseSnippet: string | null;
  /** Time of the next attempt; null = no further attempt. */
  nextAttemptAt: string | null;
}

/** Error of an attempt. */
export interface WebhookAttemptError {
  /**
   * `http_status`, `redirect`, `timeout`, `name_not_resolved`, `url_not_allowed`,
   * `address_not_allowed`, `connection_refused`, `connection_failed`, `tls_failed`,
   * `invalid_response`, `response_too_large`, `interrupted`; new codes may be added.
   */
  code: string;
  /** Text for people; it may change. */
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
  /** Time of the next attempt; null = no further attempt. */
  nextAttemptAt: string | null;
  /** Last attempt; null = none yet. */
  lastAttempt: WebhookAttempt | null;
  /** Time of the event, or of its first replay to this endpoint. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
  /** Time of the 2xx answer; null = not delivered yet. */
  deliveredAt: string | null;
}

/** The delivery of one event to one endpoint, with every attempt. */
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
  /** Time of the next attempt; null = no further attempt. */
  nextAttemptAt: string | null;
  /** Last attempt; null = none yet. */
  lastAttempt: WebhookAttempt | null;
  /** Time of the event, or of its first replay to this endpoint. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
  /** Time of the 2xx answer; null = not delivered yet. */
  deliveredAt: string | null;
  /** All attempts, oldest first. */
  attempts: WebhookAttempt[];
}

/**
 * `exhausted`: given up after the last attempt. `canceled`: the endpoint was disabled or deleted
 * first.
 */
export type WebhookDeliveryStatus = 'pending' | 'delivering' | 'delivered' | 'retrying' | 'exhausted' | 'canceled' | (string & {});

/** A URL that receives events. */
export interface WebhookEndpoint {
  /** Id of the webhook endpoint, `whe_…`. */
  id: string;
  /** URL that receives the events. */
  url: string;
  /** Purpose, for people. */
  description: string | null;
  /** Subscribed types and groups of types. */
  events: string[];
  /** Only events of these channels, and events without a channel; null = all channels. */
  channelIds: string[] | null;
  /** Status. Only enabled endpoints receive events. */
  status: WebhookEndpointStatus;
  /**
   * Why it is disabled: by request; it failed for 120 hours; it answered 410. Null when it is
   * enabled.
   */
  disabledReason: 'manual' | 'failing' | 'gone' | (string & {}) | null;
  /** Additional request headers; every value is shown as `***`. */
  headers: Record<string, string>;
  /** Maximum attempts per second. Further attempts wait. Null = no limit. */
  maxPerSecond: number | null;
  /**
   * Time since which no attempt has succeeded; null = the last attempt succeeded, or there was
   * none.
   */
  failingSince: string | null;
  /** Time of the last attempt. */
  lastDeliveryAt: string | null;
  /** Time of the last attempt with a 2xx answer. */
  lastSuccessAt: string | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change by you or by a rule. */
  updatedAt: string;
  /** Time at which the endpoint was disabled; null when it is enabled. */
  disabledAt: string | null;
}

/** Status. Only enabled endpoints receive events. */
export type WebhookEndpointStatus = 'enabled' | 'disabled' | (string & {});

/** A webhook endpoint with its new secret. */
export interface WebhookEndpointWithSecret {
  /** Id of the webhook endpoint, `whe_…`. */
  id: string;
  /** URL that receives the events. */
  url: string;
  /** Purpose, for people. */
  description: string | null;
  /** Subscribed types and groups of types. */
  events: string[];
  /** Only events of these channels, and events without a channel; null = all channels. */
  channelIds: string[] | null;
  /** Status. Only enabled endpoints receive events. */
  status: WebhookEndpointStatus;
  /**
   * Why it is disabled: by request; it failed for 120 hours; it answered 410. Null when it is
   * enabled.
   */
  disabledReason: 'manual' | 'failing' | 'gone' | (string & {}) | null;
  /** Additional request headers; every value is shown as `***`. */
  headers: Record<string, string>;
  /** Maximum attempts per second. Further attempts wait. Null = no limit. */
  maxPerSecond: number | null;
  /**
   * Time since which no attempt has succeeded; null = the last attempt succeeded, or there was
   * none.
   */
  failingSince: string | null;
  /** Time of the last attempt. */
  lastDeliveryAt: string | null;
  /** Time of the last attempt with a 2xx answer. */
  lastSuccessAt: string | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change by you or by a rule. */
  updatedAt: string;
  /** Time at which the endpoint was disabled; null when it is enabled. */
  disabledAt: string | null;
  /**
   * Secret that verifies signatures: `whsec_…`. Null when this response repeats an earlier one:
   * read it from `/secret`.
   */
  secret: string | null;
}

/** Up to 10 additional request headers. Their values are stored encrypted and never shown. */
export type WebhookHeadersInput = Record<string, string>;

/** Merged into the headers by name; null removes a header, `***` keeps its value. */
export type WebhookHeadersPatch = Record<string, string | null>;

/** Size of a replay. */
export interface WebhookReplay {
  /** Events that will be sent. */
  count: number;
  /**
   * The range has more than 20,000 events: `count` is that of the newest 20,000. Absent otherwise.
   */
  approximate?: true | undefined;
}

/** Secrets that verify the signatures of an endpoint. */
export interface WebhookSecret {
  /** `whsec_` and base64. */
  secret: string;
  /** Secrets that were rotated and still sign, the newest first. */
  previous: {
    /** `whsec_` and base64. */
    secret: string;
    /** Time until which this secret also signs. */
    expiresAt: string;
  }[];
}

/** Result of a test. */
export interface WebhookTestResult {
  /** Whether the endpoint answered 2xx. */
  delivered: boolean;
  /** HTTP status of the answer; null = no answer. */
  statusCode: number | null;
  /** Duration from the DNS lookup to the end of the answer. */
  durationMs: number;
  /** First part of the answer, at most 1 kB; null = no answer. */
  responseSnippet: string | null;
  /** Error; null = success. */
  error: WebhookAttemptError | null;
}

/** What `details` of an error holds, by code. */
export interface ErrorDetails {
  /** The request is invalid. `details.issues` lists each invalid field. */
  'SVC-VALIDATION': {
    /** The invalid fields of the request, at most 100. */
    issues: {
      /** The part of the request. */
      in: 'body' | 'query' | 'path' | 'header' | (string & {});
      /** Dotted path of the field, such as `template.name`; empty for the whole part. */
      path: string;
      /** Kind of mistake. */
      code: 'required' | 'invalid_type' | 'too_long' | 'too_short' | 'invalid_enum' | 'invalid_format' | 'out_of_range' | 'unknown_field' | (string & {});
      /** Text for people: what was expected. */
      message: string;
      /** Expected type or format, if it has a one-word name. */
      expected?: string | undefined;
      /** The type that was received. */
      received?: string | undefined;
    }[];
  };
  /** The body is not valid JSON. `details.position`, if present, is where parsing stopped. */
  'SVC-MALFORMED-JSON': {
    /** Position at which parsing stopped, in characters from the start. */
    position?: number | undefined;
  };
  /** The cursor is not valid for this list, filter and sort. Request the first page without a cursor. */
  'SVC-CURSOR-INVALID': {
    /** `filter_mismatch`: the cursor belongs to other filters or another sort. */
    reason: 'malformed' | 'filter_mismatch' | (string & {});
  };
  /** The API key is {reason}. Send a valid key as `Authorization: Bearer <key>`. */
  'SVC-UNAUTHORIZED': {
    /** Why the key was refused. `ambiguous`: the two headers hold different keys. */
    reason: 'missing' | 'malformed' | 'invalid' | 'revoked' | 'expired' | 'ambiguous' | (string & {});
  };
  /** This API key may not make this request. */
  'SVC-FORBIDDEN': {
    /** Reason of the refusal. */
    reason: string;
  };
  /** The tenant of this API key is suspended. Ask the operator of the server. */
  'SVC-TENANT-SUSPENDED': {
    /** Time of the suspension; null = unknown. */
    suspendedAt: string | null;
  };
  /** An API key cannot make this request; a signed-in user or the command line can. */
  'SVC-SESSION-REQUIRED': Record<string, never>;
  /** The tenant of this API key has no `{resource}` with this id. */
  'SVC-NOT-FOUND': {
    /** Kind of record, such as `message`. */
    resource: string;
    /** The requested id. */
    id: string;
  };
  /** No endpoint has this path. Check the path; it begins with `/api/v1`. */
  'SVC-ROUTE-NOT-FOUND': {
    /** Method of the request. */
    method: string;
    /** Path of the request. */
    path: string;
  };
  /** This path supports {allowed} only. */
  'SVC-METHOD-NOT-ALLOWED': {
    /** Methods that the path supports. */
    allowed: string[];
  };
  /** Another `{resource}` already has this `{field}`. Use another value. */
  'SVC-CONFLICT': {
    /** Kind of record, such as `message`. */
    resource: string;
    /** The field whose value another record has. */
    field: string;
    /** ID of that record; null when it is not visible to you. */
    existingId: string | null;
  };
  /** The `{resource}` is `{from}`, which does not allow this. See `details.allowed`. */
  'SVC-INVALID-TRANSITION': {
    /** Kind of record, such as `message`. */
    resource: string;
    /** Id of the record. */
    id: string;
    /** Current status of the record. */
    from: string;
    /** Requested status. */
    to?: string | undefined;
    /** Requested action. */
    action?: string | undefined;
    /** Statuses that can follow the current one. */
    allowed: string[];
    /** What to do instead. */
    suggestion?: string | undefined;
  };
  /** Other records refer to this `{resource}`. Remove those references first. */
  'SVC-IN-USE': {
    /** Kind of record, such as `message`. */
    resource: string;
    /** Id of the record. */
    id: string;
    /** Number of records that refer to it, by kind. */
    references: Record<string, number>;
  };
  /** The channel cannot send: its status is `{status}`. Enable it, or use another channel. */
  'SVC-CHANNEL-UNAVAILABLE': {
    /** The channel. */
    channelId: string;
    /** Its status. */
    status: string;
    /** Its `statusReason`. */
    reason: string | null;
  };
  /** The first request with this Idempotency-Key is still running. Retry after `Retry-After`. */
  'SVC-IDEMPOTENCY-IN-PROGRESS': Record<string, never>;
  /** The body is larger than {limitBytes} bytes. Send a smaller body. */
  'SVC-PAYLOAD-TOO-LARGE': {
    /** Maximum size of a body, in bytes. */
    limitBytes: number;
  };
  /** Send the body as `{expected}` in UTF-8. */
  'SVC-UNSUPPORTED-MEDIA-TYPE': {
    /** The content type to send. */
    expected: string;
  };
  /** This Idempotency-Key was used with another body. Use a new key for another request. */
  'SVC-IDEMPOTENCY-MISMATCH': Record<string, never>;
  /** The address is not valid for a `{channelType}` channel: `{reason}`. */
  'SVC-RECIPIENT-INVALID': {
    /** Network of the channel. */
    channelType: string;
    /** Reason why the address is invalid. */
    reason: string;
  };
  /** The messaging window is closed. Wait for the customer to write, or send what `details.suggestion` names. */
  'SVC-WINDOW-CLOSED': {
    /** Network of the channel. */
    channelType: string;
    /** Length of the window. */
    windowHours: number;
    /** Time of the last inbound message; null = none is known. */
    lastInboundAt: string | null;
    /** Time at which the window closed. */
    closedAt: string | null;
    /** `time`: too long after the last inbound message. `quota`: no message left in the window. */
    reason: 'time' | 'quota' | (string & {});
    /** What you can send instead; null = nothing. */
    suggestion: 'template' | (string & {}) | null;
  };
  /** The text has {actual} {unit}; this channel allows {limit}. Shorten the text. */
  'SVC-TEXT-TOO-LONG': {
    /** Maximum length of a text on this channel. */
    limit: number;
    /** Unit of the limit: characters or bytes. */
    unit: string;
    /** Length of the text. */
    actual: number;
  };
  /** A `{channelType}` channel cannot send messages of type `{type}`. */
  'SVC-CONTENT-UNSUPPORTED': {
    /** Network of the channel. */
    channelType: string;
    /** Type of the refused message. */
    type: string;
  };
  /** The template `{name}` does not exist in the language `{language}`. See `details.availableLanguages`. */
  'SVC-TEMPLATE-NOT-FOUND': {
    /** Name of the template. */
    name: string;
    /** Requested language. */
    language: string;
    /** Languages of the template. */
    availableLanguages: string[];
  };
  /** The status of the template `{name}` is `{status}`. Only approved templates can be sent. */
  'SVC-TEMPLATE-NOT-APPROVED': {
    /** Name of the template. */
    name: string;
    /** Requested language. */
    language: string;
    /** Status of the template. */
    status: string;
  };
  /** The parameters do not match the template. See `details`. */
  'SVC-TEMPLATE-PARAMS': {
    /** Parameters of the template. */
    expected: string[];
    /** Given parameters. */
    received: string[];
    /** Missing parameters. */
    missing: string[];
    /** Parameters that the template does not have. */
    unexpected: string[];
    /** Parameters without a value. */
    empty: string[];
  };
  /** The value of `{field}` breaks the rule `{rule}`. Send another value. */
  'SVC-RULE-VIOLATION': {
    /** Name of the rule. */
    rule: string;
    /** Field with the refused value. */
    field: string;
  };
  /** The limit `{limit}` of {max} is reached. Delete or revoke one first. */
  'SVC-LIMIT-REACHED': {
    /** Name of the limit. */
    limit: string;
    /** Its value. */
    max: number;
  };
  /** The limit of {limit} requests in {windowSeconds} seconds is reached. Wait {retryAfterSeconds} seconds. */
  'SVC-RATE-LIMITED': {
    /** Requests per window. */
    limit: number;
    /** Length of the window. */
    windowSeconds: number;
    /** Seconds to wait, as in `Retry-After`. */
    retryAfterSeconds: number;
    /** `key`: the quota of the API key. `ip`: failed authentications from one address. */
    scope: 'key' | 'ip' | (string & {});
  };
  /** The headers are larger than {limitBytes} bytes. Send fewer or shorter headers. */
  'SVC-HEADERS-TOO-LARGE': {
    /** Maximum size of the headers, in bytes. */
    limitBytes: number;
  };
  /** The server failed. Give `details.requestId` to its operator. */
  'SVC-INTERNAL': {
    /** As in `X-Request-Id`. */
    requestId: string;
  };
  /** The provider `{provider}` failed or refused the message. See `details.retryable`. */
  'SVC-PROVIDER-ERROR': {
    /** The provider. */
    provider: string;
    /** The provider's own code. */
    providerCode: string | null;
    /** The provider's own error text. */
    providerMessage: string | null;
    /** Kind of failure. */
    reason: string;
    /** Whether a retry may succeed. */
    retryable: boolean;
  };
  /** The server cannot answer at the moment. Send the request again after {retryAfterSeconds} seconds. */
  'SVC-UNAVAILABLE': {
    /** Seconds to wait, as in `Retry-After`. */
    retryAfterSeconds: number;
    /** As in `X-Request-Id`. */
    requestId?: string | undefined;
  };
  /** The recipient cannot receive this message. Check the address, or use another channel. */
  'SVC-UNDELIVERABLE': Record<string, never>;
  /** The recipient has opted out of these messages. Do not send them again. */
  'SVC-RECIPIENT-OPTED-OUT': {
    /** Kind of messages that the recipient opted out of. */
    scope: string;
    /** Time; null = unknown. */
    at: string | null;
  };
  /** The recipient is blocked. */
  'SVC-RECIPIENT-BLOCKED': Record<string, never>;
  /** The provider limits marketing messages to this recipient. Wait at least 24 hours. */
  'SVC-MARKETING-LIMITED': Record<string, never>;
  /** The provider limits how fast this channel may send (`{scope}`). Send more slowly. */
  'SVC-PROVIDER-RATE-LIMITED': {
    /** Limited per channel, per recipient, or for the quality of the channel. */
    scope: 'channel' | 'pair' | 'quality' | (string & {});
  };
  /** The media could not be transferred. */
  'SVC-MEDIA-FAILED': Record<string, never>;
  /** The message expired at {expiredAt}, before it could be sent. */
  'SVC-EXPIRED': {
    /** Time of the expiry. */
    expiredAt: string;
  };
}

/** The codes that this version knows; newer servers may have more. */
export type ErrorCode = keyof ErrorDetails;
