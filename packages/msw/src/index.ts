export type { TimeSource } from './clock.ts';
export { createMock, type Mock } from './create-mock.ts';
export type { Inbound } from './customer.ts';
export type {
  Deliverable,
  DeliverOptions,
  DeliveryAttempt,
  DeliveryReport,
  Receiver,
} from './deliver.ts';
export type {
  AnyEvent,
  EventExtras,
  EventFields,
  OfEndpoint,
  WebhookEvent,
} from './event-types.ts';
export type { FailOptions, FaultOptions, Faults, RateLimitOptions } from './faults.ts';
export type { Endpoints } from './generated/endpoints.ts';
export type * from './generated/events.ts';
export type * from './generated/types.ts';
export { installMock, type TestHooks } from './install-mock.ts';
export type { UrlSources } from './knowledge-state.ts';
export type { Listening } from './listen.ts';
export type { MockOptions } from './mock-options.ts';
export type { EndpointMocks, Limit, MockTenant } from './mock-tenant.ts';
export {
  type EndpointMock,
  type EndpointTypes,
  type Override,
  type PartialBody,
  type Prepare,
  type RecordedCall,
  type Reply,
  type ReplyDb,
  type ReplyFunction,
  reply,
} from './overrides.ts';
export { MockError } from './problems.ts';
export type { Provider, ProviderFailOptions, ProviderFailure } from './provider.ts';
export type {
  Seed,
  SeedApiKey,
  SeedConversation,
  SeededApiKey,
  SeededWebhookEndpoint,
  SeedInboundFailure,
  SeedKnowledgeSource,
  SeedMessage,
  SeedTenant,
} from './seed.ts';
export { ServiceError } from './service-error.ts';
export { type Forgery, forgeries, type SignedEvent } from './signed-event.ts';
export type { ReceiveOptions, Webhooks } from './webhooks.ts';
