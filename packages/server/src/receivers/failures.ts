import {
  type InboundFailure,
  type ListInboundFailuresQuery,
  type Page,
  ServiceError,
  shownFragmentLength,
} from '@parley/contract/schemas';
import {
  type InboundFailuresQuery,
  inboundFailureFilters,
  inboundFailureOf,
  notFoundIn,
} from '@parley/domain';
import { channels } from '../channels/service.ts';
import { defineList } from '../crud/list.ts';
import type { RowOf } from '../db/table.ts';
import { enqueue } from '../jobs/queue.ts';
import { removeOfOrder } from '../jobs/statements/jobs-of-order.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import type { ParsedItem } from './items.ts';
import { inboundFailuresTable, type KeptFailure } from './table.ts';

// Items that were not handled: the dead letters of the receivers. Every acknowledged item is either handled or stored
// here.

const firstRetryMs = 2_000;
/** Few, because an item may have 3 MB. */
const pageRows = 20;

/** The SQL of the fragment in a list: a page of whole fragments would fill the memory. */
const shownFragment = `case when length(fragment) > ${shownFragmentLength} then '"…"' else fragment end`;

const readList = defineList<
  KeptFailure,
  InboundFailure,
  InboundFailuresQuery,
  RowOf<typeof inboundFailuresTable>
>(
  { ...inboundFailuresTable, reads: new Map([['fragment', shownFragment]]) },
  { filters: inboundFailureFilters },
  { make: (failure) => ({ record: inboundFailureOf(failure) }) },
);

interface Place {
  readonly batchId: string;
  readonly place: number;
  readonly channelId: string;
  readonly receivedAt: string;
}

/**
 * Stores an item that failed or that this version cannot handle, once for each place in the body. An item that failed
 * is tried again.
 */
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
    if (isNew && isRetried) await queueSeries(ctx, id, firstRetryMs);
  });
}

/**
 * Tries an item of a channel again, in every status of the item. If retries are planned, they start from the first one.
 * Throws SVC-NOT-FOUND when there is no such item.
 */
export async function retryFailure(
  ctx: TenantContext,
  channelId: string,
  id: string,
): Promise<InboundFailure> {
  await channels.get(ctx, channelId);
  return await inTransaction(ctx, async (ctx) => {
    const own = { id, channel_id: channelId };
    const changed = await ctx.db.update(inboundFailuresTable, own, { status: 'retrying' });
    const failure = changed > 0 ? await findFailure(ctx, id) : undefined;
    if (!failure) throw notFoundIn('channel', 'inboundFailure', id);
    const payload = JSON.stringify({ failureId: id });
    const series = { orderKey: id, name: 'retry-inbound', payload, onlyReady: true };
    await ctx.db.run(removeOfOrder, series);
    await queueSeries(ctx, id);
    return inboundFailureOf(failure);
  });
}

/** Queues retries of an item. Retries of one item run one after the other, so the last result counts. */
async function queueSeries(ctx: TenantContext, id: string, delayMs = 0): Promise<void> {
  await enqueue(ctx, 'retry-inbound', { failureId: id }, { orderKey: id, delayMs });
}

export async function findFailure(
  ctx: TenantContext,
  id: string,
): Promise<KeptFailure | undefined> {
  const row = await ctx.db.select(inboundFailuresTable).where({ id }).first();
  return row && inboundFailuresTable.toRecord(row);
}

/** Returns a page of the items of a channel that were not handled. */
export async function listFailuresOf(
  ctx: TenantContext,
  channelId: string,
  query: ListInboundFailuresQuery,
): Promise<Page<InboundFailure>> {
  return await readList(ctx, { ...query, channelId: [channelId] });
}

/** Yields all items of a tenant that were not handled, oldest first. */
export async function* allFailures({ db }: TenantContext): AsyncGenerator<KeptFailure, void> {
  for (let after = ''; ; ) {
    const select = db.select(inboundFailuresTable).where('id', '>', after);
    const rows = await select.orderBy('id').limit(pageRows);
    yield* rows.map(inboundFailuresTable.toRecord);
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = last.id;
  }
}

export async function countFailed({ db }: TenantContext): Promise<number> {
  return Number(await db.select(inboundFailuresTable).where({ status: 'failed' }).count());
}

/** Records a failed attempt to handle an item. `attempts` is the number of attempts so far, including this one. */
export async function noteAttempt(
  ctx: TenantContext,
  { id, attempts, status }: Pick<InboundFailure, 'id' | 'attempts' | 'status'>,
  error: unknown,
): Promise<void> {
  const last_attempt_at = ctx.now().toISOString();
  const cells = { status, reason: reasonOf(error), attempts, last_attempt_at };
  await ctx.db.update(inboundFailuresTable, { id }, cells);
}

/** Returns a text for the tenant. Only a ServiceError has one: the text of a database error names tables. */
function reasonOf(error: unknown): string {
  return error instanceof ServiceError
    ? error.message
    : 'The server could not store the item. The error is in the log of the server.';
}
