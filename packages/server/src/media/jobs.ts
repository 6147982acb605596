import { setImmediate as nextTurn } from 'node:timers/promises';
import { contactImportStatus } from '@parley/contract/schemas';
import { dayMs, isOpenImport } from '@parley/domain';
import { contactImportsTable } from '../contact-imports/table.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { clearDrafts } from './drafts.ts';
import type { FileStore } from './file-store.ts';
import { settledMs } from './service.ts';
import { mediaTable } from './table.ts';

/** The age at which a draft is removed, in milliseconds. It exceeds the time of any upload. */
const draftMs = dayMs;

/** Removes the expired records of a file, and its bytes when no record is left. */
export function tidyFile(files: FileStore): JobHandler<JobPayloads['tidy-file']> {
  return {
    // A dead job would keep the file of an erased contact.
    maxAttempts: Number.POSITIVE_INFINITY,
    async run(ctx, { payload: { sha256 } }) {
      const isUnused = (await removeUnused(ctx, sha256)) && !(await isImported(ctx, sha256));
      const nowMs = ctx.now().getTime();
      if (isUnused) await files.removeOlder(ctx, sha256, new Date(nowMs - settledMs));
      await clearDrafts(files.draftDir, new Date(nowMs - draftMs));
    },
  };
}

/**
 * The maximum number of records that one transaction removes. A tenant can have very many records with the same bytes.
 */
const mostRemoved = 100;

/** Returns whether a running import still reads the file. */
async function isImported(ctx: TenantContext, sha256: string): Promise<boolean> {
  const open = contactImportStatus.options.filter((status) => isOpenImport({ status }));
  const reading = ctx.db.select(contactImportsTable).where({ sha256 }).whereIn('status', open);
  return (await reading.first()) !== undefined;
}

/** Removes the expired records of a file. Returns whether the file has no record at all. */
async function removeUnused(ctx: TenantContext, sha256: string): Promise<boolean> {
  while ((await removeSome(ctx, sha256)) === mostRemoved) await nextTurn();
  return (await ctx.db.select(mediaTable).where({ sha256 }).first()) === undefined;
}

/** Removes a batch of expired records. Returns how many there were. */
async function removeSome(ctx: TenantContext, sha256: string): Promise<number> {
  return await inTransaction(ctx, async (ctx) => {
    const over = await ctx.db
      .select(mediaTable)
      .where({ sha256 })
      .where('expires_at', '<=', ctx.now().toISOString())
      .limit(mostRemoved);
    // A row that another request keeps or removes meanwhile is not changed.
    await Promise.all(
      over.map(({ id, expires_at }) => ctx.db.remove(mediaTable, { id, expires_at })),
    );
    return over.length;
  });
}
