import * as z from 'zod';
import { eventsOf } from './events-of.ts';
import { id } from './ids.ts';
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
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange, sortedBy, updatedRange } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { tags, tagsInput } from './tags.ts';
import { timestamp } from './timestamps.ts';
import { webhookUrl } from './webhook-destination.ts';

export const knowledgeSourceType = z
  .enum(['text', 'markdown', 'html', 'url'])
  .describe('What the content is. `url`: the server fetches it.');
export type KnowledgeSourceType = z.infer<typeof knowledgeSourceType>;

export const knowledgeSourceStatus = z
  .enum(['processing', 'ready', 'failed', 'archived'])
  .describe('What is ready is found; what is processed anew is still found as it was before.');
export type KnowledgeSourceStatus = z.infer<typeof knowledgeSourceStatus>;

export class KnowledgeSourceSchema extends named('A document that can be searched.', {
  id: id('knowledgeSource'),
  title: z.string().describe('What it is called.'),
  type: knowledgeSourceType,
  url: z.string().nullable().describe('Where it can be read; for `url`, where it is fetched.'),
  externalId: z.string().nullable().describe('Your own id of it, unique within the tenant.'),
  language: z.string().describe('BCP 47; words are reduced to their stems by it.'),
  status: knowledgeSourceStatus,
  error: z
    .object({
      code: z.string().describe('`SVC-…` code, or that of a failed fetch.'),
      message: z.string().describe('For people.'),
    })
    .nullable()
    .describe(
      'Why it could not be fetched or read the last time; null when it could. When it is `ready` all the same, it is found as it was before.',
    ),
  tags,
  chunkCount: z.number().int().describe('Passages that can be found.'),
  charCount: z.number().int().describe('Characters of its plain text.'),
  checksum: z
    .string()
    .nullable()
    .describe('SHA-256 of the content, in hexadecimal; null = none was fetched yet.'),
  indexedAt: timestamp.nullable().describe('When it last became searchable; null = not yet.'),
  metadata,
  createdAt: timestamp.describe('When it was made.'),
  updatedAt: timestamp.describe('When it last changed.'),
}) {}
export const knowledgeSource = new KnowledgeSourceSchema();
export type KnowledgeSource = z.infer<typeof knowledgeSource>;

export class KnowledgeSourceDetailSchema extends named(
  'A document that can be searched, with its content.',
  {
    ...knowledgeSource.shape,
    content: z
      .string()
      .nullable()
      .describe('The content as it was given, or fetched; null = none was fetched yet.'),
  },
) {}
export const knowledgeSourceDetail = new KnowledgeSourceDetailSchema();
export type KnowledgeSourceDetail = z.infer<typeof knowledgeSourceDetail>;

export class KnowledgeSourceMatchSchema extends named('A document that fits a query.', {
  ...knowledgeSource.shape,
  score: knowledgeScore,
  snippets: z.array(knowledgeSnippet).describe('Passages that fit, the best first.'),
}) {}
export const knowledgeSourceMatch = new KnowledgeSourceMatchSchema();
export type KnowledgeSourceMatch = z.infer<typeof knowledgeSourceMatch>;

const title = z.string().trim().min(1).max(255).describe('What it is called.');
const content = z
  .string()
  .min(1)
  .max(knowledgeLimits.content)
  .describe('At most 500,000 characters.');
const common = {
  externalId: z
    .string()
    .min(1)
    .max(128)
    .nullable()
    .optional()
    .describe('Your own id of it, unique within the tenant.'),
  language: languageTag.optional().describe('BCP 47. Default: the locale of the tenant.'),
  tags: tagsInput.optional(),
};

const written = <Type extends 'text' | 'markdown' | 'html'>(type: Type) =>
  z.object({
    type: z.literal(type).describe('What the content is.'),
    title,
    content,
    url: webhookUrl.nullable().optional().describe('Where it can be read.'),
    ...common,
    metadata: metadataInput.optional(),
  });

export const createKnowledgeSourceBody = z
  .discriminatedUnion('type', [
    written('text'),
    written('markdown'),
    written('html'),
    z.object({
      type: z.literal('url').describe('The server fetches the content.'),
      url: webhookUrl.describe('Where it is fetched: at a public address.'),
      title: title.optional().describe('What it is called. Default: what the page calls itself.'),
      ...common,
      metadata: metadataInput.optional(),
    }),
  ])
  .describe('A new document. Up to 50,000 characters are searchable when this is answered.');
export type CreateKnowledgeSourceBody = z.infer<typeof createKnowledgeSourceBody>;

export const updateKnowledgeSourceBody = z
  .object({
    title: title.optional(),
    content: content.optional(),
    url: webhookUrl.nullable().optional().describe('Where it can be read, or is fetched.'),
    ...common,
    status: z
      .enum(['ready', 'archived'])
      .optional()
      .describe('`archived` takes it out of every search; `ready` brings it back.'),
    metadata: metadataPatch.optional(),
  })
  .describe('What to change; absent fields stay as they are.');
export type UpdateKnowledgeSourceBody = z.infer<typeof updateKnowledgeSourceBody>;

export const listKnowledgeSourcesQuery = z
  .object({
    ...searchParameters,
    type: anyOf(knowledgeSourceType).optional().describe('Of any of these types.'),
    status: anyOf(knowledgeSourceStatus)
      .default(['ready'])
      .describe('In any of these states. Default: `ready`.'),
    externalId: anyOf(z.string().min(1).max(128)).optional().describe('With any of your own ids.'),
    ...createdRange,
    ...updatedRange,
    sort: sortedBy(
      '-updatedAt',
      'updatedAt',
      '-createdAt',
      'createdAt',
      'title',
      '-title',
    ).describe('Order of a plain list; a search has the best first.'),
  })
  .describe('What to search for, or which sources to list.');
export type ListKnowledgeSourcesQuery = z.infer<typeof listKnowledgeSourcesQuery>;

export const knowledgeSourcePage = searchedPage(knowledgeSourceMatch).describe(
  'A page of knowledge sources.',
);

export const knowledgeChunk = z
  .object({
    id: id('knowledgeChunk'),
    sourceId: id('knowledgeSource'),
    position: z.number().int().describe('Which passage it is, from 0.'),
    headings: z.array(z.string()).describe('The headings above it, the outermost first.'),
    text: z.string().describe('The passage, as plain text.'),
  })
  .describe('A passage of a source, the unit that is found.');
export type KnowledgeChunk = z.infer<typeof knowledgeChunk>;

export const knowledgeChunkPage = page(knowledgeChunk).describe('A page of chunks.');

export const listKnowledgeChunksQuery = pageQuery
  .extend({
    sort: sortedBy('position', '-position'),
  })
  .describe('Which chunks to list.');
export type ListKnowledgeChunksQuery = z.infer<typeof listKnowledgeChunksQuery>;

export const knowledgeSourceEvents = eventsOf(knowledgeSource, {
  'knowledge_source.created': 'A knowledge source was added.',
  'knowledge_source.updated': 'A knowledge source was changed, archived or brought back.',
  'knowledge_source.ready': 'A knowledge source can be searched, as it is now.',
  'knowledge_source.failed':
    'A knowledge source could not be fetched or read; `error` says why, `status` whether it is found.',
  'knowledge_source.deleted': 'A knowledge source was deleted.',
});

const routes = resourceRoutes('/knowledge/sources', 'knowledgeSource', knowledgeSource);

export const knowledgeSourcesRoutes = {
  list: routes.list(
    'Search or list knowledge sources',
    listKnowledgeSourcesQuery,
    knowledgeSourcePage,
  ),
  create: withLargeBody(
    routes.create(
      'Add a knowledge source',
      createKnowledgeSourceBody,
      'SVC-CONFLICT',
      'SVC-RULE-VIOLATION',
    ),
  ),
  get: {
    ...routes.get('Get a knowledge source with its content'),
    responses: { 200: knowledgeSourceDetail },
  },
  update: withLargeBody({
    ...routes.update(
      'Change a knowledge source',
      updateKnowledgeSourceBody,
      'SVC-CONFLICT',
      'SVC-INVALID-TRANSITION',
      'SVC-RULE-VIOLATION',
    ),
    description: 'New content is found once it is indexed; until then the old one is.',
  }),
  delete: routes.delete('Delete a knowledge source'),
  reindex: {
    ...routes.action(
      'reindex',
      'Index a knowledge source anew',
      'SVC-INVALID-TRANSITION',
      'SVC-RULE-VIOLATION',
    ),
    description: 'Fetches a `url` again. What was found before is found until it is done.',
    responses: { 202: knowledgeSource },
  },
  listChunks: routes.listOf(
    'chunks',
    'List the chunks of a knowledge source',
    listKnowledgeChunksQuery,
    knowledgeChunkPage,
  ),
};
