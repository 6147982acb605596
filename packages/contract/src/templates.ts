import * as z from 'zod';
import { eventsOf } from './events-of.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { textOrNull, timeOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, sortedBy, textFilter, textSearch, timeRanges } from './query.ts';
import { ownedRoutes } from './resource-routes.ts';
import { eitherForm, template as sentTemplate, templateFields } from './template-content.ts';
import { templateCategory, templateComponents } from './template-parts.ts';
import { timestamp } from './timestamps.ts';

export const templateStatus = z
  .enum([
    'approved',
    'pending',
    'rejected',
    'paused',
    'disabled',
    'in_appeal',
    'pending_deletion',
    'deleted',
    'limit_exceeded',
    'archived',
  ])
  .describe('Status at the provider. Only `approved` templates can be sent.');
export type TemplateStatus = z.infer<typeof templateStatus>;

export const templateQuality = z
  .enum(['green', 'yellow', 'red', 'unknown'])
  .describe('Quality that the provider derives from the reactions of customers.');
export type TemplateQuality = z.infer<typeof templateQuality>;

export const templateVariable = z
  .object({
    component: z.enum(['header', 'body', 'button']).describe('Part that has the placeholder.'),
    index: z.int().nullable().describe('Position of the button, from 0; null for other parts.'),
    key: z.string().describe('Key of the value in `variables` of a message.'),
    required: z.boolean().describe('Whether a message must have a value for it.'),
    example: textOrNull('Example that the provider reviewed.'),
  })
  .describe('One value that a message can give the template.');
export type TemplateVariable = z.infer<typeof templateVariable>;

const parameterFormat = z
  .enum(['positional', 'named'])
  .describe(
    'Whether placeholders are numbers, such as `{{1}}`, or names, such as `{{first_name}}`.',
  );

const shownComponent = z
  .looseObject({
    type: z.string().describe('`header`, `body`, `footer`, `buttons` and others.'),
    format: z.string().optional().describe('Kind of header, such as `text` or `image`.'),
    text: z.string().optional().describe('Text with placeholders.'),
    buttons: z
      .array(
        z.looseObject({
          type: z.string().describe('Kind of button, such as `url` or `quick_reply`.'),
          text: z.string().optional().describe('Label.'),
          url: z.string().optional().describe('Link, which may end with a placeholder.'),
        }),
      )
      .optional()
      .describe('The buttons, in their order.'),
  })
  .describe("One part of a template, in the provider's structure with camelCase names.");

export class TemplateSchema extends named('A message text that the provider has to approve.', {
  id: id('template'),
  channelId: id('channel'),
  externalId: textOrNull("The provider's ID; null on a sandbox channel."),
  name: z.string().describe('Name. Templates in several languages can share it.'),
  language: z.string().describe('Language, such as `en_US`.'),
  category: templateCategory,
  status: templateStatus,
  quality: templateQuality.nullable().describe('Quality; null = not known.'),
  rejectionReason: textOrNull(
    "The provider's reason, such as `invalid_format`; null = not rejected.",
  ),
  parameterFormat,
  components: z.array(shownComponent).describe('Parts of the template.'),
  variables: z
    .array(templateVariable)
    .describe('Keys of the values that a message gives the template.'),
  syncedAt: timeOrNull('Time at which the record was last read from the provider; null = never.'),
  createdAt: timestamp.describe('Creation time of the record.'),
  updatedAt: timestamp.describe('Time of the last change.'),
}) {}
export const templateRecord = new TemplateSchema();
export type TemplateRecord = z.infer<typeof templateRecord>;

const content = {
  components: templateComponents,
  examples: z
    .record(z.string().min(1).max(64), z.string().min(1).max(1_024))
    .optional()
    .describe(
      'One example for each placeholder, by its key: `{"1": "Ana", "button.0": "1042"}`. For the file of a header, the ID of a stored file, or the handle of an upload at Meta.',
    ),
};

export const createTemplateBody = z
  .object({
    name: templateFields.name,
    language: templateFields.language,
    category: templateCategory,
    parameterFormat: parameterFormat.default('positional'),
    ...content,
  })
  .describe('A new template. The provider reviews it before it can be sent.');
export type CreateTemplateBody = z.infer<typeof createTemplateBody>;

export const updateTemplateBody = z
  .object({ category: templateCategory.optional(), ...content })
  .describe('New content, which replaces all components.');
export type UpdateTemplateBody = z.infer<typeof updateTemplateBody>;

export const listTemplatesQuery = pageQuery
  .extend({
    q: textSearch('the name or the texts'),
    name: textFilter(512).optional().describe('Only templates with one of these names.'),
    language: textFilter(24).optional().describe('Only templates in one of these languages.'),
    category: anyOf(templateCategory)
      .optional()
      .describe('Only templates of any of these categories.'),
    status: anyOf(templateStatus).optional().describe('Only templates with any of these statuses.'),
    ...timeRanges,
    sort: sortedBy('name', '-name', '-updatedAt', 'updatedAt', '-createdAt', 'createdAt'),
  })
  .describe('Which templates to list.');
export type ListTemplatesQuery = z.infer<typeof listTemplatesQuery>;

export const templatePage = page(templateRecord).describe('A page of templates.');

export const templateSync = z
  .object({
    syncId: id('templateSync'),
    startedAt: timestamp.describe('Time of the request.'),
  })
  .describe(
    'A sync that was queued. `templatesSyncedAt` of the channel is the time when it ended.',
  );
export type TemplateSync = z.infer<typeof templateSync>;

export const previewTemplateBody = eitherForm(
  z.object({
    variables: templateFields.variables,
    components: templateFields.components,
  }),
).describe('Values of the placeholders, as in a message. Give `variables` or `components`.');
export type PreviewTemplateBody = z.infer<typeof previewTemplateBody>;

export const templatePreview = z
  .object({
    header: textOrNull('Text of the header, or the ID or URL of its file; null = no header.'),
    text: textOrNull('Text of the body; null when the provider does not report it.'),
    footer: textOrNull('Text of the footer.'),
    buttons: z
      .array(
        z.object({
          type: z.string().describe('Kind of button.'),
          text: textOrNull('Label.'),
          url: textOrNull('Link with its value.'),
        }),
      )
      .describe('The buttons, in their order.'),
    template: sentTemplate.describe(
      'The template with the language and the parameters that a message with it would have.',
    ),
  })
  .describe('A template with its values.');
export type TemplatePreview = z.infer<typeof templatePreview>;

export const templateEvents = eventsOf(templateRecord, {
  'template.created': 'A template was created, or a sync found one at the provider.',
  'template.updated': 'Category, quality or content of a template changed.',
  'template.status_changed': 'The provider approved, rejected, paused or disabled a template.',
  'template.deleted': 'A template was deleted, here or at the provider.',
});

const routes = ownedRoutes('/channels/:id/templates', 'channel', 'template', templateRecord);
const atProvider = [
  'SVC-INVALID-TRANSITION',
  'SVC-CHANNEL-UNAVAILABLE',
  'SVC-CONTENT-UNSUPPORTED',
  'SVC-PROVIDER-ERROR',
] as const;
const checked = ['SVC-RULE-VIOLATION', 'SVC-TEMPLATE-PARAMS', 'SVC-MEDIA-UNSUPPORTED'] as const;
const syncRoute = routes.create('Sync templates with the provider', z.object({}), ...atProvider);
const onOne = routes.action(
  'preview',
  'Show a template with values',
  'SVC-TEMPLATE-PARAMS',
  'SVC-RULE-VIOLATION',
);

export const templatesRoutes = {
  list: routes.list('List the templates of a channel', listTemplatesQuery, templatePage),
  create: {
    ...routes.create(
      'Submit a template to the provider',
      createTemplateBody,
      'SVC-CONFLICT',
      ...checked,
      ...atProvider,
    ),
    description:
      'The provider reviews the template: it is `pending` at first. The sandbox approves it at once, and rejects names that contain `rejected`.',
  },
  get: routes.get('Get a template'),
  update: {
    ...routes.update('Change a template', updateTemplateBody, ...checked, ...atProvider),
    description:
      'Only templates that are approved, rejected or paused can be changed. The provider reviews the new content; WhatsApp allows one change of an approved template in 24 hours and ten in 30 days.',
  },
  delete: {
    ...routes.delete('Delete a template', ...atProvider),
    description:
      'Deletes the template in this language, here and at the provider. WhatsApp blocks the name of an approved template for 30 days.',
  },
  sync: {
    ...syncRoute,
    path: '/channels/:id/templates/sync',
    description:
      'Reads all templates from the provider in the background. A WhatsApp channel does so by itself when `verify` succeeds; webhooks keep the records current.',
    body: z.object({}).optional(),
    responses: { 202: templateSync },
    metadata: { resource: 'channel', errors: [...atProvider] },
  },
  preview: {
    ...onOne,
    description:
      'Checks the values like a message with the template, but reads no file: the ID or URL of a missing file is returned as it is.',
    body: previewTemplateBody,
    responses: { 200: templatePreview },
  },
} as const;
