import { setImmediate as nextTurn } from 'node:timers/promises';
import { answeredUntil, type Traces, tracesOf } from '@parley/domain';
import { inOrder } from '../db/in-order.ts';
import { rowsIn } from '../db/rows-in.ts';
import type { RowsIn } from '../db/table.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { enqueue } from '../jobs/queue.ts';
import { eraseJobs } from '../jobs/statements/erase-jobs.ts';
import type { NamedJob } from '../jobs/statements/jobs-of-order.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { deliveryId } from '../webhook-deliveries/delivery-id.ts';
import { webhookEndpointsTable } from '../webhook-endpoints/table.ts';
import { eraseRows } from './statements/erase-rows.ts';
import { readTexts } from './statements/read-texts.ts';

type Id = { id: string };
const eventIdsTable = rowsIn<Id & { subject_id: string; type: string }>('events', ['id']);
const endpointIdsTable = rowsIn<Id>(webhookEndpointsTable.name, ['id']);

/** The number of events that one transaction removes. */
const manyEvents = 200;

/**
 * Removes the events about records, and their deliveries, in transactions of limited size unless the caller has one. The
 * sequence numbers of the removed events stay unused. The event `contact.deleted` stays: it has no personal data, and
 * another request may have erased the contact meanwhile.
 */
export async function eraseEvents(
  ctx: TenantContext,
  subjectIds: readonly string[],
): Promise<void> {
  while ((await eraseSomeEvents(ctx, subjectIds)) === manyEvents) await nextTurn();
}

async function eraseSomeEvents(ctx: TenantContext, subjectIds: readonly string[]): Promise<number> {
  if (subjectIds.length === 0) return 0;
  const rows = ctx.db
    .select(eventIdsTable)
    .whereIn('subject_id', subjectIds)
    .where('type', '<>', 'contact.deleted');
  const events = (await rows.limit(manyEvents)).map(({ id }) => id);
  if (events.length === 0) return 0;
  return await inTransaction(ctx, async (ctx) => {
    const endpoints = await ctx.db.select(endpointIdsTable);
    const deliveries = events.flatMap((event) =>
      endpoints.map((endpoint) => deliveryId(event, endpoint.id)),
    );
    // Attempts last: one that ends meanwhile waits for the lock of its delivery, and then finds no delivery.
    await eraseFrom(ctx, 'deliveries', 'id', deliveries);
    await eraseFrom(ctx, 'delivery_attempts', 'delivery_id', deliveries);
    await eraseFrom(ctx, 'events', 'id', events);
    return events.length;
  });
}

/** The number of jobs that one transaction removes. */
export const manyJobs = 1_000;

/**
 * Removes some of the waiting jobs that have these IDs as order keys. Returns them. In a transaction, it leaves jobs that
 * another transaction has locked. The other transaction may be waiting for a record that this one has locked. The job of an
 * erased message finds no record and ends.
 */
export async function eraseJobsOf(
  ctx: TenantContext,
  orderKeys: readonly string[],
): Promise<NamedJob[]> {
  if (orderKeys.length === 0) return [];
  const skipsLocked = ctx.db.inTransaction;
  return await ctx.db.run(eraseJobs, { orderKeys, limit: manyJobs, skipsLocked });
}

/** Removes the rows that have one of these values in a column, a limited number in each statement. */
export async function eraseFrom(
  ctx: TenantContext,
  table: string,
  column: string,
  values: readonly string[],
): Promise<void> {
  if (values.length === 0) return;
  const limit = manyRows;
  while ((await ctx.db.run(eraseRows, { table, column, values, limit })) === limit)
    await nextTurn();
}

/** How many rows one statement removes. */
const manyRows = 1_000;

/** A column with texts that may name a contact, in a table without an index of these texts. */
interface Place {
  /** The table, with the columns that identify one of its rows. */
  readonly table: RowsIn<object>;
  readonly column: string;
  readonly condition?: string;
  /** The column that has the time when the row was made, and what it has for a row that was made at a time. */
  readonly time: string;
  readonly timeOf: (at: string) => string | number;
}

const asIs = (at: string) => at;

const keptResponses: Place = {
  table: rowsIn<{ scope: string; key: string }>('idempotency_records', ['scope', 'key']),
  column: 'body',
  time: 'expires_at',
  timeOf: (at) => answeredUntil(Date.parse(at)),
};
/** The jobs whose last attempt failed. Waiting jobs need no search: without their records, they do nothing and end. */
const deadJobs: Place = {
  table: rowsIn<{ position: number }>('jobs', ['position']),
  column: `payload || coalesce(order_key, '')`,
  condition: `status = 'dead'`,
  time: 'created_at',
  timeOf: asIs,
};
const inboundFailures: Place = {
  table: rowsIn<Id>('inbound_failures', ['id']),
  column: 'fragment',
  time: 'received_at',
  timeOf: asIs,
};
const pendingReports: Place = {
  table: rowsIn<Id>('pending_reports', ['id']),
  column: 'report',
  time: 'received_at',
  timeOf: asIs,
};

/** The maximum number of rows that one statement reads. */
const limit = 200;

/**
 * Removes the stored responses, dead jobs, inbound failures and pending reports that contain one of these
 * texts. Of those that were made after `erasedAt`, it removes only those that contain an ID of the erased
 * data: by then, an address alone may belong to a new contact. It reads all of the tenant, so call it outside
 * of transactions.
 */
export async function eraseTraces(
  ctx: TenantContext,
  texts: readonly string[],
  erasedAt?: string,
): Promise<void> {
  const search = tracesOf(texts);
  const places = [keptResponses, deadJobs, inboundFailures, pendingReports];
  await inOrder(places.map((place) => eraseTracesIn(ctx, place, { search, erasedAt })));
}

/** How many texts one job looks for. Each job reads all of the tenant. */
const textsAtOnce = 10_000;

/** Queues jobs that search for traces that other requests left while the erasure ran. */
export async function eraseLaterTraces(
  ctx: TenantContext,
  contactId: string,
  { texts, erasedAt }: JobPayloads['finish-erasure'],
): Promise<void> {
  for (let at = 0; at < texts.length; at += textsAtOnce) {
    const payload = { texts: texts.slice(at, at + textsAtOnce), erasedAt };
    await enqueue(ctx, 'finish-erasure', payload, { orderKey: contactId });
  }
}

export const finishErasure: JobHandler<JobPayloads['finish-erasure']> = {
  // A dead job would keep the addresses of the contact.
  maxAttempts: Number.POSITIVE_INFINITY,
  run: async (ctx, { payload }) => await eraseTraces(ctx, payload.texts, payload.erasedAt),
};

/** Removes the rows that have a trace. Each statement reads a limited number of rows. */
async function eraseTracesIn(
  ctx: TenantContext,
  { table, column, condition, time, timeOf }: Place,
  { search, erasedAt }: { search: Traces; erasedAt: string | undefined },
): Promise<void> {
  const keys = table.columns;
  const { hasId, hasAddress } = search;
  const until = erasedAt === undefined ? undefined : timeOf(erasedAt);
  const read = { table: table.name, keys, column, condition, time, limit };
  for (let after: readonly unknown[] | undefined; ; ) {
    const rows = await ctx.db.run(readTexts, { ...read, after });
    for (const { looked, made, ...key } of rows) {
      const isLater = until !== undefined && made > until;
      if (looked !== null && (hasId(looked) || (!isLater && hasAddress(looked)))) {
        await ctx.db.remove(table, key);
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    after = keys.map((name) => last[name]);
    await nextTurn();
  }
}
