import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { contract } from '@parley/contract';
import type { Table } from '../db/table.ts';
import { tables } from '../generated/tables.ts';
import { makeFolder } from '../make-folder.ts';
import type { TenantContext } from '../tenancy/context.ts';

type AnyTable = Pick<Table<object, object>, 'name' | 'columns' | 'toRecord'>;

/** The tables of the API's resources, without imports, whose rows expire, and the tenant, whose file has another name. */
const ofResources = Object.entries(tables)
  .filter(([noun]) => noun in contract && noun !== 'contactImports' && noun !== 'tenants')
  .map(([, table]) => [table.name.replaceAll('_', '-'), table] as const);

/** The tables that an export writes, by the name of the file. A test compares them with the tables of the database. */
export const exportedTables = {
  ...Object.fromEntries(ofResources),
  consents: tables.consents,
  'deal-history': tables.dealPeriods,
  invitations: tables.invitations,
  'knowledge-contents': tables.knowledgeContents,
  members: tables.users,
  'received-grants': tables.receivedGrants,
  tenant: tables.tenants,
  'ticket-history': tables.ticketChanges,
};

const pageRows = 200;
/** Fields of webhook endpoints that an export omits, because they can contain credentials of other systems. */
const secretFields = new Set(['headers']);

/**
 * Writes a JSON Lines file for each kind of record into the folder, page by page. Replaces an existing file when the
 * new one is complete. Returns the number of records.
 */
export async function exportTenant(
  ctx: TenantContext,
  folder: string,
  onRecords: (count: number) => void,
): Promise<number> {
  await makeFolder(folder);
  let count = 0;
  for (const [name, table] of Object.entries(exportedTables)) {
    const path = join(folder, `${name}.jsonl`);
    const draft = `${path}.part`;
    const lines = async function* () {
      for await (const records of recordsOf(ctx, table as unknown as AnyTable)) {
        yield records.map((record) => `${JSON.stringify(record, withoutSecrets)}\n`).join('');
        count += records.length;
        onRecords(count);
      }
    };
    try {
      await pipeline(Readable.from(lines()), createWriteStream(draft, { mode: 0o600 }));
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  }
  return count;
}

function withoutSecrets(this: object, field: string, value: unknown): unknown {
  return secretFields.has(field) && 'url' in this ? undefined : value;
}

async function* recordsOf(ctx: TenantContext, table: AnyTable): AsyncGenerator<object[], void> {
  // The contents of sources have no ID of their own.
  const key = (table.columns as readonly string[]).includes('id') ? 'id' : 'source_id';
  for (let after = ''; ; await nextTurn()) {
    const rows: Record<string, string>[] = await ctx.db
      .select<Record<string, string>>(table as never)
      .where(key, '>', after)
      .orderBy(key)
      .limit(pageRows);
    yield rows.map((row) => table.toRecord(row));
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = last[key] ?? '';
  }
}
