import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import { events as routes } from '../generated/routes.ts';
import type { ListEventsQuery } from '../generated/types.ts';
import type { WebhookEvent } from '../webhooks/event.ts';

/** Event log of the last 30 days: the events that webhooks also send. */
export class Events extends Resource {
  /**
   * Lists events in the order of `sequence`, which has no gaps. A program that continues after the last event that it
   * handled misses nothing.
   *
   *     for await (const event of parley.events.list({ afterSequence })) {
   *       if (event.type === 'message.received') console.log(event.data.object.text);
   *     }
   */
  list(query?: ListEventsQuery, options?: RequestOptions): PagePromise<WebhookEvent> {
    return this.transport.list(routes.list, { query }, options);
  }

  /**
   * Returns one event. Fails with `NotFoundError`.
   *
   *     const { type, subject } = await parley.events.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<WebhookEvent> {
    return this.transport.call(routes.get, { params: { id } }, options);
  }
}
