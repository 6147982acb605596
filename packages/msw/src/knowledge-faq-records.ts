// FAQs as requests make and change them.

import {
  type CreateKnowledgeFaqBody,
  type KnowledgeFaq,
  type KnowledgeFaqStatus,
  mergeMetadata,
  ServiceError,
  type UpdateKnowledgeFaqBody,
} from '@parley/contract';
import { givenFields } from '@parley/domain';
import { prepareFaq, questionKey } from '@parley/search';
import { recordFaq } from './events.ts';
import type { FaqRecord } from './knowledge-state.ts';
import { changeRecord, getRecord } from './records.ts';
import type { Store } from './store.ts';

const resource = 'knowledgeFaq';

/** Throws what the service refuses: its source is missing, its externalId or its question taken. */
export function insertFaq(store: Store, body: CreateKnowledgeFaqBody): FaqRecord {
  checkSource(store, body.sourceId);
  const now = store.now();
  const faq: KnowledgeFaq = {
    id: store.newId(resource),
    question: body.question,
    alternateQuestions: body.alternateQuestions ?? [],
    answer: body.answer,
    language: body.language ?? store.tenant.locale,
    status: body.status,
    tags: body.tags ?? [],
    sourceId: body.sourceId ?? null,
    position: body.position ?? 0,
    externalId: body.externalId ?? null,
    hitCount: 0,
    lastHitAt: null,
    helpfulCount: 0,
    unhelpfulCount: 0,
    metadata: body.metadata ?? {},
    createdAt: now,
    updatedAt: now,
    publishedAt: body.status === 'published' ? now : null,
  };
  checkUnique(store, faq);
  const revision = store.knowledge.newRevision();
  const record = { ...faq, prepared: prepareFaq(faq), revision };
  store.knowledge.faqs.set(faq.id, record);
  recordFaq(store, 'knowledge_faq.created', record, null);
  return record;
}

/** Throws what the service refuses, and then nothing is changed. */
export function changeFaq(store: Store, faq: FaqRecord, body: UpdateKnowledgeFaqBody): void {
  checkSource(store, body.sourceId);
  checkMove(faq, body.status ?? faq.status);
  const now = store.now();
  const { metadata, ...fields } = body;
  const isPublished = body.status === 'published' && faq.status !== 'published';
  const change = {
    ...givenFields(fields),
    ...(metadata ? { metadata: mergeMetadata(faq.metadata, metadata) } : {}),
    ...(isPublished ? { publishedAt: now } : {}),
  };
  checkUnique(store, { ...faq, ...change });
  const previous = changeRecord<KnowledgeFaq>(faq, change, now);
  if (!previous) return;
  if (foundBy.some((field) => field in previous)) {
    faq.prepared = prepareFaq(faq);
    faq.revision = store.knowledge.newRevision();
  }
  recordFaq(store, 'knowledge_faq.updated', faq, previous);
}

const foundBy = ['question', 'alternateQuestions', 'answer', 'language', 'status'] as const;

export function getFaq(store: Store, id: string): FaqRecord {
  return getRecord(store.knowledge.faqs, resource, id);
}

/** As it is answered. */
export function toFaq({ prepared: _prepared, revision: _revision, ...faq }: FaqRecord) {
  return faq;
}

const moves: Readonly<Record<KnowledgeFaqStatus, readonly KnowledgeFaqStatus[]>> = {
  draft: ['published'],
  published: ['draft', 'archived'],
  archived: ['draft'],
};

function checkMove({ id, status: from }: FaqRecord, to: KnowledgeFaqStatus): void {
  const allowed = [...moves[from]];
  if (from === to || allowed.includes(to)) return;
  throw new ServiceError('SVC-INVALID-TRANSITION', { resource, id, from, to, allowed });
}

function checkSource({ knowledge }: Store, id: string | null | undefined): void {
  if (id !== null && id !== undefined) getRecord(knowledge.sources, 'knowledgeSource', id);
}

/** What is archived asks nothing. */
function checkUnique({ knowledge }: Store, faq: KnowledgeFaq): void {
  const others = [...knowledge.faqs.values()].filter(({ id }) => id !== faq.id);
  const named = others.find(
    ({ externalId }) => externalId !== null && externalId === faq.externalId,
  );
  if (named) throw conflict('externalId', named.id);
  if (faq.status === 'archived') return;
  const key = keyOf(faq);
  const same = others.find((other) => other.status !== 'archived' && keyOf(other) === key);
  if (same) throw conflict('question', same.id);
}

function keyOf({ language, question }: KnowledgeFaq): string {
  return `${language.toLowerCase()} ${questionKey(question)}`;
}

function conflict(field: string, existingId: string): ServiceError {
  return new ServiceError('SVC-CONFLICT', { resource, field, existingId });
}
