import type { RecordEventType } from '@parley/domain';
import type { TenantDb } from '../db/tenant-db.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { type Envelope, type EventInput, envelopeOf } from './envelope.ts';
import { appendEvents } from './statements/append-events.ts';

/**
 * Notes that something happened; throws outside a transaction. Its `sequence` is given at the end of
 * the outermost transaction, events of one transaction in the order in which they were recorded.
 */
export function recordEvent(ctx: TenantContext, type: RecordEventType, input: EventInput): void {
  appendEvent(ctx.db, envelopeOf(ctx, type, input));
}

/** Like `recordEvent`, for an envelope that exists. */
export function appendEvent(db: TenantDb, envelope: Envelope): void {
  db.runAtEnd(appendEvents, envelope);
}
