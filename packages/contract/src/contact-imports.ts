import * as z from 'zod';
import { eventsOf } from './events-of.ts';
import { at, changed, exampleId, onePage } from './example-values.ts';
import { id } from './ids.ts';
import { mediaLimits, mediaRoutes } from './media.ts';
import { named, recordTimes } from './named.ts';
import { textOrNull, timeOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, flag, sortedBy, timeRanges } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import type { RouteMetadata } from './routes.ts';

export const contactImportLimits = {
  columns: 1_000,
  /** Maximum length of one row, in characters. */
  rowLength: 262_144,
  /** Maximum number of rows of an import whose errors are stored. */
  errors: 10_000,
  /** Maximum number of stored errors of one row. */
  errorsOfRow: 20,
  mapping: 16_384,
  /** Files with at most this many rows are applied before the response. */
  atOnce: 100,
} as const;

/**
 * The columns that a file can have besides `customFields.<key>` and `metadata.<key>`. An export has them in this order.
 */
export const contactColumns = [
  'id',
  'name',
  'firstName',
  'lastName',
  'phone',
  'email',
  'externalId',
  'language',
  'country',
  'timezone',
  'lifecycle',
  'tags',
  'marketingConsent',
  'allConsent',
  'metadata',
] as const;
export type ContactColumn = (typeof contactColumns)[number];

export const namedContactMappings = ['chatwoot', 'hubspot', 'wati'] as const;
export type NamedContactMapping = (typeof namedContactMappings)[number];

export const contactImportStatus = z
  .enum(['queued', 'running', 'completed', 'failed', 'canceled'])
  .describe(
    'Status. `completed`: every row was applied or has an error. `failed`: `error` has the reason. The rows before the end of a failed or canceled import stay applied.',
  );
export type ContactImportStatus = z.infer<typeof contactImportStatus>;

const matchField = z.enum(['externalId', 'phone', 'email']);

const onConflict = z
  .enum(['update', 'skip'])
  .describe(
    '`update`: a row changes the contact that it matches. Empty cells change nothing, tags are added. `skip`: it leaves that contact as it is.',
  );

const count = (what: string) => z.int().describe(what);

export class ContactImportSchema extends named('An import of contacts from a CSV file.', {
  id: id('contactImport'),
  status: contactImportStatus,
  filename: textOrNull('Name of the file.'),
  match: z.array(matchField).describe('The fields by which rows are matched with contacts.'),
  onConflict,
  dryRun: z
    .boolean()
    .describe(
      'True: the import only counts and checks. It compares each row with the stored contacts, not with other rows.',
    ),
  ignoredColumns: z
    .array(z.string())
    .describe('Headers of the columns that are not imported, at most 100.'),
  total: count('Number of rows in the file, without the header.'),
  processed: count('Number of rows that are done. Rows without a value count here only.'),
  created: count('Number of rows that created a contact.'),
  updated: count('Number of rows that matched a contact and were applied to it.'),
  skipped: count('Number of rows whose contact existed, with `onConflict=skip`.'),
  failed: count('Number of rows with an error.'),
  error: z
    .object({
      code: z.string().describe('Code of the reason.'),
      message: z.string().describe('Human-readable text; it may change.'),
    })
    .nullable()
    .describe('Reason why the import failed; null unless its status is `failed`.'),
  startedAt: timeOrNull('Time at which the first rows were read.'),
  finishedAt: timeOrNull('Time of the end; null = not ended yet.'),
  ...recordTimes,
}) {}
export const contactImport = new ContactImportSchema();
export type ContactImport = z.infer<typeof contactImport>;

export class ContactImportErrorSchema extends named('A mistake in a row of an import.', {
  id: id('contactImportError'),
  row: z.int().describe('Number of the row as a spreadsheet shows it: the header is row 1.'),
  field: textOrNull('Field with the mistake, such as `phone`; null = the whole row.'),
  code: z.string().describe('Kind of mistake, such as `invalid_format`, or a code `SVC-…`.'),
  message: z.string().describe('Human-readable text; it may change. It has no value of the file.'),
}) {}
export const contactImportError = new ContactImportErrorSchema();
export type ContactImportError = z.infer<typeof contactImportError>;

export const createContactImportQuery = z
  .object({
    filename: z.string().max(1_024).optional().describe('Name of the file.'),
    match: anyOf(matchField)
      .default([...matchField.options])
      .describe(
        'The fields by which a row finds its contact, comma-separated. Default: all three. A row that has none of them is an error.',
      ),
    onConflict: onConflict.default('update'),
    dryRun: flag.default(false).describe('True: only count and check, change nothing.'),
    mapping: z
      .string()
      .max(contactImportLimits.mapping)
      .optional()
      .describe(
        'JSON object that names the field of each header, such as `{"Mobile": "phone", "Plan": "customFields.plan"}`; null ignores a column. Or the system that exported the file: `chatwoot`, `hubspot` or `wati`. Default: headers are the names of fields.',
      ),
  })
  .describe('How to import the file.');
export type CreateContactImportQuery = z.infer<typeof createContactImportQuery>;

export const listContactImportsQuery = pageQuery
  .extend({
    status: anyOf(contactImportStatus).optional().describe('Only imports with these statuses.'),
    ...timeRanges,
    sort: sortedBy('-createdAt', 'createdAt'),
  })
  .describe('Which imports to list.');
export type ListContactImportsQuery = z.infer<typeof listContactImportsQuery>;

export const listContactImportErrorsQuery = pageQuery
  .extend({ sort: sortedBy('row', '-row') })
  .describe('Which errors of an import to list.');
export type ListContactImportErrorsQuery = z.infer<typeof listContactImportErrorsQuery>;

export const contactImportPage = page(contactImport).describe('A page of imports.');
export const contactImportErrorPage = page(contactImportError).describe(
  'A page of the errors of an import.',
);

export const contactImportEvents = eventsOf(contactImport, {
  'contact_import.completed':
    'An import of contacts is completed: every row was applied or has an error.',
});

const routes = resourceRoutes('/contacts/imports', 'contactImport', contactImport);

export const contactImportsRoutes = {
  list: routes.list('List imports of contacts', listContactImportsQuery, contactImportPage),
  create: {
    ...routes.create(
      'Import contacts from a CSV file',
      mediaRoutes.upload.body,
      'SVC-RULE-VIOLATION',
    ),
    description:
      'Send the bytes as the body, or a form (`multipart/form-data`) with one field `file`: UTF-8, a header row, and commas, semicolons or tabs between the columns. The whole file is checked first: quotes, encoding and headers. Then the rows are applied in their order: up to 100 rows before the response, and more by a worker. A second import of the same file changes nothing.',
    query: createContactImportQuery,
    responses: { 202: contactImport },
    metadata: {
      creates: 'contactImport',
      bytes: 'request',
      bodyBytes: mediaLimits.maxBytes,
      errors: ['SVC-RULE-VIOLATION'],
    } as RouteMetadata,
  },
  get: routes.get('Get an import'),
  listErrors: {
    ...routes.listOf(
      'errors',
      'List the errors of an import',
      listContactImportErrorsQuery,
      contactImportErrorPage,
    ),
    description: `The errors of the first ${contactImportLimits.errors.toLocaleString('en')} rows are kept, at most ${contactImportLimits.errorsOfRow} of each row. \`failed\` of the import counts all rows.`,
  },
  cancel: {
    ...routes.action('cancel', 'Cancel an import', 'SVC-INVALID-TRANSITION'),
    description: 'Rows that were already applied are not undone.',
  },
};

/**
 * The type of the example. It has a name, so that declarations of TypeScript name it instead of repeating its fields.
 */
interface ExampleImport extends ContactImport {}
const example: ExampleImport = {
  id: exampleId('contactImport', '1'),
  status: 'completed',
  filename: 'customers.csv',
  match: ['externalId', 'phone', 'email'],
  onConflict: 'update',
  dryRun: false,
  ignoredColumns: ['Favourite colour'],
  total: 1_200,
  processed: 1_200,
  created: 1_100,
  updated: 98,
  skipped: 0,
  failed: 2,
  error: null,
  startedAt: at(11),
  finishedAt: at(13),
  createdAt: at(10),
  updatedAt: at(13),
};

const errorExample: ContactImportError = {
  id: exampleId('contactImportError', '1'),
  row: 17,
  field: 'phone',
  code: 'invalid_format',
  message: 'must be a phone number with + and country code, such as +14155550123',
};

export const contactImportExamples = {
  contactImport: example,
  contactImportPage: onePage(example),
  contactImportError: errorExample,
  contactImportErrorPage: onePage(errorExample),
  createContactImportQuery: {
    filename: 'customers.csv',
    match: ['phone'],
    onConflict: 'skip',
    dryRun: true,
    mapping: '{"Mobile":"phone"}',
  },
  listContactImportsQuery: { status: ['running'], sort: '-createdAt' },
  listContactImportErrorsQuery: { sort: 'row' },
} as const;

export const contactImportEventExamples = {
  'contact_import.completed': changed(example, { status: 'running' }),
};
