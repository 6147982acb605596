// Written by packages/sdk/scripts/generate.ts from the contract. Do not edit.

import type { AnyEvent } from '../event-types.ts';
import type { EventTypeCatalog } from './event-types.ts';
import type { AddContactTagsBody, Agency, AgencyClient, AgencyClientWithKey, AgencyGrant, ApiKey, AuditEntry, BatchContactsBody, BatchKnowledgeFaqsBody, CannedResponse, ChangeConsentBody, Channel, ClientUsage, ClientUsageQuery, Consent, Contact, ContactBatch, ContactImport, ContactImportError, ContactTags, ContactUpsert, Conversation, ConversationReport, ConversationReportQuery, CreateAgencyClientBody, CreateAgencyGrantBody, CreateCannedResponseBody, CreateChannelBody, CreateContactBody, CreateContactImportQuery, CreateConversationBody, CreateCustomFieldBody, CreateDealBody, CreateKnowledgeFaqBody, CreateKnowledgeSourceBody, CreateNoteBody, CreatePipelineBody, CreateSegmentBody, CreateStageBody, CreateSuppressionBody, CreateTagBody, CreateTemplateBody, CreateTicketBody, CreateTicketCommentBody, CreateWebhookEndpointBody, CustomField, Deal, DealHistoryEntry, DealReport, DealReportQuery, DeleteCustomFieldQuery, ExportContactsQuery, InboundFailure, InviteOwnerBody, IssueApiKeyBody, IssuedApiKey, KnowledgeChunk, KnowledgeFaq, KnowledgeFaqBatch, KnowledgeFaqFeedbackBody, KnowledgeFaqMatch, KnowledgeSource, KnowledgeSourceDetail, KnowledgeSourceMatch, LinkIdentityBody, ListAgencyClientsQuery, ListAgencyGrantsQuery, ListApiKeysQuery, ListAuditLogQuery, ListCannedResponsesQuery, ListChannelsQuery, ListConsentsQuery, ListContactImportErrorsQuery, ListContactImportsQuery, ListContactsQuery, ListConversationMessagesQuery, ListConversationsQuery, ListCustomFieldsQuery, ListDealHistoryQuery, ListDealsQuery, ListEventsQuery, ListInboundFailuresQuery, ListKnowledgeChunksQuery, ListKnowledgeFaqsQuery, ListKnowledgeSourcesQuery, ListMembersQuery, ListMessagesQuery, ListNotesQuery, ListPipelinesQuery, ListSegmentContactsQuery, ListSegmentsQuery, ListSuppressionsQuery, ListTagsQuery, ListTemplatesQuery, ListTicketCommentsQuery, ListTicketHistoryQuery, ListTicketsQuery, ListWebhookDeliveriesQuery, ListWebhookEndpointsQuery, MediaFile, Member, MergeContactsBody, Message, MessageEvent, MessageReport, MessageReportQuery, MoveDealsQuery, NewAgencyGrant, Note, OwnerInvitation, PageQuery, Pipeline, PipelineSummary, PreviewTemplateBody, ReorderStagesBody, ReplayWebhookBody, RotateWebhookSecretBody, Segment, SendConversationMessageBody, SendMessageBody, SimulateInboundBody, SimulateStatusBody, SimulatedInbound, Stage, Suppression, SuspendAgencyClientBody, Tag, TemplatePreview, TemplateRecord, TemplateSync, Tenant, TenantLimitUses, TestWebhookBody, Ticket, TicketComment, TicketHistoryEntry, TicketReport, TicketReportQuery, UpdateAgencyBody, UpdateAgencyClientBody, UpdateCannedResponseBody, UpdateChannelBody, UpdateContactBody, UpdateConversationBody, UpdateCustomFieldBody, UpdateDealBody, UpdateKnowledgeFaqBody, UpdateKnowledgeSourceBody, UpdateNoteBody, UpdatePipelineBody, UpdateSegmentBody, UpdateStageBody, UpdateTagBody, UpdateTemplateBody, UpdateTenantBody, UpdateTicketBody, UpdateWebhookEndpointBody, UploadMediaQuery, UpsertContactBody, WebhookDelivery, WebhookDeliveryDetail, WebhookEndpoint, WebhookEndpointWithSecret, WebhookReplay, WebhookSecret, WebhookTestResult } from './types.ts';

/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  /** Null on the last page. */
  nextCursor: string | null;
}

/** A page of search results. */
export interface SearchedPage<Item> extends Page<Item> {
  /** The search reached its work limit: it may have skipped a record. Absent otherwise. */
  approximate?: true | undefined;
}

/** The prefixes of record ids. */
export type IdPrefix = 'msg' | 'cnv' | 'con' | 'imp' | 'chn' | 'tpl' | 'tkt' | 'key' | 'src' | 'faq' | 'whe' | 'dlv' | 'cnr' | 'cfd' | 'aud' | 'req' | 'seg' | 'tag' | 'note' | 'cns' | 'sup' | 'pip' | 'stg' | 'deal' | 'dpe' | 'med' | 'evt' | 'ten' | 'cli' | 'grt' | 'usr' | 'acc' | 'ses' | 'inv' | 'idn' | 'att' | 'inf' | 'chk' | 'syn' | 'cmt' | 'tkc' | 'ime';

/** The requests and responses of each endpoint. */
export interface Endpoints {
  messages: {
    /** Send a message: `POST /api/v1/messages`. */
    send: {
      params: undefined;
      query: undefined;
      body: SendMessageBody;
      status: 202;
      answer: Message;
    };
    /** List messages: `GET /api/v1/messages`. */
    list: {
      params: undefined;
      query: ListMessagesQuery;
      body: undefined;
      status: 200;
      answer: Page<Message>;
    };
    /** Get a message: `GET /api/v1/messages/:id`. */
    get: {
      params: {
        /** ID of the message, `msg_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: Message;
    };
    /** List the timeline of a message: `GET /api/v1/messages/:id/events`. */
    listEvents: {
      params: {
        /** ID of the message, `msg_…`. */
        id: string;
      };
      query: PageQuery;
      body: undefined;
      status: 200;
      answer: Page<MessageEvent>;
    };
    /** Cancel a queued message: `POST /api/v1/messages/:id/cancel`. */
    cancel: {
      params: {
        /** ID of the message, `msg_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: Message;
    };
    /** Send a failed message again: `POST /api/v1/messages/:id/retry`. */
    retry: {
      params: {
        /** ID of the message, `msg_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 202;
      answer: Message;
    };
  };
  conversations: {
    /** List conversations: `GET /api/v1/conversations`. */
    list: {
      params: undefined;
      query: ListConversationsQuery;
      body: undefined;
      status: 200;
      answer: Page<Conversation>;
    };
    /** Start or find a conversation: `POST /api/v1/conversations`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateConversationBody;
      status: 200 | 201;
      answer: Conversation;
    };
    /** Get a conversation: `GET /api/v1/conversations/:id`. */
    get: {
      params: {
        /** ID of the conversation, `cnv_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: Conversation;
    };
    /** Change a conversation: `PATCH /api/v1/conversations/:id`. */
    update: {
      params: {
        /** ID of the conversation, `cnv_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateConversationBody;
      status: 200;
      answer: Conversation;
    };
    /** Mark a conversation as read: `POST /api/v1/conversations/:id/read`. */
    markRead: {
      params: {
        /** ID of the conversation, `cnv_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: Conversation;
    };
    /** Mark a conversation as unread: `POST /api/v1/conversations/:id/unread`. */
    markUnread: {
      params: {
        /** ID of the conversation, `cnv_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: Conversation;
    };
    /** Show the customer that you are typing: `POST /api/v1/conversations/:id/typing`. */
    typing: {
      params: {
        /** ID of the conversation, `cnv_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 204;
      answer: undefined;
    };
    /** List the messages of a conversation: `GET /api/v1/conversations/:id/messages`. */
    listMessages: {
      params: {
        /** ID of the conversation, `cnv_…`. */
        id: string;
      };
      query: ListConversationMessagesQuery;
      body: undefined;
      status: 200;
      answer: Page<Message>;
    };
    /** Send a message in a conversation: `POST /api/v1/conversations/:id/messages`. */
    sendMessage: {
      params: {
        /** ID of the conversation, `cnv_…`. */
        id: string;
      };
      query: undefined;
      body: SendConversationMessageBody;
      status: 202;
      answer: Message;
    };
  };
  contacts: {
    /** List contacts: `GET /api/v1/contacts`. */
    list: {
      params: undefined;
      query: ListContactsQuery;
      body: undefined;
      status: 200;
      answer: Page<Contact>;
    };
    /** Create a contact: `POST /api/v1/contacts`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateContactBody;
      status: 201;
      answer: Contact;
    };
    /** Create or update a contact: `POST /api/v1/contacts/upsert`. */
    upsert: {
      params: undefined;
      query: undefined;
      body: UpsertContactBody;
      status: 200;
      answer: ContactUpsert;
    };
    /** Create or update up to 100 contacts: `POST /api/v1/contacts/batch`. */
    batch: {
      params: undefined;
      query: undefined;
      body: BatchContactsBody;
      status: 200;
      answer: ContactBatch;
    };
    /** Merge two contacts: `POST /api/v1/contacts/merge`. */
    merge: {
      params: undefined;
      query: undefined;
      body: MergeContactsBody;
      status: 200;
      answer: Contact;
    };
    /** Export contacts as a CSV file: `GET /api/v1/contacts/export`. */
    export: {
      params: undefined;
      query: ExportContactsQuery;
      body: undefined;
      status: 200;
      answer: Blob;
    };
    /** Get a contact: `GET /api/v1/contacts/:id`. */
    get: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: Contact;
    };
    /** Change a contact: `PATCH /api/v1/contacts/:id`. */
    update: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateContactBody;
      status: 200;
      answer: Contact;
    };
    /** Erase a contact: `DELETE /api/v1/contacts/:id`. */
    delete: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
    /** Record that a contact refuses messages: `POST /api/v1/contacts/:id/opt-out`. */
    optOut: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: ChangeConsentBody;
      status: 200;
      answer: Contact;
    };
    /** Record that a contact allows messages: `POST /api/v1/contacts/:id/opt-in`. */
    optIn: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: ChangeConsentBody;
      status: 200;
      answer: Contact;
    };
    /** List the decisions of a contact about messages: `GET /api/v1/contacts/:id/consents`. */
    listConsents: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
      };
      query: ListConsentsQuery;
      body: undefined;
      status: 200;
      answer: Page<Consent>;
    };
    /** Block a contact: `POST /api/v1/contacts/:id/block`. */
    block: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: Contact;
    };
    /** Unblock a contact: `POST /api/v1/contacts/:id/unblock`. */
    unblock: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: Contact;
    };
    /** Archive a contact: `POST /api/v1/contacts/:id/archive`. */
    archive: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: Contact;
    };
    /** Restore an archived contact: `POST /api/v1/contacts/:id/unarchive`. */
    unarchive: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: Contact;
    };
    /** Add tags to a contact: `POST /api/v1/contacts/:id/tags`. */
    addTags: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: AddContactTagsBody;
      status: 200;
      answer: ContactTags;
    };
    /** Remove a tag from a contact: `DELETE /api/v1/contacts/:id/tags/:name`. */
    removeTag: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
        /** The tag, URL-encoded. Case and accents are ignored. */
        name: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
  };
  contactImports: {
    /** List imports of contacts: `GET /api/v1/contacts/imports`. */
    list: {
      params: undefined;
      query: ListContactImportsQuery;
      body: undefined;
      status: 200;
      answer: Page<ContactImport>;
    };
    /** Import contacts from a CSV file: `POST /api/v1/contacts/imports`. */
    create: {
      params: undefined;
      query: CreateContactImportQuery;
      body: unknown;
      status: 202;
      answer: ContactImport;
    };
    /** Get an import: `GET /api/v1/contacts/imports/:id`. */
    get: {
      params: {
        /** ID of the contact import, `imp_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: ContactImport;
    };
    /** List the errors of an import: `GET /api/v1/contacts/imports/:id/errors`. */
    listErrors: {
      params: {
        /** ID of the contact import, `imp_…`. */
        id: string;
      };
      query: ListContactImportErrorsQuery;
      body: undefined;
      status: 200;
      answer: Page<ContactImportError>;
    };
    /** Cancel an import: `POST /api/v1/contacts/imports/:id/cancel`. */
    cancel: {
      params: {
        /** ID of the contact import, `imp_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: ContactImport;
    };
  };
  channels: {
    /** List channels: `GET /api/v1/channels`. */
    list: {
      params: undefined;
      query: ListChannelsQuery;
      body: undefined;
      status: 200;
      answer: Page<Channel>;
    };
    /** Create a channel: `POST /api/v1/channels`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateChannelBody;
      status: 201;
      answer: Channel;
    };
    /** Get a channel: `GET /api/v1/channels/:id`. */
    get: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: Channel;
    };
    /** Change a channel: `PATCH /api/v1/channels/:id`. */
    update: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateChannelBody;
      status: 200;
      answer: Channel;
    };
    /** Delete a channel: `DELETE /api/v1/channels/:id`. */
    delete: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
    /** Verify a channel: `POST /api/v1/channels/:id/verify`. */
    verify: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: Channel;
    };
    /** Enable a channel: `POST /api/v1/channels/:id/enable`. */
    enable: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: Channel;
    };
    /** Disable a channel: `POST /api/v1/channels/:id/disable`. */
    disable: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: Channel;
    };
    /** List the items of webhooks that were not handled: `GET /api/v1/channels/:id/inbound-failures`. */
    listInboundFailures: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
      };
      query: ListInboundFailuresQuery;
      body: undefined;
      status: 200;
      answer: Page<InboundFailure>;
    };
    /** Handle an item of a webhook again: `POST /api/v1/channels/:id/inbound-failures/:inboundFailureId/retry`. */
    retryInboundFailure: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
        /** ID of the inbound failure, `inf_…`. */
        inboundFailureId: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 202;
      answer: InboundFailure;
    };
    /** Simulate a message from a customer (sandbox): `POST /api/v1/channels/:id/simulate/inbound`. */
    simulateInbound: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
      };
      query: undefined;
      body: SimulateInboundBody;
      status: 202;
      answer: SimulatedInbound;
    };
    /** Simulate a status report (sandbox): `POST /api/v1/channels/:id/simulate/status`. */
    simulateStatus: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
      };
      query: undefined;
      body: SimulateStatusBody;
      status: 202;
      answer: Message;
    };
  };
  templates: {
    /** List the templates of a channel: `GET /api/v1/channels/:id/templates`. */
    list: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
      };
      query: ListTemplatesQuery;
      body: undefined;
      status: 200;
      answer: Page<TemplateRecord>;
    };
    /** Submit a template to the provider: `POST /api/v1/channels/:id/templates`. */
    create: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
      };
      query: undefined;
      body: CreateTemplateBody;
      status: 201;
      answer: TemplateRecord;
    };
    /** Get a template: `GET /api/v1/channels/:id/templates/:templateId`. */
    get: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
        /** ID of the template, `tpl_…`. */
        templateId: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: TemplateRecord;
    };
    /** Change a template: `PATCH /api/v1/channels/:id/templates/:templateId`. */
    update: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
        /** ID of the template, `tpl_…`. */
        templateId: string;
      };
      query: undefined;
      body: UpdateTemplateBody;
      status: 200;
      answer: TemplateRecord;
    };
    /** Delete a template: `DELETE /api/v1/channels/:id/templates/:templateId`. */
    delete: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
        /** ID of the template, `tpl_…`. */
        templateId: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
    /** Sync templates with the provider: `POST /api/v1/channels/:id/templates/sync`. */
    sync: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 202;
      answer: TemplateSync;
    };
    /** Show a template with values: `POST /api/v1/channels/:id/templates/:templateId/preview`. */
    preview: {
      params: {
        /** ID of the channel, `chn_…`. */
        id: string;
        /** ID of the template, `tpl_…`. */
        templateId: string;
      };
      query: undefined;
      body: PreviewTemplateBody;
      status: 200;
      answer: TemplatePreview;
    };
  };
  tickets: {
    /** List tickets: `GET /api/v1/tickets`. */
    list: {
      params: undefined;
      query: ListTicketsQuery;
      body: undefined;
      status: 200;
      answer: Page<Ticket>;
    };
    /** Create a ticket: `POST /api/v1/tickets`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateTicketBody;
      status: 201;
      answer: Ticket;
    };
    /** Get a ticket: `GET /api/v1/tickets/:id`. */
    get: {
      params: {
        /** ID of the ticket, `tkt_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: Ticket;
    };
    /** Change a ticket: `PATCH /api/v1/tickets/:id`. */
    update: {
      params: {
        /** ID of the ticket, `tkt_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateTicketBody;
      status: 200;
      answer: Ticket;
    };
    /** Delete a ticket: `DELETE /api/v1/tickets/:id`. */
    delete: {
      params: {
        /** ID of the ticket, `tkt_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
    /** List the changes of a ticket: `GET /api/v1/tickets/:id/history`. */
    listHistory: {
      params: {
        /** ID of the ticket, `tkt_…`. */
        id: string;
      };
      query: ListTicketHistoryQuery;
      body: undefined;
      status: 200;
      answer: Page<TicketHistoryEntry>;
    };
  };
  apiKeys: {
    /** List API keys: `GET /api/v1/api-keys`. */
    list: {
      params: undefined;
      query: ListApiKeysQuery;
      body: undefined;
      status: 200;
      answer: Page<ApiKey>;
    };
    /** Get the API key of this request: `GET /api/v1/api-keys/current`. */
    current: {
      params: undefined;
      query: undefined;
      body: undefined;
      status: 200;
      answer: ApiKey;
    };
    /** Revoke an API key: `POST /api/v1/api-keys/:id/revoke`. */
    revoke: {
      params: {
        /** ID of the API key, `key_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: ApiKey;
    };
  };
  knowledgeSources: {
    /** Search or list knowledge sources: `GET /api/v1/knowledge/sources`. */
    list: {
      params: undefined;
      query: ListKnowledgeSourcesQuery;
      body: undefined;
      status: 200;
      answer: SearchedPage<KnowledgeSourceMatch>;
    };
    /** Add a knowledge source: `POST /api/v1/knowledge/sources`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateKnowledgeSourceBody;
      status: 201;
      answer: KnowledgeSource;
    };
    /** Get a knowledge source with its content: `GET /api/v1/knowledge/sources/:id`. */
    get: {
      params: {
        /** ID of the knowledge source, `src_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: KnowledgeSourceDetail;
    };
    /** Change a knowledge source: `PATCH /api/v1/knowledge/sources/:id`. */
    update: {
      params: {
        /** ID of the knowledge source, `src_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateKnowledgeSourceBody;
      status: 200;
      answer: KnowledgeSource;
    };
    /** Delete a knowledge source: `DELETE /api/v1/knowledge/sources/:id`. */
    delete: {
      params: {
        /** ID of the knowledge source, `src_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
    /** Index a knowledge source again: `POST /api/v1/knowledge/sources/:id/reindex`. */
    reindex: {
      params: {
        /** ID of the knowledge source, `src_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 202;
      answer: KnowledgeSource;
    };
    /** List the chunks of a knowledge source: `GET /api/v1/knowledge/sources/:id/chunks`. */
    listChunks: {
      params: {
        /** ID of the knowledge source, `src_…`. */
        id: string;
      };
      query: ListKnowledgeChunksQuery;
      body: undefined;
      status: 200;
      answer: Page<KnowledgeChunk>;
    };
  };
  knowledgeFaqs: {
    /** Search or list FAQs: `GET /api/v1/knowledge/faqs`. */
    list: {
      params: undefined;
      query: ListKnowledgeFaqsQuery;
      body: undefined;
      status: 200;
      answer: SearchedPage<KnowledgeFaqMatch>;
    };
    /** Add an FAQ: `POST /api/v1/knowledge/faqs`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateKnowledgeFaqBody;
      status: 201;
      answer: KnowledgeFaq;
    };
    /** Add or change up to 100 FAQs: `POST /api/v1/knowledge/faqs/batch`. */
    batch: {
      params: undefined;
      query: undefined;
      body: BatchKnowledgeFaqsBody;
      status: 200;
      answer: KnowledgeFaqBatch;
    };
    /** Get an FAQ: `GET /api/v1/knowledge/faqs/:id`. */
    get: {
      params: {
        /** ID of the knowledge faq, `faq_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: KnowledgeFaq;
    };
    /** Change an FAQ: `PATCH /api/v1/knowledge/faqs/:id`. */
    update: {
      params: {
        /** ID of the knowledge faq, `faq_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateKnowledgeFaqBody;
      status: 200;
      answer: KnowledgeFaq;
    };
    /** Delete an FAQ: `DELETE /api/v1/knowledge/faqs/:id`. */
    delete: {
      params: {
        /** ID of the knowledge faq, `faq_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
    /** Record whether an answer helped: `POST /api/v1/knowledge/faqs/:id/feedback`. */
    feedback: {
      params: {
        /** ID of the knowledge faq, `faq_…`. */
        id: string;
      };
      query: undefined;
      body: KnowledgeFaqFeedbackBody;
      status: 204;
      answer: undefined;
    };
  };
  webhookEndpoints: {
    /** List webhook endpoints: `GET /api/v1/webhook-endpoints`. */
    list: {
      params: undefined;
      query: ListWebhookEndpointsQuery;
      body: undefined;
      status: 200;
      answer: Page<WebhookEndpoint>;
    };
    /** Create a webhook endpoint: `POST /api/v1/webhook-endpoints`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateWebhookEndpointBody;
      status: 201;
      answer: WebhookEndpointWithSecret;
    };
    /** Get a webhook endpoint: `GET /api/v1/webhook-endpoints/:id`. */
    get: {
      params: {
        /** ID of the webhook endpoint, `whe_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: WebhookEndpoint;
    };
    /** Change a webhook endpoint: `PATCH /api/v1/webhook-endpoints/:id`. */
    update: {
      params: {
        /** ID of the webhook endpoint, `whe_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateWebhookEndpointBody;
      status: 200;
      answer: WebhookEndpoint;
    };
    /** Delete a webhook endpoint: `DELETE /api/v1/webhook-endpoints/:id`. */
    delete: {
      params: {
        /** ID of the webhook endpoint, `whe_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
    /** Get the secrets of a webhook endpoint: `GET /api/v1/webhook-endpoints/:id/secret`. */
    getSecret: {
      params: {
        /** ID of the webhook endpoint, `whe_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: WebhookSecret;
    };
    /** Give a webhook endpoint a new secret: `POST /api/v1/webhook-endpoints/:id/rotate-secret`. */
    rotateSecret: {
      params: {
        /** ID of the webhook endpoint, `whe_…`. */
        id: string;
      };
      query: undefined;
      body: RotateWebhookSecretBody | undefined;
      status: 200;
      answer: WebhookEndpointWithSecret;
    };
    /** Enable a webhook endpoint: `POST /api/v1/webhook-endpoints/:id/enable`. */
    enable: {
      params: {
        /** ID of the webhook endpoint, `whe_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: WebhookEndpoint;
    };
    /** Disable a webhook endpoint: `POST /api/v1/webhook-endpoints/:id/disable`. */
    disable: {
      params: {
        /** ID of the webhook endpoint, `whe_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: WebhookEndpoint;
    };
    /** Send a test event to a webhook endpoint: `POST /api/v1/webhook-endpoints/:id/test`. */
    test: {
      params: {
        /** ID of the webhook endpoint, `whe_…`. */
        id: string;
      };
      query: undefined;
      body: TestWebhookBody | undefined;
      status: 200;
      answer: WebhookTestResult;
    };
    /** Send past events to a webhook endpoint: `POST /api/v1/webhook-endpoints/:id/replay`. */
    replay: {
      params: {
        /** ID of the webhook endpoint, `whe_…`. */
        id: string;
      };
      query: undefined;
      body: ReplayWebhookBody;
      status: 202;
      answer: WebhookReplay;
    };
    /** List the deliveries to a webhook endpoint: `GET /api/v1/webhook-endpoints/:id/deliveries`. */
    listDeliveries: {
      params: {
        /** ID of the webhook endpoint, `whe_…`. */
        id: string;
      };
      query: ListWebhookDeliveriesQuery;
      body: undefined;
      status: 200;
      answer: Page<WebhookDelivery>;
    };
  };
  webhookDeliveries: {
    /** Get a delivery with its attempts: `GET /api/v1/webhook-deliveries/:id`. */
    get: {
      params: {
        /** ID of the webhook delivery, `dlv_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: WebhookDeliveryDetail;
    };
    /** Deliver an event once more: `POST /api/v1/webhook-deliveries/:id/redeliver`. */
    redeliver: {
      params: {
        /** ID of the webhook delivery, `dlv_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 202;
      answer: WebhookDelivery;
    };
  };
  cannedResponses: {
    /** List canned responses: `GET /api/v1/canned-responses`. */
    list: {
      params: undefined;
      query: ListCannedResponsesQuery;
      body: undefined;
      status: 200;
      answer: Page<CannedResponse>;
    };
    /** Create a canned response: `POST /api/v1/canned-responses`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateCannedResponseBody;
      status: 201;
      answer: CannedResponse;
    };
    /** Get a canned response: `GET /api/v1/canned-responses/:id`. */
    get: {
      params: {
        /** ID of the canned response, `cnr_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: CannedResponse;
    };
    /** Change a canned response: `PATCH /api/v1/canned-responses/:id`. */
    update: {
      params: {
        /** ID of the canned response, `cnr_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateCannedResponseBody;
      status: 200;
      answer: CannedResponse;
    };
    /** Delete a canned response: `DELETE /api/v1/canned-responses/:id`. */
    delete: {
      params: {
        /** ID of the canned response, `cnr_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
  };
  customFields: {
    /** List custom fields: `GET /api/v1/custom-fields`. */
    list: {
      params: undefined;
      query: ListCustomFieldsQuery;
      body: undefined;
      status: 200;
      answer: Page<CustomField>;
    };
    /** Create a custom field: `POST /api/v1/custom-fields`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateCustomFieldBody;
      status: 201;
      answer: CustomField;
    };
    /** Get a custom field: `GET /api/v1/custom-fields/:id`. */
    get: {
      params: {
        /** ID of the custom field, `cfd_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: CustomField;
    };
    /** Change a custom field: `PATCH /api/v1/custom-fields/:id`. */
    update: {
      params: {
        /** ID of the custom field, `cfd_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateCustomFieldBody;
      status: 200;
      answer: CustomField;
    };
    /** Delete a custom field: `DELETE /api/v1/custom-fields/:id`. */
    delete: {
      params: {
        /** ID of the custom field, `cfd_…`. */
        id: string;
      };
      query: DeleteCustomFieldQuery;
      body: undefined;
      status: 204;
      answer: undefined;
    };
  };
  segments: {
    /** List segments: `GET /api/v1/segments`. */
    list: {
      params: undefined;
      query: ListSegmentsQuery;
      body: undefined;
      status: 200;
      answer: Page<Segment>;
    };
    /** Create a segment: `POST /api/v1/segments`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateSegmentBody;
      status: 201;
      answer: Segment;
    };
    /** Get a segment: `GET /api/v1/segments/:id`. */
    get: {
      params: {
        /** ID of the segment, `seg_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: Segment;
    };
    /** Change a segment: `PATCH /api/v1/segments/:id`. */
    update: {
      params: {
        /** ID of the segment, `seg_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateSegmentBody;
      status: 200;
      answer: Segment;
    };
    /** Delete a segment: `DELETE /api/v1/segments/:id`. */
    delete: {
      params: {
        /** ID of the segment, `seg_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
    /** List the contacts of a segment: `GET /api/v1/segments/:id/contacts`. */
    listContacts: {
      params: {
        /** ID of the segment, `seg_…`. */
        id: string;
      };
      query: ListSegmentContactsQuery;
      body: undefined;
      status: 200;
      answer: Page<Contact>;
    };
  };
  tags: {
    /** List tags: `GET /api/v1/tags`. */
    list: {
      params: undefined;
      query: ListTagsQuery;
      body: undefined;
      status: 200;
      answer: Page<Tag>;
    };
    /** Create a tag: `POST /api/v1/tags`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateTagBody;
      status: 201;
      answer: Tag;
    };
    /** Get a tag: `GET /api/v1/tags/:id`. */
    get: {
      params: {
        /** ID of the tag, `tag_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: Tag;
    };
    /** Change a tag: `PATCH /api/v1/tags/:id`. */
    update: {
      params: {
        /** ID of the tag, `tag_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateTagBody;
      status: 200;
      answer: Tag;
    };
    /** Delete a tag: `DELETE /api/v1/tags/:id`. */
    delete: {
      params: {
        /** ID of the tag, `tag_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
  };
  notes: {
    /** List the notes of a contact: `GET /api/v1/contacts/:id/notes`. */
    listOfContact: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
      };
      query: ListNotesQuery;
      body: undefined;
      status: 200;
      answer: Page<Note>;
    };
    /** Add a note to a contact: `POST /api/v1/contacts/:id/notes`. */
    createOnContact: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: CreateNoteBody;
      status: 201;
      answer: Note;
    };
    /** List the notes of a conversation: `GET /api/v1/conversations/:id/notes`. */
    listOfConversation: {
      params: {
        /** ID of the conversation, `cnv_…`. */
        id: string;
      };
      query: ListNotesQuery;
      body: undefined;
      status: 200;
      answer: Page<Note>;
    };
    /** Add a note to a conversation: `POST /api/v1/conversations/:id/notes`. */
    createOnConversation: {
      params: {
        /** ID of the conversation, `cnv_…`. */
        id: string;
      };
      query: undefined;
      body: CreateNoteBody;
      status: 201;
      answer: Note;
    };
    /** List the notes of a deal: `GET /api/v1/deals/:id/notes`. */
    listOfDeal: {
      params: {
        /** ID of the deal, `deal_…`. */
        id: string;
      };
      query: ListNotesQuery;
      body: undefined;
      status: 200;
      answer: Page<Note>;
    };
    /** Add a note to a deal: `POST /api/v1/deals/:id/notes`. */
    createOnDeal: {
      params: {
        /** ID of the deal, `deal_…`. */
        id: string;
      };
      query: undefined;
      body: CreateNoteBody;
      status: 201;
      answer: Note;
    };
    /** Get a note: `GET /api/v1/notes/:id`. */
    get: {
      params: {
        /** ID of the note, `note_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: Note;
    };
    /** Change a note: `PATCH /api/v1/notes/:id`. */
    update: {
      params: {
        /** ID of the note, `note_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateNoteBody;
      status: 200;
      answer: Note;
    };
    /** Delete a note: `DELETE /api/v1/notes/:id`. */
    delete: {
      params: {
        /** ID of the note, `note_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
  };
  suppressions: {
    /** List suppressions: `GET /api/v1/suppressions`. */
    list: {
      params: undefined;
      query: ListSuppressionsQuery;
      body: undefined;
      status: 200;
      answer: Page<Suppression>;
    };
    /** Suppress an address: `POST /api/v1/suppressions`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateSuppressionBody;
      status: 201;
      answer: Suppression;
    };
    /** Get a suppression: `GET /api/v1/suppressions/:id`. */
    get: {
      params: {
        /** ID of the suppression, `sup_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: Suppression;
    };
    /** Delete a suppression: `DELETE /api/v1/suppressions/:id`. */
    delete: {
      params: {
        /** ID of the suppression, `sup_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
  };
  pipelines: {
    /** List pipelines: `GET /api/v1/pipelines`. */
    list: {
      params: undefined;
      query: ListPipelinesQuery;
      body: undefined;
      status: 200;
      answer: Page<Pipeline>;
    };
    /** Create a pipeline: `POST /api/v1/pipelines`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreatePipelineBody;
      status: 201;
      answer: Pipeline;
    };
    /** Get a pipeline: `GET /api/v1/pipelines/:id`. */
    get: {
      params: {
        /** ID of the pipeline, `pip_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: Pipeline;
    };
    /** Change a pipeline: `PATCH /api/v1/pipelines/:id`. */
    update: {
      params: {
        /** ID of the pipeline, `pip_…`. */
        id: string;
      };
      query: undefined;
      body: UpdatePipelineBody;
      status: 200;
      answer: Pipeline;
    };
    /** Delete a pipeline: `DELETE /api/v1/pipelines/:id`. */
    delete: {
      params: {
        /** ID of the pipeline, `pip_…`. */
        id: string;
      };
      query: MoveDealsQuery;
      body: undefined;
      status: 204;
      answer: undefined;
    };
    /** Sum up the deals of a pipeline: `GET /api/v1/pipelines/:id/summary`. */
    summary: {
      params: {
        /** ID of the pipeline, `pip_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: PipelineSummary;
    };
    /** Reorder the stages of a pipeline: `POST /api/v1/pipelines/:id/stages/reorder`. */
    reorderStages: {
      params: {
        /** ID of the pipeline, `pip_…`. */
        id: string;
      };
      query: undefined;
      body: ReorderStagesBody;
      status: 200;
      answer: Pipeline;
    };
  };
  stages: {
    /** Add a stage to a pipeline: `POST /api/v1/pipelines/:id/stages`. */
    create: {
      params: {
        /** ID of the pipeline, `pip_…`. */
        id: string;
      };
      query: undefined;
      body: CreateStageBody;
      status: 201;
      answer: Stage;
    };
    /** Get a stage: `GET /api/v1/pipelines/:id/stages/:stageId`. */
    get: {
      params: {
        /** ID of the pipeline, `pip_…`. */
        id: string;
        /** ID of the stage, `stg_…`. */
        stageId: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: Stage;
    };
    /** Change a stage: `PATCH /api/v1/pipelines/:id/stages/:stageId`. */
    update: {
      params: {
        /** ID of the pipeline, `pip_…`. */
        id: string;
        /** ID of the stage, `stg_…`. */
        stageId: string;
      };
      query: undefined;
      body: UpdateStageBody;
      status: 200;
      answer: Stage;
    };
    /** Delete a stage: `DELETE /api/v1/pipelines/:id/stages/:stageId`. */
    delete: {
      params: {
        /** ID of the pipeline, `pip_…`. */
        id: string;
        /** ID of the stage, `stg_…`. */
        stageId: string;
      };
      query: MoveDealsQuery;
      body: undefined;
      status: 204;
      answer: undefined;
    };
  };
  deals: {
    /** List deals: `GET /api/v1/deals`. */
    list: {
      params: undefined;
      query: ListDealsQuery;
      body: undefined;
      status: 200;
      answer: Page<Deal>;
    };
    /** Create a deal: `POST /api/v1/deals`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateDealBody;
      status: 201;
      answer: Deal;
    };
    /** Get a deal: `GET /api/v1/deals/:id`. */
    get: {
      params: {
        /** ID of the deal, `deal_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: Deal;
    };
    /** Change or move a deal: `PATCH /api/v1/deals/:id`. */
    update: {
      params: {
        /** ID of the deal, `deal_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateDealBody;
      status: 200;
      answer: Deal;
    };
    /** Delete a deal: `DELETE /api/v1/deals/:id`. */
    delete: {
      params: {
        /** ID of the deal, `deal_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
    /** List the stages that a deal was in: `GET /api/v1/deals/:id/history`. */
    listHistory: {
      params: {
        /** ID of the deal, `deal_…`. */
        id: string;
      };
      query: ListDealHistoryQuery;
      body: undefined;
      status: 200;
      answer: Page<DealHistoryEntry>;
    };
  };
  media: {
    /** Upload a file: `POST /api/v1/media`. */
    upload: {
      params: undefined;
      query: UploadMediaQuery;
      body: unknown;
      status: 201;
      answer: MediaFile;
    };
    /** Get a file: `GET /api/v1/media/:id`. */
    get: {
      params: {
        /** ID of the media, `med_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: MediaFile;
    };
    /** Download the bytes of a file: `GET /api/v1/media/:id/content`. */
    download: {
      params: {
        /** ID of the media, `med_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: Blob;
    };
    /** Delete a file: `DELETE /api/v1/media/:id`. */
    delete: {
      params: {
        /** ID of the media, `med_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
  };
  events: {
    /** List events: `GET /api/v1/events`. */
    list: {
      params: undefined;
      query: ListEventsQuery;
      body: undefined;
      status: 200;
      answer: Page<AnyEvent>;
    };
    /** Get an event: `GET /api/v1/events/:id`. */
    get: {
      params: {
        /** ID of the event, `evt_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: AnyEvent;
    };
  };
  eventTypes: {
    /** List event types with their JSON Schemas: `GET /api/v1/event-types`. */
    all: {
      params: undefined;
      query: undefined;
      body: undefined;
      status: 200;
      answer: EventTypeCatalog;
    };
  };
  tenants: {
    /** Get the tenant of this API key: `GET /api/v1/tenants/current`. */
    current: {
      params: undefined;
      query: undefined;
      body: undefined;
      status: 200;
      answer: Tenant;
    };
    /** Change the tenant of this API key: `PATCH /api/v1/tenants/current`. */
    update: {
      params: undefined;
      query: undefined;
      body: UpdateTenantBody;
      status: 200;
      answer: Tenant;
    };
    /** Get the limits of the tenant and their use: `GET /api/v1/tenants/current/limits`. */
    limits: {
      params: undefined;
      query: undefined;
      body: undefined;
      status: 200;
      answer: TenantLimitUses;
    };
  };
  agencyClients: {
    /** List the clients of an agency: `GET /api/v1/agencies/current/clients`. */
    list: {
      params: undefined;
      query: ListAgencyClientsQuery;
      body: undefined;
      status: 200;
      answer: Page<AgencyClient>;
    };
    /** Create a client of an agency: `POST /api/v1/agencies/current/clients`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateAgencyClientBody;
      status: 201;
      answer: AgencyClientWithKey;
    };
    /** Get a client of an agency: `GET /api/v1/agencies/current/clients/:id`. */
    get: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: AgencyClient;
    };
    /** Change a client of an agency: `PATCH /api/v1/agencies/current/clients/:id`. */
    update: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateAgencyClientBody;
      status: 200;
      answer: AgencyClient;
    };
    /** Archive a client of an agency: `DELETE /api/v1/agencies/current/clients/:id`. */
    archive: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
    /** Suspend a client of an agency: `POST /api/v1/agencies/current/clients/:id/suspend`. */
    suspend: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
      };
      query: undefined;
      body: SuspendAgencyClientBody | undefined;
      status: 200;
      answer: AgencyClient;
    };
    /** Reactivate a client of an agency: `POST /api/v1/agencies/current/clients/:id/reactivate`. */
    reactivate: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: AgencyClient;
    };
    /** Invite the owner of a client: `POST /api/v1/agencies/current/clients/:id/invite-owner`. */
    inviteOwner: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
      };
      query: undefined;
      body: InviteOwnerBody;
      status: 200;
      answer: OwnerInvitation;
    };
    /** Get the usage of a client: `GET /api/v1/agencies/current/clients/:id/usage`. */
    usage: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
      };
      query: ClientUsageQuery;
      body: undefined;
      status: 200;
      answer: ClientUsage;
    };
    /** List the grants of a client: `GET /api/v1/agencies/current/clients/:id/grants`. */
    listGrants: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
      };
      query: ListAgencyGrantsQuery;
      body: undefined;
      status: 200;
      answer: Page<AgencyGrant>;
    };
    /** Create a grant of a client: `POST /api/v1/agencies/current/clients/:id/grants`. */
    createGrant: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
      };
      query: undefined;
      body: NewAgencyGrant;
      status: 201;
      answer: AgencyGrant;
    };
    /** Get a grant of a client: `GET /api/v1/agencies/current/clients/:id/grants/:agencyGrantId`. */
    getGrant: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
        /** ID of the agency grant, `grt_…`. */
        agencyGrantId: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: AgencyGrant;
    };
    /** Revoke a grant of a client: `DELETE /api/v1/agencies/current/clients/:id/grants/:agencyGrantId`. */
    revokeGrant: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
        /** ID of the agency grant, `grt_…`. */
        agencyGrantId: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
    /** List the API keys that the agency issued: `GET /api/v1/agencies/current/clients/:id/api-keys`. */
    listApiKeys: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
      };
      query: ListApiKeysQuery;
      body: undefined;
      status: 200;
      answer: Page<ApiKey>;
    };
    /** Issue an API key of a client: `POST /api/v1/agencies/current/clients/:id/api-keys`. */
    issueApiKey: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
      };
      query: undefined;
      body: IssueApiKeyBody;
      status: 201;
      answer: IssuedApiKey;
    };
    /** Get an API key that the agency issued: `GET /api/v1/agencies/current/clients/:id/api-keys/:apiKeyId`. */
    getApiKey: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
        /** ID of the API key, `key_…`. */
        apiKeyId: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: ApiKey;
    };
    /** Revoke an API key that the agency issued: `POST /api/v1/agencies/current/clients/:id/api-keys/:apiKeyId/revoke`. */
    revokeApiKey: {
      params: {
        /** ID of the agency client, `cli_…`. */
        id: string;
        /** ID of the API key, `key_…`. */
        apiKeyId: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: ApiKey;
    };
  };
  agencyGrants: {
    /** List the grants of this tenant: `GET /api/v1/agency-grants`. */
    list: {
      params: undefined;
      query: ListAgencyGrantsQuery;
      body: undefined;
      status: 200;
      answer: Page<AgencyGrant>;
    };
    /** Give an agency a grant: `POST /api/v1/agency-grants`. */
    create: {
      params: undefined;
      query: undefined;
      body: CreateAgencyGrantBody;
      status: 201;
      answer: AgencyGrant;
    };
    /** Get a grant of this tenant: `GET /api/v1/agency-grants/:id`. */
    get: {
      params: {
        /** ID of the agency grant, `grt_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: AgencyGrant;
    };
    /** Revoke a grant of this tenant: `DELETE /api/v1/agency-grants/:id`. */
    revoke: {
      params: {
        /** ID of the agency grant, `grt_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
  };
  identities: {
    /** Link an address to a contact: `POST /api/v1/contacts/:id/identities`. */
    link: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: LinkIdentityBody;
      status: 200;
      answer: Contact;
    };
    /** Unlink an address from a contact: `DELETE /api/v1/contacts/:id/identities/:identityId`. */
    unlink: {
      params: {
        /** ID of the contact, `con_…`. */
        id: string;
        /** ID of the identity, `idn_…`. */
        identityId: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
  };
  ticketComments: {
    /** List the comments of a ticket: `GET /api/v1/tickets/:id/comments`. */
    list: {
      params: {
        /** ID of the ticket, `tkt_…`. */
        id: string;
      };
      query: ListTicketCommentsQuery;
      body: undefined;
      status: 200;
      answer: Page<TicketComment>;
    };
    /** Comment on a ticket: `POST /api/v1/tickets/:id/comments`. */
    create: {
      params: {
        /** ID of the ticket, `tkt_…`. */
        id: string;
      };
      query: undefined;
      body: CreateTicketCommentBody;
      status: 201;
      answer: TicketComment;
    };
    /** Get a comment of a ticket: `GET /api/v1/tickets/:id/comments/:ticketCommentId`. */
    get: {
      params: {
        /** ID of the ticket, `tkt_…`. */
        id: string;
        /** ID of the ticket comment, `cmt_…`. */
        ticketCommentId: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: TicketComment;
    };
  };
  agencies: {
    /** Get the agency of this API key: `GET /api/v1/agencies/current`. */
    current: {
      params: undefined;
      query: undefined;
      body: undefined;
      status: 200;
      answer: Agency;
    };
    /** Change the agency of this API key: `PATCH /api/v1/agencies/current`. */
    update: {
      params: undefined;
      query: undefined;
      body: UpdateAgencyBody;
      status: 200;
      answer: Agency;
    };
  };
  auditLog: {
    /** List audited actions: `GET /api/v1/audit-log`. */
    list: {
      params: undefined;
      query: ListAuditLogQuery;
      body: undefined;
      status: 200;
      answer: Page<AuditEntry>;
    };
  };
  members: {
    /** List members: `GET /api/v1/members`. */
    list: {
      params: undefined;
      query: ListMembersQuery;
      body: undefined;
      status: 200;
      answer: Page<Member>;
    };
    /** Get a member: `GET /api/v1/members/:id`. */
    get: {
      params: {
        /** ID of the user, `usr_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: Member;
    };
  };
  reports: {
    /** Count messages over time: `GET /api/v1/reports/messages`. */
    messages: {
      params: undefined;
      query: MessageReportQuery;
      body: undefined;
      status: 200;
      answer: MessageReport;
    };
    /** Count conversations over time: `GET /api/v1/reports/conversations`. */
    conversations: {
      params: undefined;
      query: ConversationReportQuery;
      body: undefined;
      status: 200;
      answer: ConversationReport;
    };
    /** Count tickets over time: `GET /api/v1/reports/tickets`. */
    tickets: {
      params: undefined;
      query: TicketReportQuery;
      body: undefined;
      status: 200;
      answer: TicketReport;
    };
    /** Count deals over time: `GET /api/v1/reports/deals`. */
    deals: {
      params: undefined;
      query: DealReportQuery;
      body: undefined;
      status: 200;
      answer: DealReport;
    };
  };
}
