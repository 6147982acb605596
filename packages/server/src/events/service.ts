import type { EventType } from '@parley/contract/schemas';
import type { NewEvent } from '../db/statements/append-events.ts';
import type { TenantContext } from '../tenancy/context.ts';

interface EventInput {
  subject: { type: string; id: string };
  /** The full record as the API answers it. */
  object: object;
  /** The values before, of the fields that changed. Absent when the record was made or deleted. */
  previous?: Readonly<Record<string, unknown>>;
  /** What `data` carries beside the record, e.g. the conversation and contact of a message. */
  context?: Readonly<Record<string, unknown>>;
  test?: boolean;
}

/**
 * Notes that something happened; throws outside a transaction. Its `sequence` is given at the end of
 * the outermost transaction, events of one transaction in the order in which they were recorded.
 */
export function recordEvent(ctx: TenantContext, type: EventType, input: EventInput): void {
  ctx.db.appendEvent(eventOf(ctx, type, input));
}

/** An event for a hot statement that writes its events itself. */
export function eventOf(
  ctx: TenantContext,
  type: EventType,
  input: EventInput,
): Omit<NewEvent, 'tenantId'> {
  const { subject, object, previous, context, test = false } = input;
  const changes = previous ? Object.keys(previous) : [];
  return {
    id: ctx.newId('evt'),
    type,
    subjectType: subject.type,
    subjectId: subject.id,
    actorType: ctx.actor.type,
    actorId: ctx.actor.id,
    grantId: ctx.actor.grantId,
    data: JSON.stringify({ object, previous: previous ?? null, changes, ...context }),
    test,
    createdAt: ctx.now().toISOString(),
  };
}
