import type { RecordEventType } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { type EventInput, envelopeOf } from './envelope.ts';

/**
 * Notes that something happened; throws outside a transaction. Its `sequence` is given at the end of
 * the outermost transaction, events of one transaction in the order in which they were recorded.
 */
export function recordEvent(ctx: TenantContext, type: RecordEventType, input: EventInput): void {
  ctx.db.appendEvent(envelopeOf(ctx, type, input));
}
