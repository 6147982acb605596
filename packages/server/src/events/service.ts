import type { RecordEventType } from '@parley/domain';
import type { TenantDb } from '../db/tenant-db.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { type Envelope, type EventInput, envelopeOf } from './envelope.ts';
import { appendEvents } from './statements/append-events.ts';

/**
 * Records an event. Throws outside a transaction. Its `sequence` is assigned at the end of the outermost transaction;
 * events of one transaction keep their order.
 */
export function recordEvent(ctx: TenantContext, type: RecordEventType, input: EventInput): void {
  appendEvent(ctx.db, envelopeOf(ctx, type, input));
}

/** Records an event like `recordEvent`, from a complete envelope. */
export function appendEvent(db: TenantDb, envelope: Envelope): void {
  db.runAtEnd(appendEvents, envelope);
}
