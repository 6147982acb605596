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

/** Prepares a text for the index before the transaction, because it can take long. */
export interface Draft {
  readonly text: SourceText;
  readonly prepared: PreparedSource;
}

export async function draftOf(text: SourceText): Promise<Draft> {
  return { text, prepared: await prepareLongSource(text) };
}

/** The draft where it is of this very text; else the text is prepared now. */
async function preparedFor(text: SourceText, draft: Draft | undefined): Promise<PreparedSource> {
  return draft && isSame(draft.text, text) ? draft.prepared : await prepareLongSource(text);
}

export function indexOf(status: KnowledgeSourceStatus): IndexName {
  const state = foundAs(status);
  return state === 'ready' ? 'sources' : `sources.${state}`;
}

/** The source once it is in the index; undefined where only a job can put it there. */
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

/** Replaces its previous index entries, if any. */
export async function putIntoIndex(
  ctx: TenantContext,
  { id, status }: StoredSource,
  { analyzer, documents }: PreparedSource,
): Promise<void> {
  const index = indexOf(status);
  await editIndexes(ctx.db, { remove: [], add: [{ id, index, analyzer, documents }] });
}

export async function takeOutOfIndex(ctx: TenantContext, { id }: { id: string }): Promise<void> {
  await editIndexes(ctx.db, { remove: [id], add: [] });
}

/** Whether searches of ready sources find it, whatever it is becoming. */
export async function isFoundAsReady(ctx: TenantContext, { id }: StoredSource): Promise<boolean> {
  const match = { record_id: id, index_name: indexOf('ready') };
  return (await ctx.db.select(knowledgeChunksTable).where(match).first()) !== undefined;
}
