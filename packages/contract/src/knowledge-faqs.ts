import * as z from 'zod';
import { errorEnvelope } from './errors.ts';
import { eventsOf } from './events-of.ts';
import { idempotencyHeaders } from './idempotency.ts';
import { id, idInput } from './ids.ts';
import {
  knowledgeLimits,
  knowledgeScore,
  knowledgeSnippet,
  languageTag,
  searchedPage,
  searchParameters,
  withLargeBody,
} from './knowledge-search.ts';
import { metadata, metadataInput, metadataPatch } from './metadata.ts';
import { named } from './named.ts';
import { anyOf, createdRange, idFilter, sortedBy, updatedRange } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { tags, tagsInput } from './tags.ts';
import { timestamp } from './timestamps.ts';

export const knowledgeFaqStatus = z
  .enum(['draft', 'published', 'archived'])
  .describe('Only published FAQs are found, unless a query filters by `status`.');
export type KnowledgeFaqStatus = z.infer<typeof knowledgeFaqStatus>;

export class KnowledgeFaqSchema extends named('A question and its answer.', {
  id: id('knowledgeFaq'),
  question: z.string().describe('The question.'),
  alternateQuestions: z.array(z.string()).describe('The same question in other words.'),
  answer: z.string().describe('The answer, in Markdown.'),
  language: z.string().describe('BCP 47 tag; selects the stemming of words.'),
  status: knowledgeFaqStatus,
  tags,
  sourceId: z.string().nullable().describe('Knowledge source of the FAQ.'),
  position: z.number().int().describe('Your own sort position.'),
  externalId: z.string().nullable().describe('Your own ID, unique within the tenant.'),
  hitCount: z
    .number()
    .int()
    .describe('Number of searches with this FAQ as first result, updated every minute.'),
  lastHitAt: timestamp.nullable().describe('Time of the last such search; null = none.'),
  helpfulCount: z.number().int().describe('Number of positive feedbacks.'),
  unhelpfulCount: z.number().int().describe('Number of negative feedbacks.'),
  metadata,
  createdAt: timestamp.describe('Creation time.'),
  updatedAt: timestamp.describe('Time of your last change.'),
  publishedAt: timestamp.nullable().describe('Time of the last publication; null = never.'),
}) {}
export const knowledgeFaq = new KnowledgeFaqSchema();
export type KnowledgeFaq = z.infer<typeof knowledgeFaq>;

export const faqConfidence = z
  .enum(['exact', 'high', 'medium', 'low'])
  .describe(
    'How likely the FAQ answers the question. `exact`: it has the same question. `high`: about nine of ten are right.',
  );
export type FaqConfidence = z.infer<typeof faqConfidence>;

export class KnowledgeFaqMatchSchema extends named(
  'A question and its answer that match a query.',
  {
    ...knowledgeFaq.shape,
    score: knowledgeScore,
    confidence: faqConfidence.nullable(),
    matchedQuestion: z
      .string()
      .nullable()
      .describe('The best matching of its questions; null in a plain list.'),
    snippets: z.array(knowledgeSnippet).describe('Matching passages of the answer.'),
  },
) {}
export const knowledgeFaqMatch = new KnowledgeFaqMatchSchema();
export type KnowledgeFaqMatch = z.infer<typeof knowledgeFaqMatch>;

const question = z
  .string()
  .trim()
  .min(1)
  .max(knowledgeLimits.question)
  .describe('The question, unique per language.');
const alternateQuestions = z
  .array(z.string().trim().min(1).max(knowledgeLimits.question))
  .max(knowledgeLimits.alternateQuestions)
  .describe('The same question in other words, at most 20. Each one improves the search.');
const answer = z
  .string()
  .min(1)
  .max(knowledgeLimits.answer)
  .describe('The answer, in Markdown, at most 10,000 characters.');
const common = {
  language: languageTag.optional().describe('BCP 47. Default: the locale of the tenant.'),
  tags: tagsInput.optional(),
  sourceId: idInput('knowledgeSource')
    .nullable()
    .optional()
    .describe('Knowledge source of the FAQ.'),
  position: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('Your own sort position. Default: 0.'),
  externalId: z
    .string()
    .min(1)
    .max(128)
    .nullable()
    .optional()
    .describe('Your own ID, unique within the tenant.'),
};

export const createKnowledgeFaqBody = z
  .object({
    question,
    alternateQuestions: alternateQuestions.optional(),
    answer,
    ...common,
    status: z
      .enum(['draft', 'published'])
      .default('published')
      .describe('Status. Searches find `published` FAQs.'),
    metadata: metadataInput.optional(),
  })
  .describe('A new FAQ.');
export type CreateKnowledgeFaqBody = z.infer<typeof createKnowledgeFaqBody>;

export const updateKnowledgeFaqBody = z
  .object({
    question: question.optional(),
    alternateQuestions: alternateQuestions.optional(),
    answer: answer.optional(),
    ...common,
    status: knowledgeFaqStatus.optional(),
    metadata: metadataPatch.optional(),
  })
  .describe('Fields to change. Absent fields keep their values.');
export type UpdateKnowledgeFaqBody = z.infer<typeof updateKnowledgeFaqBody>;

export const listKnowledgeFaqsQuery = z
  .object({
    ...searchParameters,
    status: anyOf(knowledgeFaqStatus)
      .default(['published'])
      .describe('In any of these states. Default: `published`.'),
    sourceId: idFilter().optional().describe('Of any of these knowledge sources.'),
    externalId: anyOf(z.string().min(1).max(128)).optional().describe('With any of your own ids.'),
    ...createdRange,
    ...updatedRange,
    sort: sortedBy(
      '-updatedAt',
      'updatedAt',
      '-createdAt',
      'createdAt',
      'position',
      '-position',
    ).describe('Order of a plain list. A search returns the best results first.'),
  })
  .describe('Search query or list filters.');
export type ListKnowledgeFaqsQuery = z.infer<typeof listKnowledgeFaqsQuery>;

export const knowledgeFaqPage = searchedPage(knowledgeFaqMatch).describe('A page of FAQs.');

export const batchKnowledgeFaqItem = createKnowledgeFaqBody
  .extend({
    status: z
      .enum(['draft', 'published'])
      .optional()
      .describe('Status. Default: `published` for a new FAQ, unchanged for an existing one.'),
  })
  .describe('An FAQ to create or to update.');
export type BatchKnowledgeFaqItem = z.infer<typeof batchKnowledgeFaqItem>;

export const batchKnowledgeFaqsBody = z
  .object({
    items: z
      .array(batchKnowledgeFaqItem)
      .min(1)
      .max(knowledgeLimits.batch)
      .describe(
        'At most 100 items. An item with a known `externalId` updates that FAQ; absent fields keep their values.',
      ),
  })
  .describe('FAQs to create or to update.');
export type BatchKnowledgeFaqsBody = z.infer<typeof batchKnowledgeFaqsBody>;

export const knowledgeFaqBatch = z
  .object({
    results: z
      .array(
        z.object({
          index: z.number().int().describe('Index of the item, from 0.'),
          status: z.enum(['created', 'updated', 'error']).describe('Result of the item.'),
          faq: knowledgeFaq.nullable().describe('The FAQ; null when there was an error.'),
          error: errorEnvelope.shape.error
            .nullable()
            .describe('Error of the item; null after a success.'),
        }),
      )
      .describe('One result per item, in order. Each item succeeds or fails alone.'),
  })
  .describe('Results of a batch of FAQs.');
export type KnowledgeFaqBatch = z.infer<typeof knowledgeFaqBatch>;

export const knowledgeFaqFeedbackBody = z
  .object({
    helpful: z.boolean().describe('Whether the FAQ answered the question.'),
  })
  .describe('Feedback on an answer.');
export type KnowledgeFaqFeedbackBody = z.infer<typeof knowledgeFaqFeedbackBody>;

export const knowledgeFaqEvents = eventsOf(knowledgeFaq, {
  'knowledge_faq.created': 'An FAQ was added.',
  'knowledge_faq.updated': 'An FAQ was changed, published or archived.',
  'knowledge_faq.deleted': 'An FAQ was deleted.',
});

const routes = resourceRoutes('/knowledge/faqs', 'knowledgeFaq', knowledgeFaq);

export const knowledgeFaqsRoutes = {
  list: routes.list('Search or list FAQs', listKnowledgeFaqsQuery, knowledgeFaqPage),
  create: withLargeBody(routes.create('Add an FAQ', createKnowledgeFaqBody, 'SVC-CONFLICT')),
  batch: {
    method: 'POST',
    path: '/knowledge/faqs/batch',
    summary: 'Add or change up to 100 FAQs',
    headers: idempotencyHeaders,
    body: batchKnowledgeFaqsBody,
    responses: { 200: knowledgeFaqBatch },
    metadata: { bodyBytes: knowledgeLimits.bodyBytes },
  },
  get: routes.get('Get an FAQ'),
  update: withLargeBody(
    routes.update(
      'Change an FAQ',
      updateKnowledgeFaqBody,
      'SVC-CONFLICT',
      'SVC-INVALID-TRANSITION',
    ),
  ),
  delete: routes.delete('Delete an FAQ'),
  feedback: withLargeBody({
    ...routes.action('feedback', 'Say whether an answer helped'),
    body: knowledgeFaqFeedbackBody,
    responses: { 204: z.undefined() },
  }),
} as const;
