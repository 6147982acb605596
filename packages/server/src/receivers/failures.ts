import { notFound } from '@parley/domain';
import { enqueue } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import type { ParsedItem } from './items.ts';
import { type InboundFailure, inboundFailuresTable } from './table.ts';

// Items that were not handled, the dead letters of the receivers. Nothing that was acknowledged is lost: an item is
// handled, or it is here.

const firstRetryMs = 2_000;
const reasonCharacters = 500;

interface Place {
  readonly batchId: string;
  readonly place: number;
  readonly channelId: string;
  readonly receivedAt: string;
}

/** Keeps an item that failed, or that this version has no use for. The first is tried again. Once for each place. */
export async function keepFailure(
  ctx: TenantContext,
  { item, fragment }: ParsedItem,
  place: Place,
  error?: unknown,
): Promise<void> {
  const id = ctx.newId('inf');
  const isRetried = error !== undefined;
  const row = inboundFailuresTable.toRow({
    id,
    ...place,
    kind: item.kind,
    status: isRetried ? 'retrying' : 'kept',
    reason: isRetried ? reasonOf(error) : item.kind === 'kept' ? item.about : item.kind,
    fragment,
    attempts: isRetried ? 1 : 0,
    lastAttemptAt: ctx.now().toISOString(),
  });
  await inTransaction(ctx, async (ctx) => {
    const isNew = await ctx.db.insertIfAbsent(inboundFailuresTable, row, ['batch_id', 'place']);
    if (isNew && isRetried)
      await enqueue(ctx, 'retry-inbound', { failureId: id }, { delayMs: firstRetryMs });
  });
}

/** Tries an item again, whatever its status. Throws SVC-NOT-FOUND. */
export async function retryFailure(ctx: TenantContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const changed = await ctx.db.update(inboundFailuresTable, { id }, { status: 'retrying' });
    if (changed === 0) throw notFound('inboundFailure', id);
    await enqueue(ctx, 'retry-inbound', { failureId: id });
  });
}

export async function findFailure(
  ctx: TenantContext,
  id: string,
): Promise<InboundFailure | undefined> {
  const row = await ctx.db.select(inboundFailuresTable).where({ id }).first();
  return row && inboundFailuresTable.toRecord(row);
}

/** The oldest failures of a tenant. */
export async function listFailures(ctx: TenantContext, limit: number): Promise<InboundFailure[]> {
  const rows = await ctx.db
    .select(inboundFailuresTable)
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit);
  return rows.map(inboundFailuresTable.toRecord);
}

/** Notes an attempt that failed, the last one or not. */
export async function noteAttempt(
  ctx: TenantContext,
  { id, attempts }: Pick<InboundFailure, 'id' | 'attempts'>,
  status: InboundFailure['status'],
  error: unknown,
): Promise<void> {
  await ctx.db.update(
    inboundFailuresTable,
    { id },
    {
      status,
      reason: reasonOf(error),
      attempts: attempts + 1,
      last_attempt_at: ctx.now().toISOString(),
    },
  );
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
  return text.slice(0, reasonCharacters);
}
