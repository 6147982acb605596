// Written by packages/sdk/scripts/generate.ts from the contract. Do not edit.

import type { AnyEvent } from '../event-types.ts';
import type { EventTypeCatalog } from './event-types.ts';
import type { ApiKey, BatchKnowledgeFaqsBody, CannedResponse, ChangeConsentBody, Channel, Contact, Conversation, CreateCannedResponseBody, CreateChannelBody, CreateContactBody, CreateKnowledgeFaqBody, CreateKnowledgeSourceBody, CreateTemplateBody, CreateWebhookEndpointBody, InboundFailure, KnowledgeChunk, KnowledgeFaq, KnowledgeFaqBatch, KnowledgeFaqFeedbackBody, KnowledgeFaqMatch, KnowledgeSource, KnowledgeSourceDetail, KnowledgeSourceMatch, ListApiKeysQuery, ListCannedResponsesQuery, ListChannelsQuery, ListContactsQuery, ListConversationMessagesQuery, ListConversationsQuery, ListEventsQuery, ListInboundFailuresQuery, ListKnowledgeChunksQuery, ListKnowledgeFaqsQuery, ListKnowledgeSourcesQuery, ListMessagesQuery, ListTemplatesQuery, ListWebhookDeliveriesQuery, ListWebhookEndpointsQuery, MediaFile, Message, MessageEvent, PageQuery, PreviewTemplateBody, ReplayWebhookBody, RotateWebhookSecretBody, SendConversationMessageBody, SendMessageBody, SimulateInboundBody, SimulateStatusBody, SimulatedInbound, TemplatePreview, TemplateRecord, TemplateSync, Tenant, TestWebhookBody, UpdateCannedResponseBody, UpdateChannelBody, UpdateContactBody, UpdateConversationBody, UpdateKnowledgeFaqBody, UpdateKnowledgeSourceBody, UpdateTemplateBody, UpdateWebhookEndpointBody, UploadMediaQuery, WebhookDelivery, WebhookDeliveryDetail, WebhookEndpoint, WebhookEndpointWithSecret, WebhookReplay, WebhookSecret, WebhookTestResult } from './types.ts';

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
export type IdPrefix = 'msg' | 'cnv' | 'con' | 'chn' | 'tpl' | 'key' | 'src' | 'faq' | 'whe' | 'dlv' | 'cnr' | 'med' | 'evt' | 'ten' | 'usr' | 'idn' | 'att' | 'inf' | 'chk' | 'syn';

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
        /** Id of the message, `msg_…`. */
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
        /** Id of the message, `msg_…`. */
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
        /** Id of the message, `msg_…`. */
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
        /** Id of the message, `msg_…`. */
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
    /** Get a conversation: `GET /api/v1/conversations/:id`. */
    get: {
      params: {
        /** Id of the conversation, `cnv_…`. */
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
        /** Id of the conversation, `cnv_…`. */
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
        /** Id of the conversation, `cnv_…`. */
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
        /** Id of the conversation, `cnv_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: Conversation;
    };
    /** List the messages of a conversation: `GET /api/v1/conversations/:id/messages`. */
    listMessages: {
      params: {
        /** Id of the conversation, `cnv_…`. */
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
        /** Id of the conversation, `cnv_…`. */
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
    /** Get a contact: `GET /api/v1/contacts/:id`. */
    get: {
      params: {
        /** Id of the contact, `con_…`. */
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
        /** Id of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: UpdateContactBody;
      status: 200;
      answer: Contact;
    };
    /** Record that a contact refuses messages: `POST /api/v1/contacts/:id/opt-out`. */
    optOut: {
      params: {
        /** Id of the contact, `con_…`. */
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
        /** Id of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: ChangeConsentBody;
      status: 200;
      answer: Contact;
    };
    /** Block a contact: `POST /api/v1/contacts/:id/block`. */
    block: {
      params: {
        /** Id of the contact, `con_…`. */
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
        /** Id of the contact, `con_…`. */
        id: string;
      };
      query: undefined;
      body: Record<string, never> | undefined;
      status: 200;
      answer: Contact;
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
        /** Id of the channel, `chn_…`. */
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
        /** Id of the channel, `chn_…`. */
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
        /** Id of the channel, `chn_…`. */
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
        /** Id of the channel, `chn_…`. */
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
        /** Id of the channel, `chn_…`. */
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
        /** Id of the channel, `chn_…`. */
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
        /** Id of the channel, `chn_…`. */
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
        /** Id of the channel, `chn_…`. */
        id: string;
        /** Id of the inbound failure, `inf_…`. */
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
        /** Id of the channel, `chn_…`. */
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
        /** Id of the channel, `chn_…`. */
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
        /** Id of the channel, `chn_…`. */
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
        /** Id of the channel, `chn_…`. */
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
        /** Id of the channel, `chn_…`. */
        id: string;
        /** Id of the template, `tpl_…`. */
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
        /** Id of the channel, `chn_…`. */
        id: string;
        /** Id of the template, `tpl_…`. */
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
        /** Id of the channel, `chn_…`. */
        id: string;
        /** Id of the template, `tpl_…`. */
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
        /** Id of the channel, `chn_…`. */
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
        /** Id of the channel, `chn_…`. */
        id: string;
        /** Id of the template, `tpl_…`. */
        templateId: string;
      };
      query: undefined;
      body: PreviewTemplateBody;
      status: 200;
      answer: TemplatePreview;
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
        /** Id of the API key, `key_…`. */
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
        /** Id of the knowledge source, `src_…`. */
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
        /** Id of the knowledge source, `src_…`. */
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
        /** Id of the knowledge source, `src_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
    };
    /** Index a knowledge source anew: `POST /api/v1/knowledge/sources/:id/reindex`. */
    reindex: {
      params: {
        /** Id of the knowledge source, `src_…`. */
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
        /** Id of the knowledge source, `src_…`. */
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
        /** Id of the knowledge faq, `faq_…`. */
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
        /** Id of the knowledge faq, `faq_…`. */
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
        /** Id of the knowledge faq, `faq_…`. */
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
        /** Id of the knowledge faq, `faq_…`. */
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
        /** Id of the webhook endpoint, `whe_…`. */
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
        /** Id of the webhook endpoint, `whe_…`. */
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
        /** Id of the webhook endpoint, `whe_…`. */
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
        /** Id of the webhook endpoint, `whe_…`. */
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
        /** Id of the webhook endpoint, `whe_…`. */
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
        /** Id of the webhook endpoint, `whe_…`. */
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
        /** Id of the webhook endpoint, `whe_…`. */
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
        /** Id of the webhook endpoint, `whe_…`. */
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
        /** Id of the webhook endpoint, `whe_…`. */
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
        /** Id of the webhook endpoint, `whe_…`. */
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
        /** Id of the webhook delivery, `dlv_…`. */
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
        /** Id of the webhook delivery, `dlv_…`. */
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
        /** Id of the canned response, `cnr_…`. */
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
        /** Id of the canned response, `cnr_…`. */
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
        /** Id of the canned response, `cnr_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 204;
      answer: undefined;
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
        /** Id of the media, `med_…`. */
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
        /** Id of the media, `med_…`. */
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
        /** Id of the media, `med_…`. */
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
        /** Id of the event, `evt_…`. */
        id: string;
      };
      query: undefined;
      body: undefined;
      status: 200;
      answer: AnyEvent;
    };
  };
  eventTypes: {
    /** Every type of event, with its JSON Schema: `GET /api/v1/event-types`. */
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
  };
}
