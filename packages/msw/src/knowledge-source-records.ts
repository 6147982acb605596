// Sources as requests make and change them.

import {
  type CreateKnowledgeSourceBody,
  type KnowledgeSource,
  mergeMetadata,
  ServiceError,
  type UpdateKnowledgeSourceBody,
} from '@parley/contract';
import { givenFields } from '@parley/domain';
import { recordSource } from './events.ts';
import {
  bringIn,
  foundAs,
  indexLater,
  moveToArchive,
  saveSource,
  titleOf,
} from './knowledge-indexing.ts';
import type { SourceRecord } from './knowledge-state.ts';
import { getRecord } from './records.ts';
import { sha256 } from './sha256.ts';
import type { Store } from './store.ts';

const resource = 'knowledgeSource';

/** Throws what the service refuses: an externalId that is taken, a page where none is fetched. */
export function insertSource(store: Store, body: CreateKnowledgeSourceBody): SourceRecord {
  checkExternalId(store, body.externalId, undefined);
  if (body.type === 'url') checkUrlSources(store, 'type');
  const source = newSource(store, body);
  store.knowledge.sources.set(source.id, source);
  recordSource(store, 'knowledge_source.created', source, null);
  bringIn(store, source, source.createdAt);
  return source;
}

/** Throws what the service refuses, and then nothing is changed. */
export function changeSource(
  store: Store,
  source: SourceRecord,
  body: UpdateKnowledgeSourceBody,
): void {
  const { content, metadata, status, ...fields } = body;
  if (status === 'ready' && source.status === 'failed') throw stillFailed(source.id);
  checkExternalId(store, body.externalId, source.id);
  if (source.type === 'url') checkPage(store, source, body);
  const change = {
    ...givenFields(fields),
    ...(content === undefined ? {} : { checksum: sha256(content) }),
    ...(metadata ? { metadata: mergeMetadata(source.metadata, metadata) } : {}),
    status: statusAfter(source, status),
  };
  const isStale = isStaleAfter(source, change, content);
  source.isFetchDue ||= isMoved(source, change);
  source.content = content ?? source.content;
  source.isTitledByPage &&= body.title === undefined;
  if (isStale) source.version += 1;
  const told = { at: store.now(), event: 'knowledge_source.updated' } as const;
  if (!isStale) saveSource(store, source, change, told);
  else if (change.status === 'archived') moveToArchive(store, source, change);
  else {
    saveSource(store, source, { ...change, status: 'processing', error: null }, told);
    bringIn(store, source, told.at);
  }
}

/** Indexes it anew, and fetches its page again. Throws what the service refuses. */
export function reindexSource(store: Store, source: SourceRecord): void {
  const { id, status: from, type } = source;
  if (from === 'archived') {
    const allowed = ['processing', 'ready', 'failed'];
    const refusal = { resource, id, from, action: 'reindex', allowed, suggestion: 'update' };
    throw new ServiceError('SVC-INVALID-TRANSITION', refusal);
  }
  if (type === 'url') checkUrlSources(store, 'type');
  source.isFetchDue = type === 'url';
  source.version += 1;
  const told = { at: store.now(), event: 'knowledge_source.updated' } as const;
  saveSource(store, source, { status: 'processing', error: null }, told);
  indexLater(store, source);
}

/** The FAQs that were taken from it stay. */
export function removeSource(store: Store, source: SourceRecord): void {
  const { sources, faqs } = store.knowledge;
  sources.delete(source.id);
  for (const faq of faqs.values()) if (faq.sourceId === source.id) faq.sourceId = null;
  recordSource(store, 'knowledge_source.deleted', source, null);
}

export function getSource(store: Store, id: string): SourceRecord {
  return getRecord(store.knowledge.sources, resource, id);
}

/** As it is answered. */
export function toSource(source: SourceRecord): KnowledgeSource {
  const { content, fetchedFormat, isFetchDue, isTitledByPage, version, found, ...answered } =
    source;
  return answered;
}

function newSource(store: Store, body: CreateKnowledgeSourceBody): SourceRecord {
  const now = store.now();
  const content = body.type === 'url' ? null : body.content;
  return {
    id: store.newId(resource),
    title: body.title ?? titleOf(body.url ?? ''),
    type: body.type,
    url: body.url ?? null,
    externalId: body.externalId ?? null,
    language: body.language ?? store.tenant.locale,
    status: 'processing',
    error: null,
    tags: body.tags ?? [],
    chunkCount: 0,
    charCount: 0,
    checksum: content === null ? null : sha256(content),
    indexedAt: null,
    metadata: body.metadata ?? {},
    createdAt: now,
    updatedAt: now,
    content,
    fetchedFormat: null,
    isFetchDue: body.type === 'url',
    isTitledByPage: body.title === undefined,
    version: 1,
    found: null,
  };
}

function statusAfter(
  { status }: SourceRecord,
  wanted: UpdateKnowledgeSourceBody['status'],
): KnowledgeSource['status'] {
  if (wanted === 'archived') return 'archived';
  return wanted === 'ready' && status === 'archived' ? 'processing' : status;
}

/** Whether what is found is no more what should be. */
function isStaleAfter(
  source: SourceRecord,
  change: Partial<KnowledgeSource>,
  content: string | undefined,
): boolean {
  const { title, language, checksum, status } = { ...source, ...change };
  return (
    title !== source.title ||
    language !== source.language ||
    checksum !== source.checksum ||
    isMoved(source, change) ||
    foundAs(status) !== foundAs(source.status) ||
    (content !== undefined && source.status === 'failed')
  );
}

/** Whether its page is at another URL now. */
function isMoved(source: SourceRecord, { url }: Partial<KnowledgeSource>): boolean {
  return source.type === 'url' && url !== undefined && url !== source.url;
}

function checkExternalId(
  store: Store,
  externalId: string | null | undefined,
  ownId: string | undefined,
): void {
  if (externalId === null || externalId === undefined) return;
  for (const other of store.knowledge.sources.values()) {
    if (other.id === ownId || other.externalId !== externalId) continue;
    const existingId = other.id;
    throw new ServiceError('SVC-CONFLICT', { resource, field: 'externalId', existingId });
  }
}

function checkPage(
  store: Store,
  source: SourceRecord,
  { content, url }: UpdateKnowledgeSourceBody,
): void {
  if (content !== undefined) throw violation('content_is_fetched', 'content');
  if (url === null) throw violation('url_required', 'url');
  if (url !== undefined && url !== source.url) checkUrlSources(store, 'url');
}

function checkUrlSources({ knowledge }: Store, field: string): void {
  if (!knowledge.urlSources) throw violation('url_sources_disabled', field);
}

function violation(rule: string, field: string): ServiceError {
  return new ServiceError('SVC-RULE-VIOLATION', { rule, field });
}

function stillFailed(id: string): ServiceError {
  return new ServiceError('SVC-INVALID-TRANSITION', {
    resource,
    id,
    from: 'failed',
    to: 'ready',
    allowed: ['archived'],
    suggestion: 'reindex',
  });
}
