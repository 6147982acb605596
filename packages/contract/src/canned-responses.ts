import * as z from 'zod';
import { createBody, updateBody } from './bodies.ts';
import { eventsOf } from './events-of.ts';
import { at, eventExamplesOf, exampleId, onePage } from './example-values.ts';
import { id } from './ids.ts';
import { languageTag } from './knowledge-search.ts';
import { metadata } from './metadata.ts';
import { named, recordTimes } from './named.ts';
import { textOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, sortedBy, textFilter, textSearch, timeRanges } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { tags, tagsInput } from './tags.ts';
import { textInput } from './text-inputs.ts';

export class CannedResponseSchema extends named('A prepared text that your users send often.', {
  id: id('cannedResponse'),
  shortcut: z
    .string()
    .describe(
      'Text that a user types to find the canned response. Unique within the tenant, ignoring case.',
    ),
  title: textOrNull('Title that people see when they choose a canned response; null = none.'),
  text: z
    .string()
    .describe(
      'Text. Placeholders such as `{{contact.firstName|there}}` are returned unchanged; the sender fills them in.',
    ),
  language: textOrNull('BCP 47; null = any language.'),
  tags,
  metadata,
  ...recordTimes,
}) {}
export const cannedResponse = new CannedResponseSchema();
export type CannedResponse = z.infer<typeof cannedResponse>;

const shortcut = textInput(64);
const fields = {
  shortcut: shortcut.describe(
    'Text that a user types to find the canned response. Unique within the tenant, ignoring case.',
  ),
  title: textInput(255)
    .nullish()
    .describe('Title that people see when they choose a canned response.'),
  text: z
    .string()
    .min(1)
    .max(4_096)
    .describe('Text of the response, with placeholders such as `{{contact.firstName|there}}`.'),
  language: languageTag.nullish(),
  tags: tagsInput.optional(),
};

export const createCannedResponseBody = createBody(fields, 'A new canned response.');
export type CreateCannedResponseBody = z.infer<typeof createCannedResponseBody>;

export const updateCannedResponseBody = updateBody(fields);
export type UpdateCannedResponseBody = z.infer<typeof updateCannedResponseBody>;

export const listCannedResponsesQuery = pageQuery
  .extend({
    q: textSearch('the shortcut, title or text'),
    shortcut: anyOf(shortcut)
      .optional()
      .describe('Only the canned responses with one of these shortcuts, ignoring case.'),
    tag: textFilter(64)
      .optional()
      .describe('Only canned responses with at least one of these tags.'),
    language: anyOf(languageTag)
      .optional()
      .describe('Only canned responses in any of these languages. `pt` also matches `pt-BR`.'),
    ...timeRanges,
    sort: sortedBy('shortcut', '-updatedAt', 'updatedAt', 'createdAt', '-createdAt'),
  })
  .describe('Which canned responses to list.');
export type ListCannedResponsesQuery = z.infer<typeof listCannedResponsesQuery>;

export const cannedResponsePage = page(cannedResponse).describe('A page of canned responses.');

export const cannedResponseEvents = eventsOf(cannedResponse, {
  'canned_response.created': 'A canned response was created.',
  'canned_response.updated': 'Fields of a canned response changed.',
  'canned_response.deleted': 'A canned response was deleted.',
});

const routes = resourceRoutes('/canned-responses', 'cannedResponse', cannedResponse);

export const cannedResponsesRoutes = {
  list: routes.list('List canned responses', listCannedResponsesQuery, cannedResponsePage),
  create: routes.create('Create a canned response', createCannedResponseBody, 'SVC-CONFLICT'),
  get: routes.get('Get a canned response'),
  update: routes.update('Change a canned response', updateCannedResponseBody, 'SVC-CONFLICT'),
  delete: routes.delete('Delete a canned response'),
};

const example: CannedResponse = {
  id: exampleId('cannedResponse', '1'),
  shortcut: 'hello',
  title: 'Greeting',
  text: 'Hello {{contact.firstName|there}}, how can we help?',
  language: 'en',
  tags: ['welcome'],
  metadata: {},
  createdAt: at(10),
  updatedAt: at(40),
};

export const cannedResponseExamples = {
  cannedResponse: example,
  cannedResponsePage: onePage(example),
  listCannedResponsesQuery: { q: 'help', language: ['en'], sort: 'shortcut' },
  createCannedResponseBody: { shortcut: 'hello', text: example.text, tags: ['welcome'] },
  updateCannedResponseBody: { title: 'First greeting' },
} as const;

export const cannedResponseEventExamples = eventExamplesOf('canned_response', example, {
  title: null,
});
