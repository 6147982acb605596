import type { Channel } from '@parley/contract/schemas';
import type { StoredMessage } from '@parley/domain';
import { enqueue } from '../jobs/queue.ts';
import type { TenantContext } from '../tenancy/context.ts';

/** Queues a download for each file that a provider announced. Call it in the transaction that writes the message. */
export async function queueDownloads(
  ctx: TenantContext,
  { id: lane, provider }: Pick<Channel, 'id' | 'provider'>,
  { id: messageId, content }: Pick<StoredMessage, 'id' | 'content'>,
): Promise<void> {
  // The sandbox announces files that have no bytes.
  if (provider === 'sandbox') return;
  for (const { id: attachmentId, status } of content?.attachments ?? []) {
    if (status !== 'pending') continue;
    // In the lane of its channel: files of a network that does not answer must not hold up those of another one.
    await enqueue(ctx, 'download-file', { messageId, attachmentId }, { lane });
  }
}
