import * as z from 'zod';
import { eventsOf } from './events-of.ts';
import { at, changed, exampleId, made, onePage } from './example-values.ts';
import { id } from './ids.ts';
import { languageTag } from './knowledge-search.ts';
import { metadata, metadataInput, metadataPatch } from './metadata.ts';
import { named } from './named.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange, sortedBy, updatedRange } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { tags, tagsInput } from './tags.ts';
import { timestamp } from './timestamps.ts';

export class CannedResponseSchema extends named('A text that your members send often.', {
  id: id('cannedResponse'),
  shortcut: z.string().describe('What a member types to find it; unique whatever its case.'),
  title: z.string().nullable().describe('Name in lists.'),
  text: z
    .string()
    .describe(
      'The text. Placeholders such as `{{contact.firstName|there}}` stay as they are: whoever sends the text fills them in.',
    ),
  language: z.string().nullable().describe('BCP 47; null = any language.'),
  tags,
  metadata,
  createdAt: timestamp.describe('When it was made.'),
  updatedAt: timestamp.describe('When it last changed.'),
}) {}
export const cannedResponse = new CannedResponseSchema();
export type CannedResponse = z.infer<typeof cannedResponse>;

const shortcut = z.string().trim().min(1).max(64);
const fields = {
  shortcut: shortcut.describe('What a member types to find it.'),
  title: z.string().trim().min(1).max(255).nullable().optional().describe('Name in lists.'),
  text: z
    .string()
    .min(1)
    .max(4_096)
    .describe('The text; it may hold placeholders such as `{{contact.firstName|there}}`.'),
  language: languageTag.nullable().optional(),
  tags: tagsInput.optional(),
};

export const createCannedResponseBody = z
  .object({ ...fields, metadata: metadataInput.optional() })
  .describe('A new canned response.');
export type CreateCannedResponseBody = z.infer<typeof createCannedResponseBody>;

export const updateCannedResponseBody = z
  .object({ ...fields, metadata: metadataPatch.optional() })
  .partial()
  .describe('What to change: absent fields stay as they are, null clears.');
export type UpdateCannedResponseBody = z.infer<typeof updateCannedResponseBody>;

export const listCannedResponsesQuery = pageQuery
  .extend({
    q: z
      .string()
      .max(200)
      .optional()
      .describe('Part of the shortcut, title or text; case and accents do not matter.'),
    shortcut: anyOf(shortcut).optional().describe('Exactly one of these, whatever their case.'),
    tag: anyOf(z.string().min(1).max(64)).optional().describe('With any of these tags.'),
    language: anyOf(languageTag)
      .optional()
      .describe('In any of these languages: `pt` finds `pt-BR`.'),
    ...createdRange,
    ...updatedRange,
    sort: sortedBy('shortcut', '-updatedAt', 'updatedAt', 'createdAt', '-createdAt'),
  })
  .describe('Which canned responses to list.');
export type ListCannedResponsesQuery = z.infer<typeof listCannedResponsesQuery>;

export const cannedResponsePage = page(cannedResponse).describe('A page of canned responses.');

export const cannedResponseEvents = eventsOf(cannedResponse, {
  'canned_response.created': 'A canned response was made.',
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

export const cannedResponseEventExamples = {
  'canned_response.created': made(example),
  'canned_response.updated': changed(example, { title: null }),
  'canned_response.deleted': made(example),
};
