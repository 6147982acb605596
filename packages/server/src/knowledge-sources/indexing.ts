import { isDeepStrictEqual } from 'node:util';
import { type KnowledgeSource, knowledgeLimits } from '@parley/contract/schemas';
import { type PreparedSource, prepareSource, type SourceText } from '@parley/search';
import { differences } from '../events/differences.ts';
import { recordEvent } from '../events/service.ts';
import { enqueue } from '../jobs/queue.ts';
import { editIndexes, type IndexName } from '../knowledge/edit-index.ts';
import type { TenantContext } from '../tenancy/context.ts';
import * as repository from './repository.ts';
import type { KnowledgeSourceRow } from './table.ts';

// What is found of a source follows from its title, content, language and status. Every change of
// these counts up `content_version`: only who has read the newest may put it into the index.

/** A text made ready to be found, which takes its time: before the transaction, not in it. */
export interface Draft {
  readonly text: SourceText;
  readonly prepared: PreparedSource;
}

export function draftOf(text: SourceText): Draft {
  return { text, prepared: prepareSource(text) };
}

/** The draft where it is of this very text; else it is made now. */
export function preparedFor(text: SourceText, draft: Draft | undefined): PreparedSource {
  return draft && isDeepStrictEqual(draft.text, text) ? draft.prepared : prepareSource(text);
}

export function textOf(
  { title, type, fetched_format: format, language }: KnowledgeSourceRow,
  content: string,
): SourceText {
  return { title, content, language, format: type === 'url' ? (format ?? 'page') : type };
}

export function indexOf(status: KnowledgeSource['status']): IndexName {
  if (status === 'archived' || status === 'failed') return `sources.${status}`;
  return 'sources';
}

/** Whether it can be put into the index within a request. */
export function isQuick(row: KnowledgeSourceRow): boolean {
  if (row.status !== 'archived' && row.fetch_due === 1) return false;
  return row.content_length <= knowledgeLimits.indexedAtOnce;
}

/** A row that is `processing`: into the index within this transaction where that is quick, else by a job. */
export async function bringIn(
  ctx: TenantContext,
  row: KnowledgeSourceRow,
  { content, draft }: { content: string | null; draft: Draft | undefined },
): Promise<KnowledgeSourceRow> {
  if (content === null || !isQuick(row)) {
    await enqueueIndexing(ctx, row);
    return row;
  }
  const prepared = preparedFor(textOf(row, content), draft);
  await putIntoIndex(ctx, row, prepared);
  return await saveSource(ctx, row, indexed(ctx, row, prepared), 'knowledge_source.ready');
}

export async function enqueueIndexing(
  ctx: TenantContext,
  { id: sourceId, content_version: version }: KnowledgeSourceRow,
): Promise<void> {
  await enqueue(ctx, 'index-source', { sourceId, version });
}

/** Takes the place of what was in the index of it, if anything was. */
export async function putIntoIndex(
  ctx: TenantContext,
  { id, status }: KnowledgeSourceRow,
  { analyzer, documents }: PreparedSource,
): Promise<void> {
  const index = indexOf(status);
  await editIndexes(ctx.db, { remove: [], add: [{ id, index, analyzer, documents }] });
}

export async function takeOutOfIndex(
  ctx: TenantContext,
  { id }: KnowledgeSourceRow,
): Promise<void> {
  await editIndexes(ctx.db, { remove: [id], add: [] });
}

/** The record once it is in the index. */
export function indexed(
  ctx: TenantContext,
  row: KnowledgeSourceRow,
  { chunkCount, charCount }: PreparedSource,
): KnowledgeSourceRow {
  const counted = { ...row, chunk_count: chunkCount, char_count: charCount };
  if (row.status === 'archived') return counted;
  return { ...counted, status: 'ready', error: null, indexed_at: ctx.now().toISOString() };
}

/** Writes what changed and tells of it; without a difference that can be seen it tells nothing. */
export async function saveSource(
  ctx: TenantContext,
  before: KnowledgeSourceRow,
  wanted: KnowledgeSourceRow,
  event: 'knowledge_source.updated' | 'knowledge_source.ready' | 'knowledge_source.failed',
): Promise<KnowledgeSourceRow> {
  const { toKnowledgeSource } = repository;
  const previous = differences(toKnowledgeSource(before), toKnowledgeSource(wanted));
  const after = previous ? { ...wanted, updated_at: ctx.now().toISOString() } : wanted;
  await repository.updateSource(ctx.db, after);
  if (previous) {
    const object = toKnowledgeSource(after);
    recordEvent(ctx, event, { subject: subjectOf(after), object, previous });
  }
  return after;
}

export function subjectOf({ id }: { id: string }) {
  return { type: 'knowledge_source', id };
}
