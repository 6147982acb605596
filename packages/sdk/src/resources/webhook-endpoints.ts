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

/** The receivers that events are sent to. How to write one is in `@parley/sdk/webhooks`. */
export class WebhookEndpoints extends Resource {
  /**
   * The webhook endpoints of the tenant, the newest first.
   *
   *     const failing = (await parley.webhookEndpoints.list()).data.filter((one) => one.failingSince);
   */
  list(query?: ListWebhookEndpointsQuery, options?: RequestOptions): PagePromise<WebhookEndpoint> {
    return this.transport.list(routes.list, { query }, options);
  }

  /**
   * Adds a receiver: from now on it is sent the events that it names. `secret` verifies them; it is null when the
   * first answer was lost, and then `getSecret` has it. Fails with `ConflictError` when the `url` is taken, with
   * `NotFoundError` when there is no channel of one of the `channelIds`, and with `UnprocessableError` (address, too
   * many endpoints).
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
   * One webhook endpoint. Fails with `NotFoundError`.
   *
   *     const { status, disabledReason } = await parley.webhookEndpoints.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<WebhookEndpoint> {
    return this.transport.call(routes.get, { params: { id } }, options);
  }

  /**
   * Changes the fields that are given; what waits already goes to the new address. Fails with `NotFoundError`,
   * `ConflictError` (the `url` is taken) and `UnprocessableError` (address).
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
   * The secret, and those of before that still sign: all that `verifyWebhook` needs. Fails with `NotFoundError`.
   *
   *     const { secret, previous } = await parley.webhookEndpoints.getSecret(id);
   *     const secrets = [secret, ...previous.map((old) => old.secret)];
   */
  getSecret(id: string, options?: RequestOptions): ParleyPromise<WebhookSecret> {
    return this.transport.call(routes.getSecret, { params: { id } }, options);
  }

  /**
   * Makes a new secret. The one of before signs too for `overlapHours`; with 0 every old one ends at once. Fails
   * with `NotFoundError`, and with `UnprocessableError` when three old ones still sign.
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
   * Sends to a disabled endpoint again, from now on; `replay` brings what it missed. Fails with `NotFoundError`.
   *
   *     await parley.webhookEndpoints.enable(id);
   */
  enable(id: string, options?: RequestOptions): ParleyPromise<WebhookEndpoint> {
    return this.transport.call(routes.enable, { params: { id } }, options);
  }

  /**
   * Stops sending to an endpoint. Its waiting deliveries are canceled. Fails with `NotFoundError`.
   *
   *     await parley.webhookEndpoints.disable(id);
   */
  disable(id: string, options?: RequestOptions): ParleyPromise<WebhookEndpoint> {
    return this.transport.call(routes.disable, { params: { id } }, options);
  }

  /**
   * Sends one signed example, now and once, and says what was answered: `delivered` is false when the receiver
   * failed. Fails with `NotFoundError`.
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
   * Sends past events in the background: what the endpoint has not got, or all of them with `onlyFailed: false`.
   * Fails with `NotFoundError`, `ConflictError` (it is disabled) and `UnprocessableError` (times).
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
