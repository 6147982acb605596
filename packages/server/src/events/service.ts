import type { EventType, quietEventTypes } from '@parley/contract/schemas';
import type { TenantContext } from '../tenancy/context.ts';
import { type EventInput, envelopeOf } from './envelope.ts';

/** Quiet ones are recorded by who has asked for receivers first; a test is in no log. */
type LoggedEventType = Exclude<EventType, (typeof quietEventTypes)[number] | 'webhook.test'>;

/**
 * Notes that something happened; throws outside a transaction. Its `sequence` is given at the end of
 * the outermost transaction, events of one transaction in the order in which they were recorded.
 */
export function recordEvent(ctx: TenantContext, type: LoggedEventType, input: EventInput): void {
  ctx.db.appendEvent(envelopeOf(ctx, type, input));
}
