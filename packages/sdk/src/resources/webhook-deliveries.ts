import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import { webhookDeliveries as routes } from '../generated/routes.ts';
import type { WebhookDelivery, WebhookDeliveryDetail } from '../generated/types.ts';

/** Deliveries: each sends one event to one webhook endpoint. */
export class WebhookDeliveries extends Resource {
  /**
   * Returns one delivery with all attempts: response, duration and error of each. Fails with `NotFoundError`.
   *
   *     const { status, attempts } = await parley.webhookDeliveries.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<WebhookDeliveryDetail> {
    return this.transport.call(routes.get, { params: { id } }, options);
  }

  /**
   * Delivers the event again at once, with the same `webhook-id`. Fails with `NotFoundError`, and with `ConflictError`
   * before the first attempt, during an attempt, or when the endpoint is disabled.
   *
   *     await parley.webhookDeliveries.redeliver(id);
   */
  redeliver(id: string, options?: RequestOptions): ParleyPromise<WebhookDelivery> {
    return this.transport.call(routes.redeliver, { params: { id } }, options);
  }
}
