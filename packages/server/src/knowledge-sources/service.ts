import { hash } from 'node:crypto';
import type {
  CreateKnowledgeSourceBody,
  KnowledgeSource,
  KnowledgeSourceDetail,
  UpdateKnowledgeSourceBody,
} from '@parley/contract/schemas';
import {
  isIndexedAtOnce,
  isMovedPage,
  type KnowledgeSourceChange,
  knowledgeSourceRules,
  type NewKnowledgeSource,
  notFound,
  reindexedSource,
  requireUrlSources,
  type StoredSource,
  shownSource,
  sourceText,
} from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import { takeOutOfIndex } from '../knowledge/edit-index.ts';
import { detachFaqs } from '../knowledge-faqs/detach.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { readContent, removeContent, writeContent } from './contents.ts';
import { type Draft, draftOf, enqueueIndexing, indexAtOnce } from './indexing.ts';
import { readSource } from './statements/read-source.ts';
import { knowledgeSourcesTable } from './table.ts';

export interface SourceOptions {
  /** Whether tenants may create sources with a URL that the server fetches. */
  readonly urlSources: boolean;
}

export const knowledgeSources = defineRecords(knowledgeSourcesTable, knowledgeSourceRules, {
  make: (source) => ({ record: shownSource(source) }),
  async removing(ctx, source) {
    await detachFaqs(ctx, source.id);
    await takeOutOfIndex(ctx, source);
    await removeContent(ctx, source.id);
  },
});

/** A request with what took long to prepare, before its transaction. */
export interface Planned<Body> {
  readonly body: Body;
  readonly draft: Draft | undefined;
}

export function checksumOf(content: string): string {
  return hash('sha256', content, 'hex');
}

export async function getKnowledgeSource(
  ctx: TenantContext,
  id: string,
): Promise<KnowledgeSourceDetail> {
  const found = await ctx.db.run(readSource, id);
  if (!found) throw notFound('knowledgeSource', id);
  return { ...shownSource(found.source), content: found.content };
}

export async function planSource(
  ctx: TenantContext,
  body: CreateKnowledgeSourceBody,
): Promise<Planned<NewKnowledgeSource>> {
  const language = body.language ?? (await getCurrentTenant(ctx)).locale;
  const content = body.type === 'url' ? null : body.content;
  const checksum = content === null ? null : checksumOf(content);
  const planned = { ...body, language, checksum };
  const source = knowledgeSourceRules.initial(planned, { id: '', at: '' });
  return { body: planned, draft: await draftFor(source, content) };
}

async function draftFor(source: StoredSource, content: string | null): Promise<Draft | undefined> {
  if (content === null || !isIndexedAtOnce(source)) return undefined;
  return await draftOf(sourceText(source, content));
}

export async function createKnowledgeSource(
  ctx: TenantContext,
  { body, draft }: Planned<NewKnowledgeSource>,
  { urlSources }: SourceOptions,
): Promise<KnowledgeSource> {
  return await inTransaction(ctx, async (ctx) => {
    const source = knowledgeSources.initial(ctx, body);
    await knowledgeSources.requireFree(ctx, source);
    if (body.type === 'url') requireUrlSources(urlSources, 'type');
    const created = await knowledgeSources.add(ctx, source);
    const content = body.type === 'url' ? null : body.content;
    if (content !== null) await writeContent(ctx, source.id, content);
    return (await bringIn(ctx, source, { content, draft })) ?? created;
  });
}

/** Indexes a `processing` source in this transaction and returns it. Returns undefined when a job will index it. */
async function bringIn(
  ctx: TenantContext,
  source: StoredSource,
  text: { readonly content: string | null; readonly draft: Draft | undefined },
): Promise<KnowledgeSource | undefined> {
  const indexed = await indexAtOnce(ctx, source, text);
  if (indexed) return await knowledgeSources.save(ctx, source, indexed);
  await enqueueIndexing(ctx, source);
  return undefined;
}

/**
 * Prepares an update of a source before its transaction. The result has no `draft` when the source is missing, or the
 * update does not change its text.
 */
export async function planSourceUpdate(
  ctx: TenantContext,
  id: string,
  { content, ...fields }: UpdateKnowledgeSourceBody,
): Promise<Planned<KnowledgeSourceChange>> {
  const body = {
    ...fields,
    ...(content !== undefined && { content, checksum: checksumOf(content) }),
  };
  const found = await ctx.db.run(readSource, id);
  if (!found) return { body, draft: undefined };
  const { source: before } = found;
  const wanted = knowledgeSourceRules.changed(before, body, ctx.now().toISOString());
  if (wanted.contentVersion === before.contentVersion) return { body, draft: undefined };
  return { body, draft: await draftFor(wanted, content ?? found.content) };
}

export async function updateKnowledgeSource(
  ctx: TenantContext,
  id: string,
  { body, draft }: Planned<KnowledgeSourceChange>,
  { urlSources }: SourceOptions,
): Promise<KnowledgeSource> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await knowledgeSources.take(ctx, id);
    const wanted = knowledgeSourceRules.changed(before, body, ctx.now().toISOString());
    if (isMovedPage(before, body)) requireUrlSources(urlSources, 'url');
    const { content: given } = body;
    if (given !== undefined && wanted.checksum !== before.checksum) {
      await writeContent(ctx, id, given);
    }
    if (wanted.contentVersion === before.contentVersion) {
      return await knowledgeSources.save(ctx, before, wanted);
    }
    const content = isIndexedAtOnce(wanted) ? (given ?? (await readContent(ctx, id))) : null;
    if (wanted.status === 'archived') return await archive(ctx, before, wanted, { content, draft });
    const { after, answer } = await knowledgeSources.replace(ctx, before, wanted);
    return (await bringIn(ctx, after, { content, draft })) ?? answer;
  });
}

/**
 * Archives a source: from now on, only searches of archived sources find it. They find a long one when a job has
 * indexed it.
 */
async function archive(
  ctx: TenantContext,
  before: StoredSource,
  wanted: StoredSource,
  text: { readonly content: string | null; readonly draft: Draft | undefined },
): Promise<KnowledgeSource> {
  const indexed = await indexAtOnce(ctx, wanted, text);
  if (!indexed) {
    await takeOutOfIndex(ctx, wanted);
    if (wanted.checksum !== null) await enqueueIndexing(ctx, wanted);
  }
  return await knowledgeSources.save(ctx, before, indexed ?? wanted);
}

export async function reindexKnowledgeSource(
  ctx: TenantContext,
  id: string,
  { urlSources }: SourceOptions,
): Promise<KnowledgeSource> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await knowledgeSources.take(ctx, id);
    const wanted = reindexedSource(before);
    if (before.type === 'url') requireUrlSources(urlSources, 'type');
    const { after, answer } = await knowledgeSources.replace(ctx, before, wanted);
    await enqueueIndexing(ctx, after);
    return answer;
  });
}
