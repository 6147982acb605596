import * as z from 'zod';
import { createBody, updateBody } from './bodies.ts';
import { exportContactsQuery, listContactsQuery } from './contact-queries.ts';
import { contactPage } from './contacts.ts';
import { at, exampleId, onePage } from './example-values.ts';
import { id } from './ids.ts';
import { metadata } from './metadata.ts';
import { named, recordTimes } from './named.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, sortedBy, timeRanges } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { textInput } from './text-inputs.ts';
import { timestamp } from './timestamps.ts';

type Filter = z.output<typeof exportContactsQuery>;
type FilterInput = z.input<typeof exportContactsQuery>;

// In a body, lists and booleans are JSON values; only a query string writes them as text.
const jsonFields = Object.entries(exportContactsQuery.shape).map(([name, field]) => [
  name,
  inJson(field).describe(field.description ?? ''),
]);
const filterInput = z
  .object(Object.fromEntries(jsonFields))
  .describe(
    'Filters of `GET /contacts`, with the same names and values; lists are arrays. Filters that are absent let every contact pass, except that archived contacts need `archived: true`.',
  );

const { phone } = exportContactsQuery.shape;
const times = Object.entries(exportContactsQuery.shape)
  .filter(([name]) => /(After|Before)$/.test(name))
  .map(([name, { description = '' }]) => [name, timestamp.optional().describe(description)]);
// A request may write the values in other forms than a response.
const filter = filterInput
  .extend({
    phone: z
      .array(z.string())
      .optional()
      .describe(phone.description ?? ''),
    ...Object.fromEntries(times),
  })
  .describe('Filters of `GET /contacts`. A contact is in the segment while it passes all.');

/** Returns the schema of a query parameter without the step that parses its text. */
function inJson(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional) return inJson(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodDefault) {
    return inJson(schema.unwrap() as z.ZodType).default(schema.def.defaultValue);
  }
  const isRead = schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform;
  return isRead ? (schema.out as z.ZodType) : schema;
}

/** The schema of a filter in a request. */
export interface SegmentFilterInput
  extends z.ZodType<
    Filter,
    {
      [Name in keyof Filter]?:
        | (unknown extends FilterInput[Name] ? Filter[Name] : FilterInput[Name])
        | undefined;
    }
  > {}

export class SegmentSchema extends named('A named filter of contacts.', {
  id: id('segment'),
  name: z.string().describe('Name. Unique within the tenant, ignoring case.'),
  filter: filter as unknown as z.ZodType<Filter, Filter>,
  metadata,
  ...recordTimes,
}) {}
export const segment = new SegmentSchema();
export type Segment = z.infer<typeof segment>;

const name = textInput(120);
const fields = {
  name: name.describe('Name. Unique within the tenant, ignoring case.'),
  filter: filterInput as unknown as SegmentFilterInput,
};

export const createSegmentBody = createBody(fields, 'A new segment.');
export type CreateSegmentBody = z.infer<typeof createSegmentBody>;

export const updateSegmentBody = updateBody(
  fields,
  'Fields to change. Absent fields keep their values; `filter` replaces the whole filter.',
);
export type UpdateSegmentBody = z.infer<typeof updateSegmentBody>;

export const listSegmentsQuery = pageQuery
  .extend({
    name: anyOf(name).optional().describe('Only segments with one of these names, ignoring case.'),
    ...timeRanges,
    sort: sortedBy('name', 'createdAt', '-createdAt', 'updatedAt', '-updatedAt'),
  })
  .describe('Which segments to list.');
export type ListSegmentsQuery = z.infer<typeof listSegmentsQuery>;

export const segmentPage = page(segment).describe('A page of segments.');

export const listSegmentContactsQuery = listContactsQuery
  .pick({ cursor: true, limit: true, sort: true })
  .describe('Position in a list of contacts, page size and order.');
export type ListSegmentContactsQuery = z.infer<typeof listSegmentContactsQuery>;

const routes = resourceRoutes('/segments', 'segment', segment);

export const segmentsRoutes = {
  list: routes.list('List segments', listSegmentsQuery, segmentPage),
  create: routes.create('Create a segment', createSegmentBody, 'SVC-CONFLICT'),
  get: routes.get('Get a segment'),
  update: routes.update('Change a segment', updateSegmentBody, 'SVC-CONFLICT'),
  delete: {
    ...routes.delete('Delete a segment'),
    description: 'The contacts of the segment stay as they are.',
  },
  listContacts: {
    ...routes.listOf(
      'contacts',
      'List the contacts of a segment',
      listSegmentContactsQuery,
      contactPage,
    ),
    description:
      'Equals `GET /contacts` with the filter of the segment. After a change of the filter, an earlier cursor is refused with `SVC-CURSOR-INVALID`.',
  },
};

const example: Segment = {
  id: exampleId('segment', '1'),
  name: 'VIP customers',
  filter: { tag: ['vip'], lifecycle: ['customer'], archived: false },
  metadata: {},
  createdAt: at(10),
  updatedAt: at(40),
};

export const segmentExamples = {
  segment: example,
  segmentPage: onePage(example),
  listSegmentsQuery: { name: ['VIP customers'] },
  listSegmentContactsQuery: { limit: 100, sort: 'name' },
  createSegmentBody: { name: 'VIP customers', filter: { tag: ['vip'], lifecycle: ['customer'] } },
  updateSegmentBody: { filter: { tag: ['vip', 'wholesale'] } },
} as const;
