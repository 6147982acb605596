import { setImmediate as nextTurn } from 'node:timers/promises';
import { archivedTenant, dayMs, ignoreNotFound, purgedTenant } from '@parley/domain';
import { agencyClients } from '../agency-clients/records.ts';
import { agencyClientsTable } from '../agency-clients/table.ts';
import { endGrant } from '../agency-grants/service.ts';
import { agencyGrantsTable } from '../agency-grants/table.ts';
import { contactImportsTable } from '../contact-imports/table.ts';
import { isLockTimeout } from '../db/failures.ts';
import { rowsIn } from '../db/rows-in.ts';
import type { SystemDb } from '../db/system-db.ts';
import type { RowsIn } from '../db/table.ts';
import { hasTextIndex } from '../db/text-index.ts';
import { tables as declared } from '../generated/tables.ts';
import type { FileStore } from '../media/file-store.ts';
import { mediaTable } from '../media/table.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { actAsClient, findAgency } from '../tenancy/grants.ts';
import { lockTenant } from './lock.ts';
import { tenants } from './service.ts';
import { removeRows } from './statements/remove-rows.ts';
import { type TenantTable, tenantTables } from './statements/tenant-tables.ts';

/** The names of the tables with an index of their texts. */
export const textIndexed: ReadonlySet<string> = new Set(
  Object.values(declared)
    .filter(hasTextIndex)
    .map(({ name }) => name),
);

interface DeleteOptions {
  readonly system: SystemDb;
  readonly files: FileStore;
  /** Is called after each transaction that removes rows, or that waited in vain for a lock. */
  onRemoved(rows: number): void | Promise<void>;
}

const batch = 200;
/**
 * Rows per statement in tables with a text index. It is small: on SQLite, the index rewrites several pages for each
 * row.
 */
const textBatch = 10;

/**
 * Archives the tenant of the context, then removes its files and all of its rows, a limited number in each transaction.
 * The row of the tenant says that the deletion is due, and is removed last: if this process is killed, any worker
 * removes the rest. Several processes may delete a tenant at the same time.
 */
export async function deleteTenant(ctx: TenantContext, options: DeleteOptions): Promise<void> {
  await patiently(() => tenants.change(ctx, ctx.db.tenantId, archivedTenant), options);
  await removeTenant(ctx, options);
}

/**
 * Deletes the tenant of the context like `deleteTenant`, but only if the time of its deletion has come. Decides with
 * the row of the tenant locked: an operator may have resumed the tenant. Returns whether the tenant was deleted.
 */
export async function purgeTenant(ctx: TenantContext, options: DeleteOptions): Promise<boolean> {
  const isArchived = await inTransaction(ctx, async (ctx) => {
    const { tenantId } = ctx.db;
    await lockTenant(ctx);
    // Another process may have deleted it.
    if (!(await tenants.find(ctx, tenantId))) return false;
    return (await tenants.change(ctx, tenantId, purgedTenant)).status === 'archived';
  });
  if (!isArchived) return false;
  await removeTenant(ctx, options);
  return true;
}

/** Repeats a transaction that waited too long for a lock, which another process that deletes the tenant may hold. */
async function patiently<T>(work: () => Promise<T>, { onRemoved }: DeleteOptions): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
    await onRemoved(0);
  }
}

async function removeTenant(ctx: TenantContext, options: DeleteOptions): Promise<void> {
  const { system, files } = options;
  await patiently(() => inTransaction(ctx, leaveAgencies), options);
  const tables = childrenFirst(await system.run(tenantTables, null));
  // Repeats: requests and jobs that have begun may still write rows and files, and triggers write rows of other tables.
  for (let removed = -1; removed !== 0; ) {
    removed = 0;
    await leaveClients(ctx, options);
    await removeFiles(ctx, files);
    for (const table of tables) {
      if (table.name !== 'tenants') removed += await removeAll(ctx, table, options);
    }
  }
  await files.removeFolders?.(ctx);
  for (const table of tables) await removeAll(ctx, table, options);
}

/** Ends the grants that the tenant has received as an agency, and with them the API keys that it has issued. */
async function leaveClients(ctx: TenantContext, options: DeleteOptions): Promise<void> {
  const by = { type: 'agency', id: ctx.db.tenantId } as const;
  for (const { id } of await ctx.db.select(agencyClientsTable)) {
    const leave = async (agency: TenantContext) => {
      // The client may be deleted at the same time.
      const found = await actAsClient(agency, id).catch(ignoreNotFound);
      if (!found?.grant || !(await tenants.find(found.inside, found.record.tenantId))) return;
      await endGrant({ agency, client: found.inside }, found.grant, by);
    };
    await patiently(() => inTransaction(ctx, leave), options);
  }
}

/** Ends the grants of the tenant, and removes the records that its agencies have of it. Can be repeated. */
async function leaveAgencies(ctx: TenantContext): Promise<void> {
  const { tenantId } = ctx.db;
  await lockTenant(ctx);
  const grants = (await ctx.db.select(agencyGrantsTable)).map(agencyGrantsTable.toRecord);
  const agencies = new Set(grants.map(({ agencyId }) => agencyId));
  const tenant = await tenants.find(ctx, tenantId);
  if (tenant?.agencyId) agencies.add(tenant.agencyId);
  for (const id of agencies) {
    const agency = await findAgency(ctx, id);
    if (!agency) continue;
    for (const grant of grants.filter(({ agencyId }) => agencyId === id)) {
      await endGrant({ agency, client: ctx }, grant, { type: 'client', id: tenantId });
    }
    const of = { client_tenant_id: tenantId };
    const record = await agency.db.select(agencyClientsTable).where(of).first();
    if (record) await agencyClients.remove(agency, record.id);
  }
}

async function removeAll(
  ctx: TenantContext,
  { name, keys }: TenantTable,
  options: DeleteOptions,
): Promise<number> {
  const limit = textIndexed.has(name) ? textBatch : batch;
  for (let all = 0; ; await nextTurn()) {
    const remove = () => inTransaction(ctx, (ctx) => ctx.db.run(removeRows, { name, keys, limit }));
    const removed = await patiently(remove, options);
    all += removed;
    await options.onRemoved(removed);
    if (removed < limit) return all;
  }
}

const firstTables = ['jobs', 'tenant_limits'];

/**
 * Sorts the tables so that rows are removed before those that they refer to. The table of jobs is first, so that no
 * worker starts a job, and then the counters of limits, so that the other removals do not change them. Omits tables that
 * triggers empty: those of the indexes of texts.
 */
function childrenFirst(tables: readonly TenantTable[]): TenantTable[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  for (const name of textIndexed) left.delete(`${name}_texts`);
  const sorted: TenantTable[] = [];
  while (left.size > 0) {
    const parents = new Set(
      [...left.values()].flatMap(({ name, parents }) =>
        parents.filter((parent) => parent !== name),
      ),
    );
    const free = [...left.values()].filter(({ name }) => !parents.has(name));
    if (free.length === 0) throw new Error('tables refer to each other in a circle');
    for (const table of free) left.delete(table.name);
    sorted.push(...free);
  }
  const rankOf = ({ name }: TenantTable) => {
    const place = firstTables.indexOf(name);
    return place < 0 ? firstTables.length : place;
  };
  return sorted.sort((one, other) => rankOf(one) - rankOf(other));
}

/** Removes the bytes of all files. Finds them by the media records, and by the jobs that remove unused uploads. */
async function removeFiles(ctx: TenantContext, files: FileStore): Promise<void> {
  // In the future, so that `removeOlder` removes even the newest files.
  const before = new Date(ctx.now().getTime() + dayMs);
  const remove = async (sha256: string) => await files.removeOlder(ctx, sha256, before);
  for (const table of [mediaTable, contactImportsTable] as RowsIn<{
    id: string;
    sha256: string;
  }>[]) {
    for (let after = ''; ; ) {
      const rows = await ctx.db.select(table).where('id', '>', after).orderBy('id').limit(batch);
      for (const { sha256 } of rows) await remove(sha256);
      const last = rows.at(-1);
      if (!last || rows.length < batch) break;
      after = last.id;
    }
  }
  for (let after = 0; ; ) {
    const rows = await ctx.db
      .select(tidyJobs)
      .where({ name: 'tidy-file' })
      .where('position', '>', after)
      .orderBy('position')
      .limit(batch);
    for (const { payload } of rows)
      await remove((JSON.parse(payload) as { sha256: string }).sha256);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.position;
  }
}

const tidyJobs = rowsIn<{ name: string; position: number; payload: string }>('jobs', [
  'name',
  'position',
  'payload',
]);
