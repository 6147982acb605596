import {
  type KnowledgeSource,
  ServiceError,
  type UpdateKnowledgeSourceBody,
} from '@parley/contract/schemas';
import { inSavepoint, inTransaction, type TenantContext } from '../tenancy/context.ts';
import {
  bringIn,
  type Draft,
  draftOf,
  enqueueIndexing,
  indexed,
  isQuick,
  preparedFor,
  putIntoIndex,
  saveSource,
  takeOutOfIndex,
  textOf,
} from './indexing.ts';
import * as repository from './repository.ts';
import { changedSource } from './rows.ts';
import {
  conflict,
  lockSource,
  refuseTaken,
  type SourceOptions,
  urlSourcesDisabled,
} from './service.ts';
import type { KnowledgeSourceRow } from './table.ts';

/** What takes its time, as far as it can be told before the source is locked. */
export async function planSourceUpdate(
  ctx: TenantContext,
  id: string,
  body: UpdateKnowledgeSourceBody,
): Promise<Draft | undefined> {
  const before = await repository.findSource(ctx.db, id);
  if (!before) return undefined;
  const { metadata: _, ...given } = body;
  const wanted = changedSource(before, given);
  if (wanted.content_version === before.content_version || !isQuick(wanted)) return undefined;
  const content = body.content ?? (await repository.readContent(ctx.db, id));
  return content === null ? undefined : draftOf(textOf(wanted, content));
}

export async function updateKnowledgeSource(
  ctx: TenantContext,
  id: string,
  body: UpdateKnowledgeSourceBody,
  { draft, urlSources }: SourceOptions & { readonly draft: Draft | undefined },
): Promise<KnowledgeSource> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await lockSource(ctx, id);
    if (body.status === 'ready' && before.status === 'failed') throw stillFailed(id);
    const wanted = changedSource(before, body);
    await refuseTaken(ctx, wanted);
    refuseUnruly(before, body, urlSources);
    const row = await write(ctx, before, wanted, body.content, draft);
    return repository.toKnowledgeSource(row);
  });
}

async function write(
  ctx: TenantContext,
  before: KnowledgeSourceRow,
  wanted: KnowledgeSourceRow,
  given: string | undefined,
  draft: Draft | undefined,
): Promise<KnowledgeSourceRow> {
  const isStale = wanted.content_version > before.content_version;
  if (given !== undefined && wanted.checksum !== before.checksum) {
    await repository.writeContent(ctx.db, before.id, given);
  }
  if (!isStale) return await save(ctx, before, wanted);
  const content = isQuick(wanted) ? (given ?? (await contentOf(ctx, wanted))) : null;
  if (wanted.status !== 'archived') {
    const row = await save(ctx, before, wanted);
    return await bringIn(ctx, row, { content, draft });
  }
  // Nobody finds it from this very moment on; a long one comes into the archive later.
  if (content === null) {
    await takeOutOfIndex(ctx, wanted);
    if (wanted.checksum !== null) await enqueueIndexing(ctx, wanted);
    return await save(ctx, before, wanted);
  }
  const prepared = preparedFor(textOf(wanted, content), draft);
  await putIntoIndex(ctx, wanted, prepared);
  return await save(ctx, before, indexed(ctx, wanted, prepared));
}

/** Null where none was fetched yet. */
async function contentOf(ctx: TenantContext, row: KnowledgeSourceRow): Promise<string | null> {
  if (row.checksum === null) return null;
  return await repository.readContent(ctx.db, row.id);
}

async function save(
  ctx: TenantContext,
  before: KnowledgeSourceRow,
  wanted: KnowledgeSourceRow,
): Promise<KnowledgeSourceRow> {
  try {
    return await inSavepoint(ctx, (ctx) =>
      saveSource(ctx, before, wanted, 'knowledge_source.updated'),
    );
  } catch (error) {
    // Another source took the externalId since it was looked for.
    throw repository.isTaken(error) ? await conflict(ctx, wanted) : error;
  }
}

function refuseUnruly(
  before: KnowledgeSourceRow,
  { content, url }: UpdateKnowledgeSourceBody,
  urlSources: boolean,
): void {
  if (before.type !== 'url') return;
  if (content !== undefined) throw violation('content_is_fetched', 'content');
  if (url === null) throw violation('url_required', 'url');
  if (url !== undefined && url !== before.url && !urlSources) throw urlSourcesDisabled('url');
}

function violation(rule: string, field: string): ServiceError {
  return new ServiceError('SVC-RULE-VIOLATION', { rule, field });
}

function stillFailed(id: string): ServiceError {
  return new ServiceError('SVC-INVALID-TRANSITION', {
    resource: 'knowledgeSource',
    id,
    from: 'failed',
    to: 'ready',
    allowed: ['archived'],
    suggestion: 'reindex',
  });
}
