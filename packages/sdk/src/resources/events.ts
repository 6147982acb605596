import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { ListEventsQuery } from '../generated/types.ts';
import type { WebhookEvent } from '../webhooks/event.ts';

/** Event log of the last 30 days: the events that webhooks also send. */
export interface Events {
  /**
   * Lists events in the order of `sequence`, which has gaps only where the events of an erased contact were. To miss no
   * event, pass the `sequence` of the last event that you handled as `afterSequence`.
   *
   *     for await (const event of parley.events.list({ afterSequence })) {
   *       if (event.type === 'message.received') console.log(event.data.object.text);
   *     }
   */
  list(query?: ListEventsQuery, options?: RequestOptions): PagePromise<WebhookEvent>;

  /**
   * Returns one event. Fails with `NotFoundError` (unknown ID, or the event is no longer stored).
   *
   *     const { type, subject } = await parley.events.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<WebhookEvent>;
}
