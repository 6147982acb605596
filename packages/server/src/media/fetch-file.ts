import {
  type Attachment,
  type ChannelType,
  type Message,
  mediaError,
  ServiceError,
  type UploadedFile,
} from '@parley/contract/schemas';
import { fileNameIn, receivedLimit, refuseFileAs } from '@parley/domain';
import { type ProviderRefusal, refused } from '../channels/adapters/outcomes.ts';
import { storageFailure } from '../db/failures.ts';
import { FetchTextError } from '../outbound/fetch-text.ts';
import { AddressNotAllowedError } from '../outbound/guarded-agent.ts';
import { FileNotAskedError, fileNotSent, openGuarded } from '../outbound/open-bytes.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { attachFile } from './download.ts';
import { dropDraft, receiveDownload } from './drafts.ts';
import { type MediaDeps, storeFile } from './service.ts';

export interface FetchDeps {
  readonly media: MediaDeps;
  /** Requests URLs that tenants choose. */
  readonly outbound: { readonly fetches: Outbound };
}

/**
 * The time limit for the file of a message, in milliseconds. Meanwhile the message uses a place for running jobs, and
 * later messages of its conversation wait.
 */
const fetchMs = 60_000;

/**
 * Downloads the file at the URL of an outbound message, and stores it like an upload. Returns the refusal if the
 * message cannot be sent with it. Do not call it in a transaction.
 */
export async function fetchFile(
  ctx: TenantContext,
  { media, outbound }: FetchDeps,
  { id: messageId, channelType, attachments: [attachment] }: Message,
): Promise<ProviderRefusal | undefined> {
  if (!attachment) return refused(mediaError, null);
  const file = await receive(outbound.fetches, media, { channelType, attachment });
  if ('error' in file) return file;
  const refusal = refuseFileAs(channelType, attachment.kind, file);
  if (refusal) {
    await dropDraft(file);
    return refused(mediaError, null, unsuitable(channelType, refusal.details));
  }
  await storeFile(ctx, media, file);
  const { filename } = file;
  const payload = { messageId, attachmentId: attachment.id };
  await inTransaction(ctx, (ctx) => attachFile(ctx, payload, file, { filename }));
  return undefined;
}

interface Fetched {
  readonly channelType: ChannelType;
  readonly attachment: Attachment;
}

async function receive(
  fetches: Outbound,
  { files: { draftDir } }: MediaDeps,
  { channelType, attachment: { url, kind, filename } }: Fetched,
): Promise<UploadedFile | ProviderRefusal> {
  try {
    const { bytes, contentType } = await openGuarded(fetches, url ?? '', fetchMs);
    return await receiveDownload(bytes, {
      draftDir,
      limitBytes: receivedLimit(channelType, kind),
      contentType,
      filename: filename ?? fileNameIn(new URL(url ?? '')),
    });
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const { message, isFinal } = failure;
    return refused(isFinal ? mediaError : { ...mediaError, automaticRetry: true }, null, message);
  }
}

function unsuitable(
  channelType: ChannelType,
  { mimeType, sizeBytes, maxBytes, allowedTypes }: Record<string, unknown>,
): string {
  const allowed = `${String(allowedTypes).replaceAll(',', ', ')} up to ${maxBytes} bytes`;
  return `The file is ${mimeType} with ${sizeBytes} bytes; ${channelType} accepts ${allowed}.`;
}

/** Returns why a URL gave no file; undefined for failures of this server. */
function failureOf(error: unknown): { message: string; isFinal: boolean } | undefined {
  if (error instanceof FileNotAskedError) return { message: error.message, isFinal: false };
  if (error instanceof FetchTextError || error instanceof AddressNotAllowedError) {
    return { message: error.message, isFinal: true };
  }
  if (error instanceof ServiceError) {
    if (error.code !== 'SVC-PAYLOAD-TOO-LARGE') return undefined;
    return {
      message: `The file has more than ${error.details['limitBytes']} bytes.`,
      isFinal: true,
    };
  }
  if (storageFailure(error)) return undefined;
  return { message: fileNotSent, isFinal: false };
}
