import {
  type CreateKnowledgeFaqBody,
  type KnowledgeFaq,
  type KnowledgeFaqFeedbackBody,
  mergeMetadata,
  ServiceError,
  type UpdateKnowledgeFaqBody,
} from '@parley/contract/schemas';
import { mapInTurns } from '@parley/search';
import { differences } from '../events/differences.ts';
import { recordEvent } from '../events/service.ts';
import { givenFields } from '../given-fields.ts';
import type { NewRecord } from '../knowledge/edit-index.ts';
import { requireKnowledgeSource } from '../knowledge-sources/service.ts';
import { inSavepoint, inTransaction, type TenantContext } from '../tenancy/context.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { type Draft, draftOf, entryOf, isStale, putIntoIndex, takeOutOfIndex } from './indexing.ts';
import * as repository from './repository.ts';

type Status = KnowledgeFaq['status'];

const moves: Readonly<Record<Status, readonly Status[]>> = {
  draft: ['published'],
  published: ['draft', 'archived'],
  archived: ['draft'],
};

export interface PlannedFaq {
  readonly language: string;
  readonly draft: Draft;
}

export async function getKnowledgeFaq(ctx: TenantContext, id: string): Promise<KnowledgeFaq> {
  const faq = await repository.findFaq(ctx.db, id);
  if (!faq) throw missingFaq(id);
  return faq;
}

/** What takes its time and needs no transaction. */
export async function planFaqs(
  ctx: TenantContext,
  bodies: readonly Omit<CreateKnowledgeFaqBody, 'status'>[],
): Promise<PlannedFaq[]> {
  const isTold = bodies.every(({ language }) => language !== undefined);
  const locale = isTold ? '' : (await getCurrentTenant(ctx)).locale;
  return await mapInTurns(
    bodies,
    ({ language = locale, alternateQuestions = [], question, answer }) => ({
      language,
      draft: draftOf({ question, alternateQuestions, answer, language }),
    }),
  );
}

export async function createKnowledgeFaq(
  ctx: TenantContext,
  body: CreateKnowledgeFaqBody,
  plan: PlannedFaq,
): Promise<KnowledgeFaq> {
  return await inTransaction(ctx, async (ctx) => {
    const { faq, entry } = await addFaq(ctx, body, plan);
    await putIntoIndex(ctx, [entry]);
    return faq;
  });
}

export async function planFaqUpdate(
  ctx: TenantContext,
  id: string,
  body: UpdateKnowledgeFaqBody,
): Promise<Draft | undefined> {
  const before = await repository.findFaq(ctx.db, id);
  if (!before) return undefined;
  const { metadata: _, ...given } = body;
  const wanted = changedFaq(ctx, before, given);
  return isStale(before, wanted) ? draftOf(wanted) : undefined;
}

export async function updateKnowledgeFaq(
  ctx: TenantContext,
  id: string,
  body: UpdateKnowledgeFaqBody,
  draft: Draft | undefined,
): Promise<KnowledgeFaq> {
  return await inTransaction(ctx, async (ctx) => {
    const { faq, entry } = await changeFaq(ctx, id, body, draft);
    if (entry) await putIntoIndex(ctx, [entry]);
    return faq;
  });
}

export async function deleteKnowledgeFaq(ctx: TenantContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const faq = await lockFaq(ctx, id);
    await takeOutOfIndex(ctx, id);
    await repository.removeFaq(ctx.db, id);
    recordEvent(ctx, 'knowledge_faq.deleted', { subject: subjectOf(faq), object: faq });
  });
}

/** It changes what people thought of it, not the FAQ: nobody is told. */
export async function rateKnowledgeFaq(
  ctx: TenantContext,
  id: string,
  { helpful }: KnowledgeFaqFeedbackBody,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const faq = await lockFaq(ctx, id);
    const counted = helpful
      ? { helpfulCount: faq.helpfulCount + 1 }
      : { unhelpfulCount: faq.unhelpfulCount + 1 };
    await repository.updateFaq(ctx.db, { ...faq, ...counted });
  });
}

interface Written {
  readonly faq: KnowledgeFaq;
  /** What is to be put into the index in the same transaction. */
  readonly entry: NewRecord;
}

export async function addFaq(
  ctx: TenantContext,
  body: CreateKnowledgeFaqBody,
  { language, draft }: PlannedFaq,
): Promise<Written> {
  if (body.sourceId != null) await requireKnowledgeSource(ctx, body.sourceId);
  const faq = newFaq(ctx, body, language);
  await refuseTaken(ctx, faq);
  if (!(await repository.insertFaq(ctx.db, faq))) throw await conflict(ctx, faq);
  recordEvent(ctx, 'knowledge_faq.created', { subject: subjectOf(faq), object: faq });
  return { faq, entry: entryOf(faq, draft) };
}

export async function changeFaq(
  ctx: TenantContext,
  id: string,
  body: UpdateKnowledgeFaqBody,
  draft: Draft | undefined,
): Promise<Omit<Written, 'entry'> & { readonly entry: NewRecord | undefined }> {
  const before = await lockFaq(ctx, id);
  if (body.sourceId != null) await requireKnowledgeSource(ctx, body.sourceId);
  refuseMove(before, body.status ?? before.status);
  const wanted = changedFaq(ctx, before, body);
  await refuseTaken(ctx, wanted);
  const previous = differences(before, wanted);
  if (!previous) return { faq: before, entry: undefined };
  const faq = { ...wanted, updatedAt: ctx.now().toISOString() };
  await save(ctx, faq);
  recordEvent(ctx, 'knowledge_faq.updated', { subject: subjectOf(faq), object: faq, previous });
  return { faq, entry: isStale(before, faq) ? entryOf(faq, draft) : undefined };
}

function newFaq(ctx: TenantContext, body: CreateKnowledgeFaqBody, language: string): KnowledgeFaq {
  const at = ctx.now().toISOString();
  return {
    id: ctx.newId('faq'),
    question: body.question,
    alternateQuestions: body.alternateQuestions ?? [],
    answer: body.answer,
    language,
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
    createdAt: at,
    updatedAt: at,
    publishedAt: body.status === 'published' ? at : null,
  };
}

function changedFaq(
  ctx: TenantContext,
  before: KnowledgeFaq,
  { metadata, ...fields }: UpdateKnowledgeFaqBody,
): KnowledgeFaq {
  const isPublished = fields.status === 'published' && before.status !== 'published';
  return {
    ...before,
    ...givenFields(fields),
    ...(isPublished && { publishedAt: ctx.now().toISOString() }),
    metadata: metadata ? mergeMetadata(before.metadata, metadata) : before.metadata,
  };
}

async function lockFaq(ctx: TenantContext, id: string): Promise<KnowledgeFaq> {
  const faq = await repository.lockFaq(ctx.db, id);
  if (!faq) throw missingFaq(id);
  return faq;
}

async function save(ctx: TenantContext, faq: KnowledgeFaq): Promise<void> {
  try {
    await inSavepoint(ctx, (ctx) => repository.updateFaq(ctx.db, faq));
  } catch (error) {
    // Another FAQ took the question or the externalId since they were looked for.
    throw repository.isTaken(error) ? await conflict(ctx, faq) : error;
  }
}

function refuseMove({ id, status: from }: KnowledgeFaq, to: Status): void {
  const allowed = moves[from];
  if (to === from || allowed.includes(to)) return;
  throw new ServiceError('SVC-INVALID-TRANSITION', {
    resource: 'knowledgeFaq',
    id,
    from,
    to,
    allowed: [...allowed],
  });
}

async function refuseTaken(ctx: TenantContext, faq: KnowledgeFaq): Promise<void> {
  const taken = await repository.findTaken(ctx.db, faq);
  if (taken) throw new ServiceError('SVC-CONFLICT', { resource: 'knowledgeFaq', ...taken });
}

/** After a write that another FAQ forbids: that one has committed. */
async function conflict(ctx: TenantContext, faq: KnowledgeFaq): Promise<ServiceError> {
  const taken = await repository.findTaken(ctx.db, faq);
  const { field, existingId } = taken ?? { field: 'question', existingId: null };
  return new ServiceError('SVC-CONFLICT', { resource: 'knowledgeFaq', field, existingId });
}

function missingFaq(id: string): ServiceError {
  return new ServiceError('SVC-NOT-FOUND', { resource: 'knowledgeFaq', id });
}

function subjectOf({ id }: KnowledgeFaq) {
  return { type: 'knowledge_faq', id };
}
