import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import type { EventTypeCatalog } from '../generated/event-types.ts';
import { eventTypes as routes } from '../generated/routes.ts';

/** The types of events that the server knows. */
export class EventTypes extends Resource {
  /**
   * Lists every event type of the server, with its JSON Schema and an example.
   *
   *     const { eventTypes } = await parley.eventTypes.all();
   */
  all(options?: RequestOptions): ParleyPromise<EventTypeCatalog> {
    return this.transport.call(routes.all, {}, options);
  }
}
