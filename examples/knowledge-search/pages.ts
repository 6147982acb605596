import { setTimeout as sleep } from 'node:timers/promises';
import type { KnowledgeSource, Parley } from '@parley/sdk';
import type { WebhookEvent } from '@parley/sdk/webhooks';

// #region add
/** Lets the server fetch a page, and waits until searches find the page. */
export async function addPage(parley: Parley, url: string): Promise<KnowledgeSource> {
  let source = await parley.knowledgeSources.create({ type: 'url', url });
  while (source.status === 'processing') {
    await sleep(500);
    source = await parley.knowledgeSources.get(source.id);
  }
  if (source.error) throw new Error(`${url}: ${source.error.code}, ${source.error.message}`);
  return source;
}
// #endregion

// #region events
/** The same without polling: the receiver of webhooks gets the result. */
export function noteOf(event: WebhookEvent): string | undefined {
  switch (event.type) {
    case 'knowledge_source.ready':
      return `${event.data.object.title}: ${event.data.object.chunkCount} passages`;
    case 'knowledge_source.failed':
      return `${event.data.object.url}: ${event.data.object.error?.message}`;
    default:
      return undefined;
  }
}
// #endregion

// #region refresh
/** Fetches every page again, for example once a day. The old text of a page stays searchable until the new text is ready. */
export async function refreshPages(parley: Parley): Promise<void> {
  const pages = parley.knowledgeSources.list({ type: 'url', status: ['ready', 'failed'] });
  for await (const { id } of pages) await parley.knowledgeSources.reindex(id);
}
// #endregion
