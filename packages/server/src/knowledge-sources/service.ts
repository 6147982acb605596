import {
  type CreateKnowledgeSourceBody,
  type KnowledgeChunk,
  type KnowledgeSource,
  type KnowledgeSourceDetail,
  knowledgeLimits,
  type ListKnowledgeChunksQuery,
  type Page,
  ServiceError,
} from '@parley/contract/schemas';
import { countCharacters } from '@parley/search';
import { recordEvent } from '../events/service.ts';
import { detachFaqs } from '../knowledge-faqs/detach.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import {
  bringIn,
  type Draft,
  draftOf,
  enqueueIndexing,
  saveSource,
  subjectOf,
  takeOutOfIndex,
} from './indexing.ts';
import * as repository from './repository.ts';
import { newSource } from './rows.ts';
import type { KnowledgeSourceRow } from './table.ts';

export interface SourceOptions {
  /** Whether tenants may name URLs to be fetched. */
  readonly urlSources: boolean;
}

export interface PlannedSource {
  readonly language: string;
  readonly draft: Draft | undefined;
}

export async function getKnowledgeSource(
  ctx: TenantContext,
  id: string,
): Promise<KnowledgeSourceDetail> {
  const row = await repository.findSource(ctx.db, id);
  if (!row) throw missingSource(id);
  const content = row.checksum === null ? null : await repository.readContent(ctx.db, id);
  return { ...repository.toKnowledgeSource(row), content };
}

/** What takes its time and needs no transaction. */
export async function planSource(
  ctx: TenantContext,
  body: CreateKnowledgeSourceBody,
): Promise<PlannedSource> {
  const language = body.language ?? (await getCurrentTenant(ctx)).locale;
  if (body.type === 'url' || countCharacters(body.content) > knowledgeLimits.indexedAtOnce) {
    return { language, draft: undefined };
  }
  const { title, content, type: format } = body;
  return { language, draft: draftOf({ title, content, format, language }) };
}

export async function createKnowledgeSource(
  ctx: TenantContext,
  body: CreateKnowledgeSourceBody,
  { language, draft }: PlannedSource,
  { urlSources }: SourceOptions,
): Promise<KnowledgeSource> {
  return await inTransaction(ctx, async (ctx) => {
    const row = newSource(ctx, body, language);
    await refuseTaken(ctx, row);
    if (body.type === 'url' && !urlSources) throw urlSourcesDisabled('type');
    if (!(await repository.insertSource(ctx.db, row))) throw await conflict(ctx, row);
    const content = body.type === 'url' ? null : body.content;
    if (content !== null) await repository.writeContent(ctx.db, row.id, content);
    const object = repository.toKnowledgeSource(row);
    recordEvent(ctx, 'knowledge_source.created', { subject: subjectOf(row), object });
    return repository.toKnowledgeSource(await bringIn(ctx, row, { content, draft }));
  });
}

export async function deleteKnowledgeSource(ctx: TenantContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await lockSource(ctx, id);
    await detachFaqs(ctx, id);
    await takeOutOfIndex(ctx, row);
    await repository.removeSource(ctx.db, id);
    const object = repository.toKnowledgeSource(row);
    recordEvent(ctx, 'knowledge_source.deleted', { subject: subjectOf(row), object });
  });
}

export async function reindexKnowledgeSource(
  ctx: TenantContext,
  id: string,
  { urlSources }: SourceOptions,
): Promise<KnowledgeSource> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await lockSource(ctx, id);
    if (before.status === 'archived') {
      throw new ServiceError('SVC-INVALID-TRANSITION', {
        resource: 'knowledgeSource',
        id,
        from: before.status,
        action: 'reindex',
        allowed: ['processing', 'ready', 'failed'],
        suggestion: 'update',
      });
    }
    if (before.type === 'url' && !urlSources) throw urlSourcesDisabled('type');
    const wanted: KnowledgeSourceRow = {
      ...before,
      status: 'processing',
      error: null,
      fetch_due: before.type === 'url' ? 1 : 0,
      content_version: before.content_version + 1,
    };
    const row = await saveSource(ctx, before, wanted, 'knowledge_source.updated');
    await enqueueIndexing(ctx, row);
    return repository.toKnowledgeSource(row);
  });
}

export async function listKnowledgeChunks(
  ctx: TenantContext,
  id: string,
  query: ListKnowledgeChunksQuery,
): Promise<Page<KnowledgeChunk>> {
  if (!(await repository.findSource(ctx.db, id))) throw missingSource(id);
  return await repository.listChunks(ctx.db, id, query);
}

/** In a transaction, until whose end it stays. */
export async function requireKnowledgeSource(ctx: TenantContext, id: string): Promise<void> {
  await lockSource(ctx, id);
}

export async function lockSource(ctx: TenantContext, id: string): Promise<KnowledgeSourceRow> {
  const row = await repository.lockSource(ctx.db, id);
  if (!row) throw missingSource(id);
  return row;
}

/** Throws when another source has its externalId. */
export async function refuseTaken(ctx: TenantContext, row: KnowledgeSourceRow): Promise<void> {
  if (row.external_id === null) return;
  const other = await repository.findSourceByExternalId(ctx.db, row.external_id);
  if (other && other.id !== row.id) throw taken(other.id);
}

/** After a write that another source's externalId forbids: that one has committed. */
export async function conflict(
  ctx: TenantContext,
  { external_id: externalId }: KnowledgeSourceRow,
): Promise<ServiceError> {
  const other =
    externalId === null ? undefined : await repository.findSourceByExternalId(ctx.db, externalId);
  return taken(other?.id ?? null);
}

export function urlSourcesDisabled(field: string): ServiceError {
  return new ServiceError('SVC-RULE-VIOLATION', { rule: 'url_sources_disabled', field });
}

function taken(existingId: string | null): ServiceError {
  return new ServiceError('SVC-CONFLICT', {
    resource: 'knowledgeSource',
    field: 'externalId',
    existingId,
  });
}

function missingSource(id: string): ServiceError {
  return new ServiceError('SVC-NOT-FOUND', { resource: 'knowledgeSource', id });
}
