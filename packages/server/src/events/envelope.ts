import type { EventType } from '@parley/contract/schemas';
import { channelOfEvent, type EventParts, eventText } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import type { NewEvent } from './statements/append-events.ts';

/** The data that a caller gives for an event. `envelopeOf` takes the actor and the tenant from its `TenantContext`. */
export type EventInput = Pick<EventParts, 'object' | 'previous' | 'channelId' | 'context' | 'test'>;

export type Envelope = Omit<NewEvent, 'tenantId'>;

/** The fields of the context that an event needs. */
export type EventContext = Pick<TenantContext, 'db' | 'actor' | 'newId' | 'now'>;

/** Returns the envelope of an event that happens now. */
export function envelopeOf(ctx: EventContext, type: EventType, input: EventInput): Envelope {
  const { object } = input;
  const id = ctx.newId('evt');
  const at = ctx.now().toISOString();
  const { db, actor } = ctx;
  const text = eventText({ ...input, id, type, at, tenantId: db.tenantId, actor });
  const channelId = channelOfEvent(input);
  return { id, type, subjectId: object.id, channelId, ...text, createdAt: at };
}
