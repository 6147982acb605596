import type { EventEnvelope, ListEventsQuery, Page } from '@parley/contract/schemas';
import { notFound } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import * as repository from './repository.ts';

// The log returns events in the form in which endpoints get them, for clients that cannot receive webhooks.

export async function listEvents(
  ctx: TenantContext,
  query: ListEventsQuery,
): Promise<Page<EventEnvelope>> {
  return await repository.listEvents(ctx.db, query);
}

export async function getEvent(ctx: TenantContext, id: string): Promise<EventEnvelope> {
  const event = await repository.findEvent(ctx.db, id);
  if (!event) throw notFound('event', id);
  return event;
}
