import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { EventTypeCatalog } from '../generated/event-types.ts';

/** The types of events that the server knows. */
export interface EventTypes {
  /**
   * Lists every event type of the server, with its JSON Schema and an example.
   *
   *     const { eventTypes } = await parley.eventTypes.all();
   */
  all(options?: RequestOptions): ParleyPromise<EventTypeCatalog>;
}
