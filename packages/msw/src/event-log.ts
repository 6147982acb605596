import { eventSchemas, type IdKind } from '@parley/contract';
import { channelOfEvent, type EventParts, eventBody, eventText } from '@parley/domain';
import type { WebhookEvent } from './event-types.ts';
import { Ids } from './ids.ts';
import { describeIssues, hasOnlyFutureValues, MockError } from './problems.ts';

export interface Happening extends Omit<EventParts, 'id' | 'tenantId' | 'previous'> {
  /** A copy of the record at the time of the change. Later changes do not modify it. */
  readonly object: object & { readonly id: string };
  readonly previous: Readonly<Record<string, unknown>> | null;
  /** Whether a test made the event. Its enums may then have values that the contract does not know. */
  readonly isPrepared?: boolean;
}

/**
 * The events of one tenant. The log stores each change with a copy of its record, and builds the event when a test
 * reads it.
 */
export class EventLog {
  readonly #tenantId: string;
  readonly #ids: Ids;
  readonly #noted: Happening[] = [];
  readonly #channels = new WeakMap<WebhookEvent, string | null>();
  #events: WebhookEvent[] = [];
  #sequence = 0;
  #isSilent = false;

  constructor(tenantId: string, seed: number) {
    this.#tenantId = tenantId;
    this.#ids = new Ids(seed);
  }

  /** Records a change of a record as an event. Returns false, and records nothing, inside of `silently`. */
  note(happening: Happening): boolean {
    if (!this.#isSilent) this.#noted.push(happening);
    return !this.#isSilent;
  }

  /** Runs a function without recording events. */
  silently<Result>(run: () => Result): Result {
    const wasSilent = this.#isSilent;
    this.#isSilent = true;
    try {
      return run();
    } finally {
      this.#isSilent = wasSilent;
    }
  }

  /** Returns all events so far, in order. */
  all(): readonly WebhookEvent[] {
    for (const happening of this.#noted.splice(0)) {
      const event = this.#write(happening);
      this.#channels.set(event, channelOfEvent(happening));
      this.#events.push(event);
    }
    return this.#events;
  }

  /** Removes the events about the records with these IDs. Returns the IDs of the removed events. */
  forget(subjectIds: ReadonlySet<string>): ReadonlySet<string> {
    const isAbout = ({ subject }: WebhookEvent) => subjectIds.has(subject.id);
    const forgotten = new Set(
      this.all()
        .filter(isAbout)
        .map(({ id }) => id),
    );
    this.#events = this.#events.filter((event) => !isAbout(event));
    return forgotten;
  }

  /** Returns the last stored event; undefined without one. */
  newest(): WebhookEvent | undefined {
    return this.all().at(-1);
  }

  /** Returns a new event with the next sequence, without adding it to the log. */
  make(happening: Happening): WebhookEvent {
    this.all();
    return this.#write(happening);
  }

  /** Returns the channel of an event of this log, by which endpoints can filter; null when it has none. */
  channelOf(event: WebhookEvent): string | null {
    return this.#channels.get(event) ?? null;
  }

  newId(kind: IdKind, at: string): string {
    return this.#ids.next(kind, Date.parse(at));
  }

  #write({ isPrepared = false, ...happening }: Happening): WebhookEvent {
    const { type, at } = happening;
    this.#sequence += 1;
    const text = eventText({
      ...happening,
      id: this.newId('event', at),
      tenantId: this.#tenantId,
    });
    const event: unknown = JSON.parse(eventBody(text, this.#sequence));
    const result = eventSchemas[type].safeParse(event);
    // The schema of the type has passed it.
    if (result.success) return result.data as unknown as WebhookEvent;
    if (isPrepared && hasOnlyFutureValues(result.error, event)) return event as WebhookEvent;
    const why = describeIssues(result.error, event);
    throw new MockError(`webhooks: the contract does not allow this ${type}: ${why}`);
  }
}
