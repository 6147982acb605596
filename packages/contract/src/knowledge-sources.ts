import * as z from 'zod';
import { idempotencyHeaders } from './idempotency.ts';
import { id, idParams } from './ids.ts';
import {
  knowledgeLimits,
  knowledgeScore,
  knowledgeSnippet,
  languageTag,
  searchParameters,
} from './knowledge-search.ts';
import { metadata, metadataInput, metadataPatch } from './metadata.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange, updatedRange } from './query.ts';
import { bodyErrors, listErrors, postErrors, routeMetadata } from './routes.ts';
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

const _knowledgeSource = z
  .object({
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
  })
  .describe('A document that can be searched.');
type KnowledgeSourceShape = typeof _knowledgeSource;
export interface KnowledgeSourceSchema extends KnowledgeSourceShape {}
export const knowledgeSource: KnowledgeSourceSchema = _knowledgeSource;
export type KnowledgeSource = z.infer<typeof knowledgeSource>;

const _knowledgeSourceDetail = _knowledgeSource
  .extend({
    content: z
      .string()
      .nullable()
      .describe('The content as it was given, or fetched; null = none was fetched yet.'),
  })
  .describe('A document that can be searched, with its content.');
type KnowledgeSourceDetailShape = typeof _knowledgeSourceDetail;
export interface KnowledgeSourceDetailSchema extends KnowledgeSourceDetailShape {}
export const knowledgeSourceDetail: KnowledgeSourceDetailSchema = _knowledgeSourceDetail;
export type KnowledgeSourceDetail = z.infer<typeof knowledgeSourceDetail>;

const _knowledgeSourceMatch = _knowledgeSource
  .extend({
    score: knowledgeScore,
    snippets: z.array(knowledgeSnippet).describe('Passages that fit, the best first.'),
  })
  .describe('A document that fits a query.');
type KnowledgeSourceMatchShape = typeof _knowledgeSourceMatch;
export interface KnowledgeSourceMatchSchema extends KnowledgeSourceMatchShape {}
export const knowledgeSourceMatch: KnowledgeSourceMatchSchema = _knowledgeSourceMatch;
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

const _updateKnowledgeSourceBody = z
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
type UpdateKnowledgeSourceBodyShape = typeof _updateKnowledgeSourceBody;
export interface UpdateKnowledgeSourceBodySchema extends UpdateKnowledgeSourceBodyShape {}
export const updateKnowledgeSourceBody: UpdateKnowledgeSourceBodySchema =
  _updateKnowledgeSourceBody;
export type UpdateKnowledgeSourceBody = z.infer<typeof updateKnowledgeSourceBody>;

const _listKnowledgeSourcesQuery = z
  .object({
    ...searchParameters,
    type: anyOf(knowledgeSourceType).optional().describe('Of any of these types.'),
    status: anyOf(knowledgeSourceStatus)
      .default(['ready'])
      .describe('In any of these states. Default: `ready`.'),
    externalId: anyOf(z.string().min(1).max(128)).optional().describe('With any of your own ids.'),
    ...createdRange,
    ...updatedRange,
    sort: z
      .enum(['-updatedAt', 'updatedAt', '-createdAt', 'createdAt', 'title', '-title'])
      .default('-updatedAt')
      .describe('Order of a plain list; a search has the best first.'),
  })
  .describe('What to search for, or which sources to list.');
type ListKnowledgeSourcesQueryShape = typeof _listKnowledgeSourcesQuery;
export interface ListKnowledgeSourcesQuerySchema extends ListKnowledgeSourcesQueryShape {}
export const listKnowledgeSourcesQuery: ListKnowledgeSourcesQuerySchema =
  _listKnowledgeSourcesQuery;
export type ListKnowledgeSourcesQuery = z.infer<typeof listKnowledgeSourcesQuery>;

export const knowledgeSourcePage = page(knowledgeSourceMatch).describe(
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

const _listKnowledgeChunksQuery = pageQuery
  .extend({
    sort: z.enum(['position', '-position']).default('position').describe('Order of the list.'),
  })
  .describe('Which chunks to list.');
type ListKnowledgeChunksQueryShape = typeof _listKnowledgeChunksQuery;
export interface ListKnowledgeChunksQuerySchema extends ListKnowledgeChunksQueryShape {}
export const listKnowledgeChunksQuery: ListKnowledgeChunksQuerySchema = _listKnowledgeChunksQuery;
export type ListKnowledgeChunksQuery = z.infer<typeof listKnowledgeChunksQuery>;

const onSource = { pathParams: idParams('knowledgeSource') };
const resource = 'knowledgeSource';
const { bodyBytes } = knowledgeLimits;
const missing = ['SVC-NOT-FOUND', ...bodyErrors] as const;

export const knowledgeSourcesRoutes = {
  list: {
    method: 'GET',
    path: '/knowledge/sources',
    summary: 'Search or list knowledge sources',
    query: listKnowledgeSourcesQuery,
    responses: { 200: knowledgeSourcePage },
    metadata: routeMetadata({ errors: [...listErrors] }),
  },
  create: {
    method: 'POST',
    path: '/knowledge/sources',
    summary: 'Add a knowledge source',
    headers: idempotencyHeaders,
    body: createKnowledgeSourceBody,
    responses: { 201: knowledgeSource },
    metadata: routeMetadata({
      creates: resource,
      bodyBytes,
      errors: ['SVC-CONFLICT', 'SVC-RULE-VIOLATION', ...bodyErrors, ...postErrors],
    }),
  },
  get: {
    ...onSource,
    method: 'GET',
    path: '/knowledge/sources/:id',
    summary: 'Get a knowledge source with its content',
    responses: { 200: knowledgeSourceDetail },
    metadata: routeMetadata({ resource, errors: ['SVC-NOT-FOUND'] }),
  },
  update: {
    ...onSource,
    method: 'PATCH',
    path: '/knowledge/sources/:id',
    summary: 'Change a knowledge source',
    description: 'New content is found once it is indexed; until then the old one is.',
    body: updateKnowledgeSourceBody,
    responses: { 200: knowledgeSource },
    metadata: routeMetadata({
      resource,
      bodyBytes,
      errors: [...missing, 'SVC-CONFLICT', 'SVC-INVALID-TRANSITION', 'SVC-RULE-VIOLATION'],
    }),
  },
  delete: {
    ...onSource,
    method: 'DELETE',
    path: '/knowledge/sources/:id',
    summary: 'Delete a knowledge source',
    responses: { 204: z.undefined() },
    metadata: routeMetadata({ resource, errors: ['SVC-NOT-FOUND'] }),
  },
  reindex: {
    ...onSource,
    method: 'POST',
    path: '/knowledge/sources/:id/reindex',
    summary: 'Index a knowledge source anew',
    description: 'Fetches a `url` again. What was found before is found until it is done.',
    headers: idempotencyHeaders,
    body: z.object({}).optional(),
    responses: { 202: knowledgeSource },
    metadata: routeMetadata({
      resource,
      errors: [...missing, ...postErrors, 'SVC-INVALID-TRANSITION', 'SVC-RULE-VIOLATION'],
    }),
  },
  listChunks: {
    ...onSource,
    method: 'GET',
    path: '/knowledge/sources/:id/chunks',
    summary: 'List the chunks of a knowledge source',
    query: listKnowledgeChunksQuery,
    responses: { 200: knowledgeChunkPage },
    metadata: routeMetadata({ resource, errors: ['SVC-NOT-FOUND', ...listErrors] }),
  },
} as const;
