import type { KnowledgeSourceStatus } from '@parley/contract/schemas';
import {
  foundAs,
  indexedSource,
  isIndexedAtOnce,
  isSame,
  type StoredSource,
  sourceText,
} from '@parley/domain';
import { type PreparedSource, prepareLongSource, type SourceText } from '@parley/search';
import { enqueue } from '../jobs/queue.ts';
import { editIndexes, type IndexName } from '../knowledge/edit-index.ts';
import { knowledgeChunksTable } from '../knowledge/table.ts';
import type { TenantContext } from '../tenancy/context.ts';

/**
 * The index entries of a source, prepared before the transaction, because that can take long. `text` is the text that
 * they were prepared from.
 */
export interface Draft {
  readonly text: SourceText;
  readonly prepared: PreparedSource;
}

export async function draftOf(text: SourceText): Promise<Draft> {
  return { text, prepared: await prepareLongSource(text) };
}

/**
 * Returns the prepared text of a source: from the draft if that was made from the same text, otherwise prepared now.
 */
async function preparedFor(text: SourceText, draft: Draft | undefined): Promise<PreparedSource> {
  return draft && isSame(draft.text, text) ? draft.prepared : await prepareLongSource(text);
}

export function indexOf(status: KnowledgeSourceStatus): IndexName {
  const state = foundAs(status);
  return state === 'ready' ? 'sources' : `sources.${state}`;
}

/** Indexes a source in this transaction and returns it. Returns undefined when a job must index it. */
export async function indexAtOnce(
  ctx: TenantContext,
  source: StoredSource,
  { content, draft }: { readonly content: string | null; readonly draft: Draft | undefined },
): Promise<StoredSource | undefined> {
  if (content === null || !isIndexedAtOnce(source)) return undefined;
  const prepared = await preparedFor(sourceText(source, content), draft);
  await putIntoIndex(ctx, source, prepared);
  return indexedSource(source, prepared, ctx.now().toISOString());
}

export async function enqueueIndexing(
  ctx: TenantContext,
  { id: sourceId, contentVersion: version }: StoredSource,
): Promise<void> {
  await enqueue(ctx, 'index-source', { sourceId, version });
}

/** Writes the index entries of a source. Replaces its previous ones. */
export async function putIntoIndex(
  ctx: TenantContext,
  { id, status }: StoredSource,
  { analyzer, documents }: PreparedSource,
): Promise<void> {
  const index = indexOf(status);
  await editIndexes(ctx.db, { remove: [], add: [{ id, index, analyzer, documents }] });
}

/** Returns whether the index that searches of ready sources use has this source, whatever the source's status is. */
export async function isFoundAsReady(ctx: TenantContext, { id }: StoredSource): Promise<boolean> {
  const match = { record_id: id, index_name: indexOf('ready') };
  return (await ctx.db.select(knowledgeChunksTable).where(match).first()) !== undefined;
}
