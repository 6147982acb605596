import { isOpenImport } from '@parley/domain';
import { contactImportsTable } from '../contact-imports/table.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { clearDrafts } from './drafts.ts';
import type { FileStore } from './file-store.ts';
import { settledMs } from './service.ts';
import { mediaTable } from './table.ts';

/** Longer than any upload takes. */
const draftMs = 86_400_000;

/** Removes the records of a file whose time is over, and its bytes when no record is left. */
export function tidyFile(files: FileStore): JobHandler<JobPayloads['tidy-file']> {
  return {
    maxAttempts: 50,
    async run(ctx, { payload: { sha256 } }) {
      const isUnused = (await removeUnused(ctx, sha256)) && !(await isImported(ctx, sha256));
      const nowMs = ctx.now().getTime();
      if (isUnused) await files.removeOlder(ctx, sha256, new Date(nowMs - settledMs));
      await clearDrafts(files.draftDir, new Date(nowMs - draftMs));
    },
  };
}

/** Answers whether an import still reads the file. */
async function isImported(ctx: TenantContext, sha256: string): Promise<boolean> {
  const rows = await ctx.db.select(contactImportsTable).where({ sha256 });
  return rows.map(contactImportsTable.toRecord).some(isOpenImport);
}

/** Answers whether no record of the file is left. */
async function removeUnused(ctx: TenantContext, sha256: string): Promise<boolean> {
  return await inTransaction(ctx, async (ctx) => {
    const now = ctx.now().toISOString();
    const rows = await ctx.db.select(mediaTable).where({ sha256 });
    // A row that another request removed since it was read counts as left: that request queued its own job.
    const removed = await Promise.all(
      rows.map(async ({ id, expires_at: expiresAt }) =>
        expiresAt !== null && expiresAt <= now
          ? await ctx.db.remove(mediaTable, { id, expires_at: expiresAt })
          : 0,
      ),
    );
    return removed.every((count) => count > 0);
  });
}
