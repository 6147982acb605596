import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import { webhookEndpoints as routes } from '../generated/routes.ts';
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
export class WebhookEndpoints extends Resource {
  /**
   * Lists the webhook endpoints of the tenant, newest first.
   *
   *     const failing = (await parley.webhookEndpoints.list()).data.filter((one) => one.failingSince);
   */
  list(query?: ListWebhookEndpointsQuery, options?: RequestOptions): PagePromise<WebhookEndpoint> {
    return this.transport.list(routes.list, { query }, options);
  }

  /**
   * Creates an endpoint, which receives the named events from now on. `secret` verifies them; it is null if the first
   * response was lost: then use `getSecret`. Fails with `ConflictError` when `url` is taken, `NotFoundError` when one
   * of the `channelIds` does not exist, and `UnprocessableError` (`url` is not a public address, or too many
   * endpoints).
   *
   *     const { id, secret } = await parley.webhookEndpoints.create({ url, events: ['message.*'] });
   */
  create(
    body: CreateWebhookEndpointBody,
    options?: RequestOptions,
  ): ParleyPromise<WebhookEndpointWithSecret> {
    return this.transport.call(routes.create, { body }, options);
  }

  /**
   * Returns one webhook endpoint. Fails with `NotFoundError`.
   *
   *     const { status, disabledReason } = await parley.webhookEndpoints.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<WebhookEndpoint> {
    return this.transport.call(routes.get, { params: { id } }, options);
  }

  /**
   * Updates the given fields. Deliveries that wait for an attempt are then sent to the new URL. Fails with
   * `NotFoundError`, `ConflictError` (the `url` is taken) and `UnprocessableError` (the `url` is not a public address).
   *
   *     await parley.webhookEndpoints.update(id, { events: ['*'], headers: { 'x-stage': 'test' } });
   */
  update(
    id: string,
    body: UpdateWebhookEndpointBody,
    options?: RequestOptions,
  ): ParleyPromise<WebhookEndpoint> {
    return this.transport.call(routes.update, { params: { id }, body }, options);
  }

  /**
   * Deletes an endpoint. Its waiting deliveries are canceled. Fails with `NotFoundError`.
   *
   *     await parley.webhookEndpoints.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void> {
    return this.transport.call(routes.delete, { params: { id } }, options);
  }

  /**
   * Returns the secret and the old secrets that still sign, for `verifyWebhook`. Fails with `NotFoundError`.
   *
   *     const { secret, previous } = await parley.webhookEndpoints.getSecret(id);
   *     const secrets = [secret, ...previous.map((old) => old.secret)];
   */
  getSecret(id: string, options?: RequestOptions): ParleyPromise<WebhookSecret> {
    return this.transport.call(routes.getSecret, { params: { id } }, options);
  }

  /**
   * Creates a new secret. The old one also signs for `overlapHours`; with 0, all old secrets end at once. Fails with
   * `NotFoundError`, and with `UnprocessableError` when three old secrets still sign.
   *
   *     const { secret } = await parley.webhookEndpoints.rotateSecret(id, { overlapHours: 48 });
   */
  rotateSecret(
    id: string,
    body?: RotateWebhookSecretBody,
    options?: RequestOptions,
  ): ParleyPromise<WebhookEndpointWithSecret> {
    return this.transport.call(routes.rotateSecret, { params: { id }, body }, options);
  }

  /**
   * Enables a disabled endpoint for new events; `replay` sends the missed ones. Fails with `NotFoundError`.
   *
   *     await parley.webhookEndpoints.enable(id);
   */
  enable(id: string, options?: RequestOptions): ParleyPromise<WebhookEndpoint> {
    return this.transport.call(routes.enable, { params: { id } }, options);
  }

  /**
   * Disables an endpoint. Its waiting deliveries are canceled. Fails with `NotFoundError`.
   *
   *     await parley.webhookEndpoints.disable(id);
   */
  disable(id: string, options?: RequestOptions): ParleyPromise<WebhookEndpoint> {
    return this.transport.call(routes.disable, { params: { id } }, options);
  }

  /**
   * Sends one signed test event at once, without retries, and returns the response. `delivered` is false when the
   * receiver failed. Fails with `NotFoundError`.
   *
   *     const { delivered, error } = await parley.webhookEndpoints.test(id, { type: 'message.received' });
   */
  test(
    id: string,
    body?: TestWebhookBody,
    options?: RequestOptions,
  ): ParleyPromise<WebhookTestResult> {
    return this.transport.call(routes.test, { params: { id }, body }, options);
  }

  /**
   * Sends past events in the background: those that the endpoint has not received, or all with `onlyFailed: false`.
   * Fails with `NotFoundError`, `ConflictError` (it is disabled) and `UnprocessableError` (`until` is not after
   * `since`).
   *
   *     const { count } = await parley.webhookEndpoints.replay(id, { since: yesterday });
   */
  replay(
    id: string,
    body: ReplayWebhookBody,
    options?: RequestOptions,
  ): ParleyPromise<WebhookReplay> {
    return this.transport.call(routes.replay, { params: { id }, body }, options);
  }

  /**
   * Lists the deliveries of an endpoint, also those that wait, newest first. Fails with `NotFoundError`.
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
  ): PagePromise<WebhookDelivery> {
    return this.transport.list(routes.listDeliveries, { params: { id }, query }, options);
  }
}
