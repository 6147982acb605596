import { setTimeout as pause } from 'node:timers/promises';
import { type MediaFile, ServiceError, type UploadedFile } from '@parley/contract/schemas';
import {
  checkNoLogo,
  hourMs,
  logoExpiresAt,
  newMedia,
  notFound,
  type StoredMedia,
  type StoredMessage,
  shownMedia,
  unexpiredMedia,
  unusedMs,
  unusedUntil,
} from '@parley/domain';
import { enqueue, isRunning } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { isBeingDeleted } from '../tenants/lock.ts';
import { tenantsTable } from '../tenants/table.ts';
import { draftOf, dropDraft } from './drafts.ts';
import type { FileStore } from './file-store.ts';
import type { MediaLinks } from './links.ts';
import { mediaTable } from './table.ts';

/** The file store and the links to files, for all tenants. */
export interface MediaDeps {
  readonly files: FileStore;
  readonly links: MediaLinks;
}

/**
 * How long bytes without a record are kept, in milliseconds: the request that stored them may still write the record.
 */
export const settledMs = hourMs;

/**
 * Stores the bytes of a received file. Call it before the transaction that writes the record. If the server stops
 * between the two, the job that is queued here removes the bytes.
 */
export async function storeFile(
  ctx: TenantContext,
  { files }: Pick<MediaDeps, 'files'>,
  file: UploadedFile,
): Promise<void> {
  const { sha256 } = file;
  await enqueue(ctx, 'tidy-file', { sha256 }, { delayMs: unusedMs + settledMs });
  try {
    let puts = 0;
    do {
      if (puts === mostPuts) throw new ServiceError('SVC-UNAVAILABLE', { retryAfterSeconds: 5 });
      await files.put(ctx, sha256, draftOf(file));
      puts += 1;
    } while (await isRemoved(ctx, files, sha256));
    await removeIfDeleted(ctx, files, sha256);
  } finally {
    await dropDraft(file);
  }
}

/** Removes the bytes, and throws, when an operator deletes the tenant: its files may have been removed before. */
async function removeIfDeleted(ctx: TenantContext, files: FileStore, sha256: string) {
  if (!(await isBeingDeleted(ctx))) return;
  await files.removeOlder(ctx, sha256, new Date(ctx.now().getTime() + settledMs));
  throw notFound('tenant', ctx.db.tenantId);
}

/** How often bytes are stored again. A store that does not find them after that has lost them for another reason. */
const mostPuts = 3;
const mostPauses = 30;
const pauseMs = 100;

/**
 * Returns whether a job has removed bytes that were just stored, because it read their age before. Waits while such a
 * job runs. A job that begins later reads the new age.
 */
async function isRemoved(ctx: TenantContext, files: FileStore, sha256: string): Promise<boolean> {
  if (!files.has) return false;
  for (let pauses = 0; await isRunning(ctx, 'tidy-file', { sha256 }); pauses += 1) {
    if (pauses === mostPauses) throw new ServiceError('SVC-UNAVAILABLE', { retryAfterSeconds: 5 });
    await pause(pauseMs);
  }
  return !(await files.has(ctx, sha256));
}

/** Writes the record of a stored file. */
export async function addMedia(ctx: TenantContext, file: UploadedFile): Promise<StoredMedia> {
  const media = newMedia(file, { id: ctx.newId('med'), at: ctx.now().toISOString() });
  await ctx.db.insert(mediaTable, mediaTable.toRow(media));
  return media;
}

/** Returns a file's record. Throws SVC-NOT-FOUND, also for an expired file that a job has yet to remove. */
export async function getMedia(
  ctx: TenantContext,
  id: string,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<StoredMedia> {
  const query = ctx.db.select(mediaTable).where({ id });
  const row = await (isLocked ? query.forUpdate() : query).first();
  const media = row && mediaTable.toRecord(row);
  return unexpiredMedia(media, { id, at: ctx.now().toISOString() });
}

/**
 * Keeps the file of a message until someone deletes it. Call it in the transaction of the message. Throws SVC-NOT-FOUND
 * when the file is deleted.
 */
export async function keepMedia(ctx: TenantContext, id: string): Promise<void> {
  if ((await ctx.db.update(mediaTable, { id }, { expires_at: null })) === 0) {
    throw notFound('media', id);
  }
}

/** Keeps a locked file until `dropLogo`. Call it in the transaction of the branding. */
export async function keepLogo(
  ctx: TenantContext,
  { id, expiresAt }: Pick<StoredMedia, 'id' | 'expiresAt'>,
): Promise<void> {
  if (expiresAt !== null) await ctx.db.update(mediaTable, { id }, { expires_at: logoExpiresAt });
}

/** Lets a file that was a logo expire, unless a message uses it. Call it in the transaction of the branding. */
export async function dropLogo(ctx: TenantContext, id: string): Promise<void> {
  const match = { id, expires_at: logoExpiresAt };
  const row = await ctx.db.select(mediaTable).where(match).first();
  const expiresAt = unusedUntil(ctx.now().toISOString());
  if (!row || (await ctx.db.update(mediaTable, match, { expires_at: expiresAt })) === 0) return;
  const { sha256 } = row;
  await enqueue(ctx, 'tidy-file', { sha256 }, { delayMs: unusedMs + settledMs });
}

/**
 * Deletes the record of a file. A job removes the bytes unless another record has the same bytes. Throws SVC-NOT-FOUND
 * when there is no such file, and SVC-IN-USE for the logo of an agency.
 */
export async function deleteMedia(ctx: TenantContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    // First: a branding locks the file that becomes its logo, so this waits for its commit and then reads it.
    if (!(await removeMedia(ctx, await getMedia(ctx, id)))) throw notFound('media', id);
    const tenant = await ctx.db.select(tenantsTable).first();
    checkNoLogo(id, (tenant && tenantsTable.toRecord(tenant).branding) ?? null);
  });
}

/** Removes the record of a file, in a transaction. Returns false when another request has removed it meanwhile. */
async function removeMedia(
  ctx: TenantContext,
  { id, sha256 }: Pick<StoredMedia, 'id' | 'sha256'>,
): Promise<boolean> {
  if ((await ctx.db.remove(mediaTable, { id })) === 0) return false;
  await enqueue(ctx, 'tidy-file', { sha256 }, { delayMs: settledMs });
  return true;
}

/** Removes the files that were downloaded for a message. Call it in a transaction. */
export async function deleteFilesOf(
  ctx: TenantContext,
  { content }: Pick<StoredMessage, 'content'>,
): Promise<void> {
  for (const { id: attachmentId } of content?.attachments ?? []) {
    const id = mediaIdOf(attachmentId);
    const row = await ctx.db.select(mediaTable).where({ id }).first();
    if (row) await removeMedia(ctx, row);
  }
}

/**
 * Returns the ID of the file of an attachment. It depends on the attachment only, so a repeated download has the same
 * ID.
 */
export function mediaIdOf(attachmentId: string): string {
  return attachmentId.replace(/^att/, 'med');
}

/** Returns the file as the API shows it. */
export function withUrl(
  { db, now }: TenantContext,
  links: MediaLinks,
  media: StoredMedia,
): MediaFile {
  return shownMedia(media, links.urlOf(db.tenantId, media.id, now().getTime()));
}
