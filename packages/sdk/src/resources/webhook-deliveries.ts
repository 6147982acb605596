import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import { webhookDeliveries as routes } from '../generated/routes.ts';
import type { WebhookDelivery, WebhookDeliveryDetail } from '../generated/types.ts';

/** Events on their way, each to one endpoint. */
export class WebhookDeliveries extends Resource {
  /**
   * One delivery with all its attempts: what was answered, how long it took, what went wrong. Fails with
   * `NotFoundError`.
   *
   *     const { status, attempts } = await parley.webhookDeliveries.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<WebhookDeliveryDetail> {
    return this.transport.call(routes.get, { params: { id } }, options);
  }

  /**
   * Delivers the event at once and once more, under the same `webhook-id`. Fails with `NotFoundError`, and with
   * `ConflictError` before its first attempt, during one, or when the endpoint is disabled.
   *
   *     await parley.webhookDeliveries.redeliver(id);
   */
  redeliver(id: string, options?: RequestOptions): ParleyPromise<WebhookDelivery> {
    return this.transport.call(routes.redeliver, { params: { id } }, options);
  }
}
