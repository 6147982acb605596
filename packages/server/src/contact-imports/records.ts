import type {
  ContactImport,
  ContactImportError,
  ListContactImportErrorsQuery,
  Page,
} from '@parley/contract/schemas';
import {
  canceledImport,
  contactImportRules,
  type StoredContactImport,
  shownImport,
} from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import { listOf, paginate } from '../db/cursor.ts';
import type { RowOf } from '../db/table.ts';
import { enqueue } from '../jobs/queue.ts';
import { settledMs } from '../media/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { contactImportErrorsTable, contactImportsTable } from './table.ts';

export const contactImports = defineRecords(contactImportsTable, contactImportRules, {
  make: (stored) => ({ record: shownImport(stored) }),
});

export async function cancelImport(ctx: TenantContext, id: string): Promise<ContactImport> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await contactImports.take(ctx, id);
    const after = canceledImport(before, ctx.now().toISOString());
    if (after !== before) await endFile(ctx, after);
    return await contactImports.save(ctx, before, after);
  });
}

/**
 * Queues a job that removes the stored file, unless another import or a media record needs it. Call it in a
 * transaction.
 */
export async function endFile(
  ctx: TenantContext,
  { sha256 }: Pick<StoredContactImport, 'sha256'>,
): Promise<void> {
  await enqueue(ctx, 'tidy-file', { sha256 }, { delayMs: settledMs });
}

const errorList = listOf<RowOf<typeof contactImportErrorsTable>>('contact-import-errors', {
  row: 'line',
});

export async function listImportErrors(
  ctx: TenantContext,
  id: string,
  { sort, ...page }: ListContactImportErrorsQuery,
): Promise<Page<ContactImportError>> {
  const query = ctx.db.select(contactImportErrorsTable).where({ import_id: id });
  const listing = { sort, page, filters: { id } };
  const { rows, nextCursor } = await paginate(ctx.db, query, errorList, listing);
  const data = rows.map(contactImportErrorsTable.toRecord);
  return { data: data.map(({ importId: _import, ...error }) => error), nextCursor };
}
