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
import { named, recordTimes } from './named.ts';
import { textOrNull, timeOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, sortedBy, textFilter, timeRanges } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { tags, tagsInput } from './tags.ts';
import { filledText, textInput } from './text-inputs.ts';
import { variants } from './variants.ts';
import { pageUrl } from './webhook-destination.ts';

export const knowledgeSourceType = z
  .enum(['text', 'markdown', 'html', 'url'])
  .describe('Kind of content. `url`: the server fetches it.');
export type KnowledgeSourceType = z.infer<typeof knowledgeSourceType>;

export const knowledgeSourceStatus = z
  .enum(['processing', 'ready', 'failed', 'archived'])
  .describe(
    'Status. Searches find `ready` sources. `processing`: new text is not searchable yet; searches find the old text, if any. `failed`: `error` has the reason.',
  );
export type KnowledgeSourceStatus = z.infer<typeof knowledgeSourceStatus>;

export class KnowledgeSourceSchema extends named('A document that can be searched.', {
  id: id('knowledgeSource'),
  title: z.string().describe('Title.'),
  type: knowledgeSourceType,
  url: textOrNull('URL of the document; for `url`, the page to fetch.'),
  externalId: textOrNull('Your own ID, unique among your knowledge sources.'),
  language: z.string().describe('BCP 47 tag. Searches reduce words to stems by its rules.'),
  status: knowledgeSourceStatus,
  error: z
    .object({
      code: z
        .string()
        .describe('Code of the error: `SVC-…`, or the code of a failed fetch such as `timeout`.'),
      message: z.string().describe('Human-readable text; it may change.'),
    })
    .nullable()
    .describe(
      'Reason why the last fetch failed; null if it did not fail. With an error and the status `ready`, searches find the text of the last successful fetch.',
    ),
  tags,
  chunkCount: z.int().describe('Number of searchable passages.'),
  charCount: z.int().describe('Number of characters of the plain text.'),
  checksum: textOrNull('SHA-256 of the content, in hexadecimal; null = not fetched yet.'),
  indexedAt: timeOrNull('Time at which the present text became searchable; null = not yet.'),
  metadata,
  ...recordTimes,
}) {}
export const knowledgeSource = new KnowledgeSourceSchema();
export type KnowledgeSource = z.infer<typeof knowledgeSource>;

export class KnowledgeSourceDetailSchema extends named(
  'A document that can be searched, with its content.',
  {
    ...knowledgeSource.shape,
    content: textOrNull('Content as given or fetched; null = not fetched yet.'),
  },
) {}
export const knowledgeSourceDetail = new KnowledgeSourceDetailSchema();
export type KnowledgeSourceDetail = z.infer<typeof knowledgeSourceDetail>;

export class KnowledgeSourceMatchSchema extends named('A document that matches a query.', {
  ...knowledgeSource.shape,
  score: knowledgeScore,
  snippets: z.array(knowledgeSnippet).describe('Matching passages, best first.'),
}) {}
export const knowledgeSourceMatch = new KnowledgeSourceMatchSchema();
export type KnowledgeSourceMatch = z.infer<typeof knowledgeSourceMatch>;

const title = textInput(255).describe('Title.');
const content = filledText(z.string().max(knowledgeLimits.content)).describe(
  'Text of the document, at most 500,000 characters.',
);
const common = {
  externalId: z
    .string()
    .min(1)
    .max(128)
    .nullish()
    .describe('Your own ID, unique among your knowledge sources.'),
  language: languageTag
    .optional()
    .describe(
      'BCP 47 tag, such as `pt-BR`. A new knowledge source without it gets the locale of the tenant.',
    ),
  tags: tagsInput.optional(),
};

const written = <Type extends 'text' | 'markdown' | 'html'>(type: Type) =>
  z.object({
    type: z.literal(type).describe('Kind of content.'),
    title,
    content,
    url: pageUrl.nullish().describe('URL of the document.'),
    ...common,
    metadata: metadataInput.optional(),
  });

export const createKnowledgeSourceBody = variants('type', [
  written('text'),
  written('markdown'),
  written('html'),
  z.object({
    type: z.literal('url').describe('The server fetches the content.'),
    url: pageUrl.describe('URL of the page, at a public address.'),
    title: title
      .optional()
      .describe('Title. Default: the title of the page, or its first heading if it has no title.'),
    ...common,
    metadata: metadataInput.optional(),
  }),
]).describe('A new document. Up to 50,000 characters are searchable when the call returns.');
export type CreateKnowledgeSourceBody = z.infer<typeof createKnowledgeSourceBody>;

export const updateKnowledgeSourceBody = z
  .object({
    title: title.optional(),
    content: content.optional(),
    url: pageUrl.nullish().describe('URL of the document, or of the page to fetch.'),
    ...common,
    status: z
      .enum(['ready', 'archived'])
      .optional()
      .describe('`archived` removes it from all searches; `ready` restores it.'),
    metadata: metadataPatch.optional(),
  })
  .describe('Fields to change. Absent fields keep their values.');
export type UpdateKnowledgeSourceBody = z.infer<typeof updateKnowledgeSourceBody>;

export const listKnowledgeSourcesQuery = z
  .object({
    ...searchParameters,
    type: anyOf(knowledgeSourceType).optional().describe('Only sources of any of these types.'),
    status: anyOf(knowledgeSourceStatus)
      .default(['ready'])
      .describe('Only sources with any of these statuses. Default: `ready`.'),
    externalId: textFilter(128)
      .optional()
      .describe('Only sources with any of these `externalId` values.'),
    ...timeRanges,
    sort: sortedBy(
      '-updatedAt',
      'updatedAt',
      '-createdAt',
      'createdAt',
      'title',
      '-title',
    ).describe('Order of a plain list. A search returns the best results first.'),
  })
  .describe('A query to search for, or none for a plain list. The filters hold for both.');
export type ListKnowledgeSourcesQuery = z.infer<typeof listKnowledgeSourcesQuery>;

export const knowledgeSourcePage = searchedPage(knowledgeSourceMatch).describe(
  'A page of knowledge sources.',
);

export const knowledgeChunk = z
  .object({
    id: id('knowledgeChunk'),
    sourceId: id('knowledgeSource'),
    position: z.int().describe('Number of the passage, from 0.'),
    headings: z.array(z.string()).describe('The headings above the passage, the outermost first.'),
    text: z.string().describe('The passage, as plain text.'),
  })
  .describe('A passage of a source: the unit that searches find.');
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
  'knowledge_source.updated': 'A knowledge source was changed, archived or restored.',
  'knowledge_source.ready': 'The present text of a knowledge source is searchable.',
  'knowledge_source.failed':
    'A knowledge source could not be fetched or read. `error` gives the reason, `status` tells whether searches find it.',
  'knowledge_source.deleted':
    'A knowledge source was deleted. The `sourceId` of its FAQs is now null, which causes no event of their own.',
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
    description: 'Until new content is indexed, searches find the old content.',
  }),
  delete: {
    ...routes.delete('Delete a knowledge source'),
    description:
      'FAQs that refer to the source stay. Their `sourceId` becomes null: this causes no event of an FAQ, and `updatedAt` stays the same.',
  },
  reindex: {
    ...routes.action(
      'reindex',
      'Index a knowledge source again',
      'SVC-INVALID-TRANSITION',
      'SVC-RULE-VIOLATION',
    ),
    description:
      'Indexes the text again; for a `url` source, fetches the page first. Searches find the old text until the new text is indexed.',
    responses: { 202: knowledgeSource },
  },
  listChunks: routes.listOf(
    'chunks',
    'List the chunks of a knowledge source',
    listKnowledgeChunksQuery,
    knowledgeChunkPage,
  ),
};
