// Written by packages/sdk/scripts/generate.ts from the contract. Do not edit.

import type { AgencyClient, AgencyGrant, ApiKey, CannedResponse, Channel, Contact, ContactErasure, ContactImport, ContactMerge, ContactMergeSuggestion, Conversation, ConversationStatus, CustomField, Deal, KnowledgeFaq, KnowledgeSource, Member, MemberInvitation, Message, Note, Pipeline, TemplateRecord, Tenant, TenantLimitReached, Ticket, TicketComment, WebhookEndpoint } from './types.ts';

/** Who made the change. */
export interface Actor {
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
}

/** What every event has. */
export interface EventBase {
  /** ID of the event, the same on every delivery. Store it to recognize repeats. */
  id: string;
  /** Time of the event. */
  timestamp: string;
  /** ID of the tenant. */
  tenantId: string;
  /**
   * Number of the event: 1, 2, 3 … per tenant, in the order of commits. Only an erasure of a
   * contact or a restored backup leaves gaps.
   */
  sequence: number;
  /** The record that changed. */
  subject: {
    /** Kind of record, which follows from the prefix of the ID, such as `message`. */
    type: string;
    /** ID of the record. */
    id: string;
  };
  /** Who made the change. */
  actor: Actor;
  /** True: a test event, without any change of a record. */
  test: boolean;
  /** API version of the records in the event. */
  apiVersion: string;
}

/** The change: the record after the change, and the previous values. */
export interface AnyChange {
  /** The record after the change. */
  object: Record<string, unknown>;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
  [key: string]: unknown;
}

/** The change: the record after the change, and the previous values. */
export interface AgencyClientChange {
  /** A tenant that an agency created, or that invited the agency. */
  object: AgencyClient;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface AgencyGrantChange {
  /**
   * The permission that a tenant, the client, gives an agency. Both sides can read and revoke it.
   */
  object: AgencyGrant;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface ApiKeyChange {
  /** A credential of a tenant, without its secret. */
  object: ApiKey;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface CannedResponseChange {
  /** A prepared text that your users send often. */
  object: CannedResponse;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface ChannelChange {
  /** A connection to one messaging network. */
  object: Channel;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface ContactChange {
  /** A person that you exchange messages with. */
  object: Contact;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface ContactErasureChange {
  /** A contact that was erased with its data. */
  object: ContactErasure;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface ContactImportChange {
  /** An import of contacts from a CSV file. */
  object: ContactImport;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface ContactMergeChange {
  /** A contact that was merged into another one. */
  object: ContactMerge;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface ContactMergeSuggestionChange {
  /** Two contacts that are probably the same person. */
  object: ContactMergeSuggestion;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface ConversationChange {
  /**
   * Messages exchanged with one contact on one channel, as one case. A contact can have several
   * conversations.
   */
  object: Conversation;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface CustomFieldChange {
  /** A field of your own, with a type. */
  object: CustomField;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface DealChange {
  /** A sale that goes through the stages of a pipeline. */
  object: Deal;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface KnowledgeFaqChange {
  /** A question and its answer. */
  object: KnowledgeFaq;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface KnowledgeSourceChange {
  /** A document that can be searched. */
  object: KnowledgeSource;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface MemberChange {
  /** A user of the tenant, who can own contacts and be assigned conversations and tickets. */
  object: Member;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface MemberInvitationChange {
  /** An invitation into the tenant, without the token of its link. */
  object: MemberInvitation;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface MessageChange {
  /** One message, in either direction. */
  object: Message;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
  /** The conversation of the message. */
  conversation: {
    /** ID of the conversation, `cnv_…`. */
    id: string;
    /**
     * Status. `pending`: handled by a bot until a member or another app of the business answers;
     * `snoozed`: hidden until a time or the next inbound message.
     */
    status: ConversationStatus;
    /** ID of the user who handles the conversation; null = nobody. */
    assigneeId: string | null;
    /** Labels of the record, unique ignoring case and accents. */
    tags: string[];
  };
  /** The customer. */
  contact: {
    /** ID of the contact, `con_…`. */
    id: string;
    /**
     * Display name. Until you set one, it is the profile name of the network. If it is null,
     * conversations show `firstName` and `lastName`.
     */
    name: string | null;
    /** Phone number in E.164 format with `+`, unique among your contacts. */
    phone: string | null;
    /** Your own ID, unique among your contacts. */
    externalId: string | null;
    /** Labels of the record, unique ignoring case and accents. */
    tags: string[];
  };
}

/** The change: the record after the change, and the previous values. */
export interface NoteChange {
  /** A text about a contact, a conversation or a deal, for your users only. */
  object: Note;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface PipelineChange {
  /** The stages that deals of one kind go through. */
  object: Pipeline;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface TemplateRecordChange {
  /** A message text that the provider has to approve. */
  object: TemplateRecord;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface TenantChange {
  /** The organization that an API key belongs to. */
  object: Tenant;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface TenantLimitReachedChange {
  /** A limit of a tenant that is nearly reached, or reached. */
  object: TenantLimitReached;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface TicketChange {
  /** A request of a customer that you work on until it is solved. */
  object: Ticket;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface TicketCommentChange {
  /** A comment on a ticket, which never changes. */
  object: TicketComment;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** The change: the record after the change, and the previous values. */
export interface WebhookEndpointChange {
  /** A URL that receives events. */
  object: WebhookEndpoint;
  /** Previous values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** The fields that changed. */
  changes: string[];
  /** True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise. */
  truncated?: true | undefined;
}

/** A message from a customer was received. */
export interface MessageReceivedEvent extends EventBase {
  type: 'message.received';
  data: MessageChange;
}

/** A message was accepted and waits to be sent. */
export interface MessageQueuedEvent extends EventBase {
  type: 'message.queued';
  data: MessageChange;
}

/** The provider accepted a message. */
export interface MessageSentEvent extends EventBase {
  type: 'message.sent';
  data: MessageChange;
}

/** A message reached the recipient. */
export interface MessageDeliveredEvent extends EventBase {
  type: 'message.delivered';
  data: MessageChange;
}

/** The recipient read a message. */
export interface MessageReadEvent extends EventBase {
  type: 'message.read';
  data: MessageChange;
}

/** A message will not arrive; `error` says why. */
export interface MessageFailedEvent extends EventBase {
  type: 'message.failed';
  data: MessageChange;
}

/** A queued message was canceled. */
export interface MessageCanceledEvent extends EventBase {
  type: 'message.canceled';
  data: MessageChange;
}

/** A customer edited, deleted or reacted to a message, or a file of it was stored or failed. */
export interface MessageUpdatedEvent extends EventBase {
  type: 'message.updated';
  data: MessageChange;
}

/** A conversation was created. */
export interface ConversationCreatedEvent extends EventBase {
  type: 'conversation.created';
  data: ConversationChange;
}

/**
 * Priority, subject, tags, custom fields, metadata or `snoozedUntil` of a conversation changed, or
 * it was marked unread.
 */
export interface ConversationUpdatedEvent extends EventBase {
  type: 'conversation.updated';
  data: ConversationChange;
}

/**
 * The status of a conversation changed: by a request, a message, the end of a snooze, or because
 * it was idle.
 */
export interface ConversationStatusChangedEvent extends EventBase {
  type: 'conversation.status_changed';
  data: ConversationChange;
}

/** A conversation was assigned to a user, or its assignment was removed. */
export interface ConversationAssignedEvent extends EventBase {
  type: 'conversation.assigned';
  data: ConversationChange;
}

/** A conversation was marked as read. */
export interface ConversationReadEvent extends EventBase {
  type: 'conversation.read';
  data: ConversationChange;
}

/**
 * A contact was erased, with its conversations, messages and earlier events. Delete your copies.
 * `data.object` has only its ID.
 */
export interface ContactDeletedEvent extends EventBase {
  type: 'contact.deleted';
  data: ContactErasureChange;
}

/**
 * A network named addresses of one person, such as a phone number and a WhatsApp user ID, that
 * belong to two contacts. Nothing was merged. The event happens once for the two contacts.
 */
export interface ContactMergeSuggestedEvent extends EventBase {
  type: 'contact.merge_suggested';
  data: ContactMergeSuggestionChange;
}

/**
 * A contact was merged into another one, which has its identities, conversations, messages, deals,
 * tickets and notes. `data.object` is the merge.
 */
export interface ContactMergedEvent extends EventBase {
  type: 'contact.merged';
  data: ContactMergeChange;
}

/** A contact was created: by a request, or by the first message from or to the person. */
export interface ContactCreatedEvent extends EventBase {
  type: 'contact.created';
  data: ContactChange;
}

/** Fields of a contact changed. */
export interface ContactUpdatedEvent extends EventBase {
  type: 'contact.updated';
  data: ContactChange;
}

/** The tags of a contact changed. */
export interface ContactTagsChangedEvent extends EventBase {
  type: 'contact.tags_changed';
  data: ContactChange;
}

/**
 * A contact allows messages: by a request, an import, a keyword, a button, or in WhatsApp itself.
 */
export interface ContactOptedInEvent extends EventBase {
  type: 'contact.opted_in';
  data: ContactChange;
}

/**
 * A contact refuses messages: by a request, an import, a keyword, a button, or in WhatsApp itself.
 */
export interface ContactOptedOutEvent extends EventBase {
  type: 'contact.opted_out';
  data: ContactChange;
}

/** A contact was blocked: it gets no messages. */
export interface ContactBlockedEvent extends EventBase {
  type: 'contact.blocked';
  data: ContactChange;
}

/** A contact is no longer blocked. */
export interface ContactUnblockedEvent extends EventBase {
  type: 'contact.unblocked';
  data: ContactChange;
}

/** An import of contacts is completed: every row was applied or has an error. */
export interface ContactImportCompletedEvent extends EventBase {
  type: 'contact_import.completed';
  data: ContactImportChange;
}

/** A channel was created. */
export interface ChannelCreatedEvent extends EventBase {
  type: 'channel.created';
  data: ChannelChange;
}

/** Name, address, configuration, credentials, settings or metadata of a channel changed. */
export interface ChannelUpdatedEvent extends EventBase {
  type: 'channel.updated';
  data: ChannelChange;
}

/** The status of a channel changed, for example to `active`, `disabled` or `error`. */
export interface ChannelStatusChangedEvent extends EventBase {
  type: 'channel.status_changed';
  data: ChannelChange;
}

/** The quality rating or the messaging limit of a channel changed. */
export interface ChannelQualityChangedEvent extends EventBase {
  type: 'channel.quality_changed';
  data: ChannelChange;
}

/** The access token of a channel expires in 7 days or in 1 day, and the server cannot renew it. */
export interface ChannelCredentialsExpiringEvent extends EventBase {
  type: 'channel.credentials_expiring';
  data: ChannelChange;
}

/** A channel was deleted; its history stays. */
export interface ChannelDeletedEvent extends EventBase {
  type: 'channel.deleted';
  data: ChannelChange;
}

/** A template was created, or a sync found one at the provider. */
export interface TemplateCreatedEvent extends EventBase {
  type: 'template.created';
  data: TemplateRecordChange;
}

/** Category, quality or content of a template changed. */
export interface TemplateUpdatedEvent extends EventBase {
  type: 'template.updated';
  data: TemplateRecordChange;
}

/** The provider approved, rejected, paused or disabled a template. */
export interface TemplateStatusChangedEvent extends EventBase {
  type: 'template.status_changed';
  data: TemplateRecordChange;
}

/** A template was deleted, here or at the provider. */
export interface TemplateDeletedEvent extends EventBase {
  type: 'template.deleted';
  data: TemplateRecordChange;
}

/** A ticket was created: by a request, or by a message after the previous ticket was closed. */
export interface TicketCreatedEvent extends EventBase {
  type: 'ticket.created';
  data: TicketChange;
}

/** Fields of a ticket changed. */
export interface TicketUpdatedEvent extends EventBase {
  type: 'ticket.updated';
  data: TicketChange;
}

/** The status of a ticket changed, for example to `open` or `solved`. */
export interface TicketStatusChangedEvent extends EventBase {
  type: 'ticket.status_changed';
  data: TicketChange;
}

/** A ticket was assigned to a user, or its assignment was removed. */
export interface TicketAssignedEvent extends EventBase {
  type: 'ticket.assigned';
  data: TicketChange;
}

/** A ticket was deleted. */
export interface TicketDeletedEvent extends EventBase {
  type: 'ticket.deleted';
  data: TicketChange;
}

/** An API key was created. */
export interface ApiKeyCreatedEvent extends EventBase {
  type: 'api_key.created';
  data: ApiKeyChange;
}

/** An API key was revoked. */
export interface ApiKeyRevokedEvent extends EventBase {
  type: 'api_key.revoked';
  data: ApiKeyChange;
}

/** A knowledge source was added. */
export interface KnowledgeSourceCreatedEvent extends EventBase {
  type: 'knowledge_source.created';
  data: KnowledgeSourceChange;
}

/** A knowledge source was changed, archived or restored. */
export interface KnowledgeSourceUpdatedEvent extends EventBase {
  type: 'knowledge_source.updated';
  data: KnowledgeSourceChange;
}

/** The present text of a knowledge source is searchable. */
export interface KnowledgeSourceReadyEvent extends EventBase {
  type: 'knowledge_source.ready';
  data: KnowledgeSourceChange;
}

/**
 * A knowledge source could not be fetched or read. `error` gives the reason, `status` tells
 * whether searches find it.
 */
export interface KnowledgeSourceFailedEvent extends EventBase {
  type: 'knowledge_source.failed';
  data: KnowledgeSourceChange;
}

/**
 * A knowledge source was deleted. The `sourceId` of its FAQs is now null, which causes no event of
 * their own.
 */
export interface KnowledgeSourceDeletedEvent extends EventBase {
  type: 'knowledge_source.deleted';
  data: KnowledgeSourceChange;
}

/** An FAQ was added. */
export interface KnowledgeFaqCreatedEvent extends EventBase {
  type: 'knowledge_faq.created';
  data: KnowledgeFaqChange;
}

/** An FAQ was changed, published or archived. */
export interface KnowledgeFaqUpdatedEvent extends EventBase {
  type: 'knowledge_faq.updated';
  data: KnowledgeFaqChange;
}

/** An FAQ was deleted. */
export interface KnowledgeFaqDeletedEvent extends EventBase {
  type: 'knowledge_faq.deleted';
  data: KnowledgeFaqChange;
}

/** A webhook endpoint was disabled: it failed for too long, or answered 410. */
export interface WebhookEndpointDisabledEvent extends EventBase {
  type: 'webhook_endpoint.disabled';
  data: WebhookEndpointChange;
}

/** You sent a test event to a webhook endpoint; no record changed. */
export interface WebhookTestEvent extends EventBase {
  type: 'webhook.test';
  data: WebhookEndpointChange;
}

/** A canned response was created. */
export interface CannedResponseCreatedEvent extends EventBase {
  type: 'canned_response.created';
  data: CannedResponseChange;
}

/** Fields of a canned response changed. */
export interface CannedResponseUpdatedEvent extends EventBase {
  type: 'canned_response.updated';
  data: CannedResponseChange;
}

/** A canned response was deleted. */
export interface CannedResponseDeletedEvent extends EventBase {
  type: 'canned_response.deleted';
  data: CannedResponseChange;
}

/** A custom field was created. */
export interface CustomFieldCreatedEvent extends EventBase {
  type: 'custom_field.created';
  data: CustomFieldChange;
}

/** Fields of a custom field changed. */
export interface CustomFieldUpdatedEvent extends EventBase {
  type: 'custom_field.updated';
  data: CustomFieldChange;
}

/** A custom field was deleted. */
export interface CustomFieldDeletedEvent extends EventBase {
  type: 'custom_field.deleted';
  data: CustomFieldChange;
}

/** A note was added to a contact, a conversation or a deal. */
export interface NoteCreatedEvent extends EventBase {
  type: 'note.created';
  data: NoteChange;
}

/** The text of a note changed, or it was pinned or unpinned. */
export interface NoteUpdatedEvent extends EventBase {
  type: 'note.updated';
  data: NoteChange;
}

/** A note was deleted. When the record of notes is deleted, they have no events. */
export interface NoteDeletedEvent extends EventBase {
  type: 'note.deleted';
  data: NoteChange;
}

/** A pipeline was created. */
export interface PipelineCreatedEvent extends EventBase {
  type: 'pipeline.created';
  data: PipelineChange;
}

/** Fields or stages of a pipeline changed. */
export interface PipelineUpdatedEvent extends EventBase {
  type: 'pipeline.updated';
  data: PipelineChange;
}

/** A pipeline was deleted. */
export interface PipelineDeletedEvent extends EventBase {
  type: 'pipeline.deleted';
  data: PipelineChange;
}

/** A deal was created. */
export interface DealCreatedEvent extends EventBase {
  type: 'deal.created';
  data: DealChange;
}

/** Fields of a deal changed, apart from its stage and status. */
export interface DealUpdatedEvent extends EventBase {
  type: 'deal.updated';
  data: DealChange;
}

/** A deal moved to another stage. */
export interface DealStageChangedEvent extends EventBase {
  type: 'deal.stage_changed';
  data: DealChange;
}

/** A deal was won. */
export interface DealWonEvent extends EventBase {
  type: 'deal.won';
  data: DealChange;
}

/** A deal was lost. */
export interface DealLostEvent extends EventBase {
  type: 'deal.lost';
  data: DealChange;
}

/** A deal that was won or lost became open again. */
export interface DealReopenedEvent extends EventBase {
  type: 'deal.reopened';
  data: DealChange;
}

/** A deal was deleted. */
export interface DealDeletedEvent extends EventBase {
  type: 'deal.deleted';
  data: DealChange;
}

/**
 * New records brought the use of a limit of the tenant to 80 % or 100 %. The event happens again
 * only after the use became lower or the limit higher, for example in the next month.
 */
export interface TenantLimitReachedEvent extends EventBase {
  type: 'tenant.limit_reached';
  data: TenantLimitReachedChange;
}

/** Fields or settings of the tenant changed. */
export interface TenantUpdatedEvent extends EventBase {
  type: 'tenant.updated';
  data: TenantChange;
}

/** An agency created a client, or a tenant invited the agency. */
export interface AgencyClientCreatedEvent extends EventBase {
  type: 'agency_client.created';
  data: AgencyClientChange;
}

/** The agency changed fields of a client, or the copy into a new client ended. */
export interface AgencyClientUpdatedEvent extends EventBase {
  type: 'agency_client.updated';
  data: AgencyClientChange;
}

/** The agency suspended a client. */
export interface AgencyClientSuspendedEvent extends EventBase {
  type: 'agency_client.suspended';
  data: AgencyClientChange;
}

/** The agency reactivated a client. */
export interface AgencyClientReactivatedEvent extends EventBase {
  type: 'agency_client.reactivated';
  data: AgencyClientChange;
}

/** The agency archived a client. */
export interface AgencyClientArchivedEvent extends EventBase {
  type: 'agency_client.archived';
  data: AgencyClientChange;
}

/** An agency got a grant. The agency and the client both get this event. */
export interface AgencyGrantCreatedEvent extends EventBase {
  type: 'agency_grant.created';
  data: AgencyGrantChange;
}

/**
 * A grant was revoked. The agency and the client both get this event. API keys of the grant are
 * refused from then on.
 */
export interface AgencyGrantRevokedEvent extends EventBase {
  type: 'agency_grant.revoked';
  data: AgencyGrantChange;
}

/**
 * A grant has reached its expiry time. The agency and the client both get this event, up to
 * seconds after that time.
 */
export interface AgencyGrantExpiredEvent extends EventBase {
  type: 'agency_grant.expired';
  data: AgencyGrantChange;
}

/** A comment was added to a ticket. `data.object` is the comment. */
export interface TicketCommentedEvent extends EventBase {
  type: 'ticket.commented';
  data: TicketCommentChange;
}

/** A person accepted an invitation and can sign in. */
export interface MemberJoinedEvent extends EventBase {
  type: 'member.joined';
  data: MemberChange;
}

/** The role of a member changed, or a member became active again. */
export interface MemberUpdatedEvent extends EventBase {
  type: 'member.updated';
  data: MemberChange;
}

/** A member was deactivated: its sessions have ended. */
export interface MemberDeactivatedEvent extends EventBase {
  type: 'member.deactivated';
  data: MemberChange;
}

/** A person was invited. */
export interface MemberInvitedEvent extends EventBase {
  type: 'member.invited';
  data: MemberInvitationChange;
}

/** The events that this version knows; newer servers may send more. */
export type KnownEvent =
  | MessageReceivedEvent
  | MessageQueuedEvent
  | MessageSentEvent
  | MessageDeliveredEvent
  | MessageReadEvent
  | MessageFailedEvent
  | MessageCanceledEvent
  | MessageUpdatedEvent
  | ConversationCreatedEvent
  | ConversationUpdatedEvent
  | ConversationStatusChangedEvent
  | ConversationAssignedEvent
  | ConversationReadEvent
  | ContactDeletedEvent
  | ContactMergeSuggestedEvent
  | ContactMergedEvent
  | ContactCreatedEvent
  | ContactUpdatedEvent
  | ContactTagsChangedEvent
  | ContactOptedInEvent
  | ContactOptedOutEvent
  | ContactBlockedEvent
  | ContactUnblockedEvent
  | ContactImportCompletedEvent
  | ChannelCreatedEvent
  | ChannelUpdatedEvent
  | ChannelStatusChangedEvent
  | ChannelQualityChangedEvent
  | ChannelCredentialsExpiringEvent
  | ChannelDeletedEvent
  | TemplateCreatedEvent
  | TemplateUpdatedEvent
  | TemplateStatusChangedEvent
  | TemplateDeletedEvent
  | TicketCreatedEvent
  | TicketUpdatedEvent
  | TicketStatusChangedEvent
  | TicketAssignedEvent
  | TicketDeletedEvent
  | ApiKeyCreatedEvent
  | ApiKeyRevokedEvent
  | KnowledgeSourceCreatedEvent
  | KnowledgeSourceUpdatedEvent
  | KnowledgeSourceReadyEvent
  | KnowledgeSourceFailedEvent
  | KnowledgeSourceDeletedEvent
  | KnowledgeFaqCreatedEvent
  | KnowledgeFaqUpdatedEvent
  | KnowledgeFaqDeletedEvent
  | WebhookEndpointDisabledEvent
  | WebhookTestEvent
  | CannedResponseCreatedEvent
  | CannedResponseUpdatedEvent
  | CannedResponseDeletedEvent
  | CustomFieldCreatedEvent
  | CustomFieldUpdatedEvent
  | CustomFieldDeletedEvent
  | NoteCreatedEvent
  | NoteUpdatedEvent
  | NoteDeletedEvent
  | PipelineCreatedEvent
  | PipelineUpdatedEvent
  | PipelineDeletedEvent
  | DealCreatedEvent
  | DealUpdatedEvent
  | DealStageChangedEvent
  | DealWonEvent
  | DealLostEvent
  | DealReopenedEvent
  | DealDeletedEvent
  | TenantLimitReachedEvent
  | TenantUpdatedEvent
  | AgencyClientCreatedEvent
  | AgencyClientUpdatedEvent
  | AgencyClientSuspendedEvent
  | AgencyClientReactivatedEvent
  | AgencyClientArchivedEvent
  | AgencyGrantCreatedEvent
  | AgencyGrantRevokedEvent
  | AgencyGrantExpiredEvent
  | TicketCommentedEvent
  | MemberJoinedEvent
  | MemberUpdatedEvent
  | MemberDeactivatedEvent
  | MemberInvitedEvent;

/** The types of event that this version knows. */
export type EventType = KnownEvent['type'];
