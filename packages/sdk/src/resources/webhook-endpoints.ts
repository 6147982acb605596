import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  CreateWebhookEndpointBody,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  ReplayWebhookBody,
  RotateWebhookSecretBody,
  TestWebhookBody,
  UpdateWebhookEndpointBody,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookReplay,
  WebhookSecret,
  WebhookTestResult,
} from '../generated/types.ts';

/** URLs that receive events. `@parley/sdk/webhooks` has the handlers for the receiving side. */
export interface WebhookEndpoints {
  /**
   * Lists the webhook endpoints of the tenant, newest first.
   *
   *     const failing = (await parley.webhookEndpoints.list()).data.filter((one) => one.failingSince);
   */
  list(query?: ListWebhookEndpointsQuery, options?: RequestOptions): PagePromise<WebhookEndpoint>;

  /**
   * Creates an endpoint, which receives events of the given types from now on. Verify them with `secret`. If the SDK
   * sent the request again because the response was lost, `secret` is null: use `getSecret`. Fails with `ConflictError`
   * (`url` is taken) and `NotFoundError` (one of the `channelIds` does not exist). Also fails with `UnprocessableError`
   * (`url` is not a public address, or there are too many endpoints).
   *
   *     const { id, secret } = await parley.webhookEndpoints.create({ url, events: ['message.*'] });
   */
  create(
    body: CreateWebhookEndpointBody,
    options?: RequestOptions,
  ): ParleyPromise<WebhookEndpointWithSecret>;

  /**
   * Returns one webhook endpoint. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status, disabledReason } = await parley.webhookEndpoints.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<WebhookEndpoint>;

  /**
   * Updates the given fields. After a change of `url`, waiting deliveries go to the new URL. Fails with `NotFoundError`
   * (unknown ID), `ConflictError` (the `url` is taken) and `UnprocessableError` (the `url` is not a public address).
   *
   *     await parley.webhookEndpoints.update(id, { events: ['*'], headers: { 'x-stage': 'test' } });
   */
  update(
    id: string,
    body: UpdateWebhookEndpointBody,
    options?: RequestOptions,
  ): ParleyPromise<WebhookEndpoint>;

  /**
   * Deletes an endpoint. Its waiting deliveries are canceled. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.webhookEndpoints.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Returns the secret and the old secrets with which the server still signs, for `verifyWebhook`. Fails with
   * `NotFoundError` (unknown ID).
   *
   *     const { secret, previous } = await parley.webhookEndpoints.getSecret(id);
   *     const secrets = [secret, ...previous.map((old) => old.secret)];
   */
  getSecret(id: string, options?: RequestOptions): ParleyPromise<WebhookSecret>;

  /**
   * Creates a new secret. The old one also signs for `overlapHours`; with 0, all old secrets are invalid at once. Fails
   * with `NotFoundError` (unknown ID), and with `UnprocessableError` when three old secrets are still valid.
   *
   *     const { secret } = await parley.webhookEndpoints.rotateSecret(id, { overlapHours: 48 });
   */
  rotateSecret(
    id: string,
    body?: RotateWebhookSecretBody,
    options?: RequestOptions,
  ): ParleyPromise<WebhookEndpointWithSecret>;

  /**
   * Enables a disabled endpoint for new events; `replay` sends the missed ones. Fails with `NotFoundError` (unknown
   * ID).
   *
   *     await parley.webhookEndpoints.enable(id);
   */
  enable(id: string, options?: RequestOptions): ParleyPromise<WebhookEndpoint>;

  /**
   * Disables an endpoint. Its waiting deliveries are canceled. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.webhookEndpoints.disable(id);
   */
  disable(id: string, options?: RequestOptions): ParleyPromise<WebhookEndpoint>;

  /**
   * Sends one signed test event at once, without retries, and returns the response. `delivered` is false when the
   * receiver failed. Fails with `NotFoundError` (unknown ID).
   *
   *     const { delivered, error } = await parley.webhookEndpoints.test(id, { type: 'message.received' });
   */
  test(
    id: string,
    body?: TestWebhookBody,
    options?: RequestOptions,
  ): ParleyPromise<WebhookTestResult>;

  /**
   * Sends past events in the background: those that the endpoint has not received, also those from before it existed.
   * With `onlyFailed: false`, it sends the others as well. Fails with `NotFoundError` (unknown ID), `ConflictError`
   * (the endpoint is disabled) or `UnprocessableError` (`until` is not after `since`).
   *
   *     const { count } = await parley.webhookEndpoints.replay(id, { since: yesterday });
   */
  replay(
    id: string,
    body: ReplayWebhookBody,
    options?: RequestOptions,
  ): ParleyPromise<WebhookReplay>;

  /**
   * Lists the deliveries of an endpoint, including waiting ones, newest first. Fails with `NotFoundError`
   * (unknown ID).
   *
   *     for await (const { eventType, lastAttempt } of parley.webhookEndpoints.listDeliveries(id, {
   *       status: ['retrying', 'exhausted'],
   *     })) {
   *       console.log(eventType, lastAttempt?.error?.message);
   *     }
   */
  listDeliveries(
    id: string,
    query?: ListWebhookDeliveriesQuery,
    options?: RequestOptions,
  ): PagePromise<WebhookDelivery>;
}
