import type { Message } from '@parley/contract/schemas';
import {
  accountIdOf,
  fileDeleted,
  fileIdOf,
  hasAppRate,
  hourMs,
  type StoredChannel,
} from '@parley/domain';
import { LRUCache } from 'lru-cache';
import type { ChannelAdapter, ProviderDeps } from '../channels/adapters/adapter.ts';
import { openConnection } from '../channels/adapters/connections.ts';
import type { Uploaded } from '../channels/adapters/outcomes.ts';
import { fromJson, toJson } from '../db/columns.ts';
import { recent } from '../recent.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { type FetchDeps, fetchFile } from './fetch-file.ts';
import { FileMissingError } from './file-store.ts';
import { mediaIdOf } from './service.ts';
import { mediaTable } from './table.ts';

// The file of a message is uploaded to the provider before the message is marked as `sending`. If a worker is killed during a
// long upload, the message was not sent, and the next worker uploads the file again.

export interface UploadDeps extends FetchDeps, ProviderDeps {}

/**
 * Customers who can get files, by tenant, account and address. A process forgets them after an hour, so that it asks
 * the provider again.
 */
const takers = new LRUCache<string, true>({ ...recent(10_000), ttl: hourMs });

/** The provider's IDs of an uploaded file, by the account of the tenant at a provider. */
type Uploads = Readonly<Record<string, { readonly reference: string; readonly expiresAt: string }>>;

/** Returns whether a message has a file that must be uploaded before the message is sent. */
export function needsUpload(
  { upload, uploadsFromUrls }: ChannelAdapter,
  message: Message,
): boolean {
  if (!upload) return false;
  const isAtUrl = uploadsFromUrls === true && message.attachments.length > 0;
  return isAtUrl || fileIdOf(message) !== undefined;
}

/**
 * Uploads the file of a message to its provider, unless the provider has it. Downloads the file before, if the message
 * has only its URL. Makes at most one request to the provider, and none unless `isInTurn`. Returns undefined when it
 * must be called in another turn. Do not call it in a transaction.
 */
export async function provideFile(
  ctx: TenantContext,
  deps: UploadDeps,
  message: Message,
  isInTurn: boolean,
): Promise<Uploaded | undefined> {
  const stored = fileIdOf(message);
  if (stored === undefined) {
    if (!isInTurn) return undefined;
    const refusal = await fetchFile(ctx, deps, message);
    if (refusal) return { kind: 'refused', refusal };
    // The turn may have passed during the download.
    if (hasAppRate(message.channelType)) return undefined;
  }
  const id = stored ?? mediaIdOf(message.attachments[0]?.id ?? '');
  return await uploadStored(ctx, deps, message, { id, isInTurn });
}

async function uploadStored(
  ctx: TenantContext,
  { adapters, secrets, media: { files, links } }: UploadDeps,
  message: Message,
  { id, isInTurn }: { readonly id: string; readonly isInTurn: boolean },
): Promise<Uploaded | undefined> {
  const row = await ctx.db.select(mediaTable).where({ id }).first();
  if (!row) return notThere;
  const opened = await openConnection(ctx, secrets, message.channelId);
  if ('refusal' in opened) return { kind: 'refused', refusal: opened.refusal };
  const { connection } = opened;
  const account = accountOf(connection.channel);
  const known = uploadsIn(row.uploads)[account];
  const nowMs = ctx.now().getTime();
  const { upload, refuseFile } = adapters[connection.channel.provider];
  if (known && Date.parse(known.expiresAt) > nowMs) {
    const uploaded = { kind: 'uploaded', reference: known.reference, lifeMs: 0 } as const;
    const taker = `${ctx.db.tenantId} ${account} ${message.to}`;
    if (!refuseFile || takers.has(taker)) return uploaded;
    if (!isInTurn) return undefined;
    const refusal = await refuseFile(connection, message.to);
    if (refusal) return { kind: 'refused', refusal };
    takers.set(taker, true);
    return uploaded;
  }
  if (!isInTurn) return undefined;
  if (!upload) throw new Error(`${connection.channel.provider} takes no files`);
  const media = mediaTable.toRecord(row);
  const bytes = await files.open(ctx, media).catch(undefinedIfMissing);
  if (!bytes) return notThere;
  try {
    const link = links.urlOf(ctx.db.tenantId, id, nowMs);
    const uploaded = await upload(connection, { media, bytes, link });
    if (uploaded.kind === 'uploaded' && uploaded.lifeMs > 0) {
      const expiresAt = new Date(nowMs + uploaded.lifeMs).toISOString();
      await keep(ctx, id, { [account]: { reference: uploaded.reference, expiresAt } });
    }
    if (uploaded.kind !== 'refused') return refuseFile ? undefined : uploaded;
    // The provider got an incomplete file, because the store failed. An AbortError comes from the end of the request.
    if (bytes.errored && bytes.errored.name !== 'AbortError') throw bytes.errored;
    const { version: connectionVersion } = connection;
    return { ...uploaded, refusal: { ...uploaded.refusal, connectionVersion } };
  } finally {
    bytes.destroy();
  }
}

/**
 * Forgets the provider's IDs of a message's file, so that the next attempt uploads the file again. Other records of the
 * same bytes may have the same IDs.
 */
export async function forgetUploads(
  ctx: TenantContext,
  message: Pick<Message, 'attachments' | 'template'>,
): Promise<void> {
  const id = fileIdOf(message);
  if (id === undefined) return;
  const row = await ctx.db.select(mediaTable).where({ id }).first();
  if (!row) return;
  const { sha256 } = row;
  // Records of one file have few different texts, because they are copies.
  for (let next: typeof row | undefined = row; next; next = await withUploads(ctx, sha256)) {
    const { uploads } = next;
    if (uploads !== null) {
      await ctx.db.updateAll(mediaTable, { sha256, uploads }, { uploads: null });
    }
  }
}

/** Returns a record of these bytes that has IDs at providers. */
async function withUploads(ctx: TenantContext, sha256: string) {
  return await ctx.db.select(mediaTable).where({ sha256 }).where('uploads', '>=', '').first();
}

const notThere: Uploaded = { kind: 'refused', refusal: fileDeleted };

function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof FileMissingError)) throw error;
}

/**
 * Returns a text that identifies the account of a channel at its provider. Accounts cannot use each other's uploads.
 */
function accountOf(channel: StoredChannel): string {
  return `${channel.provider} ${accountIdOf(channel) ?? ''}`;
}

function uploadsIn(cell: string | null): Uploads {
  return cell === null ? {} : fromJson(cell);
}

async function keep(ctx: TenantContext, id: string, uploads: Uploads): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await ctx.db.select(mediaTable).where({ id }).forUpdate().first();
    if (!row) return;
    const merged = { ...uploadsIn(row.uploads), ...uploads };
    await ctx.db.update(mediaTable, { id }, { uploads: toJson(merged) });
  });
}
