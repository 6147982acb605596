import { Readable } from 'node:stream';
import type { StoredMedia } from '@parley/domain';
import { receiveUpload } from '../src/media/drafts.ts';
import { addMedia, storeFile } from '../src/media/service.ts';
import { inTransaction, type TenantContext } from '../src/tenancy/context.ts';
import type { TestServer } from './start-server.ts';

/** A file that was uploaded. Each character stands for a byte. */
export async function storedFile(
  { deps: { media } }: TestServer,
  ctx: TenantContext,
  bytes: string,
  claims: { readonly filename?: string; readonly contentType?: string } = {},
): Promise<StoredMedia> {
  const source = Readable.from([Buffer.from(bytes, 'latin1')]);
  const { draftDir } = media.files;
  const file = await receiveUpload(source, { draftDir, ...claims });
  await storeFile(ctx, media, file);
  return await inTransaction(ctx, (ctx) => addMedia(ctx, file));
}
