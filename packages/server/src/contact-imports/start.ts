import { createReadStream } from 'node:fs';
import {
  type ContactImport,
  type CreateContactImportQuery,
  contactImportLimits,
  type UploadedFile,
} from '@parley/contract/schemas';
import {
  type ContactFile,
  checkKnownFields,
  readHeader,
  type StoredContactImport,
} from '@parley/domain';
import { readFieldsOf } from '../custom-fields/values.ts';
import { enqueue } from '../jobs/queue.ts';
import { draftOf, dropDraft } from '../media/drafts.ts';
import { type MediaDeps, storeFile } from '../media/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { applyBatch } from './apply.ts';
import { type Batch, batchesIn } from './batches.ts';
import { checkFile } from './read-csv.ts';
import { contactImports } from './records.ts';

/** A file that was checked and stored, from which an import can start. */
export interface CheckedFile {
  readonly file: ContactFile;
  readonly filename: string | null;
  readonly ignored: readonly string[];
  /** All rows of a small file; undefined for a larger one. */
  readonly rows: Batch | undefined;
}

/**
 * Checks the whole received file and stores its bytes. Throws SVC-VALIDATION for a file that cannot be imported. Call
 * it outside of transactions.
 */
export async function storeContactFile(
  ctx: TenantContext,
  media: Pick<MediaDeps, 'files'>,
  received: UploadedFile,
  {
    mapping = null,
    match,
  }: Pick<StoredContactImport, 'match'> & { mapping?: string | null | undefined },
): Promise<CheckedFile> {
  const { sha256, sizeBytes, filename } = received;
  try {
    const { path } = draftOf(received);
    const checked = await checkFile(path);
    const { columns, ignored } = readHeader(checked.headers, mapping);
    checkKnownFields(columns, await readFieldsOf(ctx, 'contact'));
    const file = { ...checked, sha256, sizeBytes };
    const isSmall = file.total <= contactImportLimits.atOnce;
    const rows = isSmall ? await readAll(path, { ...file, mapping, match }) : undefined;
    await storeFile(ctx, media, received);
    return { file, filename, ignored, rows };
  } catch (error) {
    await dropDraft(received);
    throw error;
  }
}

/**
 * Creates an import of a stored file. Applies the rows of a small file at once; a worker applies those of a larger one.
 */
export async function startImport(
  ctx: TenantContext,
  query: CreateContactImportQuery,
  { rows, ...checked }: CheckedFile,
): Promise<ContactImport> {
  return await inTransaction(ctx, async (ctx) => {
    const queued = await contactImports.create(ctx, { query, ...checked });
    if (!rows) await continueImport(ctx, queued.id);
    const applied = rows && (await applyBatch(ctx, queued.id, rows));
    return applied ? await contactImports.show(ctx, applied) : queued;
  });
}

/** Queues the job that applies the next rows. */
export async function continueImport(ctx: TenantContext, importId: string): Promise<void> {
  await enqueue(ctx, 'import-contacts', { importId }, { orderKey: importId });
}

type Rest = Parameters<typeof batchesIn>[1];

/** Returns the only batch of a small file; undefined for a larger file. */
async function readAll(path: string, file: Omit<Rest, 'processed'>): Promise<Batch | undefined> {
  const bytes = createReadStream(path, { start: file.offset });
  for await (const batch of batchesIn(bytes, { ...file, processed: 0 })) return batch;
  return undefined;
}
