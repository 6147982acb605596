import { setTimeout as wait } from 'node:timers/promises';
import type { ContactImport, CreateContactImportQuery } from '@parley/contract/schemas';
import { isOpenImport } from '@parley/domain';
import { receiveUpload } from '../media/drafts.ts';
import type { MediaDeps } from '../media/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { advanceImport } from './jobs.ts';
import { contactImports } from './records.ts';
import { startImport, storeContactFile } from './start.ts';

/**
 * The largest file that the command imports, in bytes. It is larger than a file in a request may be, so that an export
 * of ten million contacts can be imported.
 */
const largestFile = 2_000_000_000;
/** The interval at which the progress of the import is yielded, in milliseconds. */
const turnMs = 1_000;

/**
 * Imports a file in this process, and yields the import after each second until it has ended. A job imports the file,
 * too: if this process is killed, the job continues. If the job is faster, this process only yields the progress.
 */
export async function* importFile(
  ctx: TenantContext,
  media: Pick<MediaDeps, 'files'>,
  source: AsyncIterable<Uint8Array>,
  query: CreateContactImportQuery,
): AsyncGenerator<ContactImport, void, undefined> {
  const { draftDir } = media.files;
  const received = await receiveUpload(source, {
    draftDir,
    limitBytes: largestFile,
    filename: query.filename,
  });
  const checked = await storeContactFile(ctx, media, received, query);
  let now = await startImport(ctx, query, checked);
  yield now;
  while (isOpenImport(now)) {
    await advanceImport(ctx, media.files, now.id, turnMs);
    const after = await contactImports.get(ctx, now.id);
    if (after.processed === now.processed) await wait(turnMs / 4);
    now = after;
    yield now;
  }
}
