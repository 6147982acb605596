import * as z from 'zod';
import { textOrNull } from './nullable.ts';
import { type Page, page, pageQuery } from './pagination.ts';
import { anyOf, decimal, flag, integer, textFilter } from './query.ts';
import type { RouteMetadata } from './routes.ts';

/** Limits of searches, and of sources and FAQs. */
export const knowledgeLimits = {
  /** Maximum length of a search query, in characters. */
  query: 500,
  /** Default and maximum number of records on a page of a search. A plain list has the page sizes of other lists. */
  perPage: { sources: 10, faqs: 5, max: 50 },
  snippets: 5,
  /** Maximum length of a source, in characters. */
  content: 500_000,
  /** Sources of up to this many characters can be found as soon as the response is sent. */
  indexedAtOnce: 50_000,
  question: 500,
  alternateQuestions: 20,
  answer: 10_000,
  batch: 100,
  bodyBytes: 4_194_304,
} as const;

export const languageTag = z
  .string()
  .regex(
    /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/,
    'must be a BCP 47 language tag, such as pt-BR',
  )
  .max(35)
  .describe('BCP 47 tag, such as `pt-BR`.');

const ratio = decimal(z.number().min(0).max(1));

/** The query parameters of every knowledge search, without its filters. */
export const searchParameters = {
  ...pageQuery.shape,
  limit: integer(z.int().min(1).max(100))
    .optional()
    .describe(
      'Records per page. With `q`: 1 to 50, by default 10 (5 for FAQs). Without: 1 to 100, by default 25.',
    ),
  q: z
    .string()
    .max(knowledgeLimits.query)
    .optional()
    .describe(
      'Question in the customer\'s words. "Quoted words" must be adjacent and `-word` must be absent; there are no other operators. Excluded words alone find only an FAQ with exactly this question. Absent or blank: a plain list, last changed first.',
    ),
  language: anyOf(languageTag)
    .optional()
    .describe('In any of these languages; `pt` also finds `pt-BR`.'),
  tag: textFilter(64).optional().describe('Only results with at least one of these tags.'),
  minScore: ratio.default(0).describe('Minimum score of a result, 0 to 1.'),
  match: z
    .enum(['any', 'all', 'phrase'])
    .default('any')
    .describe(
      'Words of `q` that an FAQ or a passage of a source must contain: `any` of them, `all` of them, or all as a `phrase`.',
    ),
  snippets: integer(z.int().min(0).max(knowledgeLimits.snippets))
    .default(1)
    .describe('Maximum number of passages per result, 0 to 5.'),
  fuzzy: flag
    .default(true)
    .describe('True: a word that occurs in no record is replaced by similar words that do.'),
};

/** Returns the route with the larger body limit of knowledge sources and FAQs. */
export function withLargeBody<Route extends { metadata: RouteMetadata }>(route: Route): Route {
  const { bodyBytes } = knowledgeLimits;
  return { ...route, metadata: { ...route.metadata, bodyBytes } };
}

/** Returns the schema of a page of a search, or of a plain list. */
export function searchedPage<Item extends z.ZodType>(item: Item) {
  return page(item).extend({
    approximate: z
      .literal(true)
      .optional()
      .describe(
        'True when the search reached its work limit: it may have skipped a spelling, a word or a record. Absent otherwise.',
      ),
  });
}

export interface SearchedPage<Item> extends Page<Item> {
  approximate?: true | undefined;
}

export const knowledgeScore = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .describe(
    'How well the result matches, 0 to 1, comparable between queries; null in a plain list.',
  );

const highlights = z
  .array(z.array(z.int()).length(2))
  .describe('Positions of query words in `text`: start and end, in UTF-16 code units.');

export const knowledgeSnippet = z
  .object({
    chunkId: textOrNull('ID of the chunk of a source; null for an FAQ.'),
    text: z.string().describe('The passage, as plain text.'),
    headings: z.array(z.string()).describe('The headings above the passage, the outermost first.'),
    position: z.int().describe('Number of the passage in the source, from 0.'),
    highlights,
  })
  .describe('A passage that matches the query.');
export type KnowledgeSnippet = z.infer<typeof knowledgeSnippet>;
