import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import type { EventTypeCatalog } from '../generated/event-types.ts';
import { eventTypes as routes } from '../generated/routes.ts';

/** What an event may be. */
export class EventTypes extends Resource {
  /**
   * Every type of event that the server knows, with its JSON Schema and an example.
   *
   *     const { eventTypes } = await parley.eventTypes.all();
   */
  all(options?: RequestOptions): ParleyPromise<EventTypeCatalog> {
    return this.transport.call(routes.all, {}, options);
  }
}
