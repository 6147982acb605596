import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { WebhookDelivery, WebhookDeliveryDetail } from '../generated/types.ts';

/** Deliveries: each sends one event to one webhook endpoint. */
export interface WebhookDeliveries {
  /**
   * Returns one delivery with all attempts: response, duration and error of each. Fails with `NotFoundError` (unknown
   * ID).
   *
   *     const { status, attempts } = await parley.webhookDeliveries.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<WebhookDeliveryDetail>;

  /**
   * Delivers the event again at once, with the same `webhook-id`. Fails with `ConflictError` before the first attempt,
   * during an attempt, or when the endpoint is disabled. Fails with `NotFoundError` for an unknown delivery.
   *
   *     await parley.webhookDeliveries.redeliver(id);
   */
  redeliver(id: string, options?: RequestOptions): ParleyPromise<WebhookDelivery>;
}
