// The entry point of `@parley/sdk/webhooks`. It loads no code of the client.
export { type WebhookFailure, WebhookVerificationError } from './errors.ts';
export type * from './generated/events.ts';
export type { UnknownEvent, WebhookEvent } from './webhooks/event.ts';
export {
  expressWebhook,
  type NodeRequest,
  type NodeResponse,
  type NodeWebhookHandler,
} from './webhooks/express.ts';
export { type FetchWebhookHandler, fetchWebhook } from './webhooks/fetch.ts';
export type {
  WebhookBody,
  WebhookHeaders,
  WebhookInput,
  WholeWebhookInput,
} from './webhooks/input.ts';
export type { WebhookHandler, WebhookHandlerOptions } from './webhooks/receive.ts';
export {
  signWebhook,
  type TestDelivery,
  type TestEvent,
  testWebhook,
} from './webhooks/sign.ts';
export { type VerifyOptions, verifyWebhook, verifyWebhookSync } from './webhooks/verify.ts';
