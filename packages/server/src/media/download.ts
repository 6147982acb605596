import type { UploadedFile } from '@parley/contract/schemas';
import {
  dayMs,
  hasCode,
  mediaPath,
  newMedia,
  receivedLimit,
  type StoredAttachment,
  withFile,
} from '@parley/domain';
import type { ChannelAdapter, Connection, RemoteFile } from '../channels/adapters/adapter.ts';
import { readConnection } from '../channels/adapters/connections.ts';
import { RefusedFileError } from '../channels/adapters/outcomes.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, type Job, releaseJob } from '../jobs/queue.ts';
import { type LimitDeps, pauseAppAfter, waitForApp } from '../messages/limits.ts';
import { recordUpdated } from '../messages/record-updated.ts';
import { messagesTable } from '../messages/table.ts';
import { FileNotAskedError } from '../outbound/open-bytes.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { dropDraft, receiveDownload } from './drafts.ts';
import { type MediaDeps, mediaIdOf, storeFile } from './service.ts';
import { isOfStore, tryFileLater } from './store-outages.ts';
import { mediaTable } from './table.ts';

interface DownloadDeps extends LimitDeps {
  readonly media: Pick<MediaDeps, 'files'>;
}

type Payload = JobPayloads['download-file'];

/** How long a network keeps a file, in milliseconds. */
const keptMs = 7 * dayMs;

/** Downloads a file that a customer sent from the provider, and stores it. */
export function downloadFile(deps: DownloadDeps): JobHandler<Payload> {
  const { media } = deps;
  return {
    slots: { atOnce: 16, ofTenant: 8, inLane: 4 },
    maxAttempts: 8,
    async run(ctx, job) {
      const { messageId, attachmentId } = job.payload;
      const row = await ctx.db.select(messagesTable).where({ id: messageId }).first();
      const message = row && messagesTable.toRecord(row);
      const attachment = message?.content?.attachments?.find(({ id }) => id === attachmentId);
      if (!message || attachment?.status !== 'pending') return;
      try {
        const remote = { message, attachment };
        const source = await sourceOf(ctx, deps, remote);
        const asks = attachment.providerId !== null;
        const waitMs = asks ? await waitForApp(ctx, deps, source.connection) : 0;
        if (waitMs > 0) return await releaseJob(ctx, job, waitMs);
        const file = await receive(deps, source, remote);
        await storeFile(ctx, media, file);
        await finish(ctx, job, file);
      } catch (error) {
        // Another attempt would download the same size.
        if (hasCode(error, 'SVC-PAYLOAD-TOO-LARGE')) return await finish(ctx, job, undefined);
        const refusal = error instanceof RefusedFileError ? error.refusal : undefined;
        await pauseAppAfter(ctx, deps, message.channelId, refusal);
        const ageMs = ctx.now().getTime() - Date.parse(job.createdAt);
        const isOfFile = !isOfStore(error) && !(error instanceof FileNotAskedError);
        if (ageMs > keptMs || isOfFile) throw error;
        await tryFileLater(ctx, job, error);
      }
    },
    async exhausted(ctx, { payload }) {
      await inTransaction(ctx, (ctx) => change(ctx, payload, failure('unavailable')));
    },
  };
}

interface FileSource {
  readonly connection: Connection;
  readonly openFile: NonNullable<ChannelAdapter['openFile']>;
}

/** Returns the account that got a file from a customer. Throws when it cannot be asked for the file. */
async function sourceOf(
  ctx: TenantContext,
  { adapters, secrets }: DownloadDeps,
  { message, attachment }: RemoteFile,
): Promise<FileSource> {
  const connection = await readConnection(ctx, secrets, message.channelId);
  const { provider, status, statusReason } = connection.channel;
  const { openFile } = adapters[provider];
  if (!openFile || connection.secrets.accessToken === undefined) {
    throw new Error('the channel has no access to files');
  }
  // Files without an ID are at URLs that need no token.
  if (attachment.providerId !== null && status === 'error' && statusReason === 'auth') {
    throw new FileNotAskedError('the provider refuses the token of the channel');
  }
  return { connection, openFile };
}

async function receive(
  { media }: DownloadDeps,
  { connection, openFile }: FileSource,
  remote: RemoteFile,
): Promise<UploadedFile> {
  const { attachment } = remote;
  const { bytes, contentType } = await openFile(connection, remote);
  const file = await receiveDownload(bytes, {
    draftDir: media.files.draftDir,
    limitBytes: receivedLimit(connection.channel.type, attachment.kind),
    contentType: contentType ?? attachment.mimeType ?? undefined,
    filename: attachment.filename ?? undefined,
  });
  if (attachment.sha256 !== null && attachment.sha256 !== file.sha256) {
    await dropDraft(file);
    throw new Error('the bytes of the file are not those that the provider announced');
  }
  return file;
}

/** Writes the media record and the message, and ends the job, in one transaction. */
async function finish(
  ctx: TenantContext,
  job: Job<Payload>,
  file: UploadedFile | undefined,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (file) await attachFile(ctx, job.payload, file);
    else await change(ctx, job.payload, failure('too_large'));
    await completeJob(ctx, job);
  });
}

/**
 * Writes the record of a downloaded file, and names it in its message. Does nothing when the message no longer waits
 * for the file. Call it in a transaction.
 */
export async function attachFile(
  ctx: TenantContext,
  payload: Payload,
  file: UploadedFile,
  more: Partial<StoredAttachment> = {},
): Promise<void> {
  const { mimeType, sizeBytes, sha256 } = file;
  const id = mediaIdOf(payload.attachmentId);
  const of = {
    mimeType,
    sizeBytes,
    sha256,
    url: mediaPath(id),
    mediaId: id,
    status: 'stored',
  } as const;
  if (!(await change(ctx, payload, { ...of, ...more }))) return;
  const media = { ...newMedia(file, { id, at: ctx.now().toISOString() }), expiresAt: null };
  // The provider may have the same bytes already, from another message with the same URL.
  const known = await ctx.db
    .select(mediaTable)
    .where({ sha256 })
    .orderBy('created_at', 'desc')
    .limit(10);
  const { uploads = null } = known.find((row) => row.uploads !== null) ?? {};
  await ctx.db.insert(mediaTable, { ...mediaTable.toRow(media), uploads });
}

function failure(
  failureReason: NonNullable<StoredAttachment['failureReason']>,
): Partial<StoredAttachment> {
  return { status: 'failed', failureReason };
}

/** Changes an attachment. Returns whether the message still waited for the file. Call it in a transaction. */
async function change(
  ctx: TenantContext,
  { messageId, attachmentId }: Payload,
  attachment: Partial<StoredAttachment>,
): Promise<boolean> {
  const row = await ctx.db.select(messagesTable).where({ id: messageId }).forUpdate().first();
  const before = row && messagesTable.toRecord(row);
  const after = before && withFile(before, attachmentId, attachment, ctx.now().toISOString());
  if (!before || !after || after === before) return false;
  const patch = messagesTable.toPatch(before, after);
  await ctx.db.update(messagesTable, { id: messageId }, patch);
  await recordUpdated(ctx, before, after);
  return true;
}
