import {
  type EventType,
  eventExamples,
  eventObjects,
  subjectOf,
  type WebhookEndpoint,
  webhookLimits,
} from '@parley/contract/schemas';
import { cutAt } from '@parley/search';

// Builds the JSON text of an event. The text is the same in the log and in every delivery.

/** A record as the API returns it. */
export type EventObject = object & { readonly id: string };

/** The input for the text of an event. */
export interface EventParts {
  readonly id: string;
  readonly type: EventType;
  /** Time of the event, in ISO 8601. */
  readonly at: string;
  readonly tenantId: string;
  readonly actor: {
    readonly type: string;
    readonly id: string | null;
    readonly grantId: string | null;
  };
  /** The full record, which is the subject of the event. */
  readonly object: EventObject;
  /** The old values of the changed fields. Absent or null when the record was created or deleted. */
  readonly previous?: Readonly<Record<string, unknown>> | null | undefined;
  /** The channel of the record to which `object` belongs, for a record that has no channel of its own. */
  readonly channelId?: string | null | undefined;
  /** The additional fields of `data`, such as the conversation and the contact of a message. */
  readonly context?: object | undefined;
  /** Whether it is a test event. Default: false. */
  readonly test?: boolean | undefined;
}

/**
 * The text of an event in two parts. The sequence number of the event comes between them, because it is known only when
 * the transaction commits.
 */
export interface EventText {
  readonly head: string;
  readonly tail: string;
}

/**
 * Returns the text of an event. It has at most `webhookLimits.bodyBytes` bytes: if it would be longer, long texts and
 * lists in its data are cut.
 */
export function eventText({ test = false, ...event }: EventParts): EventText {
  const { id, type, at: timestamp, tenantId, object, context } = event;
  const fields = { id, type, timestamp, apiVersion: 'v1', tenantId };
  const head = `${JSON.stringify(fields).slice(0, -1)},"sequence":`;
  const { type: actorType, id: actorId, grantId } = event.actor;
  const about = JSON.stringify({
    subject: subjectOf(object),
    actor: { type: actorType, id: actorId, grantId },
  });
  const previous = event.previous ? inOrderOf(type, event.previous) : null;
  const data = { object, previous, changes: Object.keys(previous ?? {}), ...context };
  // IDs, types and times are ASCII.
  const room = webhookLimits.bodyBytes - head.length - about.length - restBytes;
  return { head, tail: `,${about.slice(1, -1)},"data":${fitted(data, room)},"test":${test}}` };
}

/** Returns the old values in the order of the record. */
function inOrderOf(
  type: EventType,
  previous: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const ordered: Record<string, unknown> = {};
  for (const field of Object.keys(eventObjects[type].shape)) {
    if (field in previous) ordered[field] = previous[field];
  }
  return Object.assign(ordered, previous);
}

/** Returns the whole text of an event with its sequence: the body of a webhook, and the text in the log. */
export function eventBody({ head, tail }: EventText, sequence: number): string {
  return head + sequence + tail;
}

/** Returns the data of a test event: the endpoint itself for `webhook.test`, the example record for any other type. */
export function trialOf(
  type: EventType,
  endpoint: WebhookEndpoint,
): Pick<EventParts, 'object' | 'previous' | 'context' | 'test'> {
  if (type === 'webhook.test') return { object: endpoint, test: true };
  const { data } = eventExamples[type];
  const { object, previous, changes: _changes, truncated: _truncated, ...context } = data;
  // Every example has an ID.
  return { object: object as EventObject, previous, context, test: true };
}

/** The number of bytes that are reserved for the sequence number and for the text around the data. */
const restBytes = 64;

/**
 * Returns the data as JSON of at most `room` bytes. All texts and lists are cut at the same length, the longest that
 * fits. Without a length that fits, leaves out `providerContent`, `metadata` and `customFields`: only they may have any
 * number of fields. A merged contact has the `metadata` of all its contacts.
 */
function fitted(data: object, room: number): string {
  const whole = JSON.stringify(data);
  // A UTF-16 unit has at most three bytes in UTF-8.
  if (whole.length * 3 <= room || sizeOf(whole) <= room) return whole;
  let best = shortened(data, 1);
  if (sizeOf(best) > room) return shortened(data, 0);
  for (let low = 2, high = room; low <= high; ) {
    const middle = Math.floor((low + high) / 2);
    const text = shortened(data, middle);
    if (sizeOf(text) > room) high = middle - 1;
    else {
      best = text;
      low = middle + 1;
    }
  }
  return best;
}

/** Texts are never cut to fewer characters than this: IDs and times are shorter, so they stay whole. */
const shortestText = 64;

function shortened(data: object, length: number): string {
  const texts = Math.max(length, shortestText);
  return JSON.stringify({ ...data, truncated: true }, (name, value: unknown) => {
    if (length === 0 && name === 'providerContent') return null;
    if (length === 0 && (name === 'metadata' || name === 'customFields')) return {};
    if (Array.isArray(value)) return value.slice(0, length);
    if (typeof value !== 'string' || value.length <= texts) return value;
    return `${cutAt(value, texts - 1)}…`;
  });
}

const encoder = new TextEncoder();

function sizeOf(text: string): number {
  return encoder.encode(text).length;
}
