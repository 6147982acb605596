import { type EventType, webhookLimits } from '@parley/contract/schemas';
import { channelOfEvent } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import type { NewEvent } from './statements/append-events.ts';

export interface EventInput {
  subject: { type: string; id: string };
  /** The full record as the API answers it. */
  object: object;
  /** The values before, of the fields that changed. Absent when the record was made or deleted. */
  previous?: Readonly<Record<string, unknown>>;
  /** What `data` carries beside the record, e.g. the conversation and contact of a message. */
  context?: object;
  test?: boolean;
}

export type Envelope = Omit<NewEvent, 'tenantId'>;

/** The event as text in two halves: its number, which comes between them, is given at the commit. */
export function envelopeOf(ctx: TenantContext, type: EventType, input: EventInput): Envelope {
  const { subject, object, previous, context, test = false } = input;
  const id = ctx.newId('evt');
  const createdAt = ctx.now().toISOString();
  const { type: actorType, id: actorId, grantId } = ctx.actor;
  const head = `${JSON.stringify({
    id,
    type,
    timestamp: createdAt,
    apiVersion: 'v1',
    tenantId: ctx.db.tenantId,
  }).slice(0, -1)},"sequence":`;
  const about = JSON.stringify({ subject, actor: { type: actorType, id: actorId, grantId } });
  const changes = previous ? Object.keys(previous) : [];
  const data = { object, previous: previous ?? null, changes, ...context };
  const room = webhookLimits.bodyBytes - sizeOf(head) - sizeOf(about) - largestNumber;
  const tail = `,${about.slice(1, -1)},"data":${fitted(data, room)},"test":${test}}`;
  const channelId = channelOfEvent(subject, object);
  return { id, type, subjectId: subject.id, channelId, head, tail, createdAt };
}

export function bodyOf({ head, tail }: Pick<Envelope, 'head' | 'tail'>, sequence: number): string {
  return head + sequence + tail;
}

/** Of the number and of what stands around the data. */
const largestNumber = 64;

/** Texts and lists are cut at the same length everywhere, the longest that fits. */
function fitted(data: object, room: number): string {
  const whole = JSON.stringify(data);
  // No character takes more than three bytes.
  if (whole.length * 3 <= room || sizeOf(whole) <= room) return whole;
  let best = shortened(data, 0);
  for (let low = 1, high = room; low <= high; ) {
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

/** Ids, times and the like are never that long. */
const shortestText = 64;

function shortened(data: object, length: number): string {
  const texts = Math.max(length, shortestText);
  return JSON.stringify({ ...data, truncated: true }, (_name, value: unknown) => {
    if (Array.isArray(value)) return value.slice(0, length);
    if (typeof value !== 'string' || value.length <= texts) return value;
    // Not in the middle of a character that is two.
    return `${value.slice(0, texts - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  });
}

function sizeOf(text: string): number {
  return Buffer.byteLength(text);
}
