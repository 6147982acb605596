// Checked by tsc, never run: every endpoint has its method, and the generated types are those of the contract.
import type {
  ErrorCode as ContractErrorCode,
  ErrorDetails as ContractErrorDetails,
  contract,
} from '@parley/contract';
import type * as schemas from '@parley/contract/schemas';
import type * as z from 'zod';
import type * as sdk from '../src/index.ts';
import type { Plain, Same } from './same.ts';

type Contract = typeof contract;
type Schemas = typeof schemas;

type Surface<C> = { [Noun in keyof C]: { [Endpoint in keyof C[Noun]]: unknown } };
export const complete = (parley: sdk.Parley): Surface<Contract> => parley;

// What each method answers is what the contract says that its endpoint answers.
type SuccessOf<Route> = Route extends { responses: infer Responses }
  ? Extract<keyof Responses, 200 | 201 | 202> extends infer Status extends keyof Responses
    ? [Status] extends [never]
      ? // biome-ignore lint/suspicious/noConfusingVoidType: what an endpoint without an answer resolves to.
        void
      : Responses[Status] extends z.ZodType
        ? z.output<Responses[Status]>
        : never
    : never
  : never;
type AnswerOf<Method> = Method extends (...args: never) => PromiseLike<infer Data> ? Data : never;
type Answers = {
  [Noun in keyof Contract]: {
    [Endpoint in keyof Contract[Noun]]: Noun extends keyof sdk.Parley
      ? Endpoint extends keyof sdk.Parley[Noun]
        ? Same<
            Alike<Plain<AnswerOf<sdk.Parley[Noun][Endpoint]>>>,
            Alike<Plain<SuccessOf<Contract[Noun][Endpoint]>>>
          >
        : false
      : false;
  };
};
export const answers = (
  all: Answers,
): { [Noun in keyof Contract]: { [E in keyof Contract[Noun]]: true } } => all;

/** With all events as one: the contract leaves their type open, and `webhooks.test-d.ts` compares one by one. */
type Alike<T> = T extends { sequence: number; subject: unknown; data: unknown }
  ? 'an event'
  : T extends readonly (infer Item)[]
    ? Alike<Item>[]
    : T extends object
      ? { [Key in keyof T]: Alike<T[Key]> }
      : T;

// What each method is given is what the contract takes.
type Requests = {
  sendMessage: SameInput<sdk.SendMessageBody, Sendable<z.input<Schemas['sendMessageBody']>>>;
  sendConversationMessage: SameInput<
    sdk.SendConversationMessageBody,
    Sendable<z.input<Schemas['sendConversationMessageBody']>>
  >;
  createChannel: SameInput<sdk.CreateChannelBody, z.input<Schemas['createChannelBody']>>;
  updateChannel: SameInput<sdk.UpdateChannelBody, z.input<Schemas['updateChannelBody']>>;
  simulateInbound: SameInput<sdk.SimulateInboundBody, z.input<Schemas['simulateInboundBody']>>;
  simulateStatus: SameInput<sdk.SimulateStatusBody, z.input<Schemas['simulateStatusBody']>>;
  createContact: SameInput<sdk.CreateContactBody, z.input<Schemas['createContactBody']>>;
  updateContact: SameInput<sdk.UpdateContactBody, z.input<Schemas['updateContactBody']>>;
  updateConversation: SameInput<
    sdk.UpdateConversationBody,
    z.input<Schemas['updateConversationBody']>
  >;
  createWebhookEndpoint: SameInput<
    sdk.CreateWebhookEndpointBody,
    z.input<Schemas['createWebhookEndpointBody']>
  >;
  updateWebhookEndpoint: SameInput<
    sdk.UpdateWebhookEndpointBody,
    z.input<Schemas['updateWebhookEndpointBody']>
  >;
  rotateWebhookSecret: SameInput<
    sdk.RotateWebhookSecretBody,
    z.input<Schemas['rotateWebhookSecretBody']>
  >;
  testWebhook: SameInput<sdk.TestWebhookBody, z.input<Schemas['testWebhookBody']>>;
  replayWebhook: SameInput<sdk.ReplayWebhookBody, z.input<Schemas['replayWebhookBody']>>;
  createKnowledgeSource: SameInput<
    sdk.CreateKnowledgeSourceBody,
    z.input<Schemas['createKnowledgeSourceBody']>
  >;
  updateKnowledgeSource: SameInput<
    sdk.UpdateKnowledgeSourceBody,
    z.input<Schemas['updateKnowledgeSourceBody']>
  >;
  createKnowledgeFaq: SameInput<
    sdk.CreateKnowledgeFaqBody,
    z.input<Schemas['createKnowledgeFaqBody']>
  >;
  updateKnowledgeFaq: SameInput<
    sdk.UpdateKnowledgeFaqBody,
    z.input<Schemas['updateKnowledgeFaqBody']>
  >;
  batchKnowledgeFaqItem: SameInput<
    sdk.BatchKnowledgeFaqItem,
    z.input<Schemas['batchKnowledgeFaqItem']>
  >;
  batchKnowledgeFaqs: SameInput<
    sdk.BatchKnowledgeFaqsBody,
    z.input<Schemas['batchKnowledgeFaqsBody']>
  >;
  knowledgeFaqFeedback: SameInput<
    sdk.KnowledgeFaqFeedbackBody,
    z.input<Schemas['knowledgeFaqFeedbackBody']>
  >;
  listKnowledgeSources: SameQuery<
    sdk.ListKnowledgeSourcesQuery,
    z.output<Schemas['listKnowledgeSourcesQuery']>
  >;
  listKnowledgeFaqs: SameQuery<
    sdk.ListKnowledgeFaqsQuery,
    z.output<Schemas['listKnowledgeFaqsQuery']>
  >;
  listKnowledgeChunks: SameQuery<
    sdk.ListKnowledgeChunksQuery,
    z.output<Schemas['listKnowledgeChunksQuery']>
  >;
  listWebhookEndpoints: SameQuery<
    sdk.ListWebhookEndpointsQuery,
    z.output<Schemas['listWebhookEndpointsQuery']>
  >;
  listWebhookDeliveries: SameQuery<
    sdk.ListWebhookDeliveriesQuery,
    z.output<Schemas['listWebhookDeliveriesQuery']>
  >;
  listEvents: SameQuery<sdk.ListEventsQuery, z.output<Schemas['listEventsQuery']>>;
  listMessages: SameQuery<sdk.ListMessagesQuery, z.output<Schemas['listMessagesQuery']>>;
  listChannels: SameQuery<sdk.ListChannelsQuery, z.output<Schemas['listChannelsQuery']>>;
  listContacts: SameQuery<sdk.ListContactsQuery, z.output<Schemas['listContactsQuery']>>;
  listConversations: SameQuery<
    sdk.ListConversationsQuery,
    z.output<Schemas['listConversationsQuery']>
  >;
  listConversationMessages: SameQuery<
    sdk.ListConversationMessagesQuery,
    z.output<Schemas['listConversationMessagesQuery']>
  >;
  listApiKeys: SameQuery<sdk.ListApiKeysQuery, z.output<Schemas['listApiKeysQuery']>>;
  listMessageEvents: SameQuery<sdk.PageQuery, z.output<Schemas['pageQuery']>>;
};
export const requests = (all: Requests): Record<keyof Requests, true> => all;

type Details = {
  [Code in ContractErrorCode]: Code extends keyof sdk.ErrorDetails
    ? Same<Plain<sdk.ErrorDetails[Code]>, Plain<ContractErrorDetails<Code>>>
    : false;
};
export const details = (all: Details): Record<ContractErrorCode, true> => all;
export const noMore: Same<sdk.ErrorCode, ContractErrorCode> = true;

type SameInput<Ours, Theirs> = Same<Plain<Ours>, Plain<Theirs>>;
// Queries travel as text: the contract parses them, so what it accepts is what it makes of them, all optional.
type SameQuery<Ours, Theirs> = Same<Plain<ManyOnly<Ours>>, Plain<Partial<Theirs>>>;
type ManyOnly<Query> = {
  [Key in keyof Query]: Extract<Query[Key], readonly unknown[]> extends never
    ? Query[Key]
    : Extract<Query[Key], readonly unknown[]>;
};
/** Without the options that only exist to be refused. */
type Sendable<Body> = Extract<Body, { type: 'text' | 'template' }>;
