import * as z from 'zod';
import { batchItems, batchResultFields } from './batches.ts';
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
import { textOrNull, timeOrNull } from './nullable.ts';
import { anyOf, idFilter, sortedBy, textFilter, timeRanges } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { tags, tagsInput } from './tags.ts';
import { textInput } from './text-inputs.ts';
import { timestamp } from './timestamps.ts';

export const knowledgeFaqStatus = z
  .enum(['draft', 'published', 'archived'])
  .describe(
    'Status. Lists and searches return published FAQs only, unless the query filters by `status`.',
  );
export type KnowledgeFaqStatus = z.infer<typeof knowledgeFaqStatus>;

export class KnowledgeFaqSchema extends named('A question and its answer.', {
  id: id('knowledgeFaq'),
  question: z.string().describe('The question of the FAQ.'),
  alternateQuestions: z.array(z.string()).describe('The same question in other words.'),
  answer: z.string().describe('The answer, in Markdown.'),
  language: z.string().describe('BCP 47 tag. Searches reduce words to stems by its rules.'),
  status: knowledgeFaqStatus,
  tags,
  sourceId: textOrNull(
    'ID of the knowledge source that the FAQ refers to; null = none. The deletion of the source sets it to null without an event of the FAQ.',
  ),
  position: z.int().describe('Position for `sort`, a number of your choice.'),
  externalId: textOrNull('Your own ID, unique among your FAQs.'),
  hitCount: z
    .int()
    .describe('Number of searches whose top result was this FAQ. Up to a minute behind.'),
  lastHitAt: timeOrNull('Time of the last such search; null = none.'),
  helpfulCount: z.int().describe('Number of feedbacks with `helpful: true`.'),
  unhelpfulCount: z.int().describe('Number of feedbacks with `helpful: false`.'),
  metadata,
  createdAt: timestamp.describe('Creation time.'),
  updatedAt: timestamp.describe(
    'Time of the last change by a request. Hits, feedback and the deletion of its source do not count.',
  ),
  publishedAt: timeOrNull('Time of the last publication; null = never.'),
}) {}
export const knowledgeFaq = new KnowledgeFaqSchema();
export type KnowledgeFaq = z.infer<typeof knowledgeFaq>;

export const faqConfidence = z
  .enum(['exact', 'high', 'medium', 'low'])
  .describe(
    'How likely the FAQ answers the question. `exact`: the question is the same. `high`: about nine of ten such FAQs are right.',
  );
export type FaqConfidence = z.infer<typeof faqConfidence>;

export class KnowledgeFaqMatchSchema extends named('An FAQ that matches a query.', {
  ...knowledgeFaq.shape,
  score: knowledgeScore,
  confidence: faqConfidence.nullable(),
  matchedQuestion: textOrNull('The question of the FAQ that matches best; null in a plain list.'),
  snippets: z.array(knowledgeSnippet).describe('Matching passages of the answer.'),
}) {}
export const knowledgeFaqMatch = new KnowledgeFaqMatchSchema();
export type KnowledgeFaqMatch = z.infer<typeof knowledgeFaqMatch>;

const question = textInput(knowledgeLimits.question).describe(
  'The question. Unique per language, ignoring case, accents and punctuation.',
);
const alternateQuestions = z
  .array(textInput(knowledgeLimits.question))
  .max(knowledgeLimits.alternateQuestions)
  .describe('The same question in other words, at most 20. Searches find the FAQ by any of them.');
const answer = z
  .string()
  .min(1)
  .max(knowledgeLimits.answer)
  .describe('The answer, in Markdown, at most 10,000 characters.');
const common = {
  language: languageTag
    .optional()
    .describe('BCP 47 tag, such as `pt-BR`. A new FAQ without it gets the locale of the tenant.'),
  tags: tagsInput.optional(),
  sourceId: idInput('knowledgeSource')
    .nullish()
    .describe(
      'ID of the knowledge source that the FAQ refers to; null = none. The deletion of the source sets it to null without an event of the FAQ.',
    ),
  position: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('Position for `sort`, a number of your choice. A new FAQ without it gets 0.'),
  externalId: z.string().min(1).max(128).nullish().describe('Your own ID, unique among your FAQs.'),
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
      .describe('Status. Lists and searches return only `published` FAQs. Default: `published`.'),
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
      .describe('Only FAQs with any of these statuses. Default: `published`.'),
    sourceId: idFilter().optional().describe('Only FAQs of any of these knowledge sources.'),
    externalId: textFilter(128)
      .optional()
      .describe('Only FAQs with any of these `externalId` values.'),
    ...timeRanges,
    sort: sortedBy(
      '-updatedAt',
      'updatedAt',
      '-createdAt',
      'createdAt',
      'position',
      '-position',
    ).describe('Order of a plain list. A search returns the best results first.'),
  })
  .describe('A query to search for, or none for a plain list. The filters hold for both.');
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
          ...batchResultFields,
          faq: knowledgeFaq.nullable().describe('The FAQ; null when there was an error.'),
        }),
      )
      .describe('One result per item, in order.'),
  })
  .describe('Results of a request that creates or updates several FAQs.');
export type KnowledgeFaqBatch = z.infer<typeof knowledgeFaqBatch>;

export const knowledgeFaqFeedbackBody = z
  .object({
    helpful: z.boolean().describe('True: the answer helped the customer.'),
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
    description: batchItems,
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
    ...routes.action('feedback', 'Record whether an answer helped'),
    body: knowledgeFaqFeedbackBody,
    responses: { 204: z.undefined() },
  }),
} as const;
