import * as z from 'zod';
import { createBody, updateBody } from './bodies.ts';
import { eventsOf } from './events-of.ts';
import { at, eventExamplesOf, exampleId, onePage } from './example-values.ts';
import { id } from './ids.ts';
import { metadata } from './metadata.ts';
import { named, recordTimes } from './named.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, flag, sortedBy, textFilter, timeRanges } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { textInput } from './text-inputs.ts';

export const customFieldLimits = { fields: 100, options: 100 } as const;

export const customFieldEntity = z
  .enum(['contact', 'conversation', 'deal', 'ticket'])
  .describe('Kind of record that has the field. Open enum: new values may be added.');

export const customFieldType = z
  .enum([
    'text',
    'number',
    'boolean',
    'date',
    'datetime',
    'url',
    'email',
    'phone',
    'select',
    'multiselect',
  ])
  .describe('Type of the values. It cannot be changed.');
export type CustomFieldType = z.infer<typeof customFieldType>;

export class CustomFieldSchema extends named('A field of your own, with a type.', {
  id: id('customField'),
  entity: customFieldEntity,
  key: z.string().describe('Name of the field in `customFields`. It cannot be changed.'),
  label: z.string().describe('Display name.'),
  type: customFieldType,
  options: z
    .array(z.string())
    .describe('The values of a `select` or `multiselect`; empty for other types.'),
  required: z.boolean().describe('Whether a request that creates a record must give a value.'),
  position: z.int().describe('Place in a form, from 0. Fields may share a place.'),
  metadata,
  ...recordTimes,
}) {}
export const customField = new CustomFieldSchema();
export type CustomField = z.infer<typeof customField>;

const customFieldKey = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9]{0,39}$/, 'must be a letter a–z and up to 39 letters or digits');

const fields = {
  label: textInput(128).describe('Display name.'),
  options: z
    .array(textInput(128))
    .max(customFieldLimits.options)
    .optional()
    .describe(
      'The different values of a `select` or `multiselect`. Records keep the values that are removed from the list.',
    ),
  required: z
    .boolean()
    .optional()
    .describe(
      'True: a request that creates a record must give a value, and no request can remove it. Conversations are created without values. Records that exist, and those that an inbound message creates, need none.',
    ),
  position: z.int().min(0).max(1_000).optional().describe('Place in a form, from 0.'),
};

export const createCustomFieldBody = createBody(
  {
    entity: customFieldEntity,
    key: customFieldKey.describe(
      'Name of the field in `customFields`. Unique for the kind of record, ignoring case.',
    ),
    type: customFieldType,
    ...fields,
  },
  'A new custom field.',
);
export type CreateCustomFieldBody = z.infer<typeof createCustomFieldBody>;

export const updateCustomFieldBody = updateBody(
  fields,
  'Fields to change. Absent fields keep their values.',
);
export type UpdateCustomFieldBody = z.infer<typeof updateCustomFieldBody>;

export const listCustomFieldsQuery = pageQuery
  .extend({
    entity: anyOf(customFieldEntity)
      .optional()
      .describe('Only fields of any of these kinds of record.'),
    key: textFilter(40).optional().describe('Only fields with one of these keys, ignoring case.'),
    ...timeRanges,
    sort: sortedBy('position', 'createdAt', '-createdAt', 'updatedAt', '-updatedAt'),
  })
  .describe('Which custom fields to list.');
export type ListCustomFieldsQuery = z.infer<typeof listCustomFieldsQuery>;

export const customFieldPage = page(customField).describe('A page of custom fields.');

export const deleteCustomFieldQuery = z
  .object({
    force: flag.optional().describe('True: also removes the values of the field from all records.'),
  })
  .describe('What happens to the values of the field.');
export type DeleteCustomFieldQuery = z.infer<typeof deleteCustomFieldQuery>;

export const customFieldEvents = eventsOf(customField, {
  'custom_field.created': 'A custom field was created.',
  'custom_field.updated': 'Fields of a custom field changed.',
  'custom_field.deleted': 'A custom field was deleted.',
});

const routes = resourceRoutes('/custom-fields', 'customField', customField);

export const customFieldsRoutes = {
  list: routes.list('List custom fields', listCustomFieldsQuery, customFieldPage),
  create: {
    ...routes.create(
      'Create a custom field',
      createCustomFieldBody,
      'SVC-CONFLICT',
      'SVC-RULE-VIOLATION',
      'SVC-LIMIT-REACHED',
    ),
    description: `Each kind of record can have ${customFieldLimits.fields} custom fields. A \`select\` and a \`multiselect\` need \`options\`; other types have none.`,
  },
  get: routes.get('Get a custom field'),
  update: routes.update('Change a custom field', updateCustomFieldBody, 'SVC-RULE-VIOLATION'),
  delete: {
    ...routes.delete('Delete a custom field', 'SVC-IN-USE'),
    query: deleteCustomFieldQuery,
    description:
      'Returns `SVC-IN-USE` while records have a value of the field. With `force`, the values are removed first, in several transactions: if the request fails, send it again.',
  },
};

const example: CustomField = {
  id: exampleId('customField', '1'),
  entity: 'contact',
  key: 'plan',
  label: 'Plan',
  type: 'select',
  options: ['silver', 'gold'],
  required: false,
  position: 0,
  metadata: {},
  createdAt: at(10),
  updatedAt: at(40),
};

export const customFieldExamples = {
  customField: example,
  customFieldPage: onePage(example),
  listCustomFieldsQuery: { entity: ['contact'] },
  createCustomFieldBody: {
    entity: 'contact',
    key: 'plan',
    label: 'Plan',
    type: 'select',
    options: ['silver', 'gold'],
  },
  updateCustomFieldBody: { options: ['silver', 'gold', 'platinum'] },
  deleteCustomFieldQuery: { force: true },
  customFieldValues: { plan: 'gold', seats: 12 },
  customFieldValuesInput: { plan: 'gold', seats: null },
} as const;

export const customFieldEventExamples = eventExamplesOf('custom_field', example, {
  label: 'Subscription',
});
