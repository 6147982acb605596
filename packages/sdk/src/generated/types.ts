// Written by packages/sdk/scripts/generate.ts from the contract. Do not edit.

/** One value, or several of which any matches. In a single text, commas separate values; in a list, they do not. */
export type OneOrMany<Value> = Value | readonly Value[];

/** Tags to add to those of a contact. */
export interface AddContactTagsBody {
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags: readonly string[];
}

/** The agency that an API key belongs to. */
export interface Agency {
  /** ID of the tenant, `ten_…`. */
  id: string;
  /** Display name of the tenant. */
  name: string;
  /**
   * Status. While it is not `active`, the server refuses every request with 403, stores what
   * customers write, and sends nothing. A `suspended` tenant can still read and revoke its grants.
   */
  status: 'active' | 'suspended' | 'archived' | (string & {});
  /** Limits of the agency. */
  limits: {
    /** Clients that the agency may have created at a time. */
    clients: number;
  };
  /** How much of each limit is used. */
  counts: {
    /** Clients that the agency has created. */
    clients: number;
  };
  /** How the console looks for the agency and for the tenants that it created. */
  branding: Branding;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
}

/** A tenant that an agency created, or that invited the agency. */
export interface AgencyClient {
  /** ID of the agency client, `cli_…`. */
  id: string;
  /** ID of the tenant of the client. */
  tenantId: string;
  /** Display name of the tenant. */
  name: string;
  /** Short name for URLs; null = none. Unique within the agency. */
  slug: string | null;
  /** ID of the client in your own system; null = none. Unique within the agency. */
  externalId: string | null;
  /** Status of the client, as the agency has set it. */
  status: AgencyClientStatus;
  /**
   * True: the agency created the tenant. False: the tenant invited the agency, which then cannot
   * suspend it.
   */
  provisioned: boolean;
  /** IANA time zone of the tenant. Null without an active grant. */
  timezone: string | null;
  /** Language of the tenant. Null without an active grant. */
  locale: string | null;
  /** Currency of the tenant. Null without an active grant. */
  defaultCurrency: string | null;
  /** Limits of the tenant. Null without an active grant. */
  limits: TenantLimits | null;
  /** The active grant of the client; null = none. */
  grant: AgencyGrant | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Time of the suspension; null = not suspended. */
  suspendedAt: string | null;
  /** Reason of the suspension, as the agency gave it; null = none. The client does not see it. */
  suspendedReason: string | null;
  /** What the server copied from another client; null = nothing. */
  copy: AgencyClientCopy | null;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
}

/** The copy of the setup of another client into this one, when this one was created. */
export interface AgencyClientCopy {
  /** ID of the client from which the server copies. */
  clientId: string;
  /** The resources that the agency asked for. */
  include: CopiedResource[];
  /**
   * Status. `failed`: the grant of the other client ended, or all attempts of the job failed. The
   * records that were already copied stay.
   */
  status: 'pending' | 'completed' | 'failed' | (string & {});
  /** How many records the server has created. */
  copied: {
    /** Copied records; 0 until the copy has ended. */
    pipelines: number;
    /** Copied records; 0 until the copy has ended. */
    tags: number;
    /** Copied records; 0 until the copy has ended. */
    customFields: number;
    /** Copied records; 0 until the copy has ended. */
    faqs: number;
  };
  /**
   * Records that the server could not create, such as a tag whose name the new client already had;
   * 0 until the copy has ended.
   */
  skipped: number;
  /** Time at which the copy ended; null = pending. */
  finishedAt: string | null;
}

/** Status of the client, as the agency has set it. */
export type AgencyClientStatus = 'active' | 'suspended' | (string & {});

/** A new client, with its first API key. */
export interface AgencyClientWithKey {
  /** ID of the agency client, `cli_…`. */
  id: string;
  /** ID of the tenant of the client. */
  tenantId: string;
  /** Display name of the tenant. */
  name: string;
  /** Short name for URLs; null = none. Unique within the agency. */
  slug: string | null;
  /** ID of the client in your own system; null = none. Unique within the agency. */
  externalId: string | null;
  /** Status of the client, as the agency has set it. */
  status: AgencyClientStatus;
  /**
   * True: the agency created the tenant. False: the tenant invited the agency, which then cannot
   * suspend it.
   */
  provisioned: boolean;
  /** IANA time zone of the tenant. Null without an active grant. */
  timezone: string | null;
  /** Language of the tenant. Null without an active grant. */
  locale: string | null;
  /** Currency of the tenant. Null without an active grant. */
  defaultCurrency: string | null;
  /** Limits of the tenant. Null without an active grant. */
  limits: TenantLimits | null;
  /** The active grant of the client; null = none. */
  grant: AgencyGrant | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Time of the suspension; null = not suspended. */
  suspendedAt: string | null;
  /** Reason of the suspension, as the agency gave it; null = none. The client does not see it. */
  suspendedReason: string | null;
  /** What the server copied from another client; null = nothing. */
  copy: AgencyClientCopy | null;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
  /** The issued API key; null without `issueKey`. */
  apiKey: ApiKey | null;
  /**
   * The full API key. Only this response contains it; a response for a repeated Idempotency-Key
   * has null.
   */
  secret: string | null;
  /** The invitation of the `owner`; null = none. */
  invitation: MemberInvitation | null;
  /**
   * Token of the link `{console}/invitation#token={token}`, with which the owner joins. Only this
   * response contains it; a response for a repeated Idempotency-Key has null.
   */
  invitationToken: string | null;
}

/** The permission that a tenant, the client, gives an agency. Both sides can read and revoke it. */
export interface AgencyGrant {
  /** ID of the agency grant, `grt_…`. */
  id: string;
  /** ID of the tenant of the agency. */
  agencyId: string;
  /** Name of the agency at present; null = it is no longer an agency. */
  agencyName: string | null;
  /** ID of the client record of the agency. */
  agencyClientId: string;
  /** What the agency may do. */
  permissions: AgencyPermission[];
  /** Status of the grant. Only an active grant permits anything. */
  status: AgencyGrantStatus;
  /** The side that created the grant. */
  grantedBy: {
    /** Which side it was. */
    type: 'agency' | 'client' | (string & {});
    /** ID of the tenant of that side. */
    id: string;
  };
  /** The side that revoked the grant; null = not revoked. */
  revokedBy: {
    /** Which side it was. */
    type: 'agency' | 'client' | (string & {});
    /** ID of the tenant of that side. */
    id: string;
  } | null;
  /** Expiry time: the grant permits nothing from then on. Null = never. */
  expiresAt: string | null;
  /** Time of the revocation; null = not revoked. */
  revokedAt: string | null;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
}

/** Status of the grant. Only an active grant permits anything. */
export type AgencyGrantStatus = 'active' | 'revoked' | 'expired' | (string & {});

/**
 * What a grant permits. `profile`: read the client record and its usage; every grant permits it.
 * `manage`: change, suspend and archive the client. `keys`: issue API keys of the client, which
 * give full access to its data.
 */
export type AgencyPermission = 'profile' | 'manage' | 'keys' | (string & {});

/** A credential of a tenant, without its secret. */
export interface ApiKey {
  /** ID of the API key, `key_…`. */
  id: string;
  /** Name of the key, such as the program that uses it. */
  name: string;
  /**
   * Prefix and last four characters of the key, to recognize it. The full key is shown once, at
   * its creation.
   */
  hint: string;
  /** Status of the key. Only active keys are accepted. */
  status: ApiKeyStatus;
  /** Creator of the key. */
  createdBy: {
    /** Kind of creator. */
    type: 'member' | 'agency' | 'cli' | (string & {});
    /** ID of the member or of the tenant of the agency; null for the command line. */
    id: string | null;
  };
  /**
   * ID of the grant under which an agency issued the key; null = none. The key ends with the
   * grant.
   */
  grantId: string | null;
  /** The quota of the key. */
  rateLimit: {
    /** Requests per period. */
    limit: number;
    /** Length of the quota period, in seconds. */
    windowSeconds: number;
  };
  /**
   * Time of the last request with this key, exact to the minute. Stored within a minute; null = no
   * use is stored.
   */
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
  /** ID of the attachment, `att_…`. */
  id: string;
  /** `image`, `video`, `audio`, `document` or `sticker`. */
  kind: string;
  /** MIME type; null = not known. */
  mimeType: string | null;
  /** File name. */
  filename: string | null;
  /** Size in bytes. */
  sizeBytes: number | null;
  /** SHA-256 digest in hexadecimal. */
  sha256: string | null;
  /**
   * Path of the bytes on this server, `/api/v1/media/med_…/content`, for requests with an API key;
   * or the URL that you sent.
   */
  url: string | null;
  /** ID of the stored file; null for a file of another address, and until it is stored. */
  mediaId: string | null;
  /** Whether the file is a voice message. */
  isVoice: boolean;
  /**
   * `stored`: `url` can be downloaded, until the file is deleted. `pending`: not yet. `failed`:
   * never.
   */
  status: 'pending' | 'stored' | 'failed' | (string & {});
  /**
   * `too_large`: the file is larger than the limit of its kind. `unavailable`: the network did not
   * give it. Null unless `status` is `failed`, and for older messages.
   */
  failureReason: 'too_large' | 'unavailable' | (string & {}) | null;
}

/** A change, or a read of a secret: who did it, from where, and to which record. */
export interface AuditEntry {
  /** ID of the audit entry, `aud_…`. */
  id: string;
  /**
   * The action, such as `api_key.revoked`. An action without a name of its own is its endpoint,
   * such as `POST /messages`. Open enum: new values may be added; handle unknown ones.
   */
  action: string;
  /** Who did it. */
  actor: {
    /**
     * Kind of actor. `agency`: an agency that acted on this tenant, its client; `client`: a client
     * that acted on this tenant, its agency.
     */
    type: 'api_key' | 'member' | 'flow' | 'broadcast' | 'contact' | 'system' | 'agency' | 'client' | (string & {});
    /** ID of the actor; null for the system. For an agency or a client, the ID of its tenant. */
    id: string | null;
    /**
     * ID of the grant with which an agency acted: itself, by an API key that it issued, or by its
     * member in the console. Null otherwise.
     */
    grantId: string | null;
  };
  /** The agency that did it, by itself or under a grant; null = none. */
  agency: {
    /** ID of the tenant of the agency. */
    id: string;
    /** Name of the agency at present; null = it is no longer an agency. */
    name: string | null;
  } | null;
  /**
   * In the log of an agency: ID of the client that the action concerns. Null = none, or an entry
   * about a key or a grant that is older than this field.
   */
  clientId: string | null;
  /** ID of the record, which may be deleted since; null = the action names none. */
  recordId: string | null;
  /** ID of the session of a member in the console; null = none. */
  sessionId: string | null;
  /** Network address of the request; null = a command of the operator. */
  ip: string | null;
  /** `X-Request-Id` of the request; null = a command of the operator. */
  requestId: string | null;
  /** Time of the action. */
  createdAt: string;
}

/** Who wrote a text or changed a record. */
export interface Author {
  /** Who it was. `api`: a caller with an API key; `system`: the server itself. */
  type: 'api' | 'member' | 'contact' | 'flow' | 'system' | (string & {});
  /** ID of the API key, user, contact or flow; null for the server. */
  id: string | null;
  /** Display name at that time; null = unknown. */
  name: string | null;
}

/** Contacts to create or to update. */
export interface BatchContactsBody {
  /** At most 100 contacts. Each one is created or updated like a single upsert. */
  items: readonly UpsertContactBody[];
}

/** An FAQ to create or to update. */
export interface BatchKnowledgeFaqItem {
  /** The question. Unique per language, ignoring case, accents and punctuation. */
  question: string;
  /** The same question in other words, at most 20. Searches find the FAQ by any of them. */
  alternateQuestions?: readonly string[] | undefined;
  /** The answer, in Markdown, at most 10,000 characters. */
  answer: string;
  /** BCP 47 tag, such as `pt-BR`. A new FAQ without it gets the locale of the tenant. */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /**
   * ID of the knowledge source that the FAQ refers to; null = none. The deletion of the source
   * sets it to null without an event of the FAQ.
   */
  sourceId?: string | null | undefined;
  /** Position for `sort`, a number of your choice. A new FAQ without it gets 0. */
  position?: number | undefined;
  /** Your own ID, unique among your FAQs. */
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
  items: readonly BatchKnowledgeFaqItem[];
}

/** How the console looks for the agency and for the tenants that it created. */
export interface Branding {
  /** Name of the product in the console and in mails with invitations; null = that of Parley. */
  productName: string | null;
  /**
   * ID of a JPEG or PNG image of the agency of at most 1 MB, from `POST /media`; null = that of
   * Parley.
   */
  logoMediaId: string | null;
  /**
   * Color of buttons and links, such as `#1f883d`; null = that of Parley. The console makes it
   * darker or lighter where it would be hard to read.
   */
  primaryColor: string | null;
  /** Address of a page with help, to which the console links; null = none. */
  supportUrl: string | null;
  /**
   * The domains on which people sign in with this branding, oldest first. Links in invitations use
   * the oldest one that an operator of the server added.
   */
  domains: string[];
}

/** Fields of the branding to change. Absent fields keep their values; null clears a field. */
export interface BrandingInput {
  /** Name of the product in the console and in mails with invitations; null = that of Parley. */
  productName?: string | null | undefined;
  /**
   * ID of a JPEG or PNG image of the agency of at most 1 MB, from `POST /media`; null = that of
   * Parley.
   */
  logoMediaId?: string | null | undefined;
  /**
   * Color of buttons and links, such as `#1f883d`; null = that of Parley. The console makes it
   * darker or lighter where it would be hard to read.
   */
  primaryColor?: string | null | undefined;
  /** Address of a page with help, to which the console links; null = none. */
  supportUrl?: string | null | undefined;
  /**
   * All domains on which people sign in with this branding; those that the list leaves out are
   * removed. For a new domain, DNS must have a TXT record with the name `_parley.{domain}` and the
   * value `parley-agency={id}`, with the ID of the agency.
   */
  domains?: readonly string[] | undefined;
}

/** The hours in which the organization is open. */
export interface BusinessHours {
  /** IANA time zone. */
  timezone: string;
  /**
   * Hours of each day of the week, as pairs of start and end, such as `["09:00", "18:00"]`. Times
   * are local to the time zone. The end is excluded; `24:00` is the end of the day.
   */
  days: {
    /** Hours on Monday, in order; empty = closed. */
    mon: string[][];
    /** Hours on Tuesday, in order; empty = closed. */
    tue: string[][];
    /** Hours on Wednesday, in order; empty = closed. */
    wed: string[][];
    /** Hours on Thursday, in order; empty = closed. */
    thu: string[][];
    /** Hours on Friday, in order; empty = closed. */
    fri: string[][];
    /** Hours on Saturday, in order; empty = closed. */
    sat: string[][];
    /** Hours on Sunday, in order; empty = closed. */
    sun: string[][];
  };
  /** Dates on which the organization is closed all day, such as `2026-12-25`. */
  holidays: string[];
}

/** The hours in which the organization is open. */
export interface BusinessHoursInput {
  /** IANA time zone, such as `America/Sao_Paulo`. */
  timezone: string;
  /**
   * Hours of each day of the week, as pairs of start and end, such as `["09:00", "18:00"]`. Times
   * are local to the time zone. The end is excluded; `24:00` is the end of the day.
   */
  days: {
    /**
     * Hours on Monday, in order and without overlap. Each range ends after it begins. Absent =
     * closed.
     */
    mon?: readonly (readonly string[])[] | undefined;
    /**
     * Hours on Tuesday, in order and without overlap. Each range ends after it begins. Absent =
     * closed.
     */
    tue?: readonly (readonly string[])[] | undefined;
    /**
     * Hours on Wednesday, in order and without overlap. Each range ends after it begins. Absent =
     * closed.
     */
    wed?: readonly (readonly string[])[] | undefined;
    /**
     * Hours on Thursday, in order and without overlap. Each range ends after it begins. Absent =
     * closed.
     */
    thu?: readonly (readonly string[])[] | undefined;
    /**
     * Hours on Friday, in order and without overlap. Each range ends after it begins. Absent =
     * closed.
     */
    fri?: readonly (readonly string[])[] | undefined;
    /**
     * Hours on Saturday, in order and without overlap. Each range ends after it begins. Absent =
     * closed.
     */
    sat?: readonly (readonly string[])[] | undefined;
    /**
     * Hours on Sunday, in order and without overlap. Each range ends after it begins. Absent =
     * closed.
     */
    sun?: readonly (readonly string[])[] | undefined;
  };
  /** Dates on which the organization is closed all day, such as `2026-12-25`. Absent = none. */
  holidays?: readonly string[] | undefined;
}

/** A prepared text that your users send often. */
export interface CannedResponse {
  /** ID of the canned response, `cnr_…`. */
  id: string;
  /**
   * Text that a user types to find the canned response. Unique within the tenant, ignoring case.
   */
  shortcut: string;
  /** Title that people see when they choose a canned response; null = none. */
  title: string | null;
  /**
   * Text. Placeholders such as `{{contact.firstName|there}}` are returned unchanged; the sender
   * fills them in.
   */
  text: string;
  /** BCP 47; null = any language. */
  language: string | null;
  /** Labels of the record, unique ignoring case and accents. */
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
  /**
   * Messages that the network is known to allow until the customer answers one; then they are not
   * counted. Null = no limit.
   */
  initialMessages: number | null;
  /** Whether the network has template messages. */
  templates: boolean;
  /** Statuses of an outbound message that the network reports. */
  receipts: ('sent' | 'delivered' | 'read' | (string & {}))[];
  /** Whether the network can show the customer that the business is typing. */
  typing: boolean;
  /**
   * Whether the typing indicator also shows the customer that its messages were read. It then
   * needs the setting `sendReadReceipts` of the tenant.
   */
  typingMarksRead: boolean;
  /** Whether the network can show the customer that its messages were read. */
  markRead: boolean;
  /** Maximum length of the text of one message. */
  maxText: {
    /** Maximum length of a text. */
    limit: number;
    /** Unit of `limit`; bytes are UTF-8. */
    unit: 'characters' | 'bytes' | (string & {});
  };
  /** Content that the network accepts, with its limits. */
  content: {
    /** Types of messages that the channel sends. */
    types: ('text' | 'template' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'reaction' | 'interactive' | (string & {}))[];
    /** Types of messages that can quote another message with `replyToMessageId`. */
    replies: ('text' | 'template' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'reaction' | 'interactive' | (string & {}))[];
    /** Limits of files, one entry for each type of message. */
    media: {
      /** Type of the message. */
      type: 'image' | 'video' | 'audio' | 'document' | 'sticker' | (string & {});
      /** MIME types that the network accepts. */
      mimeTypes: string[];
      /** Maximum size of a file in bytes. */
      maxBytes: number;
      maxStillBytes: number | null;
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
      /** Whether the message can have a `header` and a `footer`. */
      headerAndFooter: boolean;
    }[];
  };
  /** Messages per second that a channel sends by default. */
  throttlePerSecond: number;
}

/** What the contact has decided. */
export interface ChangeConsentBody {
  /** `marketing`: marketing messages only. `all`: every message. */
  scope: 'marketing' | 'all';
  /** Network on which the contact decided. Default: none. */
  channelType?: 'whatsapp' | 'instagram' | 'tiktok' | null | undefined;
  /** Why or how the contact decided, for the history. Default: none. */
  reason?: string | null | undefined;
}

/** A connection to one messaging network. */
export interface Channel {
  /** ID of the channel, `chn_…`. */
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
  /** Phone number or @handle of the business, to show to people. */
  address: string | null;
  /** ID of the channel at the provider; null until `verify` has confirmed it. */
  externalId: string | null;
  /** Account at the provider; null for the sandbox. */
  config: ChannelConfig | null;
  /** Which credentials are stored, never their values; null for the sandbox. */
  credentials: ChannelCredentials | null;
  /** Result of the last verification of this configuration; null = none yet. */
  verification: ChannelVerification | null;
  /** Quality of a WhatsApp number; null = not known. */
  quality: ChannelQuality | null;
  /**
   * Time of the last complete sync of templates; null = none yet: the server then does not check
   * templates of messages.
   */
  templatesSyncedAt: string | null;
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
  /** Last error that affected the whole channel; null = none. */
  lastError: {
    /** `SVC-…` code. */
    code: string;
    /** The provider's own error code; null = none. */
    providerCode: string | null;
    /** Human-readable text; it may change. */
    message: string;
  } | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. Changes of `lastInboundAt` and `lastOutboundAt` do not count. */
  updatedAt: string;
  /** Time of the deletion; null = not deleted. */
  archivedAt: string | null;
}

/** One check of a channel. */
export interface ChannelCheck {
  /** Name of the check, such as `token` or `phone_number`. */
  name: string;
  /** Whether the check succeeded. */
  ok: boolean;
  /** What the check found. */
  detail: string;
  /** What to do; null when the check succeeded. */
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
  apiVersion?: string | null | undefined;
  /** Instagram: `user_id` of the account; it begins with 1784. */
  igUserId?: string | undefined;
  /** TikTok: `open_id` of the business account. */
  businessId?: string | undefined;
}

/** Which credentials of the channel are stored, without their values. */
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
  /** Time at which `accessToken` expires; null = never, or not known until `verify`. */
  expiresAt: string | null;
  /** Whether the server renews the token before it expires. */
  refreshable: boolean;
  /** Time at which credentials were last stored; null = none are stored. */
  updatedAt: string | null;
}

/**
 * Secrets for the API of the provider. No response contains them. Absent fields keep their values.
 */
export interface ChannelCredentialsInput {
  /** Access token for the API of the provider. */
  accessToken?: string | undefined;
  /** App secret. The provider signs its webhooks with it. */
  appSecret?: string | undefined;
  /**
   * WhatsApp and Instagram: text of your choice. Enter the same text at Meta with the callback
   * URL.
   */
  verifyToken?: string | undefined;
  /** TikTok: token with which the server renews `accessToken`. */
  refreshToken?: string | undefined;
  /** TikTok and WhatsApp: ID of the app. */
  appId?: string | undefined;
}

/**
 * Service that carries the messages. `sandbox` simulates the network: nothing leaves the server.
 */
export type ChannelProvider = 'sandbox' | 'whatsapp_cloud' | 'instagram_graph' | 'tiktok_business' | (string & {});

/** Quality and limit of a WhatsApp number, as the provider reports them. */
export interface ChannelQuality {
  /**
   * Rating that the provider derives from the reactions of customers. The provider limits a number
   * that stays `red`.
   */
  rating: 'green' | 'yellow' | 'red' | 'unknown' | (string & {});
  /**
   * Customers to whom the business may write first within 24 hours, from all its numbers together;
   * null = not known.
   */
  messagingLimit: number | 'unlimited' | null;
  /** Time at which the rating or the limit last changed. */
  updatedAt: string;
}

/** Settings of the channel. */
export interface ChannelSettings {
  /**
   * When free text is refused. `known`: the last inbound message is known to be too old; `strict`:
   * also when no inbound message is known, or no initial message is left; `off`: never.
   */
  windowEnforcement: 'known' | 'strict' | 'off' | (string & {});
  /**
   * What an inbound message does when the conversation is closed. `single`: it reopens the
   * conversation. `new_after_close`: it starts a new one.
   */
  threading: 'single' | 'new_after_close' | (string & {});
  /**
   * Maximum messages per second. Further messages wait in the queue. Null = the default of the
   * network.
   */
  throttlePerSecond: number | null;
  /**
   * Which of the users in `assigneeIds` gets an open conversation without an assignee when its
   * customer writes. `off`: none; `round_robin`: each in turn; `least_open`: the one with the
   * fewest open conversations on all channels. Users with 1,000 or more count as equal.
   */
  autoAssign: 'off' | 'round_robin' | 'least_open' | (string & {});
  /** IDs of the users that `autoAssign` chooses from. Inactive users get none. */
  assigneeIds: string[];
  /**
   * On this channel, these words replace `optOutKeywords` of the tenant; null = those of the
   * tenant. STOP and the other built-in words stay.
   */
  optOutKeywords: string[] | null;
}

/** Settings to change. Absent settings keep their values. */
export interface ChannelSettingsInput {
  /**
   * When free text is refused. `known`: the last inbound message is known to be too old; `strict`:
   * also when no inbound message is known, or no initial message is left; `off`: never.
   */
  windowEnforcement?: 'known' | 'strict' | 'off' | undefined;
  /**
   * What an inbound message does when the conversation is closed. `single`: it reopens the
   * conversation. `new_after_close`: it starts a new one.
   */
  threading?: 'single' | 'new_after_close' | undefined;
  /**
   * Maximum messages per second. Further messages wait in the queue. Null = the default of the
   * network.
   */
  throttlePerSecond?: number | null | undefined;
  /**
   * Which of the users in `assigneeIds` gets an open conversation without an assignee when its
   * customer writes. `off`: none; `round_robin`: each in turn; `least_open`: the one with the
   * fewest open conversations on all channels. Users with 1,000 or more count as equal.
   */
  autoAssign?: 'off' | 'round_robin' | 'least_open' | undefined;
  /** IDs of the users that `autoAssign` chooses from. Inactive users get none. */
  assigneeIds?: readonly string[] | undefined;
  /**
   * On this channel, these words replace `optOutKeywords` of the tenant; null = those of the
   * tenant. STOP and the other built-in words stay.
   */
  optOutKeywords?: readonly string[] | null | undefined;
}

/** Status of the channel. Only active channels send messages. */
export type ChannelStatus = 'pending' | 'active' | 'error' | 'disabled' | 'archived' | (string & {});

/** The network of the channel. */
export type ChannelType = 'whatsapp' | 'instagram' | 'tiktok' | (string & {});

/** Result of the last verification. */
export interface ChannelVerification {
  /** Time of the verification. */
  at: string;
  /** Every check, with its result. */
  checks: ChannelCheck[];
}

/** What a client used in a period. */
export interface ClientUsage {
  /** Start of the period. */
  from: string;
  /** End of the period, which is not included. */
  to: string;
  /** Messages that were created in the period. */
  messages: {
    /** Messages from customers. */
    inbound: number;
    /** Messages to customers. */
    outbound: number;
    /** The same for each type of message that occurs, in alphabetical order. */
    types: {
      /** Type of the messages. */
      type: string;
      /** Messages from customers. */
      inbound: number;
      /** Messages to customers. */
      outbound: number;
    }[];
    /**
     * The same for each category that occurs, in alphabetical order. Messages without a category
     * are left out.
     */
    categories: {
      /** Category of the messages. */
      category: string;
      /** Messages from customers. */
      inbound: number;
      /** Messages to customers. */
      outbound: number;
    }[];
  };
  /** Contacts. */
  contacts: {
    /** Contacts that were created in the period and still exist. */
    created: number;
  };
  /** The limits of the client and their use at present. */
  limits: TenantLimitUses;
}

/** The period of the usage. */
export interface ClientUsageQuery {
  /**
   * Start: a date, such as `2026-11-01`, which begins at midnight in the time zone, or an RFC 3339
   * time.
   */
  from: string | Date;
  /** End, which is not included: a date or a time like `from`. */
  to: string | Date;
  /** IANA time zone of dates. Default: that of the client. */
  timezone?: string | undefined;
}

/**
 * A decision of a contact about messages. It never changes; the newest one of each scope counts.
 */
export interface Consent {
  /** ID of the consent, `cns_…`. */
  id: string;
  /** ID of the contact, `con_…`. */
  contactId: string;
  /** `marketing`: marketing messages only. `all`: every message. */
  scope: ConsentScope;
  /** What the contact decided. */
  status: 'opted_in' | 'opted_out' | (string & {});
  /**
   * How the decision was given. `inbox`: by a member in the console. `keyword`: by a message or a
   * button. `import`: by a CSV import, or before the contact had the address.
   */
  source: 'api' | 'keyword' | 'provider' | 'inbox' | 'import' | (string & {});
  /** Network on which the decision was given; null = none. */
  channelType: ChannelType | null;
  /**
   * ID of the message by which the contact decided, or for which the network reported the
   * decision; null = none.
   */
  messageId: string | null;
  /** The `reason` of the request; null = none. */
  reason: string | null;
  /** Time of the decision. */
  effectiveAt: string;
  /** Time at which the decision was recorded. */
  createdAt: string;
}

/** A kind of messages, and what a contact has decided about it. */
export type ConsentFilter = 'marketing:unknown' | 'marketing:opted_in' | 'marketing:opted_out' | 'all:unknown' | 'all:opted_in' | 'all:opted_out' | (string & {});

/** `marketing`: marketing messages only. `all`: every message. */
export type ConsentScope = 'marketing' | 'all' | (string & {});

/** What a contact has decided about one kind of messages. */
export interface ConsentState {
  /** `unknown`: the contact has not decided; messages are sent. */
  status: 'unknown' | 'opted_in' | 'opted_out' | (string & {});
  /** Time of the decision; null = unknown. */
  at: string | null;
  source: 'api' | 'keyword' | 'provider' | 'inbox' | 'import' | (string & {}) | null;
  /** Network on which the decision was given; null = none. */
  channelType: ChannelType | null;
}

/** A person that you exchange messages with. */
export interface Contact {
  /** ID of the contact, `con_…`. */
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
  /** Phone number in E.164 format with `+`, unique among your contacts. */
  phone: string | null;
  /** Email address, unique among your contacts, ignoring case. */
  email: string | null;
  /** Your own ID, unique among your contacts. */
  externalId: string | null;
  /** BCP 47 language tag, such as `pt-BR`. */
  language: string | null;
  /** Country: ISO 3166-1 alpha-2 code, such as `BR`. */
  country: string | null;
  /** IANA time zone, such as `America/Sao_Paulo`. */
  timezone: string | null;
  /** URL of the picture. */
  avatarUrl: string | null;
  /** Stage in the customer lifecycle. */
  lifecycle: Lifecycle;
  /** ID of the user who is responsible for the contact; null = none. */
  ownerId: string | null;
  /** Labels of the record, unique ignoring case and accents. */
  tags: string[];
  /** Values of your custom fields, by their keys. Fields without a value are absent. */
  customFields: CustomFieldValues;
  /**
   * Addresses on the networks. The first message from or to the number in `phone` adds it as an
   * address, without an event.
   */
  identities: Identity[];
  /** Which messages the contact allows. */
  consent: ContactConsent;
  /** Whether the contact is blocked: the server sends it no messages. */
  blocked: boolean;
  /** Origin of the contact. Open enum: new values may be added; handle unknown ones. */
  source: 'api' | 'inbound' | 'import' | 'broadcast' | 'flow' | 'agency' | (string & {});
  /** Time of the last message from the contact. */
  lastInboundAt: string | null;
  /** Time of the last message to the contact. */
  lastOutboundAt: string | null;
  /** Time at which the contact last sent or read a message. */
  lastSeenAt: string | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /**
   * Time of the last change. Changes of `lastInboundAt`, `lastOutboundAt` and `lastSeenAt` do not
   * count.
   */
  updatedAt: string;
  /** Time at which the contact was archived; null = it is not archived. */
  archivedAt: string | null;
}

/** Results of a request that creates or updates several contacts. */
export interface ContactBatch {
  /** One result per item, in order. */
  results: {
    /** Index of the item, from 0. */
    index: number;
    /** Result of the item. */
    status: 'created' | 'updated' | 'error' | (string & {});
    /** Error of the item; null after a success. */
    error: {
      /** What went wrong: `SVC-…`. Open enum: new codes may be added; handle unknown ones. */
      code: string;
      /** Human-readable text: what is wrong and what to do. It may change. */
      message: string;
      /** Facts about this failure. The fields depend on the code; `{}` when there are none. */
      details: Record<string, unknown>;
    } | null;
    /** The contact; null when there was an error. */
    contact: Contact | null;
  }[];
}

/** Which messages the contact allows. */
export interface ContactConsent {
  /** Marketing messages. */
  marketing: ConsentState;
  /** Every message. */
  all: ConsentState;
}

/** A contact that was erased with its data. */
export interface ContactErasure {
  /** ID of the contact that no longer exists. */
  id: string;
  /** Time of the erasure. */
  erasedAt: string;
}

/** An import of contacts from a CSV file. */
export interface ContactImport {
  /** ID of the contact import, `imp_…`. */
  id: string;
  /**
   * Status. `completed`: every row was applied or has an error. `failed`: `error` has the reason.
   * The rows before the end of a failed or canceled import stay applied.
   */
  status: ContactImportStatus;
  /** Name of the file. */
  filename: string | null;
  /** The fields by which rows are matched with contacts. */
  match: ('externalId' | 'phone' | 'email' | (string & {}))[];
  /**
   * `update`: a row changes the contact that it matches. Empty cells change nothing, tags are
   * added. `skip`: it leaves that contact as it is.
   */
  onConflict: 'update' | 'skip' | (string & {});
  /**
   * True: the import only counts and checks. It compares each row with the stored contacts, not
   * with other rows.
   */
  dryRun: boolean;
  /** Headers of the columns that are not imported, at most 100. */
  ignoredColumns: string[];
  /** Number of rows in the file, without the header. */
  total: number;
  /** Number of rows that are done. Rows without a value count here only. */
  processed: number;
  /** Number of rows that created a contact. */
  created: number;
  /** Number of rows that matched a contact and were applied to it. */
  updated: number;
  /** Number of rows whose contact existed, with `onConflict=skip`. */
  skipped: number;
  /** Number of rows with an error. */
  failed: number;
  /** Reason why the import failed; null unless its status is `failed`. */
  error: {
    /** Code of the reason. */
    code: string;
    /** Human-readable text; it may change. */
    message: string;
  } | null;
  /** Time at which the first rows were read. */
  startedAt: string | null;
  /** Time of the end; null = not ended yet. */
  finishedAt: string | null;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
}

/** A mistake in a row of an import. */
export interface ContactImportError {
  /** ID of the contact import error, `ime_…`. */
  id: string;
  /** Number of the row as a spreadsheet shows it: the header is row 1. */
  row: number;
  /** Field with the mistake, such as `phone`; null = the whole row. */
  field: string | null;
  /** Kind of mistake, such as `invalid_format`, or a code `SVC-…`. */
  code: string;
  /** Human-readable text; it may change. It has no value of the file. */
  message: string;
}

/**
 * Status. `completed`: every row was applied or has an error. `failed`: `error` has the reason.
 * The rows before the end of a failed or canceled import stay applied.
 */
export type ContactImportStatus = 'queued' | 'running' | 'completed' | 'failed' | 'canceled' | (string & {});

/** A contact that was merged into another one. */
export interface ContactMerge {
  /** ID of the contact that no longer exists. */
  id: string;
  /** ID of the contact that has its records. */
  mergedIntoId: string;
  /** The contact as it was before the merge. */
  contact: Contact;
  /** Time of the merge. */
  mergedAt: string;
}

/** Two contacts that are probably the same person. */
export interface ContactMergeSuggestion {
  /** ID of the contact to merge: `duplicateId` of a merge. */
  id: string;
  /** ID of the contact that gets the messages of the person: `primaryId` of a merge. */
  mergeIntoId: string;
  /** Time when a message named both contacts. */
  suggestedAt: string;
}

/** The tags of a contact. */
export interface ContactTags {
  /** Labels of the record, unique ignoring case and accents. */
  tags: string[];
}

/** The contact that was created or updated. */
export interface ContactUpsert {
  /** A person that you exchange messages with. */
  contact: Contact;
  /** Whether the contact is new. */
  created: boolean;
}

/**
 * Messages exchanged with one contact on one channel, as one case. A contact can have several
 * conversations.
 */
export interface Conversation {
  /** ID of the conversation, `cnv_…`. */
  id: string;
  /** ID of the channel, `chn_…`. */
  channelId: string;
  /** The network of the channel. */
  channelType: ChannelType;
  /** ID of the contact, `con_…`. */
  contactId: string;
  /** Summary of the contact. */
  contact: {
    /** ID of the contact, `con_…`. */
    id: string;
    /** Display name. */
    name: string | null;
    /** Phone number in E.164 format with `+`. */
    phone: string | null;
    /** URL of the picture. */
    avatarUrl: string | null;
  };
  /** Address of the customer in this conversation. */
  address: string;
  /**
   * Status. `pending`: handled by a bot until a member or another app of the business answers;
   * `snoozed`: hidden until a time or the next inbound message.
   */
  status: ConversationStatus;
  priority: ConversationPriority | null;
  /** ID of the user who handles the conversation; null = nobody. */
  assigneeId: string | null;
  /** Subject of the conversation. */
  subject: string | null;
  /** Labels of the record, unique ignoring case and accents. */
  tags: string[];
  /** Values of your custom fields, by their keys. Fields without a value are absent. */
  customFields: CustomFieldValues;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Number of inbound messages since the conversation was last read. */
  unreadCount: number;
  /** Summary of the newest message. */
  lastMessage: {
    /** ID of the message, `msg_…`. */
    id: string;
    /** `inbound`: from the customer. `outbound`: to the customer. */
    direction: MessageDirection;
    /**
     * Kind of content. `capabilities.content.types` of a channel lists what it sends. New types
     * may be added.
     */
    type: MessageType;
    /** Text of the message, cut after 200 characters. */
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
  /**
   * Time of the newest message of the customer. Reports of the network, such as a new phone
   * number, do not count.
   */
  lastInboundAt: string | null;
  /** Time of the newest outbound message. */
  lastOutboundAt: string | null;
  /**
   * Time at which the server accepted the first outbound message after an inbound one, even if
   * that message fails later.
   */
  firstReplyAt: string | null;
  /**
   * Time of the oldest inbound message without an answer; null = none waits. An outbound message
   * is an answer once the server accepts it.
   */
  waitingSince: string | null;
  /** Messaging window of the customer on this channel. */
  window: {
    /** Whether free text is allowed; null = unknown. */
    open: boolean | null;
    /** Time at which the window closes; null = not known. */
    expiresAt: string | null;
    /**
     * Messages that the network is known to allow until the customer answers; null = no limit. At
     * 0, `strict` channels refuse messages, and others send them with a warning.
     */
    remaining: number | null;
    /**
     * Message types that a channel with the default `windowEnforcement: known` accepts now.
     * `strict` also refuses text while `open` is null or `remaining` is 0; `off` never does.
     */
    allowed: ('text' | 'template' | (string & {}))[];
  };
  /** Time at which the snoozed conversation opens again; null = with the next inbound message. */
  snoozedUntil: string | null;
  /** Time at which the conversation was closed; null when it is not closed. */
  closedAt: string | null;
  /**
   * Origin of the conversation. `inbox`: begun by a member in the console, or by the business in
   * another app.
   */
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

/** Counts and durations of conversations. */
export interface ConversationReport {
  /** Start of the first bucket. */
  from: string;
  /** End of the last bucket. */
  to: string;
  /** Length of the buckets in the time zone. Weeks begin on Monday. */
  interval: ReportInterval;
  /** IANA time zone of the buckets. */
  timezone: string;
  /** What the series are about; null = everything. */
  groupBy: string | null;
  /** Without `groupBy` one series, or else one for each value that has records. */
  series: {
    /**
     * What the records of the series have in common, such as the ID of a channel. Null: records
     * that have no such value, or all records when the request has no `groupBy`.
     */
    key: string | null;
    /** The whole time, from `from` to `to`. */
    total: {
      /** Conversations that were created. */
      created: number;
      /** Conversations that were closed and not reopened. */
      closed: number;
      /** Of the created conversations that the customer began: time until the first reply. */
      firstReply: DurationSummary;
      /** Of the closed conversations: time from their creation until they were closed. */
      resolution: DurationSummary;
    };
    /** All buckets in their order, also those without records. */
    buckets: {
      /** Start of the bucket. */
      start: string;
      /** End of the bucket, which is not included. */
      end: string;
      /** Conversations that were created. */
      created: number;
      /** Conversations that were closed and not reopened. */
      closed: number;
      /** Of the created conversations that the customer began: time until the first reply. */
      firstReply: DurationSummary;
      /** Of the closed conversations: time from their creation until they were closed. */
      resolution: DurationSummary;
    }[];
  }[];
}

/** Which conversations to count. */
export interface ConversationReportQuery {
  /**
   * Start: a date, such as `2026-11-01`, which begins at midnight in the time zone, or an RFC 3339
   * time.
   */
  from: string | Date;
  /** End, which is not included: a date or a time like `from`. */
  to: string | Date;
  /** Length of the buckets in the time zone. Weeks begin on Monday. */
  interval?: 'hour' | 'day' | 'week' | undefined;
  /** IANA time zone of dates and buckets. Default: that of the tenant. */
  timezone?: string | undefined;
  /** One series for each channel, assignee or origin. */
  groupBy?: 'channel' | 'member' | 'source' | undefined;
}

/**
 * Status. `pending`: handled by a bot until a member or another app of the business answers;
 * `snoozed`: hidden until a time or the next inbound message.
 */
export type ConversationStatus = 'open' | 'pending' | 'snoozed' | 'closed' | (string & {});

/**
 * Resource to copy: pipelines with their stages, tags, custom fields, or FAQs. Open enum: new
 * values may be added; handle unknown ones.
 */
export type CopiedResource = 'pipelines' | 'tags' | 'customFields' | 'faqs' | (string & {});

/** A new client and its tenant. */
export interface CreateAgencyClientBody {
  /** Display name of the tenant. */
  name: string;
  /** IANA time zone, such as `America/Sao_Paulo`. */
  timezone?: string | undefined;
  /** Language of the tenant: BCP 47 tag, such as `pt-BR`. */
  locale?: string | undefined;
  /** Currency: ISO 4217 code, such as `BRL`. */
  defaultCurrency?: string | undefined;
  /** Short name for URLs. Unique within the agency. */
  slug?: string | null | undefined;
  /** ID of the client in your own system. Unique within the agency. */
  externalId?: string | null | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
  /**
   * Another client of the agency. A job copies its setup into the new client, and reports the
   * result in `copy`.
   */
  copyFrom?: {
    /** ID of a client whose grant has the permission `keys`. */
    clientId: string;
    /** The resources to copy. */
    include: readonly ('pipelines' | 'tags' | 'customFields' | 'faqs')[];
  } | undefined;
  /** Limits to set; null removes one. Absent limits keep their values. */
  limits?: TenantLimitsInput | undefined;
  /** The grant of the agency. Without it, the agency has no access to the client. */
  grant?: NewAgencyGrant | undefined;
  /**
   * The first member of the tenant, who is invited as its owner. The server mails the invitation
   * if it sends mails.
   */
  owner?: {
    /** Display name. */
    name: string;
    /** Email address. */
    email: string;
  } | undefined;
  /** An API key of the client. Needs a `grant` with the permission `keys`. */
  issueKey?: IssueApiKeyBody | undefined;
}

/** A new grant for an agency. */
export interface CreateAgencyGrantBody {
  /** What the agency may do. `profile` is always included. */
  permissions: readonly ('profile' | 'manage' | 'keys')[];
  /** Expiry time, in the future. API keys of the grant expire then, too. */
  expiresAt?: string | Date | undefined;
  /** ID of the tenant of the agency. */
  agencyId: string;
}

/** A new canned response. */
export interface CreateCannedResponseBody {
  /**
   * Text that a user types to find the canned response. Unique within the tenant, ignoring case.
   */
  shortcut: string;
  /** Title that people see when they choose a canned response. */
  title?: string | null | undefined;
  /** Text of the response, with placeholders such as `{{contact.firstName|there}}`. */
  text: string;
  language?: string | null | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new channel. A sandbox channel is active at once, any other channel after `verify`. */
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
   * ID of the channel at the provider, for sandbox channels only. Unique per network within the
   * tenant. Other channels get this ID from `verify`.
   */
  externalId?: string | null | undefined;
  /** Account at the provider. Absent fields keep their values. */
  config?: ChannelConfigInput | undefined;
  /**
   * Secrets for the API of the provider. No response contains them. Absent fields keep their
   * values.
   */
  credentials?: ChannelCredentialsInput | undefined;
  /** Settings to change. Absent settings keep their values. */
  settings?: ChannelSettingsInput | undefined;
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
  /**
   * Phone number with `+` and country code. Separators are removed, and full-width digits become
   * plain ones.
   */
  phone?: string | null | undefined;
  /** Email address, unique among your contacts, ignoring case. */
  email?: string | null | undefined;
  /** Your own ID, unique among your contacts. */
  externalId?: string | null | undefined;
  /** BCP 47 language tag, such as `pt-BR`. */
  language?: string | null | undefined;
  /** Country: ISO 3166-1 alpha-2 code in upper case, such as `BR`; `XK` = Kosovo. */
  country?: string | null | undefined;
  timezone?: string | null | undefined;
  /** URL of the picture. */
  avatarUrl?: string | null | undefined;
  /** Stage in the customer lifecycle. */
  lifecycle?: 'lead' | 'opportunity' | 'customer' | 'other' | undefined;
  /** ID of the user who is responsible for the contact; null = none. */
  ownerId?: string | null | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /**
   * Values of custom fields, by their keys, merged into those of the record; null removes a value.
   * The record can have at most 32 KB of them.
   */
  customFields?: CustomFieldValuesInput | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** How to import the file. */
export interface CreateContactImportQuery {
  /** Name of the file. */
  filename?: string | undefined;
  /**
   * The fields by which a row finds its contact, comma-separated. Default: all three. A row that
   * has none of them is an error.
   */
  match?: OneOrMany<'externalId' | 'phone' | 'email'> | undefined;
  /**
   * `update`: a row changes the contact that it matches. Empty cells change nothing, tags are
   * added. `skip`: it leaves that contact as it is.
   */
  onConflict?: 'update' | 'skip' | undefined;
  /** True: only count and check, change nothing. */
  dryRun?: boolean | undefined;
  /**
   * JSON object that names the field of each header, such as `{"Mobile": "phone", "Plan":
   * "customFields.plan"}`; null ignores a column. Or the system that exported the file:
   * `chatwoot`, `hubspot` or `wati`. Default: headers are the names of fields.
   */
  mapping?: string | undefined;
}

/** The customer of a conversation: a contact or an address. */
export type CreateConversationBody = {
  /** ID of the channel of the conversation. */
  channelId: string;
  /**
   * ID of the contact. The address is that of the newest conversation with the contact on this
   * channel, else the one linked last, else `phone` on WhatsApp.
   */
  contactId: string;
  to?: undefined;
} | {
  /** ID of the channel of the conversation. */
  channelId: string;
  contactId?: undefined;
  /** Address on the network, in the form of `to` of a message. */
  to: string;
};

/** A new custom field. */
export interface CreateCustomFieldBody {
  /** Kind of record that has the field. Open enum: new values may be added. */
  entity: 'contact' | 'conversation' | 'deal' | 'ticket';
  /** Name of the field in `customFields`. Unique for the kind of record, ignoring case. */
  key: string;
  /** Type of the values. It cannot be changed. */
  type: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'url' | 'email' | 'phone' | 'select' | 'multiselect';
  /** Display name. */
  label: string;
  /**
   * The different values of a `select` or `multiselect`. Records keep the values that are removed
   * from the list.
   */
  options?: readonly string[] | undefined;
  /**
   * True: a request that creates a record must give a value, and no request can remove it.
   * Conversations are created without values. Records that exist, and those that an inbound
   * message creates, need none.
   */
  required?: boolean | undefined;
  /** Place in a form, from 0. */
  position?: number | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new deal. */
export interface CreateDealBody {
  /** Display title. */
  title: string;
  /** ID of the customer; null = none. Default: the contact of the conversation, if there is one. */
  contactId?: string | null | undefined;
  conversationId?: string | null | undefined;
  /** Value in `currency`: 0 to 100,000,000,000 with at most 4 decimals. */
  value?: number | null | undefined;
  /** Why the deal was lost. Only a lost deal can have one. */
  lostReason?: string | null | undefined;
  /** Probability of a win, in percent; null = that of the stage. */
  probability?: number | null | undefined;
  ownerId?: string | null | undefined;
  /** Where the deal comes from, such as `website`. */
  source?: string | null | undefined;
  /** Your own ID, unique among your deals. */
  externalId?: string | null | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /**
   * Values of custom fields, by their keys, merged into those of the record; null removes a value.
   * The record can have at most 32 KB of them.
   */
  customFields?: CustomFieldValuesInput | undefined;
  /** Date on which a decision is expected, such as `2026-12-31`. */
  expectedCloseDate?: string | null | undefined;
  /**
   * Puts the deal before the first deal of the stage with this position or a higher one; null puts
   * it last.
   */
  position?: number | null | undefined;
  /** ID of the pipeline. Default: that of `stageId`, or else the default pipeline. */
  pipelineId?: string | undefined;
  /** ID of the stage. Default: the first stage of the pipeline whose kind is `status`. */
  stageId?: string | undefined;
  /** Status. Default: the kind of `stageId`, or else `open`. */
  status?: 'open' | 'won' | 'lost' | undefined;
  /** ISO 4217 code. Default: that of the pipeline, or else of the tenant. */
  currency?: string | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new FAQ. */
export interface CreateKnowledgeFaqBody {
  /** The question. Unique per language, ignoring case, accents and punctuation. */
  question: string;
  /** The same question in other words, at most 20. Searches find the FAQ by any of them. */
  alternateQuestions?: readonly string[] | undefined;
  /** The answer, in Markdown, at most 10,000 characters. */
  answer: string;
  /** BCP 47 tag, such as `pt-BR`. A new FAQ without it gets the locale of the tenant. */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /**
   * ID of the knowledge source that the FAQ refers to; null = none. The deletion of the source
   * sets it to null without an event of the FAQ.
   */
  sourceId?: string | null | undefined;
  /** Position for `sort`, a number of your choice. A new FAQ without it gets 0. */
  position?: number | undefined;
  /** Your own ID, unique among your FAQs. */
  externalId?: string | null | undefined;
  /** Status. Lists and searches return only `published` FAQs. Default: `published`. */
  status?: 'draft' | 'published' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new document. Up to 50,000 characters are searchable when the call returns. */
export type CreateKnowledgeSourceBody = {
  /** Kind of content. */
  type: 'text';
  /** Title. */
  title: string;
  /** Text of the document, at most 500,000 characters. */
  content: string;
  /** URL of the document. */
  url?: string | null | undefined;
  /** Your own ID, unique among your knowledge sources. */
  externalId?: string | null | undefined;
  /**
   * BCP 47 tag, such as `pt-BR`. A new knowledge source without it gets the locale of the tenant.
   */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** Kind of content. */
  type: 'markdown';
  /** Title. */
  title: string;
  /** Text of the document, at most 500,000 characters. */
  content: string;
  /** URL of the document. */
  url?: string | null | undefined;
  /** Your own ID, unique among your knowledge sources. */
  externalId?: string | null | undefined;
  /**
   * BCP 47 tag, such as `pt-BR`. A new knowledge source without it gets the locale of the tenant.
   */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** Kind of content. */
  type: 'html';
  /** Title. */
  title: string;
  /** Text of the document, at most 500,000 characters. */
  content: string;
  /** URL of the document. */
  url?: string | null | undefined;
  /** Your own ID, unique among your knowledge sources. */
  externalId?: string | null | undefined;
  /**
   * BCP 47 tag, such as `pt-BR`. A new knowledge source without it gets the locale of the tenant.
   */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** The server fetches the content. */
  type: 'url';
  /** URL of the page, at a public address. */
  url: string;
  /** Title. Default: the title of the page, or its first heading if it has no title. */
  title?: string | undefined;
  /** Your own ID, unique among your knowledge sources. */
  externalId?: string | null | undefined;
  /**
   * BCP 47 tag, such as `pt-BR`. A new knowledge source without it gets the locale of the tenant.
   */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
};

/** A new note. */
export interface CreateNoteBody {
  /** Text of the note. */
  body: string;
  /** Whether the note is pinned. */
  pinned?: boolean | undefined;
}

/** A new pipeline. */
export interface CreatePipelineBody {
  /** Display name. */
  name: string;
  /** Place in lists of pipelines: lower numbers first. A new pipeline without it comes last. */
  position?: number | undefined;
  /** Whether a deal needs a reason to become `lost`. */
  requireLostReason?: boolean | undefined;
  /** Currency of new deals: ISO 4217 code; null = the tenant's `defaultCurrency`. */
  currency?: string | null | undefined;
  /** True: this pipeline becomes the default instead of the present one. */
  isDefault?: boolean | undefined;
  /** Stages in their order, one of them `open`. Default: those of a new tenant. */
  stages?: readonly NewStage[] | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new segment. */
export interface CreateSegmentBody {
  /** Name. Unique within the tenant, ignoring case. */
  name: string;
  /**
   * Filters of `GET /contacts`, with the same names and values; lists are arrays. Filters that are
   * absent let every contact pass, except that archived contacts need `archived: true`.
   */
  filter: {
    /**
     * Text to find in the name, first and last name, phone, email or externalId. Case and accents
     * are ignored. A phone number with country code finds each of its forms.
     */
    q?: string | undefined;
    /** Only contacts with one of these phone numbers. Separators are removed; `+` is optional. */
    phone?: readonly string[] | undefined;
    /** Only contacts with one of these email addresses, ignoring case. */
    email?: readonly string[] | undefined;
    /** Only contacts with one of these `externalId` values. */
    externalId?: readonly string[] | undefined;
    /** Only contacts with at least one of these tags. */
    tag?: readonly string[] | undefined;
    /** Only contacts with all of these tags. */
    tagAll?: readonly string[] | undefined;
    /** Only contacts with none of these tags. */
    tagNone?: readonly string[] | undefined;
    /** Only contacts in any of these lifecycle stages. */
    lifecycle?: readonly ('lead' | 'opportunity' | 'customer' | 'other')[] | undefined;
    /** Only contacts of any of these users; `none` = contacts without an owner. */
    ownerId?: readonly string[] | undefined;
    /** Only contacts with an address on any of these networks. */
    channelType?: readonly ('whatsapp' | 'instagram' | 'tiktok')[] | undefined;
    /** Only contacts whose messaging window is open on any of these channels. */
    windowOpen?: readonly string[] | undefined;
    /**
     * Only contacts with any of these decisions: a scope and a status, such as
     * `marketing:opted_out`.
     */
    consent?: readonly ('marketing:unknown' | 'marketing:opted_in' | 'marketing:opted_out' | 'all:unknown' | 'all:opted_in' | 'all:opted_out')[] | undefined;
    /**
     * Only contacts with these values of custom fields, such as `plan:gold`, ignoring case. With
     * several values of one field, any of them; with several fields, all of them.
     */
    customField?: readonly string[] | undefined;
    /** True: only blocked contacts. False: only those that are not blocked. */
    blocked?: boolean | undefined;
    /** False: only contacts that are not archived. True: only archived ones. */
    archived?: boolean | undefined;
    /** Only records created at this time or later. */
    createdAfter?: string | Date | undefined;
    /** Only records created before this time. */
    createdBefore?: string | Date | undefined;
    /** Only records last changed at this time or later. */
    updatedAfter?: string | Date | undefined;
    /** Only records last changed before this time. */
    updatedBefore?: string | Date | undefined;
    /** Only contacts whose last message arrived at this time or later. */
    lastInboundAfter?: string | Date | undefined;
    /**
     * Only contacts whose last message arrived before this time. Contacts that never wrote are not
     * included.
     */
    lastInboundBefore?: string | Date | undefined;
  };
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new stage of a pipeline. */
export interface CreateStageBody {
  /** Name. Unique within the pipeline, ignoring case. */
  name: string;
  /**
   * Probability, in percent, that a deal in this stage is won. A new stage without it gets 100 for
   * `won`, 0 for `lost`, 50 for `open`.
   */
  probability?: number | undefined;
  /**
   * Days that an open deal may stay in this stage before it is `rotten`: it waits too long. Null =
   * no limit.
   */
  rottenAfterDays?: number | null | undefined;
  /** Color as `#rrggbb`, in lower case. */
  color?: string | null | undefined;
  /** Status of the deals in the stage. It cannot be changed. */
  kind?: 'open' | 'won' | 'lost' | undefined;
  /** Place within the pipeline, from 0. Default: at the end. */
  position?: number | undefined;
}

/** An address that refuses messages. */
export interface CreateSuppressionBody {
  /** Network of the address. */
  channelType: 'whatsapp' | 'instagram' | 'tiktok';
  /** Address on the network, in the form of `to` of a message. */
  address: string;
  /** `marketing`: marketing messages only. `all`: every message. */
  scope: 'marketing' | 'all';
}

/** A new tag. */
export interface CreateTagBody {
  /** The tag. Unique within the tenant, ignoring case and accents. */
  name: string;
  /** Color, such as `#1f883d`. */
  color?: string | null | undefined;
  /** What the tag is for. */
  description?: string | null | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new template. The provider reviews it before it can be sent. */
export interface CreateTemplateBody {
  /** Name of the template: lower-case letters, digits and underscores. */
  name: string;
  /** Language of the template, such as `en_US`. */
  language: string;
  /** Purpose. It decides the price, and which consent a message needs. */
  category: 'marketing' | 'utility' | 'authentication';
  /** Whether placeholders are numbers, such as `{{1}}`, or names, such as `{{first_name}}`. */
  parameterFormat?: 'positional' | 'named' | undefined;
  /** Parts, each of its type once. A `body` is needed. */
  components: readonly TemplateComponent[];
  /**
   * One example for each placeholder, by its key: `{"1": "Ana", "button.0": "1042"}`. For the file
   * of a header, the ID of a stored file, or the handle of an upload at Meta.
   */
  examples?: Record<string, string> | undefined;
}

/** A new ticket. Its priority is `normal` unless you give one. */
export interface CreateTicketBody {
  /** What the ticket is about, in one line. */
  subject: string;
  /** Full text of the request. */
  description?: string | null | undefined;
  /** Urgency of the ticket. */
  priority?: 'low' | 'normal' | 'high' | 'urgent' | undefined;
  type?: 'question' | 'incident' | 'problem' | 'task' | null | undefined;
  /** ID of the user who works on the ticket; null = nobody. */
  assigneeId?: string | null | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /**
   * Values of custom fields, by their keys, merged into those of the record; null removes a value.
   * The record can have at most 32 KB of them.
   */
  customFields?: CustomFieldValuesInput | undefined;
  /** Your own ID, unique among your tickets. */
  externalId?: string | null | undefined;
  /** Time by which the ticket must be solved; null = none. */
  dueAt?: string | Date | null | undefined;
  /** ID of the customer. Default: the contact of the conversation, if there is one. */
  contactId?: string | undefined;
  /** ID of the conversation that the ticket is about. Its contact and channel are copied. */
  conversationId?: string | undefined;
  /** ID of a ticket that this one continues. Its contact and conversation are the default. */
  followUpOfId?: string | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A new comment. */
export interface CreateTicketCommentBody {
  /** Text of the comment. On delivery, the limit of the channel applies too. */
  body: string;
  /** Who may read the comment. `public`: the customer too; `internal`: only your users. */
  visibility: 'public' | 'internal';
  /**
   * Whether to send the comment to the customer as a text message in the conversation of the
   * ticket. Only with `visibility: "public"`.
   */
  deliver?: boolean | undefined;
  /**
   * ID of the contact who wrote the comment elsewhere, for example in your portal. Only with
   * `visibility: "public"`, and without `deliver`. Default: the caller wrote it.
   */
  contactId?: string | undefined;
}

/** A new webhook endpoint. It is enabled at once. */
export interface CreateWebhookEndpointBody {
  /**
   * URL that receives the events: `https`, on port 443, 80 or from 1024 up, at a public address.
   * Unique within the tenant.
   */
  url: string;
  /** Purpose, in your own words. */
  description?: string | null | undefined;
  /**
   * Event types that the endpoint receives: types, groups such as `message.*`, or `*`. To receive
   * `message.queued`, name it: groups and `*` leave it out.
   */
  events: readonly EventPattern[];
  /** Only events of these channels, and events without a channel; null = all channels. */
  channelIds?: readonly string[] | null | undefined;
  /** Up to 10 additional request headers. Their values are stored encrypted and never shown. */
  headers?: WebhookHeadersInput | undefined;
  /** Maximum attempts per second. Further attempts wait. Null = no limit. */
  maxPerSecond?: number | null | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
}

/** A field of your own, with a type. */
export interface CustomField {
  /** ID of the custom field, `cfd_…`. */
  id: string;
  /** Kind of record that has the field. Open enum: new values may be added. */
  entity: CustomFieldEntity;
  /** Name of the field in `customFields`. It cannot be changed. */
  key: string;
  /** Display name. */
  label: string;
  /** Type of the values. It cannot be changed. */
  type: CustomFieldType;
  /** The values of a `select` or `multiselect`; empty for other types. */
  options: string[];
  /** Whether a request that creates a record must give a value. */
  required: boolean;
  /** Place in a form, from 0. Fields may share a place. */
  position: number;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
}

/** Kind of record that has the field. Open enum: new values may be added. */
export type CustomFieldEntity = 'contact' | 'conversation' | 'deal' | 'ticket' | (string & {});

/** Type of the values. It cannot be changed. */
export type CustomFieldType = 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'url' | 'email' | 'phone' | 'select' | 'multiselect' | (string & {});

/** Values of your custom fields, by their keys. Fields without a value are absent. */
export type CustomFieldValues = Record<string, string | number | boolean | string[]>;

/**
 * Values of custom fields, by their keys, merged into those of the record; null removes a value.
 * The record can have at most 32 KB of them.
 */
export type CustomFieldValuesInput = Record<string, string | number | boolean | readonly string[] | null>;

/** A sale that goes through the stages of a pipeline. */
export interface Deal {
  /** ID of the deal, `deal_…`. */
  id: string;
  /** Display title. */
  title: string;
  /** ID of the pipeline, `pip_…`. */
  pipelineId: string;
  /** ID of the stage, `stg_…`. */
  stageId: string;
  /** ID of the customer; null = none. */
  contactId: string | null;
  /** ID of the conversation that the deal comes from; null = none. */
  conversationId: string | null;
  /** Value in `currency`, with at most 4 decimals; null = not known. */
  value: number | null;
  /** ISO 4217 code, such as `BRL`. */
  currency: string;
  /** Status. A deal in a stage of the kind `won` or `lost` has that status. */
  status: DealStatus;
  /** Why the deal was lost; null = no reason was given. */
  lostReason: string | null;
  /** Probability of a win, in percent; null = that of the stage. */
  probability: number | null;
  /** ID of the user who owns the deal; null = none. */
  ownerId: string | null;
  /** Where the deal comes from, such as `website`. */
  source: string | null;
  /** Your own ID; null = none. */
  externalId: string | null;
  /** Labels of the record, unique ignoring case and accents. */
  tags: string[];
  /** Values of your custom fields, by their keys. Fields without a value are absent. */
  customFields: CustomFieldValues;
  /** Date, such as `2026-12-31`, on which a decision is expected; null = not known. */
  expectedCloseDate: string | null;
  /**
   * Place within the stage: lower numbers first. It can change when other deals move; their order
   * does not.
   */
  position: number;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Time since which the deal is in its stage. */
  stageChangedAt: string;
  /** Time since which the deal has its status. */
  statusChangedAt: string;
  /** Time at which the deal was won; null = it is not. */
  wonAt: string | null;
  /** Time at which the deal was lost; null = it is not. */
  lostAt: string | null;
  /** Time at which the deal was won or lost; null = it is open. */
  closedAt: string | null;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
  /** Time at which the deal was archived; null = it is not archived. */
  archivedAt: string | null;
}

/** A time that a deal was in one stage with one status. */
export interface DealHistoryEntry {
  /** ID of the deal period, `dpe_…`. */
  id: string;
  /** ID of the deal, `deal_…`. */
  dealId: string;
  /** ID of the pipeline, `pip_…`. */
  pipelineId: string;
  /** ID of the stage, which may be deleted since. */
  stageId: string;
  /** Status. A deal in a stage of the kind `won` or `lost` has that status. */
  status: DealStatus;
  /** Time at which the deal came there. */
  enteredAt: string;
  /** Time at which it left; null = it is still there. */
  leftAt: string | null;
  /** Whole seconds from `enteredAt` to `leftAt`; null = it is still there. */
  durationSeconds: number | null;
}

/** Numbers and values of deals, without archived ones. */
export interface DealReport {
  /** Start of the first bucket. */
  from: string;
  /** End of the last bucket. */
  to: string;
  /** Length of the buckets in the time zone. Weeks begin on Monday. */
  interval: ReportInterval;
  /** IANA time zone of the buckets. */
  timezone: string;
  /** What the series are about; null = everything. */
  groupBy: string | null;
  /** Without `groupBy` one series, or else one for each value that has records. */
  series: {
    /**
     * What the records of the series have in common, such as the ID of a channel. Null: records
     * that have no such value, or all records when the request has no `groupBy`.
     */
    key: string | null;
    /** The whole time, from `from` to `to`. */
    total: {
      /** Deals that were created. */
      created: number;
      /** Deals that were won and not reopened. */
      won: number;
      /** Deals that were lost and not reopened. */
      lost: number;
      /** Sums for each currency. A deal without a value adds nothing. */
      values: {
        /** ISO 4217 code. */
        currency: string;
        /** Sum of the values of the created deals, exact: `"1234.5"`. */
        created: string;
        /** Sum of the values of the won deals, exact. */
        won: string;
        /** Sum of the values of the lost deals, exact. */
        lost: string;
      }[];
      /** Of the won deals: time from their creation until they were won. */
      timeToWin: DurationSummary;
    };
    /** All buckets in their order, also those without records. */
    buckets: {
      /** Start of the bucket. */
      start: string;
      /** End of the bucket, which is not included. */
      end: string;
      /** Deals that were created. */
      created: number;
      /** Deals that were won and not reopened. */
      won: number;
      /** Deals that were lost and not reopened. */
      lost: number;
      /** Sums for each currency. A deal without a value adds nothing. */
      values: {
        /** ISO 4217 code. */
        currency: string;
        /** Sum of the values of the created deals, exact: `"1234.5"`. */
        created: string;
        /** Sum of the values of the won deals, exact. */
        won: string;
        /** Sum of the values of the lost deals, exact. */
        lost: string;
      }[];
      /** Of the won deals: time from their creation until they were won. */
      timeToWin: DurationSummary;
    }[];
  }[];
}

/** Which deals to count. */
export interface DealReportQuery {
  /**
   * Start: a date, such as `2026-11-01`, which begins at midnight in the time zone, or an RFC 3339
   * time.
   */
  from: string | Date;
  /** End, which is not included: a date or a time like `from`. */
  to: string | Date;
  /** Length of the buckets in the time zone. Weeks begin on Monday. */
  interval?: 'hour' | 'day' | 'week' | undefined;
  /** IANA time zone of dates and buckets. Default: that of the tenant. */
  timezone?: string | undefined;
  /** One series for each pipeline or owner. */
  groupBy?: 'pipeline' | 'member' | undefined;
}

/** Status. A deal in a stage of the kind `won` or `lost` has that status. */
export type DealStatus = 'open' | 'won' | 'lost' | (string & {});

/** What happens to the values of the field. */
export interface DeleteCustomFieldQuery {
  /** True: also removes the values of the field from all records. */
  force?: boolean | undefined;
}

/** Durations in whole seconds. */
export interface DurationSummary {
  /** Number of durations. */
  count: number;
  /** Half of the durations are at most so long; null = there is none. */
  medianSeconds: number | null;
  /** Nine of ten of the durations are at most so long; null = there is none. */
  p90Seconds: number | null;
}

/**
 * A type of event, such as `message.sent`; a group, such as `message.*`; or `*` for all types.
 * Groups and `*` leave out `message.queued`: to select it, name it.
 */
export type EventPattern = '*' | 'message.*' | 'conversation.*' | 'contact.*' | 'contact_import.*' | 'channel.*' | 'template.*' | 'ticket.*' | 'api_key.*' | 'knowledge_source.*' | 'knowledge_faq.*' | 'webhook_endpoint.*' | 'webhook.*' | 'canned_response.*' | 'custom_field.*' | 'note.*' | 'pipeline.*' | 'deal.*' | 'tenant.*' | 'agency_client.*' | 'agency_grant.*' | 'member.*' | 'message.received' | 'message.queued' | 'message.sent' | 'message.delivered' | 'message.read' | 'message.failed' | 'message.canceled' | 'message.updated' | 'conversation.created' | 'conversation.updated' | 'conversation.status_changed' | 'conversation.assigned' | 'conversation.read' | 'contact.deleted' | 'contact.merge_suggested' | 'contact.merged' | 'contact.created' | 'contact.updated' | 'contact.tags_changed' | 'contact.opted_in' | 'contact.opted_out' | 'contact.blocked' | 'contact.unblocked' | 'contact_import.completed' | 'channel.created' | 'channel.updated' | 'channel.status_changed' | 'channel.quality_changed' | 'channel.credentials_expiring' | 'channel.deleted' | 'template.created' | 'template.updated' | 'template.status_changed' | 'template.deleted' | 'ticket.created' | 'ticket.updated' | 'ticket.status_changed' | 'ticket.assigned' | 'ticket.deleted' | 'api_key.created' | 'api_key.revoked' | 'knowledge_source.created' | 'knowledge_source.updated' | 'knowledge_source.ready' | 'knowledge_source.failed' | 'knowledge_source.deleted' | 'knowledge_faq.created' | 'knowledge_faq.updated' | 'knowledge_faq.deleted' | 'webhook_endpoint.disabled' | 'webhook.test' | 'canned_response.created' | 'canned_response.updated' | 'canned_response.deleted' | 'custom_field.created' | 'custom_field.updated' | 'custom_field.deleted' | 'note.created' | 'note.updated' | 'note.deleted' | 'pipeline.created' | 'pipeline.updated' | 'pipeline.deleted' | 'deal.created' | 'deal.updated' | 'deal.stage_changed' | 'deal.won' | 'deal.lost' | 'deal.reopened' | 'deal.deleted' | 'tenant.limit_reached' | 'tenant.updated' | 'agency_client.created' | 'agency_client.updated' | 'agency_client.suspended' | 'agency_client.reactivated' | 'agency_client.archived' | 'agency_grant.created' | 'agency_grant.revoked' | 'agency_grant.expired' | 'ticket.commented' | 'member.joined' | 'member.updated' | 'member.deactivated' | 'member.invited' | (string & {});

/** Which contacts to export. */
export interface ExportContactsQuery {
  /**
   * Text to find in the name, first and last name, phone, email or externalId. Case and accents
   * are ignored. A phone number with country code finds each of its forms.
   */
  q?: string | undefined;
  /** Only contacts with one of these phone numbers. Separators are removed; `+` is optional. */
  phone?: OneOrMany<string> | undefined;
  /** Only contacts with one of these email addresses, ignoring case. */
  email?: OneOrMany<string> | undefined;
  /** Only contacts with one of these `externalId` values. */
  externalId?: OneOrMany<string> | undefined;
  /** Only contacts with at least one of these tags. */
  tag?: OneOrMany<string> | undefined;
  /** Only contacts with all of these tags. */
  tagAll?: OneOrMany<string> | undefined;
  /** Only contacts with none of these tags. */
  tagNone?: OneOrMany<string> | undefined;
  /** Only contacts in any of these lifecycle stages. */
  lifecycle?: OneOrMany<'lead' | 'opportunity' | 'customer' | 'other'> | undefined;
  /** Only contacts of any of these users; `none` = contacts without an owner. */
  ownerId?: OneOrMany<string> | undefined;
  /** Only contacts with an address on any of these networks. */
  channelType?: OneOrMany<'whatsapp' | 'instagram' | 'tiktok'> | undefined;
  /** Only contacts whose messaging window is open on any of these channels. */
  windowOpen?: OneOrMany<string> | undefined;
  /**
   * Only contacts with any of these decisions: a scope and a status, such as
   * `marketing:opted_out`.
   */
  consent?: OneOrMany<'marketing:unknown' | 'marketing:opted_in' | 'marketing:opted_out' | 'all:unknown' | 'all:opted_in' | 'all:opted_out'> | undefined;
  /**
   * Only contacts with these values of custom fields, such as `plan:gold`, ignoring case. With
   * several values of one field, any of them; with several fields, all of them.
   */
  customField?: OneOrMany<string> | undefined;
  /** True: only blocked contacts. False: only those that are not blocked. */
  blocked?: boolean | undefined;
  /** False: only contacts that are not archived. True: only archived ones. */
  archived?: boolean | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Only contacts whose last message arrived at this time or later. */
  lastInboundAfter?: string | Date | undefined;
  /**
   * Only contacts whose last message arrived before this time. Contacts that never wrote are not
   * included.
   */
  lastInboundBefore?: string | Date | undefined;
}

/**
 * How likely the FAQ answers the question. `exact`: the question is the same. `high`: about nine
 * of ten such FAQs are right.
 */
export type FaqConfidence = 'exact' | 'high' | 'medium' | 'low' | (string & {});

/** An address of a contact on a network: a phone number or an id of the network. */
export interface Identity {
  /** ID of the identity, `idn_…`. */
  id: string;
  /** The network of the channel. */
  channelType: ChannelType;
  /** Channel of the address; null = the address is valid on every channel of this network. */
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
   * Messaging window of this address on `channelId`. If `channelId` is null, this window is
   * unknown: see `windows`.
   */
  window: {
    /** Whether free text is allowed; null = unknown. */
    open: boolean | null;
    /** Time at which the window closes; null = not known. */
    expiresAt: string | null;
    /**
     * Messages that the network is known to allow until the customer answers; null = no limit. At
     * 0, `strict` channels refuse messages, and others send them with a warning.
     */
    remaining: number | null;
  };
  /** Messaging window on each channel that has a conversation with this address. */
  windows: {
    /** The channel. */
    channelId: string;
    /** Whether free text is allowed; null = unknown. */
    open: boolean | null;
    /** Time at which the window closes; null = not known. */
    expiresAt: string | null;
    /**
     * Messages that the network is known to allow until the customer answers; null = no limit. At
     * 0, `strict` channels refuse messages, and others send them with a warning.
     */
    remaining: number | null;
  }[];
}

/** An item of a provider webhook that the server received but did not handle. */
export interface InboundFailure {
  /** ID of the inbound failure, `inf_…`. */
  id: string;
  /** ID of the channel, `chn_…`. */
  channelId: string;
  /**
   * Kind of the item, such as `message` or `status`. Open enum: new kinds may be added; handle
   * unknown ones.
   */
  kind: string;
  /**
   * `retrying`: the server tries again. `failed`: given up after the last attempt. `kept`: this
   * version of the server cannot handle such an item.
   */
  status: InboundFailureStatus;
  /** Why the item was not handled. Human-readable text; it may change. */
  reason: string;
  /** Number of attempts that failed. */
  attempts: number;
  /**
   * The item in the provider's own form. The values of most fields are replaced by `…`, so that no
   * text, name or number of a person shows. An item of more than 16,384 characters is shown as `{
   * "value": "…" }`.
   */
  fragment: Record<string, unknown>;
  /** Time at which the server received the webhook. */
  receivedAt: string;
  /** Time of the last attempt. */
  lastAttemptAt: string;
}

/**
 * `retrying`: the server tries again. `failed`: given up after the last attempt. `kept`: this
 * version of the server cannot handle such an item.
 */
export type InboundFailureStatus = 'retrying' | 'failed' | 'kept' | (string & {});

/** Kind of interactive element. */
export type InteractiveKind = 'button_reply' | 'list_reply' | 'flow_reply' | 'template_button' | (string & {});

/** The owner. A member who has the email address already keeps its name. */
export interface InviteOwnerBody {
  /** Display name. */
  name: string;
  /** Email address. */
  email: string;
}

/** A new API key of a client. */
export interface IssueApiKeyBody {
  /** Name of the key. */
  name: string;
  /**
   * Seconds until the key expires. Default: it expires with its grant. A key never outlives its
   * grant.
   */
  expiresInSeconds?: number | undefined;
}

/** A new API key of a client, with its secret. */
export interface IssuedApiKey {
  /** ID of the API key, `key_…`. */
  id: string;
  /** Name of the key, such as the program that uses it. */
  name: string;
  /**
   * Prefix and last four characters of the key, to recognize it. The full key is shown once, at
   * its creation.
   */
  hint: string;
  /** Status of the key. Only active keys are accepted. */
  status: ApiKeyStatus;
  /** Creator of the key. */
  createdBy: {
    /** Kind of creator. */
    type: 'member' | 'agency' | 'cli' | (string & {});
    /** ID of the member or of the tenant of the agency; null for the command line. */
    id: string | null;
  };
  /**
   * ID of the grant under which an agency issued the key; null = none. The key ends with the
   * grant.
   */
  grantId: string | null;
  /** The quota of the key. */
  rateLimit: {
    /** Requests per period. */
    limit: number;
    /** Length of the quota period, in seconds. */
    windowSeconds: number;
  };
  /**
   * Time of the last request with this key, exact to the minute. Stored within a minute; null = no
   * use is stored.
   */
  lastUsedAt: string | null;
  /** Expiry time: the key is refused from then on. Null = never. */
  expiresAt: string | null;
  /** Time of the revocation; null = not revoked. */
  revokedAt: string | null;
  /** Creation time. */
  createdAt: string;
  /**
   * The full API key. Only this response contains it; a response for a repeated Idempotency-Key
   * has null.
   */
  secret: string | null;
}

/** A passage of a source: the unit that searches find. */
export interface KnowledgeChunk {
  /** ID of the knowledge chunk, `chk_…`. */
  id: string;
  /** ID of the knowledge source, `src_…`. */
  sourceId: string;
  /** Number of the passage, from 0. */
  position: number;
  /** The headings above the passage, the outermost first. */
  headings: string[];
  /** The passage, as plain text. */
  text: string;
}

/** A question and its answer. */
export interface KnowledgeFaq {
  /** ID of the knowledge faq, `faq_…`. */
  id: string;
  /** The question of the FAQ. */
  question: string;
  /** The same question in other words. */
  alternateQuestions: string[];
  /** The answer, in Markdown. */
  answer: string;
  /** BCP 47 tag. Searches reduce words to stems by its rules. */
  language: string;
  /**
   * Status. Lists and searches return published FAQs only, unless the query filters by `status`.
   */
  status: KnowledgeFaqStatus;
  /** Labels of the record, unique ignoring case and accents. */
  tags: string[];
  /**
   * ID of the knowledge source that the FAQ refers to; null = none. The deletion of the source
   * sets it to null without an event of the FAQ.
   */
  sourceId: string | null;
  /** Position for `sort`, a number of your choice. */
  position: number;
  /** Your own ID, unique among your FAQs. */
  externalId: string | null;
  /** Number of searches whose top result was this FAQ. Up to a minute behind. */
  hitCount: number;
  /** Time of the last such search; null = none. */
  lastHitAt: string | null;
  /** Number of feedbacks with `helpful: true`. */
  helpfulCount: number;
  /** Number of feedbacks with `helpful: false`. */
  unhelpfulCount: number;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /**
   * Time of the last change by a request. Hits, feedback and the deletion of its source do not
   * count.
   */
  updatedAt: string;
  /** Time of the last publication; null = never. */
  publishedAt: string | null;
}

/** Results of a request that creates or updates several FAQs. */
export interface KnowledgeFaqBatch {
  /** One result per item, in order. */
  results: {
    /** Index of the item, from 0. */
    index: number;
    /** Result of the item. */
    status: 'created' | 'updated' | 'error' | (string & {});
    /** Error of the item; null after a success. */
    error: {
      /** What went wrong: `SVC-…`. Open enum: new codes may be added; handle unknown ones. */
      code: string;
      /** Human-readable text: what is wrong and what to do. It may change. */
      message: string;
      /** Facts about this failure. The fields depend on the code; `{}` when there are none. */
      details: Record<string, unknown>;
    } | null;
    /** The FAQ; null when there was an error. */
    faq: KnowledgeFaq | null;
  }[];
}

/** Feedback on an answer. */
export interface KnowledgeFaqFeedbackBody {
  /** True: the answer helped the customer. */
  helpful: boolean;
}

/** An FAQ that matches a query. */
export interface KnowledgeFaqMatch {
  /** ID of the knowledge faq, `faq_…`. */
  id: string;
  /** The question of the FAQ. */
  question: string;
  /** The same question in other words. */
  alternateQuestions: string[];
  /** The answer, in Markdown. */
  answer: string;
  /** BCP 47 tag. Searches reduce words to stems by its rules. */
  language: string;
  /**
   * Status. Lists and searches return published FAQs only, unless the query filters by `status`.
   */
  status: KnowledgeFaqStatus;
  /** Labels of the record, unique ignoring case and accents. */
  tags: string[];
  /**
   * ID of the knowledge source that the FAQ refers to; null = none. The deletion of the source
   * sets it to null without an event of the FAQ.
   */
  sourceId: string | null;
  /** Position for `sort`, a number of your choice. */
  position: number;
  /** Your own ID, unique among your FAQs. */
  externalId: string | null;
  /** Number of searches whose top result was this FAQ. Up to a minute behind. */
  hitCount: number;
  /** Time of the last such search; null = none. */
  lastHitAt: string | null;
  /** Number of feedbacks with `helpful: true`. */
  helpfulCount: number;
  /** Number of feedbacks with `helpful: false`. */
  unhelpfulCount: number;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /**
   * Time of the last change by a request. Hits, feedback and the deletion of its source do not
   * count.
   */
  updatedAt: string;
  /** Time of the last publication; null = never. */
  publishedAt: string | null;
  /** How well the result matches, 0 to 1, comparable between queries; null in a plain list. */
  score: number | null;
  confidence: FaqConfidence | null;
  /** The question of the FAQ that matches best; null in a plain list. */
  matchedQuestion: string | null;
  /** Matching passages of the answer. */
  snippets: KnowledgeSnippet[];
}

/** Status. Lists and searches return published FAQs only, unless the query filters by `status`. */
export type KnowledgeFaqStatus = 'draft' | 'published' | 'archived' | (string & {});

/** A passage that matches the query. */
export interface KnowledgeSnippet {
  /** ID of the chunk of a source; null for an FAQ. */
  chunkId: string | null;
  /** The passage, as plain text. */
  text: string;
  /** The headings above the passage, the outermost first. */
  headings: string[];
  /** Number of the passage in the source, from 0. */
  position: number;
  /** Positions of query words in `text`: start and end, in UTF-16 code units. */
  highlights: number[][];
}

/** A document that can be searched. */
export interface KnowledgeSource {
  /** ID of the knowledge source, `src_…`. */
  id: string;
  /** Title. */
  title: string;
  /** Kind of content. `url`: the server fetches it. */
  type: KnowledgeSourceType;
  /** URL of the document; for `url`, the page to fetch. */
  url: string | null;
  /** Your own ID, unique among your knowledge sources. */
  externalId: string | null;
  /** BCP 47 tag. Searches reduce words to stems by its rules. */
  language: string;
  /**
   * Status. Searches find `ready` sources. `processing`: new text is not searchable yet; searches
   * find the old text, if any. `failed`: `error` has the reason.
   */
  status: KnowledgeSourceStatus;
  /**
   * Reason why the last fetch failed; null if it did not fail. With an error and the status
   * `ready`, searches find the text of the last successful fetch.
   */
  error: {
    /** Code of the error: `SVC-…`, or the code of a failed fetch such as `timeout`. */
    code: string;
    /** Human-readable text; it may change. */
    message: string;
  } | null;
  /** Labels of the record, unique ignoring case and accents. */
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
  /** ID of the knowledge source, `src_…`. */
  id: string;
  /** Title. */
  title: string;
  /** Kind of content. `url`: the server fetches it. */
  type: KnowledgeSourceType;
  /** URL of the document; for `url`, the page to fetch. */
  url: string | null;
  /** Your own ID, unique among your knowledge sources. */
  externalId: string | null;
  /** BCP 47 tag. Searches reduce words to stems by its rules. */
  language: string;
  /**
   * Status. Searches find `ready` sources. `processing`: new text is not searchable yet; searches
   * find the old text, if any. `failed`: `error` has the reason.
   */
  status: KnowledgeSourceStatus;
  /**
   * Reason why the last fetch failed; null if it did not fail. With an error and the status
   * `ready`, searches find the text of the last successful fetch.
   */
  error: {
    /** Code of the error: `SVC-…`, or the code of a failed fetch such as `timeout`. */
    code: string;
    /** Human-readable text; it may change. */
    message: string;
  } | null;
  /** Labels of the record, unique ignoring case and accents. */
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
  /** ID of the knowledge source, `src_…`. */
  id: string;
  /** Title. */
  title: string;
  /** Kind of content. `url`: the server fetches it. */
  type: KnowledgeSourceType;
  /** URL of the document; for `url`, the page to fetch. */
  url: string | null;
  /** Your own ID, unique among your knowledge sources. */
  externalId: string | null;
  /** BCP 47 tag. Searches reduce words to stems by its rules. */
  language: string;
  /**
   * Status. Searches find `ready` sources. `processing`: new text is not searchable yet; searches
   * find the old text, if any. `failed`: `error` has the reason.
   */
  status: KnowledgeSourceStatus;
  /**
   * Reason why the last fetch failed; null if it did not fail. With an error and the status
   * `ready`, searches find the text of the last successful fetch.
   */
  error: {
    /** Code of the error: `SVC-…`, or the code of a failed fetch such as `timeout`. */
    code: string;
    /** Human-readable text; it may change. */
    message: string;
  } | null;
  /** Labels of the record, unique ignoring case and accents. */
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
 * Status. Searches find `ready` sources. `processing`: new text is not searchable yet; searches
 * find the old text, if any. `failed`: `error` has the reason.
 */
export type KnowledgeSourceStatus = 'processing' | 'ready' | 'failed' | 'archived' | (string & {});

/** Kind of content. `url`: the server fetches it. */
export type KnowledgeSourceType = 'text' | 'markdown' | 'html' | 'url' | (string & {});

/** Stage in the customer lifecycle. */
export type Lifecycle = 'lead' | 'opportunity' | 'customer' | 'other' | (string & {});

/** An address of a contact. */
export interface LinkIdentityBody {
  /** Network of the address. */
  channelType: 'whatsapp' | 'instagram' | 'tiktok';
  /**
   * ID of the channel on which the address is valid. Needed for networks other than WhatsApp,
   * where it has no effect.
   */
  channelId?: string | null | undefined;
  /** Address on the network, in the form of `to` of a message. */
  address: string;
}

/** Which clients to list. */
export interface ListAgencyClientsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only clients with any of these statuses. */
  status?: OneOrMany<'active' | 'suspended'> | undefined;
  /** Only clients with one of these IDs of your own system. */
  externalId?: OneOrMany<string> | undefined;
  /** True: only clients that the agency created. False: only the others. */
  provisioned?: boolean | undefined;
  /** Only clients whose name, slug or `externalId` contains this text. */
  q?: string | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | 'name' | '-name' | 'updatedAt' | '-updatedAt' | undefined;
}

/** Which grants to list. */
export interface ListAgencyGrantsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only grants with any of these statuses. */
  status?: OneOrMany<'active' | 'revoked' | 'expired'> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | undefined;
}

/** Which API keys to list. */
export interface ListApiKeysQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only keys with any of these statuses. */
  status?: OneOrMany<'active' | 'revoked' | 'expired'> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | undefined;
}

/** Which actions to list. */
export interface ListAuditLogQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only these actions. An unknown action matches no entry. */
  action?: OneOrMany<string> | undefined;
  /** Only actions of any of these actors. */
  actorId?: OneOrMany<string> | undefined;
  /** Only actions with any of these grants. */
  grantId?: OneOrMany<string> | undefined;
  /** Only actions of an agency that concern any of these clients. */
  clientId?: OneOrMany<string> | undefined;
  /** Only actions on any of these records. */
  recordId?: OneOrMany<string> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | undefined;
}

/** Which canned responses to list. */
export interface ListCannedResponsesQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Text to find in the shortcut, title or text. Case and accents are ignored. */
  q?: string | undefined;
  /** Only the canned responses with one of these shortcuts, ignoring case. */
  shortcut?: OneOrMany<string> | undefined;
  /** Only canned responses with at least one of these tags. */
  tag?: OneOrMany<string> | undefined;
  /** Only canned responses in any of these languages. `pt` also matches `pt-BR`. */
  language?: OneOrMany<string> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: 'shortcut' | '-updatedAt' | 'updatedAt' | 'createdAt' | '-createdAt' | undefined;
}

/** Which channels to list. */
export interface ListChannelsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only channels of any of these networks. */
  type?: OneOrMany<'whatsapp' | 'instagram' | 'tiktok'> | undefined;
  /** Only channels with any of these statuses. */
  status?: OneOrMany<'pending' | 'active' | 'error' | 'disabled' | 'archived'> | undefined;
  /** Also returns deleted channels. Filtering by the status `archived` returns them too. */
  includeArchived?: boolean | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name' | undefined;
}

/** Which decisions of a contact to list. */
export interface ListConsentsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only decisions about any of these scopes. */
  scope?: OneOrMany<'marketing' | 'all'> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | undefined;
}

/** Which errors of an import to list. */
export interface ListContactImportErrorsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: 'row' | '-row' | undefined;
}

/** Which imports to list. */
export interface ListContactImportsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only imports with these statuses. */
  status?: OneOrMany<'queued' | 'running' | 'completed' | 'failed' | 'canceled'> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | undefined;
}

/** Which contacts to list. */
export interface ListContactsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /**
   * Text to find in the name, first and last name, phone, email or externalId. Case and accents
   * are ignored. A phone number with country code finds each of its forms.
   */
  q?: string | undefined;
  /** Only contacts with one of these phone numbers. Separators are removed; `+` is optional. */
  phone?: OneOrMany<string> | undefined;
  /** Only contacts with one of these email addresses, ignoring case. */
  email?: OneOrMany<string> | undefined;
  /** Only contacts with one of these `externalId` values. */
  externalId?: OneOrMany<string> | undefined;
  /** Only contacts with at least one of these tags. */
  tag?: OneOrMany<string> | undefined;
  /** Only contacts with all of these tags. */
  tagAll?: OneOrMany<string> | undefined;
  /** Only contacts with none of these tags. */
  tagNone?: OneOrMany<string> | undefined;
  /** Only contacts in any of these lifecycle stages. */
  lifecycle?: OneOrMany<'lead' | 'opportunity' | 'customer' | 'other'> | undefined;
  /** Only contacts of any of these users; `none` = contacts without an owner. */
  ownerId?: OneOrMany<string> | undefined;
  /** Only contacts with an address on any of these networks. */
  channelType?: OneOrMany<'whatsapp' | 'instagram' | 'tiktok'> | undefined;
  /** Only contacts whose messaging window is open on any of these channels. */
  windowOpen?: OneOrMany<string> | undefined;
  /**
   * Only contacts with any of these decisions: a scope and a status, such as
   * `marketing:opted_out`.
   */
  consent?: OneOrMany<'marketing:unknown' | 'marketing:opted_in' | 'marketing:opted_out' | 'all:unknown' | 'all:opted_in' | 'all:opted_out'> | undefined;
  /**
   * Only contacts with these values of custom fields, such as `plan:gold`, ignoring case. With
   * several values of one field, any of them; with several fields, all of them.
   */
  customField?: OneOrMany<string> | undefined;
  /** True: only blocked contacts. False: only those that are not blocked. */
  blocked?: boolean | undefined;
  /** False: only contacts that are not archived. True: only archived ones. */
  archived?: boolean | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Only contacts whose last message arrived at this time or later. */
  lastInboundAfter?: string | Date | undefined;
  /**
   * Only contacts whose last message arrived before this time. Contacts that never wrote are not
   * included.
   */
  lastInboundBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | 'updatedAt' | '-updatedAt' | '-lastSeenAt' | 'name' | undefined;
}

/** Which messages of a conversation to list. */
export interface ListConversationMessagesQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only messages in any of these directions. */
  direction?: OneOrMany<'inbound' | 'outbound'> | undefined;
  /** Only messages of any of these types. */
  type?: OneOrMany<'text' | 'template' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'reaction' | 'interactive' | 'contacts' | 'order' | 'share' | 'system' | 'unsupported'> | undefined;
  /** Only messages with any of these statuses. */
  status?: OneOrMany<'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'canceled' | 'received'> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | undefined;
}

/** Which conversations to list. */
export interface ListConversationsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only conversations with any of these statuses. Default: all. */
  status?: OneOrMany<'open' | 'pending' | 'snoozed' | 'closed'> | undefined;
  /** Only conversations on any of these channels. */
  channelId?: OneOrMany<string> | undefined;
  /** Only conversations on any of these networks. */
  channelType?: OneOrMany<'whatsapp' | 'instagram' | 'tiktok'> | undefined;
  /** Only conversations with any of these contacts. */
  contactId?: OneOrMany<string> | undefined;
  /** Only conversations that any of these users handles; `none` = conversations without a user. */
  assigneeId?: OneOrMany<string> | undefined;
  /** Only conversations with at least one of these tags. */
  tag?: OneOrMany<string> | undefined;
  /** Only conversations with any of these priorities. */
  priority?: OneOrMany<'low' | 'medium' | 'high' | 'urgent'> | undefined;
  /** True: only conversations with unread messages. False: only those without. */
  unread?: boolean | undefined;
  /**
   * True: only conversations whose window is open. False: only those whose window is closed.
   * Unknown windows match neither.
   */
  windowOpen?: boolean | undefined;
  /** Only conversations with any of these origins. */
  source?: OneOrMany<'inbound' | 'api' | 'broadcast' | 'flow' | 'inbox'> | undefined;
  /**
   * Text to find in the contact’s name or phone, or in a message. Case and accents are ignored. A
   * phone number with country code finds each of its forms.
   */
  q?: string | undefined;
  /**
   * Only conversations with these values of custom fields, such as `plan:gold`, ignoring case.
   * With several values of one field, any of them; with several fields, all of them.
   */
  customField?: OneOrMany<string> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Only conversations whose newest message is from this time or later. */
  lastMessageAfter?: string | Date | undefined;
  /** Only conversations whose newest message is from before this time. */
  lastMessageBefore?: string | Date | undefined;
  /** Order of the list. Conversations without a value of the sort field come last. */
  sort?: '-lastMessageAt' | 'lastMessageAt' | 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'waitingSince' | undefined;
}

/** Which custom fields to list. */
export interface ListCustomFieldsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only fields of any of these kinds of record. */
  entity?: OneOrMany<'contact' | 'conversation' | 'deal' | 'ticket'> | undefined;
  /** Only fields with one of these keys, ignoring case. */
  key?: OneOrMany<string> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: 'position' | 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | undefined;
}

/** Which part of the history to list. */
export interface ListDealHistoryQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-enteredAt' | 'enteredAt' | undefined;
}

/** Which deals to list. */
export interface ListDealsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Text to find in the title or source. Case and accents are ignored. */
  q?: string | undefined;
  /** Only deals in one of these pipelines. */
  pipelineId?: OneOrMany<string> | undefined;
  /** Only deals in one of these stages. */
  stageId?: OneOrMany<string> | undefined;
  /** Only deals with one of these statuses. */
  status?: OneOrMany<'open' | 'won' | 'lost'> | undefined;
  /** Only deals with one of these contacts. */
  contactId?: OneOrMany<string> | undefined;
  /** Only deals of these owners; `none` finds deals without an owner. */
  ownerId?: OneOrMany<string> | undefined;
  /** Only deals with at least one of these tags. */
  tag?: OneOrMany<string> | undefined;
  /** Only deals with one of these `externalId` values. */
  externalId?: OneOrMany<string> | undefined;
  /** Only deals in one of these currencies. */
  currency?: OneOrMany<string> | undefined;
  /** Only deals with this `value` or a higher one, in any currency. */
  valueMin?: number | undefined;
  /** Only deals with this `value` or a lower one, in any currency. */
  valueMax?: number | undefined;
  /**
   * True: only open deals that are in their stage for longer than its `rottenAfterDays`. False:
   * only the others.
   */
  rotten?: boolean | undefined;
  /** False: only deals that are not archived. True: only archived ones. */
  archived?: boolean | undefined;
  /** Only deals with this `expectedCloseDate` or a later one. */
  expectedCloseAfter?: string | undefined;
  /** Only deals with an earlier `expectedCloseDate`. */
  expectedCloseBefore?: string | undefined;
  /**
   * Only deals with these values of custom fields, such as `plan:gold`, ignoring case. With
   * several values of one field, any of them; with several fields, all of them.
   */
  customField?: OneOrMany<string> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `position` needs `stageId`. */
  sort?: '-createdAt' | 'createdAt' | '-updatedAt' | 'updatedAt' | 'value' | '-value' | 'expectedCloseDate' | 'position' | undefined;
}

/** Which events to list. */
export interface ListEventsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only events of any of these types or groups. */
  type?: OneOrMany<EventPattern> | undefined;
  /** Only events about any of these records. */
  subjectId?: OneOrMany<string> | undefined;
  /** Only events at this time or later. */
  since?: string | Date | undefined;
  /** Only events before this time. */
  until?: string | Date | undefined;
  /**
   * Only events with a higher `sequence`. Send the highest `sequence` that you have read, and you
   * miss no event.
   */
  afterSequence?: number | undefined;
  /** Order of the list; the oldest come first. */
  sort?: 'sequence' | '-sequence' | undefined;
}

/** Which items to list. */
export interface ListInboundFailuresQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Items in any of these states. */
  status?: OneOrMany<'retrying' | 'failed' | 'kept'> | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-receivedAt' | 'receivedAt' | undefined;
}

/** Which chunks to list. */
export interface ListKnowledgeChunksQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: 'position' | '-position' | undefined;
}

/** A query to search for, or none for a plain list. The filters hold for both. */
export interface ListKnowledgeFaqsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /**
   * Records per page. With `q`: 1 to 50, by default 10 (5 for FAQs). Without: 1 to 100, by default
   * 25.
   */
  limit?: number | undefined;
  /**
   * Question in the customer's words. "Quoted words" must be adjacent and `-word` must be absent;
   * there are no other operators. Excluded words alone find only an FAQ with exactly this
   * question. Absent or blank: a plain list, last changed first.
   */
  q?: string | undefined;
  /** In any of these languages; `pt` also finds `pt-BR`. */
  language?: OneOrMany<string> | undefined;
  /** Only results with at least one of these tags. */
  tag?: OneOrMany<string> | undefined;
  /** Minimum score of a result, 0 to 1. */
  minScore?: number | undefined;
  /**
   * Words of `q` that an FAQ or a passage of a source must contain: `any` of them, `all` of them,
   * or all as a `phrase`.
   */
  match?: 'any' | 'all' | 'phrase' | undefined;
  /** Maximum number of passages per result, 0 to 5. */
  snippets?: number | undefined;
  /** True: a word that occurs in no record is replaced by similar words that do. */
  fuzzy?: boolean | undefined;
  /** Only FAQs with any of these statuses. Default: `published`. */
  status?: OneOrMany<'draft' | 'published' | 'archived'> | undefined;
  /** Only FAQs of any of these knowledge sources. */
  sourceId?: OneOrMany<string> | undefined;
  /** Only FAQs with any of these `externalId` values. */
  externalId?: OneOrMany<string> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of a plain list. A search returns the best results first. */
  sort?: '-updatedAt' | 'updatedAt' | '-createdAt' | 'createdAt' | 'position' | '-position' | undefined;
}

/** A query to search for, or none for a plain list. The filters hold for both. */
export interface ListKnowledgeSourcesQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /**
   * Records per page. With `q`: 1 to 50, by default 10 (5 for FAQs). Without: 1 to 100, by default
   * 25.
   */
  limit?: number | undefined;
  /**
   * Question in the customer's words. "Quoted words" must be adjacent and `-word` must be absent;
   * there are no other operators. Excluded words alone find only an FAQ with exactly this
   * question. Absent or blank: a plain list, last changed first.
   */
  q?: string | undefined;
  /** In any of these languages; `pt` also finds `pt-BR`. */
  language?: OneOrMany<string> | undefined;
  /** Only results with at least one of these tags. */
  tag?: OneOrMany<string> | undefined;
  /** Minimum score of a result, 0 to 1. */
  minScore?: number | undefined;
  /**
   * Words of `q` that an FAQ or a passage of a source must contain: `any` of them, `all` of them,
   * or all as a `phrase`.
   */
  match?: 'any' | 'all' | 'phrase' | undefined;
  /** Maximum number of passages per result, 0 to 5. */
  snippets?: number | undefined;
  /** True: a word that occurs in no record is replaced by similar words that do. */
  fuzzy?: boolean | undefined;
  /** Only sources of any of these types. */
  type?: OneOrMany<'text' | 'markdown' | 'html' | 'url'> | undefined;
  /** Only sources with any of these statuses. Default: `ready`. */
  status?: OneOrMany<'processing' | 'ready' | 'failed' | 'archived'> | undefined;
  /** Only sources with any of these `externalId` values. */
  externalId?: OneOrMany<string> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of a plain list. A search returns the best results first. */
  sort?: '-updatedAt' | 'updatedAt' | '-createdAt' | 'createdAt' | 'title' | '-title' | undefined;
}

/** Which members to list. */
export interface ListMembersQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only members with any of these roles. */
  role?: OneOrMany<'owner' | 'admin' | 'member'> | undefined;
  /** True: only members who can be assigned records. False: only the others. */
  active?: boolean | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: 'createdAt' | '-createdAt' | undefined;
}

/** Which messages to list. */
export interface ListMessagesQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only messages of any of these conversations. */
  conversationId?: OneOrMany<string> | undefined;
  /** Only messages from or to any of these contacts. */
  contactId?: OneOrMany<string> | undefined;
  /** Only messages on any of these channels. */
  channelId?: OneOrMany<string> | undefined;
  /** Only messages on any of these networks. */
  channelType?: OneOrMany<'whatsapp' | 'instagram' | 'tiktok'> | undefined;
  /** Only messages with any of these origins. */
  sourceType?: OneOrMany<'api' | 'inbox' | 'broadcast' | 'flow' | 'ticket' | 'consent' | 'echo' | 'contact'> | undefined;
  /** Only messages whose `source.id` is one of these. */
  sourceId?: OneOrMany<string> | undefined;
  /** Only messages with any of these `externalId` values. */
  externalId?: OneOrMany<string> | undefined;
  /** Text to find, whatever its case and accents. */
  q?: string | undefined;
  /** Only messages in any of these directions. */
  direction?: OneOrMany<'inbound' | 'outbound'> | undefined;
  /** Only messages of any of these types. */
  type?: OneOrMany<'text' | 'template' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'reaction' | 'interactive' | 'contacts' | 'order' | 'share' | 'system' | 'unsupported'> | undefined;
  /** Only messages with any of these statuses. */
  status?: OneOrMany<'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'canceled' | 'received'> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | 'updatedAt' | '-updatedAt' | undefined;
}

/** Which notes of a record to list. */
export interface ListNotesQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** True: only pinned notes. False: only those that are not pinned. */
  pinned?: boolean | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | undefined;
}

/** Which pipelines to list. */
export interface ListPipelinesQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** False: only pipelines in use. True: only archived ones. */
  archived?: boolean | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: 'position' | '-createdAt' | 'createdAt' | undefined;
}

/** Position in a list of contacts, page size and order. */
export interface ListSegmentContactsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | 'updatedAt' | '-updatedAt' | '-lastSeenAt' | 'name' | undefined;
}

/** Which segments to list. */
export interface ListSegmentsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only segments with one of these names, ignoring case. */
  name?: OneOrMany<string> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: 'name' | 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | undefined;
}

/** Which suppressions to list. */
export interface ListSuppressionsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only the suppressions of this address, in any form of a phone number. */
  address?: string | undefined;
  /** Only addresses on any of these networks. */
  channelType?: OneOrMany<'whatsapp' | 'instagram' | 'tiktok'> | undefined;
  /** Only suppressions of any of these scopes. */
  scope?: OneOrMany<'marketing' | 'all'> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | undefined;
}

/** Which tags to list. */
export interface ListTagsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only these tags, ignoring case and accents. */
  name?: OneOrMany<string> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: 'name' | 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | undefined;
}

/** Which templates to list. */
export interface ListTemplatesQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Text to find in the name or the texts. Case and accents are ignored. */
  q?: string | undefined;
  /** Only templates with one of these names. */
  name?: OneOrMany<string> | undefined;
  /** Only templates in one of these languages. */
  language?: OneOrMany<string> | undefined;
  /** Only templates of any of these categories. */
  category?: OneOrMany<'marketing' | 'utility' | 'authentication'> | undefined;
  /** Only templates with any of these statuses. */
  status?: OneOrMany<'approved' | 'pending' | 'rejected' | 'paused' | 'disabled' | 'in_appeal' | 'pending_deletion' | 'deleted' | 'limit_exceeded' | 'archived'> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: 'name' | '-name' | '-updatedAt' | 'updatedAt' | '-createdAt' | 'createdAt' | undefined;
}

/** Which comments of a ticket to list. */
export interface ListTicketCommentsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only comments with any of these visibilities. */
  visibility?: OneOrMany<'public' | 'internal'> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: 'createdAt' | '-createdAt' | undefined;
}

/** Which changes of a ticket to list. */
export interface ListTicketHistoryQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only changes of any of these fields. */
  field?: OneOrMany<'status' | 'priority' | 'assigneeId'> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: 'createdAt' | '-createdAt' | undefined;
}

/** Which tickets to list. */
export interface ListTicketsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only tickets with any of these statuses. */
  status?: OneOrMany<'new' | 'open' | 'pending' | 'on_hold' | 'solved' | 'closed'> | undefined;
  /** Only tickets with any of these priorities. */
  priority?: OneOrMany<'low' | 'normal' | 'high' | 'urgent'> | undefined;
  /** Only tickets of any of these kinds. */
  type?: OneOrMany<'question' | 'incident' | 'problem' | 'task'> | undefined;
  /** Only tickets of any of these users; `none` = tickets without a user. */
  assigneeId?: OneOrMany<string> | undefined;
  /** Only tickets of any of these contacts. */
  contactId?: OneOrMany<string> | undefined;
  /** Only tickets about any of these conversations. */
  conversationId?: OneOrMany<string> | undefined;
  /** Only tickets with at least one of these tags. */
  tag?: OneOrMany<string> | undefined;
  /** Only the tickets with one of these numbers. */
  number?: OneOrMany<number> | undefined;
  /** Only tickets with one of these `externalId` values. */
  externalId?: OneOrMany<string> | undefined;
  /** Text to find in the subject or description. Case and accents are ignored. */
  q?: string | undefined;
  /**
   * True: only tickets that are past `dueAt` and neither solved nor closed. False: only the
   * others.
   */
  overdue?: boolean | undefined;
  /**
   * Only tickets with these values of custom fields, such as `plan:gold`, ignoring case. With
   * several values of one field, any of them; with several fields, all of them.
   */
  customField?: OneOrMany<string> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Only tickets that are due at this time or later. */
  dueAfter?: string | Date | undefined;
  /** Only tickets that are due before this time. */
  dueBefore?: string | Date | undefined;
  /**
   * Order of the list. `-priority`: urgent tickets first. By `dueAt`, in either direction, tickets
   * without it come last.
   */
  sort?: '-updatedAt' | 'updatedAt' | '-createdAt' | 'createdAt' | '-priority' | 'priority' | 'dueAt' | '-dueAt' | 'number' | '-number' | undefined;
}

/** Which deliveries to list. */
export interface ListWebhookDeliveriesQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only deliveries with any of these statuses. */
  status?: OneOrMany<'pending' | 'delivering' | 'delivered' | 'retrying' | 'exhausted' | 'canceled'> | undefined;
  /** Only deliveries of events of any of these types or groups. */
  eventType?: OneOrMany<EventPattern> | undefined;
  /** Only deliveries of any of these events. */
  eventId?: OneOrMany<string> | undefined;
  /** Only deliveries created at this time or later. */
  since?: string | Date | undefined;
  /** Only deliveries created before this time. */
  until?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | undefined;
}

/** Which webhook endpoints to list. */
export interface ListWebhookEndpointsQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
  /** Only endpoints with any of these statuses. */
  status?: OneOrMany<'enabled' | 'disabled'> | undefined;
  /** Only records created at this time or later. */
  createdAfter?: string | Date | undefined;
  /** Only records created before this time. */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later. */
  updatedAfter?: string | Date | undefined;
  /** Only records last changed before this time. */
  updatedBefore?: string | Date | undefined;
  /** Order of the list. `-` before a field: from the largest to the smallest value. */
  sort?: '-createdAt' | 'createdAt' | undefined;
}

/** Location to send. */
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

/** A stored file. */
export interface MediaFile {
  /** ID of the media, `med_…`. */
  id: string;
  /** Type of message that fits the file best. */
  kind: 'image' | 'video' | 'audio' | 'document' | 'sticker' | (string & {});
  /** Media type, as the bytes of the file show it. */
  mimeType: string;
  /** File name without a path or control characters. */
  filename: string | null;
  /** Size in bytes. */
  sizeBytes: number;
  /** SHA-256 digest in hexadecimal. */
  sha256: string;
  /** Width of an image in pixels. */
  width: number | null;
  /** Height of an image in pixels. */
  height: number | null;
  /**
   * Download address that needs no API key, valid for 15 minutes. A path of this server unless
   * `PARLEY_PUBLIC_URL` is set.
   */
  url: string;
  /** Creation time. */
  createdAt: string;
  /** Time at which the file is deleted; null = never, because a message or the branding has it. */
  expiresAt: string | null;
}

/** File to send: the `id` of a stored file, or a `url`. */
export type MediaInput = {
  /** ID of an uploaded or received file, `med_…`. The server passes its bytes on. */
  id: string;
  url?: undefined;
} | {
  id?: undefined;
  /**
   * Public `https://` address of the file. For WhatsApp and TikTok, the server downloads it; for
   * Instagram, the provider does.
   */
  url: string;
};

/** A user of the tenant, who can own contacts and be assigned conversations and tickets. */
export interface Member {
  /** ID of the user, `usr_…`. */
  id: string;
  /** Display name. */
  name: string;
  /** Email address in lower case. Unique within the tenant. */
  email: string;
  /**
   * Role. `owner`: may do everything; `admin`: may not change owners; `member`: works with
   * customers and their records.
   */
  role: MemberRole;
  /** Whether the member can be assigned records. Existing assignments stay. */
  active: boolean;
  /** Time of the last request of the member in the console, exact to the minute; null = none. */
  lastSeenAt: string | null;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
}

/** An invitation into the tenant, without the token of its link. */
export interface MemberInvitation {
  /** ID of the invitation, `inv_…`. */
  id: string;
  /** Email address in lower case. */
  email: string;
  /**
   * Role. `owner`: may do everything; `admin`: may not change owners; `member`: works with
   * customers and their records.
   */
  role: MemberRole;
  /** ID of the member who invited; null = an operator. */
  invitedById: string | null;
  /** Time from which the link does not work. */
  expiresAt: string;
  /** Creation time. */
  createdAt: string;
}

/**
 * Role. `owner`: may do everything; `admin`: may not change owners; `member`: works with customers
 * and their records.
 */
export type MemberRole = 'owner' | 'admin' | 'member' | (string & {});

/** Two contacts that are one person. */
export interface MergeContactsBody {
  /** ID of the contact that stays. */
  primaryId: string;
  /** ID of the contact that is merged into the other. */
  duplicateId: string;
}

/** One message, in either direction. */
export interface Message {
  /** ID of the message, `msg_…`. */
  id: string;
  /** ID of the channel, `chn_…`. */
  channelId: string;
  /** The network of the channel. */
  channelType: ChannelType;
  /** ID of the conversation, `cnv_…`. */
  conversationId: string;
  /** ID of the contact, `con_…`. */
  contactId: string;
  /** `inbound`: from the customer. `outbound`: to the customer. */
  direction: MessageDirection;
  /**
   * Kind of content. `capabilities.content.types` of a channel lists what it sends. New types may
   * be added.
   */
  type: MessageType;
  /**
   * Address of the sender. Of an outbound message: the address of the channel, or its ID if it has
   * none.
   */
  from: string;
  /**
   * Address of the recipient as the provider gets it. Of an inbound message: the address of the
   * channel, or its ID if it has none.
   */
  to: string;
  /** Text of the message, caption of its file, or text of its template as far as known. */
  text: string | null;
  /** The template and values of the request; null = none. */
  template: Template | null;
  /** Files. */
  attachments: Attachment[];
  /** The button or row that the customer chose; null for other types. */
  interactive: {
    /** Kind of interactive element. */
    kind: InteractiveKind;
    /** ID that you gave to the chosen button or row; null = none. */
    id: string | null;
    /** Label of the button or row. */
    title: string | null;
    /** Payload of the button. */
    payload: string | null;
  } | null;
  /** Buttons, list or link below the `text` of the message; null = none. */
  prompt: {
    /** Reply buttons, a list to choose from, or a button that opens a link. */
    kind: PromptKind;
    /** Title above the message text. */
    header: string | null;
    /** Small text below the message text. */
    footer: string | null;
    /** Label of the button that opens the list or the link. */
    button: string | null;
    /** Address that the button opens. */
    url: string | null;
    /** Buttons, or rows of the list. */
    options: {
      /** Your ID of the button or row. */
      id: string;
      /** Label of the button or row. */
      title: string;
      /** Text below the label of the row; null = none. */
      description: string | null;
      /** Title of the section of the row. */
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
  /** Reaction to another message; null for other types. */
  reaction: {
    /** The emoji; null = the reaction was removed. */
    emoji: string | null;
    /** ID of the message that it is about; null when Parley does not have it. */
    messageId: string | null;
    /** The provider's ID of the message that it is about. */
    externalId: string | null;
  } | null;
  /** Reactions to this message: the latest one of each person, and at most the latest 100. */
  reactions: {
    /** Address of the person who reacted. */
    from: string;
    /** The emoji. */
    emoji: string;
    /** Time of the reaction. */
    at: string;
  }[];
  /** The ad, post or link that led the customer to the conversation; null = none. */
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
   * The provider's own object, for content that Parley has no fields for: contacts, orders, shared
   * posts, answered stories, system messages and unsupported types. Its fields are the provider's
   * and may change.
   */
  providerContent: Record<string, unknown> | null;
  /** Reasons why the network may refuse this message, known when it was accepted. */
  warnings: {
    /**
     * `window_quota`: the customer has not answered as many messages as the network is known to
     * allow. New values may be added.
     */
    code: 'window_quota' | (string & {});
    /** Human-readable explanation. */
    message: string;
  }[];
  /** Message that this one quotes; null = none. */
  replyTo: {
    /** ID of the quoted message; null when Parley does not have it. */
    messageId: string | null;
    /** The provider's ID of the quoted message. */
    externalId: string | null;
  } | null;
  /**
   * Outbound: queued, sending, sent, delivered, read, failed or canceled. Inbound: received. 202
   * means queued, not sent.
   */
  status: MessageStatus;
  /** Reason of the failure; null unless `status` is `failed`. */
  error: MessageError | null;
  /** Number of attempts to send the message. */
  attempts: number;
  /** The provider's ID of the message; null until the provider has accepted it. */
  externalId: string | null;
  /** Origin of the message. */
  source: {
    /**
     * Origin of the message. `inbox`: sent by a member in the console. `consent`: confirms an
     * opt-out or opt-in; `source.id` is the message of the contact that caused it. `echo`: sent by
     * the business in another app. `contact`: sent by the contact.
     */
    type: MessageSourceType;
    /** ID of the record that the message comes from; null = none. */
    id: string | null;
  };
  messageTag: MessageTag | null;
  category: string | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Whether the customer deleted the message. */
  isDeleted: boolean;
  /** Time at which the customer edited the message. */
  editedAt: string | null;
  /** Time at which the message was accepted, or the customer sent it. */
  createdAt: string;
  /** Time of `sendAt`; null = sent at once. */
  scheduledAt: string | null;
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
  /** Human-readable text; it may change. */
  message: string;
  /** The provider's own error code; null = none. */
  providerCode: string | null;
  /** The provider's own error text; null = none. */
  providerMessage: string | null;
  /** Whether `POST /messages/{id}/retry` may succeed. */
  retryable: boolean;
  /** Kind of failure, if the code stands for several kinds; otherwise null. */
  reason: string | null;
  /** The limit that was reached, for SVC-PROVIDER-RATE-LIMITED. */
  scope: string | null;
  /**
   * More facts; the fields depend on the code. Empty if the provider refused the message or
   * reported its failure, or if its file could not be sent; SVC-PROVIDER-ERROR always has details.
   * If it is empty, read `providerCode`, `providerMessage`, `reason` and `scope`.
   */
  details: Record<string, unknown>;
  /** Time of the failure. */
  at: string;
}

/** One entry of the timeline of a message. */
export interface MessageEvent {
  /** What happened. */
  type: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'canceled' | 'received' | 'retried' | (string & {});
  /** Time of the change, by the clock of the provider if the provider reported it. */
  at: string;
  /** Time at which the server recorded the entry. */
  receivedAt: string;
  /** True: the report came too late and did not change the status. */
  ignored: boolean;
  /** Reason of the failure; null for other entries. */
  error: MessageError | null;
}

/** Numbers of messages, by the time at which they were created. */
export interface MessageReport {
  /** Start of the first bucket. */
  from: string;
  /** End of the last bucket. */
  to: string;
  /** Length of the buckets in the time zone. Weeks begin on Monday. */
  interval: ReportInterval;
  /** IANA time zone of the buckets. */
  timezone: string;
  /** What the series are about; null = everything. */
  groupBy: string | null;
  /** Without `groupBy` one series, or else one for each value that has records. */
  series: {
    /**
     * What the records of the series have in common, such as the ID of a channel. Null: records
     * that have no such value, or all records when the request has no `groupBy`.
     */
    key: string | null;
    /** The whole time, from `from` to `to`. */
    total: {
      /** Messages from customers. */
      inbound: number;
      /** Messages to customers that the server accepted. */
      outbound: number;
      /** Outbound messages that the provider took: now sent, delivered or read. */
      sent: number;
      /** Outbound messages that are now delivered or read. */
      delivered: number;
      /** Outbound messages that are now read. */
      read: number;
      /** Outbound messages that are now failed. */
      failed: number;
      /** Outbound messages that are now canceled. */
      canceled: number;
    };
    /** All buckets in their order, also those without records. */
    buckets: {
      /** Start of the bucket. */
      start: string;
      /** End of the bucket, which is not included. */
      end: string;
      /** Messages from customers. */
      inbound: number;
      /** Messages to customers that the server accepted. */
      outbound: number;
      /** Outbound messages that the provider took: now sent, delivered or read. */
      sent: number;
      /** Outbound messages that are now delivered or read. */
      delivered: number;
      /** Outbound messages that are now read. */
      read: number;
      /** Outbound messages that are now failed. */
      failed: number;
      /** Outbound messages that are now canceled. */
      canceled: number;
    }[];
  }[];
}

/** Which messages to count. */
export interface MessageReportQuery {
  /**
   * Start: a date, such as `2026-11-01`, which begins at midnight in the time zone, or an RFC 3339
   * time.
   */
  from: string | Date;
  /** End, which is not included: a date or a time like `from`. */
  to: string | Date;
  /** Length of the buckets in the time zone. Weeks begin on Monday. */
  interval?: 'hour' | 'day' | 'week' | undefined;
  /** IANA time zone of dates and buckets. Default: that of the tenant. */
  timezone?: string | undefined;
  /** One series for each channel, origin (`source.type`), type or category of message. */
  groupBy?: 'channel' | 'source' | 'type' | 'category' | undefined;
}

/**
 * Origin of the message. `inbox`: sent by a member in the console. `consent`: confirms an opt-out
 * or opt-in; `source.id` is the message of the contact that caused it. `echo`: sent by the
 * business in another app. `contact`: sent by the contact.
 */
export type MessageSourceType = 'api' | 'inbox' | 'broadcast' | 'flow' | 'ticket' | 'consent' | 'echo' | 'contact' | (string & {});

/**
 * Outbound: queued, sending, sent, delivered, read, failed or canceled. Inbound: received. 202
 * means queued, not sent.
 */
export type MessageStatus = 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'canceled' | 'received' | (string & {});

/**
 * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
 * message, instead of 24 hours. Other networks, and reactions, refuse it.
 */
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

/** Where the deals go. */
export interface MoveDealsQuery {
  /** ID of the stage that gets the deals. Without it, the stage or pipeline must have none. */
  moveDealsTo?: string | undefined;
}

/** A new grant. */
export interface NewAgencyGrant {
  /** What the agency may do. `profile` is always included. */
  permissions: readonly ('profile' | 'manage' | 'keys')[];
  /** Expiry time, in the future. API keys of the grant expire then, too. */
  expiresAt?: string | Date | undefined;
}

/** A new stage. */
export interface NewStage {
  /** Name. Unique within the pipeline, ignoring case. */
  name: string;
  /**
   * Probability, in percent, that a deal in this stage is won. A new stage without it gets 100 for
   * `won`, 0 for `lost`, 50 for `open`.
   */
  probability?: number | undefined;
  /**
   * Days that an open deal may stay in this stage before it is `rotten`: it waits too long. Null =
   * no limit.
   */
  rottenAfterDays?: number | null | undefined;
  /** Color as `#rrggbb`, in lower case. */
  color?: string | null | undefined;
  /** Status of the deals in the stage. It cannot be changed. */
  kind?: 'open' | 'won' | 'lost' | undefined;
}

/** A text about a contact, a conversation or a deal, for your users only. */
export interface Note {
  /** ID of the note, `note_…`. */
  id: string;
  /** The record that the note is about. */
  subject: {
    /** Kind of the record. */
    type: 'contact' | 'conversation' | 'deal' | (string & {});
    /** ID of the record. */
    id: string;
  };
  /** Text of the note. */
  body: string;
  /** Whether the note is pinned. The server only stores and filters by it. */
  pinned: boolean;
  /** Who wrote a text or changed a record. */
  author: Author;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
}

/** A new invitation of the owner of a client. */
export interface OwnerInvitation {
  /** The invitation. */
  invitation: MemberInvitation;
  /**
   * Token of the link `{console}/invitation#token={token}`, with which the owner joins. Only this
   * response contains it; a response for a repeated Idempotency-Key has null.
   */
  invitationToken: string | null;
}

/** Position in a list and page size. */
export interface PageQuery {
  /** `nextCursor` of the previous page. Use the same filters and sort. */
  cursor?: string | undefined;
  /** Records per page, 1 to 100. */
  limit?: number | undefined;
}

/** The stages that deals of one kind go through. */
export interface Pipeline {
  /** ID of the pipeline, `pip_…`. */
  id: string;
  /** Display name. */
  name: string;
  /** Place in lists of pipelines: lower numbers first. */
  position: number;
  /** Whether new deals without a pipeline go here. One pipeline of a tenant is it. */
  isDefault: boolean;
  /** Whether a deal needs a reason to become `lost`. */
  requireLostReason: boolean;
  /** Currency of new deals: ISO 4217 code; null = the tenant's `defaultCurrency`. */
  currency: string | null;
  /** The stages, in the order of their positions. */
  stages: Stage[];
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change of the pipeline or of a stage. */
  updatedAt: string;
  /** Time at which the pipeline was archived; null = it is in use. */
  archivedAt: string | null;
}

/** Number and value of the deals in each stage. */
export interface PipelineSummary {
  /** The stages, in the order of their positions. */
  stages: {
    /** ID of the stage, `stg_…`. */
    stageId: string;
    /** Number of deals, without archived ones. */
    count: number;
    /** Sums of the deals, one for each currency. */
    values: {
      /** ISO 4217 code. */
      currency: string;
      /** Sum of the values, exact: `"1234.5"`. */
      total: string;
      /** Sum of each value times the probability of its deal, or else of the stage; exact. */
      weighted: string;
    }[];
  }[];
}

/** Values of the placeholders, as in a message. Give `variables` or `components`. */
export interface PreviewTemplateBody {
  /**
   * Placeholders of the body by number or name, e.g. `{"1": "Alex"}`; `header.…` and
   * `button.<index>` for the other parts. `header.image`, `header.video` and `header.document`
   * take the ID of a stored file, or a URL.
   */
  variables?: Record<string, string> | undefined;
  /**
   * Parts of the template as the provider takes them. The names of fields can be in camelCase or
   * as Meta spells them. The server replaces the ID of a stored file in the header, such as
   * `{"image": {"id": "med_…"}}`, and names a document without `filename` after its file. It
   * passes on the other values unchanged.
   */
  components?: readonly {
    /** Type, such as `header`, `body` or `button`. */
    type: string;
    /** Kind of button. */
    subType?: string | undefined;
    /** The same as `subType`, as Meta spells it. */
    sub_type?: string | undefined;
    /** Position of the button, from 0. */
    index?: string | number | undefined;
    /** Values of the placeholders. */
    parameters?: readonly {
      /** Type of the parameter: `text`, `image`, `payload` and others. */
      type: string;
      /** Name of the parameter, for templates with named parameters. */
      parameterName?: string | undefined;
      /** The same as `parameterName`, as Meta spells it. */
      parameter_name?: string | undefined;
      [key: string]: unknown;
    }[] | undefined;
    /** Cards, for the type `carousel`. */
    cards?: readonly {
      /** Position of the card, from 0. */
      cardIndex?: number | undefined;
      /** The same as `cardIndex`, as Meta spells it. */
      card_index?: number | undefined;
      /** Parts of the card. */
      components: readonly {
        /** Type, such as `header`, `body` or `button`. */
        type: string;
        /** Kind of button. */
        subType?: string | undefined;
        /** The same as `subType`, as Meta spells it. */
        sub_type?: string | undefined;
        /** Position of the button, from 0. */
        index?: string | number | undefined;
        /** Values of the placeholders. */
        parameters?: readonly {
          /** Type of the parameter: `text`, `image`, `payload` and others. */
          type: string;
          /** Name of the parameter, for templates with named parameters. */
          parameterName?: string | undefined;
          /** The same as `parameterName`, as Meta spells it. */
          parameter_name?: string | undefined;
          [key: string]: unknown;
        }[] | undefined;
        [key: string]: unknown;
      }[];
      [key: string]: unknown;
    }[] | undefined;
    [key: string]: unknown;
  }[] | undefined;
}

/** Buttons, a list or a link. */
export type PromptInput = {
  /** Reply buttons. */
  kind: 'buttons';
  /** Text of the message. The channel limits its length. */
  text: string;
  /** Title above the message text. */
  header?: string | undefined;
  /** Small text below the message text. */
  footer?: string | undefined;
  /** The buttons, with different IDs and titles. */
  buttons: readonly {
    /** Your ID of the button or row. The answer of the customer contains it. */
    id: string;
    /** Label. The channel limits its length. */
    title: string;
  }[];
} | {
  /** A list that opens when the customer taps a button. */
  kind: 'list';
  /** Text of the message. The channel limits its length. */
  text: string;
  /** Title above the message text. */
  header?: string | undefined;
  /** Small text below the message text. */
  footer?: string | undefined;
  /** Label of the button that opens the list. */
  button: string;
  /** Sections of the list, with at most 10 rows in total. */
  sections: readonly {
    /** Title; required when there are several sections. */
    title?: string | undefined;
    /** The rows of the section, with different IDs. */
    rows: readonly {
      /** Your ID of the button or row. The answer of the customer contains it. */
      id: string;
      /** Label. The channel limits its length. */
      title: string;
      /** Text below the title of the row. */
      description?: string | undefined;
    }[];
  }[];
} | {
  /** A button that opens a link. */
  kind: 'cta_url';
  /** Text of the message. The channel limits its length. */
  text: string;
  /** Title above the message text. */
  header?: string | undefined;
  /** Small text below the message text. */
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
  /** One emoji, such as 👍; null removes the reaction. */
  emoji: string | null;
}

/** The new order of the stages. */
export interface ReorderStagesBody {
  /** IDs of all stages of the pipeline, in the new order. */
  stageIds: readonly string[];
}

/** Past events to send again. */
export interface ReplayWebhookBody {
  /** Only events at this time or later. */
  since: string | Date;
  /** Only events before this time. Default: now. */
  until?: string | Date | undefined;
  /**
   * Only events of these types or groups. The endpoint must subscribe to them. Default: all that
   * it subscribes to.
   */
  types?: readonly EventPattern[] | undefined;
  /**
   * True: sends only events that the endpoint has not received. False: also sends delivered
   * events, with the same `webhook-id`.
   */
  onlyFailed?: boolean | undefined;
}

/** Length of the buckets in the time zone. Weeks begin on Monday. */
export type ReportInterval = 'hour' | 'day' | 'week' | (string & {});

/** Options of the rotation. */
export interface RotateWebhookSecretBody {
  /** Hours during which the old secrets also sign. 0 = all old secrets expire at once. */
  overlapHours?: number | undefined;
}

/** A named filter of contacts. */
export interface Segment {
  /** ID of the segment, `seg_…`. */
  id: string;
  /** Name. Unique within the tenant, ignoring case. */
  name: string;
  /** Filters of `GET /contacts`. A contact is in the segment while it passes all. */
  filter: {
    /**
     * Text to find in the name, first and last name, phone, email or externalId. Case and accents
     * are ignored. A phone number with country code finds each of its forms.
     */
    q?: string | undefined;
    /** Only contacts with one of these phone numbers. Separators are removed; `+` is optional. */
    phone?: string[] | undefined;
    /** Only contacts with one of these email addresses, ignoring case. */
    email?: string[] | undefined;
    /** Only contacts with one of these `externalId` values. */
    externalId?: string[] | undefined;
    /** Only contacts with at least one of these tags. */
    tag?: string[] | undefined;
    /** Only contacts with all of these tags. */
    tagAll?: string[] | undefined;
    /** Only contacts with none of these tags. */
    tagNone?: string[] | undefined;
    /** Only contacts in any of these lifecycle stages. */
    lifecycle?: Lifecycle[] | undefined;
    /** Only contacts of any of these users; `none` = contacts without an owner. */
    ownerId?: string[] | undefined;
    /** Only contacts with an address on any of these networks. */
    channelType?: ChannelType[] | undefined;
    /** Only contacts whose messaging window is open on any of these channels. */
    windowOpen?: string[] | undefined;
    /**
     * Only contacts with any of these decisions: a scope and a status, such as
     * `marketing:opted_out`.
     */
    consent?: ConsentFilter[] | undefined;
    /**
     * Only contacts with these values of custom fields, such as `plan:gold`, ignoring case. With
     * several values of one field, any of them; with several fields, all of them.
     */
    customField?: string[] | undefined;
    /** True: only blocked contacts. False: only those that are not blocked. */
    blocked?: boolean | undefined;
    /** False: only contacts that are not archived. True: only archived ones. */
    archived: boolean;
    /** Only records created at this time or later. */
    createdAfter?: string | undefined;
    /** Only records created before this time. */
    createdBefore?: string | undefined;
    /** Only records last changed at this time or later. */
    updatedAfter?: string | undefined;
    /** Only records last changed before this time. */
    updatedBefore?: string | undefined;
    /** Only contacts whose last message arrived at this time or later. */
    lastInboundAfter?: string | undefined;
    /**
     * Only contacts whose last message arrived before this time. Contacts that never wrote are not
     * included.
     */
    lastInboundBefore?: string | undefined;
  };
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
}

/** A message to the customer of a conversation. */
export type SendConversationMessageBody = {
  /** Text message. */
  type: 'text';
  /** Text to send. The channel limits its length. */
  text: string;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** Template message. */
  type: 'template';
  /** The template to send. Give `variables` or `components`, not both. */
  template: TemplateInput;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** Message with a file of the kind `image`. */
  type: 'image';
  /** File to send: the `id` of a stored file, or a `url`. */
  media: MediaInput;
  /** Caption of the file. */
  caption?: string | undefined;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** Message with a file of the kind `video`. */
  type: 'video';
  /** File to send: the `id` of a stored file, or a `url`. */
  media: MediaInput;
  /** Caption of the file. */
  caption?: string | undefined;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** Message with a file of the kind `audio`. */
  type: 'audio';
  /** File to send: the `id` of a stored file, or a `url`. */
  media: MediaInput;
  /** Whether the network shows the audio file as a voice message. Default: false. */
  voice?: boolean | undefined;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** Message with a file of the kind `document`. */
  type: 'document';
  /** File to send: the `id` of a stored file, or a `url`. */
  media: MediaInput;
  /** Caption of the file. */
  caption?: string | undefined;
  /** File name that the customer sees. Only WhatsApp shows it. */
  filename?: string | undefined;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** Message with a file of the kind `sticker`. */
  type: 'sticker';
  /** File to send: the `id` of a stored file, or a `url`. */
  media: MediaInput;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** A location. */
  type: 'location';
  /** Location to send. */
  location: LocationInput;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** A reaction to a message of this conversation. */
  type: 'reaction';
  /** The reaction. */
  reaction: ReactionInput;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** Text with buttons, a list or a link. */
  type: 'interactive';
  /** Buttons, a list or a link. */
  interactive: PromptInput;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
};

/** A message to one recipient. */
export type SendMessageBody = {
  /** ID of the channel that sends the message. */
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
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** ID of the channel that sends the message. */
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
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** ID of the channel that sends the message. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** Message with a file of the kind `image`. */
  type: 'image';
  /** File to send: the `id` of a stored file, or a `url`. */
  media: MediaInput;
  /** Caption of the file. */
  caption?: string | undefined;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** ID of the channel that sends the message. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** Message with a file of the kind `video`. */
  type: 'video';
  /** File to send: the `id` of a stored file, or a `url`. */
  media: MediaInput;
  /** Caption of the file. */
  caption?: string | undefined;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** ID of the channel that sends the message. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** Message with a file of the kind `audio`. */
  type: 'audio';
  /** File to send: the `id` of a stored file, or a `url`. */
  media: MediaInput;
  /** Whether the network shows the audio file as a voice message. Default: false. */
  voice?: boolean | undefined;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** ID of the channel that sends the message. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** Message with a file of the kind `document`. */
  type: 'document';
  /** File to send: the `id` of a stored file, or a `url`. */
  media: MediaInput;
  /** Caption of the file. */
  caption?: string | undefined;
  /** File name that the customer sees. Only WhatsApp shows it. */
  filename?: string | undefined;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** ID of the channel that sends the message. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** Message with a file of the kind `sticker`. */
  type: 'sticker';
  /** File to send: the `id` of a stored file, or a `url`. */
  media: MediaInput;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** ID of the channel that sends the message. */
  channelId: string;
  /**
   * WhatsApp: a phone number in digits or a business-scoped user id; Instagram: the scoped user
   * id; TikTok: the conversation id.
   */
  to: string;
  /** A location. */
  type: 'location';
  /** Location to send. */
  location: LocationInput;
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** ID of the channel that sends the message. */
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
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
  messageTag?: 'human_agent' | undefined;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata?: MetadataInput | undefined;
} | {
  /** ID of the channel that sends the message. */
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
  /** ID of a message of this conversation that the new message quotes. */
  replyToMessageId?: string | undefined;
  /**
   * Sends the message at this time, at most a year from now; until then it is `queued` and can be
   * canceled. Default: now.
   */
  sendAt?: string | Date | undefined;
  /**
   * Only on Instagram: `human_agent` lets a person answer up to 7 days after the last inbound
   * message, instead of 24 hours. Other networks, and reactions, refuse it.
   */
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
  /**
   * The provider's ID of the message. If a message has this ID already, nothing changes. Default:
   * a new ID.
   */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** Time at which the customer sent the message. Default: now. */
  timestamp?: string | Date | undefined;
  /** The provider's ID of the message that the customer quotes. */
  replyTo?: string | undefined;
  /** The ad, post or link that led the customer to the conversation. */
  referral?: {
    /** Kind of the source, such as `ad` or `post`. */
    sourceType?: string | null | undefined;
    /** The network's ID of the ad or post. */
    sourceId?: string | null | undefined;
    /** Address of the ad or post. */
    sourceUrl?: string | null | undefined;
    /** Title of the ad. */
    headline?: string | null | undefined;
    /** ID of the click, for reports to the ad platform. */
    clickId?: string | null | undefined;
  } | undefined;
} | {
  /** A location. */
  type: 'location';
  /** Location that the customer shared. */
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
  /**
   * The provider's ID of the message. If a message has this ID already, nothing changes. Default:
   * a new ID.
   */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** Time at which the customer sent the message. Default: now. */
  timestamp?: string | Date | undefined;
  /** The provider's ID of the message that the customer quotes. */
  replyTo?: string | undefined;
  /** The ad, post or link that led the customer to the conversation. */
  referral?: {
    /** Kind of the source, such as `ad` or `post`. */
    sourceType?: string | null | undefined;
    /** The network's ID of the ad or post. */
    sourceId?: string | null | undefined;
    /** Address of the ad or post. */
    sourceUrl?: string | null | undefined;
    /** Title of the ad. */
    headline?: string | null | undefined;
    /** ID of the click, for reports to the ad platform. */
    clickId?: string | null | undefined;
  } | undefined;
} | {
  /** A tap on a button or on a row of a list. */
  type: 'interactive';
  /** The button or row that the customer chose. */
  interactive: {
    /** Kind of interactive element. */
    kind: 'button_reply' | 'list_reply' | 'flow_reply' | 'template_button';
    /** ID that you gave to the chosen button or row. */
    id?: string | null | undefined;
    /** Label of the button or row. */
    title?: string | null | undefined;
    /** Payload of the button. */
    payload?: string | null | undefined;
  };
  /** Address of the customer on this network. */
  from: string;
  /**
   * The provider's ID of the message. If a message has this ID already, nothing changes. Default:
   * a new ID.
   */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** Time at which the customer sent the message. Default: now. */
  timestamp?: string | Date | undefined;
  /** The provider's ID of the message that the customer quotes. */
  replyTo?: string | undefined;
  /** The ad, post or link that led the customer to the conversation. */
  referral?: {
    /** Kind of the source, such as `ad` or `post`. */
    sourceType?: string | null | undefined;
    /** The network's ID of the ad or post. */
    sourceId?: string | null | undefined;
    /** Address of the ad or post. */
    sourceUrl?: string | null | undefined;
    /** Title of the ad. */
    headline?: string | null | undefined;
    /** ID of the click, for reports to the ad platform. */
    clickId?: string | null | undefined;
  } | undefined;
} | {
  /** A file. The sandbox downloads nothing, so the file keeps the status `pending`. */
  type: 'image' | 'video' | 'audio' | 'document' | 'sticker';
  /** Caption of the file. */
  text?: string | undefined;
  /** The file. */
  media?: {
    /** MIME type of the file, such as `image/jpeg`. */
    mimeType?: string | undefined;
    /** File name. */
    filename?: string | undefined;
  } | undefined;
  /** Address of the customer on this network. */
  from: string;
  /**
   * The provider's ID of the message. If a message has this ID already, nothing changes. Default:
   * a new ID.
   */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** Time at which the customer sent the message. Default: now. */
  timestamp?: string | Date | undefined;
  /** The provider's ID of the message that the customer quotes. */
  replyTo?: string | undefined;
  /** The ad, post or link that led the customer to the conversation. */
  referral?: {
    /** Kind of the source, such as `ad` or `post`. */
    sourceType?: string | null | undefined;
    /** The network's ID of the ad or post. */
    sourceId?: string | null | undefined;
    /** Address of the ad or post. */
    sourceUrl?: string | null | undefined;
    /** Title of the ad. */
    headline?: string | null | undefined;
    /** ID of the click, for reports to the ad platform. */
    clickId?: string | null | undefined;
  } | undefined;
} | {
  /** A reaction to a message. */
  type: 'reaction';
  /** The reaction of the customer. */
  reaction: {
    /** The provider's ID of the message that the customer reacts to. */
    externalId: string;
    /** The emoji; null removes the reaction. */
    emoji: string | null;
  };
  /** Address of the customer on this network. */
  from: string;
  /**
   * The provider's ID of the message. If a message has this ID already, nothing changes. Default:
   * a new ID.
   */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** Time at which the customer sent the message. Default: now. */
  timestamp?: string | Date | undefined;
  /** The provider's ID of the message that the customer quotes. */
  replyTo?: string | undefined;
  /** The ad, post or link that led the customer to the conversation. */
  referral?: {
    /** Kind of the source, such as `ad` or `post`. */
    sourceType?: string | null | undefined;
    /** The network's ID of the ad or post. */
    sourceId?: string | null | undefined;
    /** Address of the ad or post. */
    sourceUrl?: string | null | undefined;
    /** Title of the ad. */
    headline?: string | null | undefined;
    /** ID of the click, for reports to the ad platform. */
    clickId?: string | null | undefined;
  } | undefined;
} | {
  /** Content that the API shows as the provider's own object. */
  type: 'contacts' | 'order' | 'share' | 'system';
  /** The object of the item in the provider's own form. */
  providerContent: Record<string, unknown>;
  /** Address of the customer on this network. */
  from: string;
  /**
   * The provider's ID of the message. If a message has this ID already, nothing changes. Default:
   * a new ID.
   */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** Time at which the customer sent the message. Default: now. */
  timestamp?: string | Date | undefined;
  /** The provider's ID of the message that the customer quotes. */
  replyTo?: string | undefined;
  /** The ad, post or link that led the customer to the conversation. */
  referral?: {
    /** Kind of the source, such as `ad` or `post`. */
    sourceType?: string | null | undefined;
    /** The network's ID of the ad or post. */
    sourceId?: string | null | undefined;
    /** Address of the ad or post. */
    sourceUrl?: string | null | undefined;
    /** Title of the ad. */
    headline?: string | null | undefined;
    /** ID of the click, for reports to the ad platform. */
    clickId?: string | null | undefined;
  } | undefined;
} | {
  /** A message whose content the network does not pass on. */
  type: 'unsupported';
  /** Address of the customer on this network. */
  from: string;
  /**
   * The provider's ID of the message. If a message has this ID already, nothing changes. Default:
   * a new ID.
   */
  externalId?: string | undefined;
  /** Name in the customer’s profile. */
  profileName?: string | undefined;
  /** Time at which the customer sent the message. Default: now. */
  timestamp?: string | Date | undefined;
  /** The provider's ID of the message that the customer quotes. */
  replyTo?: string | undefined;
  /** The ad, post or link that led the customer to the conversation. */
  referral?: {
    /** Kind of the source, such as `ad` or `post`. */
    sourceType?: string | null | undefined;
    /** The network's ID of the ad or post. */
    sourceId?: string | null | undefined;
    /** Address of the ad or post. */
    sourceUrl?: string | null | undefined;
    /** Title of the ad. */
    headline?: string | null | undefined;
    /** ID of the click, for reports to the ad platform. */
    clickId?: string | null | undefined;
  } | undefined;
};

/**
 * A status report for an outbound message of a sandbox channel. Reports can come in any order and
 * any number of times.
 */
export interface SimulateStatusBody {
  /** ID of the message, `msg_…`. */
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
  /** Category by which WhatsApp bills the message, such as `marketing`. */
  category?: string | undefined;
  /** Time of the report. Default: now. */
  timestamp?: string | Date | undefined;
}

/** The received message. */
export interface SimulatedInbound {
  /** Whether a message with this `externalId` already existed. If so, nothing changed. */
  duplicate: boolean;
  /** One message, in either direction. */
  message: Message;
}

/** A step of a pipeline. Each deal is in one stage. */
export interface Stage {
  /** ID of the stage, `stg_…`. */
  id: string;
  /** ID of the pipeline, `pip_…`. */
  pipelineId: string;
  /** Name. Unique within the pipeline, ignoring case. */
  name: string;
  /** Place within the pipeline, from 0. */
  position: number;
  /** Status of the deals in the stage. It cannot be changed. */
  kind: StageKind;
  /** Probability, in percent, that a deal in this stage is won. */
  probability: number;
  /**
   * Days that an open deal may stay in this stage before it is `rotten`: it waits too long. Null =
   * no limit.
   */
  rottenAfterDays: number | null;
  /** Color, such as `#1f883d`; null = none. */
  color: string | null;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
}

/** Status of the deals in the stage. It cannot be changed. */
export type StageKind = 'open' | 'won' | 'lost' | (string & {});

/**
 * An address that refuses messages, whether or not a contact has it. The server keeps a keyed
 * hash, not the address.
 */
export interface Suppression {
  /** ID of the suppression, `sup_…`. */
  id: string;
  /** Network of the address; null = kept before the server stored the network. */
  channelType: ChannelType | null;
  /** `marketing`: marketing messages only. `all`: every message. */
  scope: ConsentScope;
  /**
   * Where the first refusal came from; a later one changes only `decidedAt`. `api`: a request with
   * an API key. `inbox`: a member in the console. `erasure`: the refusal of an erased contact.
   * Open enum: new values may be added; handle unknown ones.
   */
  source: 'api' | 'inbox' | 'erasure' | (string & {});
  /** Time of the latest refusal: a repeated request or a later erasure moves it. */
  decidedAt: string;
  /** Creation time. */
  createdAt: string;
}

/** Options of the suspension. */
export interface SuspendAgencyClientBody {
  /** Why the agency suspends the client. Default: none. The client does not see it. */
  reason?: string | null | undefined;
}

/** A tag of your records. */
export interface Tag {
  /** ID of the tag, `tag_…`. */
  id: string;
  /** The tag. Unique within the tenant, ignoring case and accents. */
  name: string;
  /** Color, such as `#1f883d`; null = none. */
  color: string | null;
  /** What the tag is for; null = none. */
  description: string | null;
  /**
   * `renaming`: some records still have the earlier name. `deleting`: some records still have the
   * tag. The server changes these records, and the counts follow.
   */
  status: 'active' | 'renaming' | 'deleting' | (string & {});
  /** Number of contacts with the tag, archived ones included; 10,000 = that many or more. */
  contactCount: number;
  /** Number of conversations with the tag, archived ones included; 10,000 = that many or more. */
  conversationCount: number;
  /** Number of deals with the tag, archived ones included; 10,000 = that many or more. */
  dealCount: number;
  /** Number of tickets with the tag, archived ones included; 10,000 = that many or more. */
  ticketCount: number;
  /**
   * Number of knowledge sources with the tag, archived ones included; 10,000 = that many or more.
   */
  knowledgeSourceCount: number;
  /** Number of FAQs with the tag, archived ones included; 10,000 = that many or more. */
  knowledgeFaqCount: number;
  /**
   * Number of canned responses with the tag, archived ones included; 10,000 = that many or more.
   */
  cannedResponseCount: number;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. New counts do not change it. */
  updatedAt: string;
}

/** A template as it was sent. */
export interface Template {
  /** Name of the template. */
  name: string;
  /** Language of the template. */
  language: string;
  /**
   * Category when the message was accepted: `marketing`, `utility` or `authentication`; null when
   * not known.
   */
  category: string | null;
  /** Parts as sent to the provider. */
  components: {
    /** Type of the part: `header`, `body` or `button`. */
    type: string;
    [key: string]: unknown;
  }[];
}

/** A button. */
export type TemplateButton = {
  /** Sends its label, or its payload, back. */
  type: 'quick_reply';
  /** Label, at most 25 characters. */
  text: string;
} | {
  /** Opens a link. */
  type: 'url';
  /** Label, at most 25 characters. */
  text: string;
  /** Link. It can end with one placeholder. */
  url: string;
} | {
  /** Calls a number. */
  type: 'phone_number';
  /** Label, at most 25 characters. */
  text: string;
  /** Number to call. */
  phoneNumber: string;
} | {
  /** Copies a coupon code. */
  type: 'copy_code';
} | {
  /** Copies a one-time password; for `authentication` only. */
  type: 'otp';
  /** How the customer uses the code. */
  otpType: 'copy_code';
  /** Label, at most 25 characters. */
  text?: string | undefined;
};

/** Purpose. It decides the price, and which consent a message needs. */
export type TemplateCategory = 'marketing' | 'utility' | 'authentication' | (string & {});

/** One part of a template. */
export type TemplateComponent = {
  /** Above the text. */
  type: 'header';
  /** Kind of header. */
  format?: 'text' | 'image' | 'video' | 'document' | 'location' | undefined;
  /** For the format `text`. */
  text?: string | undefined;
} | {
  /** The text. */
  type: 'body';
  /** Text with placeholders. For `authentication`, the provider writes the text. */
  text?: string | undefined;
  /** `authentication`: adds a warning not to share the code. */
  addSecurityRecommendation?: boolean | undefined;
} | {
  /** Below the text. */
  type: 'footer';
  /** Text without placeholders. */
  text?: string | undefined;
  /** `authentication`: minutes until the code expires. */
  codeExpirationMinutes?: number | undefined;
} | {
  /** Buttons below the message. */
  type: 'buttons';
  /** At most 10; 2 of them `url`, 1 `phone_number`, 1 `copy_code`. */
  buttons: readonly TemplateButton[];
};

/** The template to send. Give `variables` or `components`, not both. */
export type TemplateInput = {
  /** Name of the template: lower-case letters, digits and underscores. */
  name: string;
  /** Language of the template, such as `en_US`. */
  language: string;
  /**
   * Placeholders of the body by number or name, e.g. `{"1": "Alex"}`; `header.…` and
   * `button.<index>` for the other parts. `header.image`, `header.video` and `header.document`
   * take the ID of a stored file, or a URL.
   */
  variables?: Record<string, string> | undefined;
  /**
   * Parts of the template as the provider takes them. The names of fields can be in camelCase or
   * as Meta spells them. The server replaces the ID of a stored file in the header, such as
   * `{"image": {"id": "med_…"}}`, and names a document without `filename` after its file. It
   * passes on the other values unchanged.
   */
  components?: readonly {
    /** Type, such as `header`, `body` or `button`. */
    type: string;
    /** Kind of button. */
    subType?: string | undefined;
    /** The same as `subType`, as Meta spells it. */
    sub_type?: string | undefined;
    /** Position of the button, from 0. */
    index?: string | number | undefined;
    /** Values of the placeholders. */
    parameters?: readonly {
      /** Type of the parameter: `text`, `image`, `payload` and others. */
      type: string;
      /** Name of the parameter, for templates with named parameters. */
      parameterName?: string | undefined;
      /** The same as `parameterName`, as Meta spells it. */
      parameter_name?: string | undefined;
      [key: string]: unknown;
    }[] | undefined;
    /** Cards, for the type `carousel`. */
    cards?: readonly {
      /** Position of the card, from 0. */
      cardIndex?: number | undefined;
      /** The same as `cardIndex`, as Meta spells it. */
      card_index?: number | undefined;
      /** Parts of the card. */
      components: readonly {
        /** Type, such as `header`, `body` or `button`. */
        type: string;
        /** Kind of button. */
        subType?: string | undefined;
        /** The same as `subType`, as Meta spells it. */
        sub_type?: string | undefined;
        /** Position of the button, from 0. */
        index?: string | number | undefined;
        /** Values of the placeholders. */
        parameters?: readonly {
          /** Type of the parameter: `text`, `image`, `payload` and others. */
          type: string;
          /** Name of the parameter, for templates with named parameters. */
          parameterName?: string | undefined;
          /** The same as `parameterName`, as Meta spells it. */
          parameter_name?: string | undefined;
          [key: string]: unknown;
        }[] | undefined;
        [key: string]: unknown;
      }[];
      [key: string]: unknown;
    }[] | undefined;
    [key: string]: unknown;
  }[] | undefined;
  templateId?: undefined;
} | {
  name?: undefined;
  language?: undefined;
  /**
   * Placeholders of the body by number or name, e.g. `{"1": "Alex"}`; `header.…` and
   * `button.<index>` for the other parts. `header.image`, `header.video` and `header.document`
   * take the ID of a stored file, or a URL.
   */
  variables?: Record<string, string> | undefined;
  /**
   * Parts of the template as the provider takes them. The names of fields can be in camelCase or
   * as Meta spells them. The server replaces the ID of a stored file in the header, such as
   * `{"image": {"id": "med_…"}}`, and names a document without `filename` after its file. It
   * passes on the other values unchanged.
   */
  components?: readonly {
    /** Type, such as `header`, `body` or `button`. */
    type: string;
    /** Kind of button. */
    subType?: string | undefined;
    /** The same as `subType`, as Meta spells it. */
    sub_type?: string | undefined;
    /** Position of the button, from 0. */
    index?: string | number | undefined;
    /** Values of the placeholders. */
    parameters?: readonly {
      /** Type of the parameter: `text`, `image`, `payload` and others. */
      type: string;
      /** Name of the parameter, for templates with named parameters. */
      parameterName?: string | undefined;
      /** The same as `parameterName`, as Meta spells it. */
      parameter_name?: string | undefined;
      [key: string]: unknown;
    }[] | undefined;
    /** Cards, for the type `carousel`. */
    cards?: readonly {
      /** Position of the card, from 0. */
      cardIndex?: number | undefined;
      /** The same as `cardIndex`, as Meta spells it. */
      card_index?: number | undefined;
      /** Parts of the card. */
      components: readonly {
        /** Type, such as `header`, `body` or `button`. */
        type: string;
        /** Kind of button. */
        subType?: string | undefined;
        /** The same as `subType`, as Meta spells it. */
        sub_type?: string | undefined;
        /** Position of the button, from 0. */
        index?: string | number | undefined;
        /** Values of the placeholders. */
        parameters?: readonly {
          /** Type of the parameter: `text`, `image`, `payload` and others. */
          type: string;
          /** Name of the parameter, for templates with named parameters. */
          parameterName?: string | undefined;
          /** The same as `parameterName`, as Meta spells it. */
          parameter_name?: string | undefined;
          [key: string]: unknown;
        }[] | undefined;
        [key: string]: unknown;
      }[];
      [key: string]: unknown;
    }[] | undefined;
    [key: string]: unknown;
  }[] | undefined;
  /** ID of the template, instead of `name` and `language`. */
  templateId: string;
};

/** A template with its values. */
export interface TemplatePreview {
  /** Text of the header, or the ID or URL of its file; null = no header. */
  header: string | null;
  /** Text of the body; null when the provider does not report it. */
  text: string | null;
  /** Text of the footer. */
  footer: string | null;
  /** The buttons, in their order. */
  buttons: {
    /** Kind of button. */
    type: string;
    /** Label. */
    text: string | null;
    /** Link with its value. */
    url: string | null;
  }[];
  /** The template with the language and the parameters that a message with it would have. */
  template: Template;
}

/** Quality that the provider derives from the reactions of customers. */
export type TemplateQuality = 'green' | 'yellow' | 'red' | 'unknown' | (string & {});

/** A message text that the provider has to approve. */
export interface TemplateRecord {
  /** ID of the template, `tpl_…`. */
  id: string;
  /** ID of the channel, `chn_…`. */
  channelId: string;
  /** The provider's ID; null on a sandbox channel. */
  externalId: string | null;
  /** Name. Templates in several languages can share it. */
  name: string;
  /** Language, such as `en_US`. */
  language: string;
  /** Purpose. It decides the price, and which consent a message needs. */
  category: TemplateCategory;
  /** Status at the provider. Only `approved` templates can be sent. */
  status: TemplateStatus;
  /** Quality; null = not known. */
  quality: TemplateQuality | null;
  /** The provider's reason, such as `invalid_format`; null = not rejected. */
  rejectionReason: string | null;
  /** Whether placeholders are numbers, such as `{{1}}`, or names, such as `{{first_name}}`. */
  parameterFormat: 'positional' | 'named' | (string & {});
  /** Parts of the template. */
  components: {
    /** `header`, `body`, `footer`, `buttons` and others. */
    type: string;
    /** Kind of header, such as `text` or `image`. */
    format?: string | undefined;
    /** Text with placeholders. */
    text?: string | undefined;
    /** The buttons, in their order. */
    buttons?: {
      /** Kind of button, such as `url` or `quick_reply`. */
      type: string;
      /** Label. */
      text?: string | undefined;
      /** Link, which may end with a placeholder. */
      url?: string | undefined;
      [key: string]: unknown;
    }[] | undefined;
    [key: string]: unknown;
  }[];
  /** Keys of the values that a message gives the template. */
  variables: TemplateVariable[];
  /** Time at which the record was last read from the provider; null = never. */
  syncedAt: string | null;
  /** Creation time of the record. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
}

/** Status at the provider. Only `approved` templates can be sent. */
export type TemplateStatus = 'approved' | 'pending' | 'rejected' | 'paused' | 'disabled' | 'in_appeal' | 'pending_deletion' | 'deleted' | 'limit_exceeded' | 'archived' | (string & {});

/** A sync that was queued. `templatesSyncedAt` of the channel is the time when it ended. */
export interface TemplateSync {
  /** ID of the template sync, `syn_…`. */
  syncId: string;
  /** Time of the request. */
  startedAt: string;
}

/** One value that a message can give the template. */
export interface TemplateVariable {
  /** Part that has the placeholder. */
  component: 'header' | 'body' | 'button' | (string & {});
  /** Position of the button, from 0; null for other parts. */
  index: number | null;
  /** Key of the value in `variables` of a message. */
  key: string;
  /** Whether a message must have a value for it. */
  required: boolean;
  /** Example that the provider reviewed. */
  example: string | null;
}

/** The organization that an API key belongs to. */
export interface Tenant {
  /** ID of the tenant, `ten_…`. */
  id: string;
  /** Display name. */
  name: string;
  /**
   * Kind of tenant. `agency`: can create client tenants; only an operator makes a tenant an
   * agency. `client`: an agency created it. `standard`: any other.
   */
  kind: 'standard' | 'agency' | 'client' | (string & {});
  /**
   * Status. While it is not `active`, the server refuses every request with 403, stores what
   * customers write, and sends nothing. A `suspended` tenant can still read and revoke its grants.
   */
  status: 'active' | 'suspended' | 'archived' | (string & {});
  /** IANA time zone. */
  timezone: string;
  /** Language of the tenant: BCP 47 tag, such as `pt-BR`. */
  locale: string;
  /** Currency: ISO 4217 code, such as `BRL`. */
  defaultCurrency: string;
  /** ID of the agency that created this client tenant; null = none. */
  agencyId: string | null;
  /** Settings of the tenant. */
  settings: TenantSettings;
  /**
   * The maximum numbers of records of the tenant. The server refuses further records with
   * `SVC-LIMIT-REACHED`. It never refuses messages of customers and the contacts that these
   * create, but counts them.
   */
  limits: TenantLimits;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change. */
  updatedAt: string;
}

/** Name of a limit of a tenant. */
export type TenantLimitName = 'messagesPerMonth' | 'contacts' | 'channels' | 'members' | (string & {});

/** A limit of a tenant that is nearly reached, or reached. */
export interface TenantLimitReached {
  /** ID of the tenant. */
  id: string;
  /** Name of a limit of a tenant. */
  limit: TenantLimitName;
  /** The part of the limit that is reached. */
  percent: 80 | 100;
  /** Value of the limit. */
  max: number;
  /**
   * Number of records that count at present. It can be above `max`: a limit may be set below the
   * present number, and messages of customers are not refused.
   */
  used: number;
  /** Time at which the count starts again; null = the limit is not per month. */
  resetsAt: string | null;
}

/** A limit of a tenant and its use. */
export interface TenantLimitUse {
  /** Value of the limit. */
  max: number;
  /**
   * Number of records that count at present. It can be above `max`: a limit may be set below the
   * present number, and messages of customers are not refused.
   */
  used: number;
  /** Time at which the count starts again; null = the limit is not per month. */
  resetsAt: string | null;
}

/** The limits of a tenant and their use. */
export interface TenantLimitUses {
  /**
   * Messages of a calendar month (UTC), in both directions. A scheduled message counts in the
   * month in which it was accepted. A canceled message still counts. Null = no limit.
   */
  messagesPerMonth: TenantLimitUse | null;
  /** Contacts, with archived ones. Null = no limit. */
  contacts: TenantLimitUse | null;
  /** Channels, without archived ones. Null = no limit. */
  channels: TenantLimitUse | null;
  /** Active members. Null = no limit. */
  members: TenantLimitUse | null;
}

/**
 * The maximum numbers of records of the tenant. The server refuses further records with
 * `SVC-LIMIT-REACHED`. It never refuses messages of customers and the contacts that these create,
 * but counts them.
 */
export interface TenantLimits {
  /**
   * Messages of a calendar month (UTC), in both directions. A scheduled message counts in the
   * month in which it was accepted. A canceled message still counts. Null = no limit.
   */
  messagesPerMonth: number | null;
  /** Contacts, with archived ones. Null = no limit. */
  contacts: number | null;
  /** Channels, without archived ones. Null = no limit. */
  channels: number | null;
  /** Active members. Null = no limit. */
  members: number | null;
}

/** Limits to set; null removes one. Absent limits keep their values. */
export interface TenantLimitsInput {
  /**
   * Messages of a calendar month (UTC), in both directions. A scheduled message counts in the
   * month in which it was accepted. A canceled message still counts. Null = no limit.
   */
  messagesPerMonth?: number | null | undefined;
  /** Contacts, with archived ones. Null = no limit. */
  contacts?: number | null | undefined;
  /** Channels, without archived ones. Null = no limit. */
  channels?: number | null | undefined;
  /** Active members. Null = no limit. */
  members?: number | null | undefined;
}

/** Settings of the tenant. */
export interface TenantSettings {
  /**
   * More words by which a whole message opts out of all messages, besides STOP and the other
   * built-in ones. Case, accents and punctuation are ignored.
   */
  optOutKeywords: string[];
  /**
   * More words by which a whole message opts in again, besides START and the other built-in ones.
   * Case, accents and punctuation are ignored.
   */
  optInKeywords: string[];
  /**
   * Text that a contact gets, once, after it opted out by a message or a button; null = none is
   * sent.
   */
  optOutConfirmation: string | null;
  /**
   * Text that a contact gets, once, after it opted in by a message or a button; null = none is
   * sent.
   */
  optInConfirmation: string | null;
  /**
   * Hours without a message or a change after which the server closes a conversation; null =
   * never. A conversation that is snoozed until a time is not closed before that time.
   */
  conversationAutoCloseHours: number | null;
  /**
   * Hours after which the server closes a ticket that stays `solved`; null = never. A new tenant
   * has 96.
   */
  ticketAutoCloseHours: number | null;
  /**
   * Whether the agency that created this tenant may create a grant by itself. API keys that an
   * agency issued cannot change it.
   */
  agencyCanRegrant: boolean;
  /**
   * Whether the network shows customers that their messages were read, when you mark a
   * conversation as read. If false, typing indicators are refused on WhatsApp, which shows them
   * only with a read receipt.
   */
  sendReadReceipts: boolean;
  /**
   * When the organization is open; null = not set. At present, nothing in the server reads the
   * hours: they are for its clients.
   */
  businessHours: BusinessHours | null;
}

/** The test event to send. */
export interface TestWebhookBody {
  /** Type of the example event. The endpoint does not need to subscribe to it. */
  type?: 'message.received' | 'message.queued' | 'message.sent' | 'message.delivered' | 'message.read' | 'message.failed' | 'message.canceled' | 'message.updated' | 'conversation.created' | 'conversation.updated' | 'conversation.status_changed' | 'conversation.assigned' | 'conversation.read' | 'contact.deleted' | 'contact.merge_suggested' | 'contact.merged' | 'contact.created' | 'contact.updated' | 'contact.tags_changed' | 'contact.opted_in' | 'contact.opted_out' | 'contact.blocked' | 'contact.unblocked' | 'contact_import.completed' | 'channel.created' | 'channel.updated' | 'channel.status_changed' | 'channel.quality_changed' | 'channel.credentials_expiring' | 'channel.deleted' | 'template.created' | 'template.updated' | 'template.status_changed' | 'template.deleted' | 'ticket.created' | 'ticket.updated' | 'ticket.status_changed' | 'ticket.assigned' | 'ticket.deleted' | 'api_key.created' | 'api_key.revoked' | 'knowledge_source.created' | 'knowledge_source.updated' | 'knowledge_source.ready' | 'knowledge_source.failed' | 'knowledge_source.deleted' | 'knowledge_faq.created' | 'knowledge_faq.updated' | 'knowledge_faq.deleted' | 'webhook_endpoint.disabled' | 'webhook.test' | 'canned_response.created' | 'canned_response.updated' | 'canned_response.deleted' | 'custom_field.created' | 'custom_field.updated' | 'custom_field.deleted' | 'note.created' | 'note.updated' | 'note.deleted' | 'pipeline.created' | 'pipeline.updated' | 'pipeline.deleted' | 'deal.created' | 'deal.updated' | 'deal.stage_changed' | 'deal.won' | 'deal.lost' | 'deal.reopened' | 'deal.deleted' | 'tenant.limit_reached' | 'tenant.updated' | 'agency_client.created' | 'agency_client.updated' | 'agency_client.suspended' | 'agency_client.reactivated' | 'agency_client.archived' | 'agency_grant.created' | 'agency_grant.revoked' | 'agency_grant.expired' | 'ticket.commented' | 'member.joined' | 'member.updated' | 'member.deactivated' | 'member.invited' | undefined;
}

/** A request of a customer that you work on until it is solved. */
export interface Ticket {
  /** ID of the ticket, `tkt_…`. */
  id: string;
  /** Number of the ticket within the tenant: 1, 2, 3 …, without gaps. */
  number: number;
  /** What the ticket is about, in one line. */
  subject: string;
  /** Full text of the request; null = none. */
  description: string | null;
  /**
   * Status. `new`: no comment answers the customer; `open`: you must act; `pending`: the customer
   * must answer; `on_hold`: a third party must act; `solved`: done unless the customer writes
   * again; `closed`: final.
   */
  status: TicketStatus;
  /** Urgency of the ticket. */
  priority: TicketPriority;
  /** Kind of request; null = not classified. */
  type: 'question' | 'incident' | 'problem' | 'task' | (string & {}) | null;
  /** ID of the customer; null = none. */
  contactId: string | null;
  /** ID of the conversation that the ticket is about; null = none. */
  conversationId: string | null;
  /** ID of the channel of that conversation; null = none. */
  channelId: string | null;
  /** ID of the user who works on the ticket; null = nobody. */
  assigneeId: string | null;
  /** Labels of the record, unique ignoring case and accents. */
  tags: string[];
  /** Values of your custom fields, by their keys. Fields without a value are absent. */
  customFields: CustomFieldValues;
  /** Your own ID; null = none. */
  externalId: string | null;
  /**
   * ID of the closed ticket that this one continues; null = none. It stays when that ticket is
   * deleted.
   */
  followUpOfId: string | null;
  /** Time by which the ticket must be solved; null = none. */
  dueAt: string | null;
  /** Time of the first public comment that is not by a contact; null = none yet. */
  firstRespondedAt: string | null;
  /** Time at which the ticket was solved, or closed without being solved first; null = neither. */
  solvedAt: string | null;
  /** Time at which the ticket was closed; null = it is not. */
  closedAt: string | null;
  /** Number of times that a solved ticket became open. */
  reopenCount: number;
  /** Time of the newest comment; null = none. */
  lastCommentAt: string | null;
  /** Number of comments, public and internal. */
  commentCount: number;
  /**
   * Origin of the ticket. `inbox`: created by a member in the console. `conversation`: a message
   * after the previous ticket was closed.
   */
  source: 'api' | 'conversation' | 'flow' | 'inbox' | (string & {});
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change, or of the newest comment. */
  updatedAt: string;
}

/** A comment on a ticket, which never changes. */
export interface TicketComment {
  /** ID of the ticket comment, `cmt_…`. */
  id: string;
  /** ID of the ticket, `tkt_…`. */
  ticketId: string;
  /** Text of the comment. */
  body: string;
  /** Who may read the comment. `public`: the customer too; `internal`: only your users. */
  visibility: 'public' | 'internal' | (string & {});
  /** Who wrote a text or changed a record. */
  author: Author;
  /** ID of the message with which the comment was sent to the customer; null = none. */
  messageId: string | null;
  /** Creation time. */
  createdAt: string;
}

/** A change of the status, priority or assignee of a ticket. */
export interface TicketHistoryEntry {
  /** ID of the ticket change, `tkc_…`. */
  id: string;
  /** ID of the ticket, `tkt_…`. */
  ticketId: string;
  /** The field that changed. */
  field: 'status' | 'priority' | 'assigneeId' | (string & {});
  /** Previous value; null = none. */
  from: string | null;
  /** New value; null = none. */
  to: string | null;
  /** Who wrote a text or changed a record. */
  author: Author;
  /** Time of the change. */
  createdAt: string;
}

/** Urgency of the ticket. */
export type TicketPriority = 'low' | 'normal' | 'high' | 'urgent' | (string & {});

/** Counts and durations of tickets. */
export interface TicketReport {
  /** Start of the first bucket. */
  from: string;
  /** End of the last bucket. */
  to: string;
  /** Length of the buckets in the time zone. Weeks begin on Monday. */
  interval: ReportInterval;
  /** IANA time zone of the buckets. */
  timezone: string;
  /** What the series are about; null = everything. */
  groupBy: string | null;
  /** Without `groupBy` one series, or else one for each value that has records. */
  series: {
    /**
     * What the records of the series have in common, such as the ID of a channel. Null: records
     * that have no such value, or all records when the request has no `groupBy`.
     */
    key: string | null;
    /** The whole time, from `from` to `to`. */
    total: {
      /** Tickets that were created. */
      created: number;
      /** Tickets that were solved, or closed without that, and not reopened. */
      solved: number;
      /** Of the created tickets: time until the first public comment that is not by a contact. */
      firstResponse: DurationSummary;
      /** Of the solved tickets: time from their creation until they were solved. */
      resolution: DurationSummary;
    };
    /** All buckets in their order, also those without records. */
    buckets: {
      /** Start of the bucket. */
      start: string;
      /** End of the bucket, which is not included. */
      end: string;
      /** Tickets that were created. */
      created: number;
      /** Tickets that were solved, or closed without that, and not reopened. */
      solved: number;
      /** Of the created tickets: time until the first public comment that is not by a contact. */
      firstResponse: DurationSummary;
      /** Of the solved tickets: time from their creation until they were solved. */
      resolution: DurationSummary;
    }[];
  }[];
}

/** Which tickets to count. */
export interface TicketReportQuery {
  /**
   * Start: a date, such as `2026-11-01`, which begins at midnight in the time zone, or an RFC 3339
   * time.
   */
  from: string | Date;
  /** End, which is not included: a date or a time like `from`. */
  to: string | Date;
  /** Length of the buckets in the time zone. Weeks begin on Monday. */
  interval?: 'hour' | 'day' | 'week' | undefined;
  /** IANA time zone of dates and buckets. Default: that of the tenant. */
  timezone?: string | undefined;
  /** One series for each channel, assignee, priority or kind of request. */
  groupBy?: 'channel' | 'member' | 'priority' | 'type' | undefined;
}

/**
 * Status. `new`: no comment answers the customer; `open`: you must act; `pending`: the customer
 * must answer; `on_hold`: a third party must act; `solved`: done unless the customer writes again;
 * `closed`: final.
 */
export type TicketStatus = 'new' | 'open' | 'pending' | 'on_hold' | 'solved' | 'closed' | (string & {});

/** Fields to change. Absent fields keep their values. */
export interface UpdateAgencyBody {
  /** Display name. */
  name?: string | undefined;
  /** Fields of the branding to change. Absent fields keep their values; null clears a field. */
  branding?: BrandingInput | undefined;
}

/** Fields to change. Absent fields keep their values. */
export interface UpdateAgencyClientBody {
  /** Display name. */
  name?: string | undefined;
  /** IANA time zone, such as `America/Sao_Paulo`. */
  timezone?: string | undefined;
  /** Language of the tenant: BCP 47 tag, such as `pt-BR`. */
  locale?: string | undefined;
  /** Currency: ISO 4217 code, such as `BRL`. */
  defaultCurrency?: string | undefined;
  /** Short name for URLs; null clears it. Unique within the agency. */
  slug?: string | null | undefined;
  /** ID of the client in your own system; null clears it. Unique within the agency. */
  externalId?: string | null | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
  /** Limits to set; null removes one. Absent limits keep their values. */
  limits?: TenantLimitsInput | undefined;
}

/** Fields to change. Absent fields keep their values; null clears a field. */
export interface UpdateCannedResponseBody {
  /**
   * Text that a user types to find the canned response. Unique within the tenant, ignoring case.
   */
  shortcut?: string | undefined;
  /** Title that people see when they choose a canned response. */
  title?: string | null | undefined;
  /** Text of the response, with placeholders such as `{{contact.firstName|there}}`. */
  text?: string | undefined;
  language?: string | null | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
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
  /**
   * Secrets for the API of the provider. No response contains them. Absent fields keep their
   * values.
   */
  credentials?: ChannelCredentialsInput | undefined;
  /** Settings to change. Absent settings keep their values. */
  settings?: ChannelSettingsInput | undefined;
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
  /**
   * Phone number with `+` and country code. Separators are removed, and full-width digits become
   * plain ones.
   */
  phone?: string | null | undefined;
  /** Email address, unique among your contacts, ignoring case. */
  email?: string | null | undefined;
  /** Your own ID, unique among your contacts. */
  externalId?: string | null | undefined;
  /** BCP 47 language tag, such as `pt-BR`. */
  language?: string | null | undefined;
  /** Country: ISO 3166-1 alpha-2 code in upper case, such as `BR`; `XK` = Kosovo. */
  country?: string | null | undefined;
  timezone?: string | null | undefined;
  /** URL of the picture. */
  avatarUrl?: string | null | undefined;
  /** Stage in the customer lifecycle. */
  lifecycle?: 'lead' | 'opportunity' | 'customer' | 'other' | undefined;
  /** ID of the user who is responsible for the contact; null = none. */
  ownerId?: string | null | undefined;
  /**
   * Labels of up to 64 characters each, unique ignoring case and accents: at most 50, or as many
   * as a merge has given the contact.
   */
  tags?: readonly string[] | undefined;
  /**
   * Values of custom fields, by their keys, merged into those of the record; null removes a value.
   * The record can have at most 32 KB of them.
   */
  customFields?: CustomFieldValuesInput | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** Fields to change. Absent fields keep their values; null clears a field. */
export interface UpdateConversationBody {
  /**
   * Status. `pending`: handled by a bot until a member or another app of the business answers;
   * `snoozed`: hidden until a time or the next inbound message.
   */
  status?: 'open' | 'pending' | 'snoozed' | 'closed' | undefined;
  /**
   * Only with `status: "snoozed"`: time in the future at which the conversation opens again. An
   * inbound message opens it earlier. Null = only an inbound message opens it.
   */
  snoozedUntil?: string | Date | null | undefined;
  /** ID of the user who handles the conversation; null = nobody. */
  assigneeId?: string | null | undefined;
  priority?: 'low' | 'medium' | 'high' | 'urgent' | null | undefined;
  /** Subject of the conversation. */
  subject?: string | null | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /**
   * Values of custom fields, by their keys, merged into those of the record; null removes a value.
   * The record can have at most 32 KB of them.
   */
  customFields?: CustomFieldValuesInput | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** Fields to change. Absent fields keep their values. */
export interface UpdateCustomFieldBody {
  /** Display name. */
  label?: string | undefined;
  /**
   * The different values of a `select` or `multiselect`. Records keep the values that are removed
   * from the list.
   */
  options?: readonly string[] | undefined;
  /**
   * True: a request that creates a record must give a value, and no request can remove it.
   * Conversations are created without values. Records that exist, and those that an inbound
   * message creates, need none.
   */
  required?: boolean | undefined;
  /** Place in a form, from 0. */
  position?: number | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** Fields to change. Absent fields keep their values; null clears a field. */
export interface UpdateDealBody {
  /** Display title. */
  title?: string | undefined;
  contactId?: string | null | undefined;
  conversationId?: string | null | undefined;
  /** Value in `currency`: 0 to 100,000,000,000 with at most 4 decimals. */
  value?: number | null | undefined;
  /** Why the deal was lost. Only a lost deal can have one. */
  lostReason?: string | null | undefined;
  /** Probability of a win, in percent; null = that of the stage. */
  probability?: number | null | undefined;
  ownerId?: string | null | undefined;
  /** Where the deal comes from, such as `website`. */
  source?: string | null | undefined;
  /** Your own ID, unique among your deals. */
  externalId?: string | null | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /**
   * Values of custom fields, by their keys, merged into those of the record; null removes a value.
   * The record can have at most 32 KB of them.
   */
  customFields?: CustomFieldValuesInput | undefined;
  /** Date on which a decision is expected, such as `2026-12-31`. */
  expectedCloseDate?: string | null | undefined;
  /**
   * Puts the deal before the first deal of the stage with this position or a higher one; null puts
   * it last.
   */
  position?: number | null | undefined;
  /** ISO 4217 code, such as `BRL`. */
  currency?: string | undefined;
  /**
   * ID of another pipeline. Without `stageId`, the deal goes to the first stage there whose kind
   * is its status.
   */
  pipelineId?: string | undefined;
  /** ID of another stage. Its kind becomes the status of the deal. */
  stageId?: string | undefined;
  /** Status. Without `stageId`, the deal goes to the first stage of this kind. */
  status?: 'open' | 'won' | 'lost' | undefined;
  /** True archives the deal, false restores it. */
  archived?: boolean | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** Fields to change. Absent fields keep their values. */
export interface UpdateKnowledgeFaqBody {
  /** The question. Unique per language, ignoring case, accents and punctuation. */
  question?: string | undefined;
  /** The same question in other words, at most 20. Searches find the FAQ by any of them. */
  alternateQuestions?: readonly string[] | undefined;
  /** The answer, in Markdown, at most 10,000 characters. */
  answer?: string | undefined;
  /** BCP 47 tag, such as `pt-BR`. A new FAQ without it gets the locale of the tenant. */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /**
   * ID of the knowledge source that the FAQ refers to; null = none. The deletion of the source
   * sets it to null without an event of the FAQ.
   */
  sourceId?: string | null | undefined;
  /** Position for `sort`, a number of your choice. A new FAQ without it gets 0. */
  position?: number | undefined;
  /** Your own ID, unique among your FAQs. */
  externalId?: string | null | undefined;
  /**
   * Status. Lists and searches return published FAQs only, unless the query filters by `status`.
   */
  status?: 'draft' | 'published' | 'archived' | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** Fields to change. Absent fields keep their values. */
export interface UpdateKnowledgeSourceBody {
  /** Title. */
  title?: string | undefined;
  /** Text of the document, at most 500,000 characters. */
  content?: string | undefined;
  /** URL of the document, or of the page to fetch. */
  url?: string | null | undefined;
  /** Your own ID, unique among your knowledge sources. */
  externalId?: string | null | undefined;
  /**
   * BCP 47 tag, such as `pt-BR`. A new knowledge source without it gets the locale of the tenant.
   */
  language?: string | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /** `archived` removes it from all searches; `ready` restores it. */
  status?: 'ready' | 'archived' | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** Fields to change. Absent fields keep their values. */
export interface UpdateNoteBody {
  /** Text of the note. */
  body?: string | undefined;
  /** Whether the note is pinned. */
  pinned?: boolean | undefined;
}

/** Fields to change. Absent fields keep their values; null clears a field. */
export interface UpdatePipelineBody {
  /** Display name. */
  name?: string | undefined;
  /** Place in lists of pipelines: lower numbers first. A new pipeline without it comes last. */
  position?: number | undefined;
  /** Whether a deal needs a reason to become `lost`. */
  requireLostReason?: boolean | undefined;
  /** Currency of new deals: ISO 4217 code; null = the tenant's `defaultCurrency`. */
  currency?: string | null | undefined;
  /** This pipeline becomes the default instead of the present one. */
  isDefault?: true | undefined;
  /** True archives the pipeline, false restores it. An archived one accepts no deals. */
  archived?: boolean | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** Fields to change. Absent fields keep their values; `filter` replaces the whole filter. */
export interface UpdateSegmentBody {
  /** Name. Unique within the tenant, ignoring case. */
  name?: string | undefined;
  /**
   * Filters of `GET /contacts`, with the same names and values; lists are arrays. Filters that are
   * absent let every contact pass, except that archived contacts need `archived: true`.
   */
  filter?: {
    /**
     * Text to find in the name, first and last name, phone, email or externalId. Case and accents
     * are ignored. A phone number with country code finds each of its forms.
     */
    q?: string | undefined;
    /** Only contacts with one of these phone numbers. Separators are removed; `+` is optional. */
    phone?: readonly string[] | undefined;
    /** Only contacts with one of these email addresses, ignoring case. */
    email?: readonly string[] | undefined;
    /** Only contacts with one of these `externalId` values. */
    externalId?: readonly string[] | undefined;
    /** Only contacts with at least one of these tags. */
    tag?: readonly string[] | undefined;
    /** Only contacts with all of these tags. */
    tagAll?: readonly string[] | undefined;
    /** Only contacts with none of these tags. */
    tagNone?: readonly string[] | undefined;
    /** Only contacts in any of these lifecycle stages. */
    lifecycle?: readonly ('lead' | 'opportunity' | 'customer' | 'other')[] | undefined;
    /** Only contacts of any of these users; `none` = contacts without an owner. */
    ownerId?: readonly string[] | undefined;
    /** Only contacts with an address on any of these networks. */
    channelType?: readonly ('whatsapp' | 'instagram' | 'tiktok')[] | undefined;
    /** Only contacts whose messaging window is open on any of these channels. */
    windowOpen?: readonly string[] | undefined;
    /**
     * Only contacts with any of these decisions: a scope and a status, such as
     * `marketing:opted_out`.
     */
    consent?: readonly ('marketing:unknown' | 'marketing:opted_in' | 'marketing:opted_out' | 'all:unknown' | 'all:opted_in' | 'all:opted_out')[] | undefined;
    /**
     * Only contacts with these values of custom fields, such as `plan:gold`, ignoring case. With
     * several values of one field, any of them; with several fields, all of them.
     */
    customField?: readonly string[] | undefined;
    /** True: only blocked contacts. False: only those that are not blocked. */
    blocked?: boolean | undefined;
    /** False: only contacts that are not archived. True: only archived ones. */
    archived?: boolean | undefined;
    /** Only records created at this time or later. */
    createdAfter?: string | Date | undefined;
    /** Only records created before this time. */
    createdBefore?: string | Date | undefined;
    /** Only records last changed at this time or later. */
    updatedAfter?: string | Date | undefined;
    /** Only records last changed before this time. */
    updatedBefore?: string | Date | undefined;
    /** Only contacts whose last message arrived at this time or later. */
    lastInboundAfter?: string | Date | undefined;
    /**
     * Only contacts whose last message arrived before this time. Contacts that never wrote are not
     * included.
     */
    lastInboundBefore?: string | Date | undefined;
  } | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** Fields to change. Absent fields keep their values; null clears a field. */
export interface UpdateStageBody {
  /** Name. Unique within the pipeline, ignoring case. */
  name?: string | undefined;
  /**
   * Probability, in percent, that a deal in this stage is won. A new stage without it gets 100 for
   * `won`, 0 for `lost`, 50 for `open`.
   */
  probability?: number | undefined;
  /**
   * Days that an open deal may stay in this stage before it is `rotten`: it waits too long. Null =
   * no limit.
   */
  rottenAfterDays?: number | null | undefined;
  /** Color as `#rrggbb`, in lower case. */
  color?: string | null | undefined;
  /** Place within the pipeline, from 0. Beyond the last stage: at the end. */
  position?: number | undefined;
}

/** Fields to change. Absent fields keep their values; null clears a field. */
export interface UpdateTagBody {
  /** The tag. Unique within the tenant, ignoring case and accents. */
  name?: string | undefined;
  /** Color, such as `#1f883d`. */
  color?: string | null | undefined;
  /** What the tag is for. */
  description?: string | null | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** New content, which replaces all components. */
export interface UpdateTemplateBody {
  /** Purpose. It decides the price, and which consent a message needs. */
  category?: 'marketing' | 'utility' | 'authentication' | undefined;
  /** Parts, each of its type once. A `body` is needed. */
  components: readonly TemplateComponent[];
  /**
   * One example for each placeholder, by its key: `{"1": "Ana", "button.0": "1042"}`. For the file
   * of a header, the ID of a stored file, or the handle of an upload at Meta.
   */
  examples?: Record<string, string> | undefined;
}

/** Fields to change. Absent fields keep their values. */
export interface UpdateTenantBody {
  /** Display name. */
  name?: string | undefined;
  /** IANA time zone, such as `America/Sao_Paulo`. */
  timezone?: string | undefined;
  /** Language of the tenant: BCP 47 tag, such as `pt-BR`. */
  locale?: string | undefined;
  /** Currency: ISO 4217 code, such as `BRL`. */
  defaultCurrency?: string | undefined;
  /** Settings to change. Absent settings keep their values. */
  settings?: {
    /**
     * More words by which a whole message opts out of all messages, besides STOP and the other
     * built-in ones. Case, accents and punctuation are ignored.
     */
    optOutKeywords?: readonly string[] | undefined;
    /**
     * More words by which a whole message opts in again, besides START and the other built-in
     * ones. Case, accents and punctuation are ignored.
     */
    optInKeywords?: readonly string[] | undefined;
    /**
     * Text that a contact gets, once, after it opted out by a message or a button; null = none is
     * sent.
     */
    optOutConfirmation?: string | null | undefined;
    /**
     * Text that a contact gets, once, after it opted in by a message or a button; null = none is
     * sent.
     */
    optInConfirmation?: string | null | undefined;
    /**
     * Hours without a message or a change after which the server closes a conversation; null =
     * never. A conversation that is snoozed until a time is not closed before that time.
     */
    conversationAutoCloseHours?: number | null | undefined;
    /**
     * Hours after which the server closes a ticket that stays `solved`; null = never. A new tenant
     * has 96.
     */
    ticketAutoCloseHours?: number | null | undefined;
    /**
     * Whether the agency that created this tenant may create a grant by itself. API keys that an
     * agency issued cannot change it.
     */
    agencyCanRegrant?: boolean | undefined;
    /**
     * Whether the network shows customers that their messages were read, when you mark a
     * conversation as read. If false, typing indicators are refused on WhatsApp, which shows them
     * only with a read receipt.
     */
    sendReadReceipts?: boolean | undefined;
    /**
     * When the organization is open; null = not set. A change replaces all days and holidays:
     * absent ones are not kept.
     */
    businessHours?: BusinessHoursInput | null | undefined;
  } | undefined;
}

/** Fields to change. Absent fields keep their values; null clears a field. */
export interface UpdateTicketBody {
  /** What the ticket is about, in one line. */
  subject?: string | undefined;
  /** Full text of the request. */
  description?: string | null | undefined;
  /** Urgency of the ticket. */
  priority?: 'low' | 'normal' | 'high' | 'urgent' | undefined;
  type?: 'question' | 'incident' | 'problem' | 'task' | null | undefined;
  /** ID of the user who works on the ticket; null = nobody. */
  assigneeId?: string | null | undefined;
  /** At most 50 labels of up to 64 characters each, unique ignoring case and accents. */
  tags?: readonly string[] | undefined;
  /**
   * Values of custom fields, by their keys, merged into those of the record; null removes a value.
   * The record can have at most 32 KB of them.
   */
  customFields?: CustomFieldValuesInput | undefined;
  /** Your own ID, unique among your tickets. */
  externalId?: string | null | undefined;
  /** Time by which the ticket must be solved; null = none. */
  dueAt?: string | Date | null | undefined;
  /**
   * Status. `new`: no comment answers the customer; `open`: you must act; `pending`: the customer
   * must answer; `on_hold`: a third party must act; `solved`: done unless the customer writes
   * again; `closed`: final.
   */
  status?: 'new' | 'open' | 'pending' | 'on_hold' | 'solved' | 'closed' | undefined;
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
  /** Purpose, in your own words. */
  description?: string | null | undefined;
  /**
   * Event types that the endpoint receives: types, groups such as `message.*`, or `*`. To receive
   * `message.queued`, name it: groups and `*` leave it out.
   */
  events?: readonly EventPattern[] | undefined;
  /** Only events of these channels, and events without a channel; null = all channels. */
  channelIds?: readonly string[] | null | undefined;
  /**
   * Headers to change, by name. Null removes a header, `***` keeps its value, and absent headers
   * stay.
   */
  headers?: WebhookHeadersPatch | undefined;
  /** Maximum attempts per second. Further attempts wait. Null = no limit. */
  maxPerSecond?: number | null | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** What to know about the file. */
export interface UploadMediaQuery {
  /** Name of the file. */
  filename?: string | undefined;
}

/**
 * The fields of a contact. In a contact that exists, absent fields keep their values and null
 * clears a field.
 */
export interface UpsertContactBody {
  /**
   * The fields by which the contact is looked up. Default: all three. The body must have at least
   * one of them.
   */
  match?: readonly ('externalId' | 'phone' | 'email')[] | undefined;
  /** Display name. */
  name?: string | null | undefined;
  /** First name. */
  firstName?: string | null | undefined;
  /** Last name. */
  lastName?: string | null | undefined;
  /**
   * Phone number with `+` and country code. Separators are removed, and full-width digits become
   * plain ones.
   */
  phone?: string | null | undefined;
  /** Email address, unique among your contacts, ignoring case. */
  email?: string | null | undefined;
  /** Your own ID, unique among your contacts. */
  externalId?: string | null | undefined;
  /** BCP 47 language tag, such as `pt-BR`. */
  language?: string | null | undefined;
  /** Country: ISO 3166-1 alpha-2 code in upper case, such as `BR`; `XK` = Kosovo. */
  country?: string | null | undefined;
  timezone?: string | null | undefined;
  /** URL of the picture. */
  avatarUrl?: string | null | undefined;
  /** Stage in the customer lifecycle. */
  lifecycle?: 'lead' | 'opportunity' | 'customer' | 'other' | undefined;
  /** ID of the user who is responsible for the contact; null = none. */
  ownerId?: string | null | undefined;
  /**
   * Labels of up to 64 characters each, unique ignoring case and accents: at most 50, or as many
   * as a merge has given the contact.
   */
  tags?: readonly string[] | undefined;
  /**
   * Values of custom fields, by their keys, merged into those of the record; null removes a value.
   * The record can have at most 32 KB of them.
   */
  customFields?: CustomFieldValuesInput | undefined;
  /** Merged into the metadata by key; null removes a key. */
  metadata?: MetadataPatch | undefined;
}

/** One attempt to deliver an event. */
export interface WebhookAttempt {
  /** Number of the attempt, from 1. Redeliveries continue the count. */
  n: number;
  /** Cause of the attempt. `manual`: a redelivery or a replay. */
  trigger: 'scheduled' | 'manual' | (string & {});
  /** Start time. */
  at: string;
  /** HTTP status of the answer; null = no answer. */
  statusCode: number | null;
  /** Error; null when the answer was a complete 2xx. */
  error: WebhookAttemptError | null;
  /** Milliseconds from the DNS lookup to the end of the answer. */
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
  /** Human-readable text; it may change. */
  message: string;
}

/** The delivery of one event to one endpoint. */
export interface WebhookDelivery {
  /** ID of the webhook delivery, `dlv_…`. */
  id: string;
  /** ID of the webhook endpoint, `whe_…`. */
  endpointId: string;
  /** ID of the event, `evt_…`. */
  eventId: string;
  /** Type of the event. */
  eventType: string;
  /**
   * Status of the delivery. `pending`: waits for its first attempt. `delivering`: an attempt is in
   * flight. `retrying`: another attempt follows. `exhausted`: no further attempt follows.
   * `canceled`: the endpoint was disabled or deleted.
   */
  status: WebhookDeliveryStatus;
  /** Number of attempts so far. */
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
  /** ID of the webhook delivery, `dlv_…`. */
  id: string;
  /** ID of the webhook endpoint, `whe_…`. */
  endpointId: string;
  /** ID of the event, `evt_…`. */
  eventId: string;
  /** Type of the event. */
  eventType: string;
  /**
   * Status of the delivery. `pending`: waits for its first attempt. `delivering`: an attempt is in
   * flight. `retrying`: another attempt follows. `exhausted`: no further attempt follows.
   * `canceled`: the endpoint was disabled or deleted.
   */
  status: WebhookDeliveryStatus;
  /** Number of attempts so far. */
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
 * Status of the delivery. `pending`: waits for its first attempt. `delivering`: an attempt is in
 * flight. `retrying`: another attempt follows. `exhausted`: no further attempt follows.
 * `canceled`: the endpoint was disabled or deleted.
 */
export type WebhookDeliveryStatus = 'pending' | 'delivering' | 'delivered' | 'retrying' | 'exhausted' | 'canceled' | (string & {});

/** A URL that receives events. */
export interface WebhookEndpoint {
  /** ID of the webhook endpoint, `whe_…`. */
  id: string;
  /** URL that receives the events. */
  url: string;
  /** Purpose, in your own words. */
  description: string | null;
  /** Event types, and groups of types, that the endpoint receives. */
  events: string[];
  /**
   * Only events of these channels, and events without a channel; null = all channels. A comment
   * has the channel of its ticket, and a note that of its conversation.
   */
  channelIds: string[] | null;
  /** Status. Only enabled endpoints receive events. */
  status: WebhookEndpointStatus;
  /**
   * Why the endpoint is disabled. `manual`: by a request. `failing`: no attempt succeeded for 120
   * hours. `gone`: it answered 410. Null when it is enabled.
   */
  disabledReason: 'manual' | 'failing' | 'gone' | (string & {}) | null;
  /** Additional headers of each webhook. The API shows every value as `***`. */
  headers: Record<string, string>;
  /** Maximum attempts per second. Further attempts wait. Null = no limit. */
  maxPerSecond: number | null;
  /**
   * Time since which no attempt has succeeded; null = the last attempt succeeded, or there was
   * none.
   */
  failingSince: string | null;
  /** Time of the last attempt; null = none yet. */
  lastDeliveryAt: string | null;
  /** Time of the last attempt that got a 2xx answer; null = none yet. */
  lastSuccessAt: string | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change: by a request, or when the server disabled the endpoint. */
  updatedAt: string;
  /** Time at which the endpoint was disabled; null when it is enabled. */
  disabledAt: string | null;
}

/** Status. Only enabled endpoints receive events. */
export type WebhookEndpointStatus = 'enabled' | 'disabled' | (string & {});

/** A webhook endpoint with its new secret. */
export interface WebhookEndpointWithSecret {
  /** ID of the webhook endpoint, `whe_…`. */
  id: string;
  /** URL that receives the events. */
  url: string;
  /** Purpose, in your own words. */
  description: string | null;
  /** Event types, and groups of types, that the endpoint receives. */
  events: string[];
  /**
   * Only events of these channels, and events without a channel; null = all channels. A comment
   * has the channel of its ticket, and a note that of its conversation.
   */
  channelIds: string[] | null;
  /** Status. Only enabled endpoints receive events. */
  status: WebhookEndpointStatus;
  /**
   * Why the endpoint is disabled. `manual`: by a request. `failing`: no attempt succeeded for 120
   * hours. `gone`: it answered 410. Null when it is enabled.
   */
  disabledReason: 'manual' | 'failing' | 'gone' | (string & {}) | null;
  /** Additional headers of each webhook. The API shows every value as `***`. */
  headers: Record<string, string>;
  /** Maximum attempts per second. Further attempts wait. Null = no limit. */
  maxPerSecond: number | null;
  /**
   * Time since which no attempt has succeeded; null = the last attempt succeeded, or there was
   * none.
   */
  failingSince: string | null;
  /** Time of the last attempt; null = none yet. */
  lastDeliveryAt: string | null;
  /** Time of the last attempt that got a 2xx answer; null = none yet. */
  lastSuccessAt: string | null;
  /** Your own key-value data, not nested: at most 20 keys and 4 KB. */
  metadata: Metadata;
  /** Creation time. */
  createdAt: string;
  /** Time of the last change: by a request, or when the server disabled the endpoint. */
  updatedAt: string;
  /** Time at which the endpoint was disabled; null when it is enabled. */
  disabledAt: string | null;
  /**
   * Secret with which you verify signatures: `whsec_…`. Null in the stored response to a repeated
   * `Idempotency-Key`; then read the secret from `/secret`.
   */
  secret: string | null;
}

/** Up to 10 additional request headers. Their values are stored encrypted and never shown. */
export type WebhookHeadersInput = Record<string, string>;

/**
 * Headers to change, by name. Null removes a header, `***` keeps its value, and absent headers
 * stay.
 */
export type WebhookHeadersPatch = Record<string, string | null>;

/** Size of the replay. */
export interface WebhookReplay {
  /** Number of events that the server will send. */
  count: number;
  /**
   * True when the range has more than 2,000 events: `count` then covers only the newest 2,000.
   * Absent otherwise.
   */
  approximate?: true | undefined;
}

/**
 * The secrets of a webhook endpoint: the current one, and older ones with which the server also
 * signs until they expire.
 */
export interface WebhookSecret {
  /** Secret: `whsec_` and base64. */
  secret: string;
  /** Older secrets with which the server still signs, newest first. */
  previous: {
    /** Secret: `whsec_` and base64. */
    secret: string;
    /** Time until which the server signs with this older secret, beside the current one. */
    expiresAt: string;
  }[];
}

/** Result of a test. */
export interface WebhookTestResult {
  /** Whether the endpoint answered 2xx. */
  delivered: boolean;
  /** HTTP status of the answer; null = no answer. */
  statusCode: number | null;
  /** Milliseconds from the DNS lookup to the end of the answer. */
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
      /** Human-readable text: what was expected. */
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
    /**
     * Reason of the refusal. `ambiguous`: `Authorization` and `X-API-Key` hold different keys.
     * `signature`: that of a webhook is invalid.
     */
    reason: 'missing' | 'malformed' | 'invalid' | 'revoked' | 'expired' | 'ambiguous' | 'signature' | (string & {});
  };
  /** The server refuses this request: `{reason}`. The error reference explains the reason. */
  'SVC-FORBIDDEN': {
    /**
     * `issued_key`: an agency issued the API key, and such a key may not do this. `regrant`: the
     * setting `agencyCanRegrant` of the client is off. `not_provisioned`: the agency did not
     * create this client. `own_access`: a member of the client has an account, or the client has
     * an API key that the agency did not issue. Its members and the operator of the server invite
     * further owners. `guest`: in the console, a member of an agency may not do this in the tenant
     * of a client. `cross_site`: a page of another site sent the request to the console.
     * `verify_token`: a GET on `/hooks/…`, by which a provider confirms its webhook, has a wrong
     * verify token.
     */
    reason: string;
  };
  /** The tenant of this API key is suspended or archived. Ask the operator of the server, or the agency of the tenant. */
  'SVC-TENANT-SUSPENDED': {
    /** Time of the suspension; null = unknown. */
    suspendedAt: string | null;
  };
  /** Only the API key of an agency can make this request. */
  'SVC-AGENCY-REQUIRED': Record<string, never>;
  /** The agency needs an active grant of this client with the permission `{permission}`. Ask the client for it. */
  'SVC-GRANT-REQUIRED': {
    /** ID of the client record. */
    clientId: string;
    /** The permission that no active grant of the client includes. */
    permission: string;
  };
  /** An API key cannot make this request; a signed-in user of the console can. */
  'SVC-SESSION-REQUIRED': Record<string, never>;
  /** The session of the console is {reason}. Sign in. */
  'SVC-SIGN-IN-REQUIRED': {
    /** `missing`: the request has no session. `ended`: its session has ended. */
    reason: 'missing' | 'ended' | (string & {});
  };
  /** The sign-in failed: `{reason}`. */
  'SVC-SIGN-IN-FAILED': {
    /**
     * `credentials`: the email address or the password is wrong. `code_required`: send the code of
     * the authenticator app, too. `code_wrong`: the code is wrong, or was used. `no_workspace`:
     * the account is no active member of a tenant. `sso_expired`: the single sign-on took longer
     * than 10 minutes, or began in another browser. `sso_refused`: the answer of the provider is
     * not valid. `sso_unknown`: no account may sign in with the address. `sso_unverified`: the
     * provider has not verified the address.
     */
    reason: 'credentials' | 'code_required' | 'code_wrong' | 'no_workspace' | 'sso_expired' | 'sso_refused' | 'sso_unknown' | 'sso_unverified' | (string & {});
  };
  /** Your role does not permit this; `{role}` does. Ask an owner of the tenant. */
  'SVC-ROLE-REQUIRED': {
    /** The least role that may do this. */
    role: 'admin' | 'owner' | (string & {});
  };
  /** The link does not work: `{reason}`. Ask for a new one. */
  'SVC-LINK-INVALID': {
    /** Why the link does not work. A revoked invitation is `used`. */
    reason: 'unknown' | 'used' | 'expired' | (string & {});
  };
  /** The tenant of this API key has no `{resource}` with this ID. Check the ID and the key. */
  'SVC-NOT-FOUND': {
    /** Kind of record, such as `message`. */
    resource: string;
    /** The requested id. */
    id: string;
    /** ID of the contact that the requested one was merged into; absent otherwise. */
    mergedIntoId?: string | undefined;
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
    /** ID of that record; null when it is not stored, or not visible to you. */
    existingId: string | null;
  };
  /** The fields belong to different contacts: see `details.candidates`. List fewer fields in `match`, or correct one of the contacts. */
  'SVC-CONTACT-AMBIGUOUS': {
    /** The contacts that were found. */
    candidates: {
      /** The field of the request. */
      field: string;
      /** ID of the contact that has its value. */
      id: string;
    }[];
  };
  /** The `{resource}` is `{from}`, which does not allow this. See `details`. */
  'SVC-INVALID-TRANSITION': {
    /** Kind of record, such as `message`. */
    resource: string;
    /** ID of the record. */
    id: string;
    /** Current status of the record. */
    from: string;
    /** Requested status. */
    to?: string | undefined;
    /** Requested action. */
    action?: string | undefined;
    /**
     * With `to`: statuses that can follow the current one. With `action`: statuses in which the
     * action is possible. Empty if there are none.
     */
    allowed: string[];
    /** Action that may help instead; absent if there is none. */
    suggestion?: string | undefined;
  };
  /** Other records refer to this `{resource}`. Remove those references first. */
  'SVC-IN-USE': {
    /** Kind of record, such as `message`. */
    resource: string;
    /** ID of the record. */
    id: string;
    /** Number of other records that refer to this one, by kind. */
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
  /** The first request with this Idempotency-Key is still running. Wait for the seconds in the header `Retry-After`, then send it again. */
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
  /** The address is not valid for this `{channelType}` channel: `{reason}`. */
  'SVC-RECIPIENT-INVALID': {
    /** Network of the channel. */
    channelType: string;
    /**
     * Why the address is invalid, such as `not_a_phone_number_or_bsuid`. A BSUID is the ID of a
     * user of WhatsApp in your business, such as `US.13491208655302741918`.
     */
    reason: string;
  };
  /** The messaging window is closed. Wait for the customer to write, or send what `details.suggestion` names, if it is not null. */
  'SVC-WINDOW-CLOSED': {
    /** Network of the channel. */
    channelType: string;
    /** Length of the messaging window, in hours. */
    windowHours: number;
    /** Time of the last message of the customer; null = none is known. */
    lastInboundAt: string | null;
    /** Time at which the window closed. */
    closedAt: string | null;
    /**
     * `time`: too long after the last inbound message. `quota`: the message limit is reached; wait
     * for the customer to answer.
     */
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
  /** This `{channelType}` channel cannot send messages of type `{type}`. Its `capabilities` list what it can send. */
  'SVC-CONTENT-UNSUPPORTED': {
    /** Network of the channel. */
    channelType: string;
    /** Type of the refused message. */
    type: string;
  };
  /** This `{channelType}` channel cannot send this file as `{type}`: it is `{mimeType}` of {sizeBytes} bytes, and the channel takes {allowedTypes} up to {maxBytes} bytes. */
  'SVC-MEDIA-UNSUPPORTED': {
    /** Network of the channel. */
    channelType: string;
    /** Type of the message. */
    type: string;
    /** MIME type of the file. */
    mimeType: string;
    /** Size of the file in bytes. */
    sizeBytes: number;
    /** MIME types that the channel takes for this type of message. */
    allowedTypes: string[];
    /** Maximum size in bytes that the channel takes for this type of message. */
    maxBytes: number;
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
  /** The values do not match the template. See `details`. */
  'SVC-TEMPLATE-PARAMS': {
    /** Keys of the values that the template needs. */
    expected: string[];
    /** Keys of the given values. */
    received: string[];
    /** Keys of the missing values. */
    missing: string[];
    /** Keys that the template does not have. */
    unexpected: string[];
    /** Keys of the blank values. */
    empty: string[];
    /**
     * Keys of one-time passwords with more than 15 characters, and of the values of a text that
     * would have more than 32,768.
     */
    tooLong: string[];
    /**
     * Keys of the values of the body with a line break, a tab, or more than four spaces in a row,
     * which WhatsApp does not accept.
     */
    spacing: string[];
  };
  /** The stage `{stageId}` is not in the pipeline `{pipelineId}`, or its kind does not fit the status. Use a stage that fits both. */
  'SVC-STAGE-MISMATCH': {
    /** ID of the pipeline. */
    pipelineId: string;
    /** ID of the stage. */
    stageId: string;
  };
  /** The request breaks the rule `{rule}`. The error reference lists the rules. */
  'SVC-RULE-VIOLATION': {
    /** The rule that the request breaks. Open enum: new rules may be added; handle unknown ones. */
    rule: 'active_user' | 'address_on_channel' | 'after_from' | 'all_stages_once' | 'app_id_required' | 'archived' | 'assignees_for_auto_assign' | 'authentication_only' | 'body_required' | 'caption_not_supported' | 'channel_of_network' | 'components_required' | 'contact_of_conversation' | 'content_is_fetched' | 'content_matches_type' | 'default_pipeline' | 'different_contacts' | 'different_options' | 'domain_of_server' | 'domain_proof' | 'footer_not_supported' | 'grant_with_keys' | 'header_file' | 'header_not_supported' | 'header_text' | 'in_the_future' | 'last_owner' | 'logo' | 'match_field' | 'max_copy_code_buttons' | 'max_id' | 'max_options' | 'max_phone_number_buttons' | 'max_title' | 'max_url_buttons' | 'message_was_sent' | 'needs_conversation' | 'no_authenticator' | 'no_footer_placeholder' | 'no_mail' | 'no_sso' | 'not_of_contacts' | 'not_of_provider' | 'one_header_placeholder' | 'one_open_stage' | 'one_otp_button' | 'only_public' | 'only_when_lost' | 'only_when_snoozed' | 'options_of_type' | 'opts_out_or_in' | 'placeholders_of_parameter_format' | 'provider_of_network' | 'provider_writes_text' | 'quick_replies_together' | 'reply_not_supported' | 'required' | 'required_by_provider' | 'same_conversation' | 'sandbox_only' | 'section_title_required' | 'stored_file_outside_header' | 'tag_not_supported' | 'text_required' | 'too_many_buckets' | 'too_many_records' | 'too_many_series' | 'unique_components' | 'unique_ids' | 'unique_titles' | 'until_after_since' | 'url_ends_with_placeholder' | 'url_required' | 'url_sources_disabled' | 'voice_not_supported' | 'webhook_url_https_required' | 'webhook_url_not_public' | 'webhook_url_port_not_allowed' | 'within_a_year' | (string & {});
    /** Field with the refused value. */
    field: string;
  };
  /** The limit `{limit}` of {max} is reached. Delete or revoke one first. */
  'SVC-LIMIT-REACHED': {
    /**
     * Name of the limit that is reached: `activeApiKeys`, `activeGrants`, `channels`, `clients`,
     * `contacts`, `customFields`, `identities`, `members`, `messagesPerMonth`, `openInvitations`,
     * `pipelines`, `stages`, `webhook_endpoints`, `webhook_secrets`. New names may be added.
     */
    limit: string;
    /** Value of the limit. */
    max: number;
    /** Number of records that count at present. Only for limits of a tenant. */
    used?: number | undefined;
    /** Time at which the count starts again. Only for limits per month. */
    resetsAt?: string | undefined;
  };
  /** The limit of {limit} requests in {windowSeconds} s is reached. Wait {retryAfterSeconds} s. */
  'SVC-RATE-LIMITED': {
    /** Requests per quota period. */
    limit: number;
    /** Length of the quota period, in seconds. */
    windowSeconds: number;
    /** Seconds to wait, as in `Retry-After`. */
    retryAfterSeconds: number;
    /**
     * `key`: the quota of the API key. `ip`: the limit of requests without a valid API key from
     * one IP address. In the console, `session`: the quota of the session; `sign_in`: the limit of
     * failed sign-ins of one account from one IP address.
     */
    scope: 'key' | 'ip' | 'session' | 'sign_in' | (string & {});
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
  /** The provider `{provider}` failed or refused the request. See `details.retryable`. */
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
  /** The server cannot answer at the moment. Send the request again after {retryAfterSeconds} s. */
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
  /** The contact is blocked. Unblock the contact to send messages. */
  'SVC-RECIPIENT-BLOCKED': Record<string, never>;
  /** The provider limits marketing messages to this recipient. Wait at least 24 hours. */
  'SVC-MARKETING-LIMITED': Record<string, never>;
  /** The provider limits how fast messages may be sent (`{scope}`). Send more slowly. */
  'SVC-PROVIDER-RATE-LIMITED': {
    /**
     * What the provider limits: all channels of an app, the whole channel, messages to one
     * recipient, or a channel of low quality.
     */
    scope: 'app' | 'channel' | 'pair' | 'quality' | (string & {});
  };
  /** The media could not be transferred. `providerMessage`, if present, has the reason. */
  'SVC-MEDIA-FAILED': Record<string, never>;
  /** The message expired at {expiredAt}, before the server could send it. Send a new message. */
  'SVC-EXPIRED': {
    /** Time of the expiry. */
    expiredAt: string;
  };
}

/** The codes that this version knows; newer servers may have more. */
export type ErrorCode = keyof ErrorDetails;
