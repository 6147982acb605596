import * as z from 'zod';
import { createBody, updateBody } from './bodies.ts';
import { at, exampleId, onePage } from './example-values.ts';
import { id, type TagEntity, tagEntities, taggedKinds } from './ids.ts';
import { metadata } from './metadata.ts';
import { named } from './named.ts';
import { textOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, sortedBy, timeRanges } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { textInput } from './text-inputs.ts';
import { tagKey } from './texts.ts';
import { timestamp } from './timestamps.ts';

/** The schema of the tags of a record in a response. */
export const tags = z
  .array(z.string())
  .describe('Labels of the record, unique ignoring case and accents.');

/** The maximum number of tags of a record, and the maximum length of each, in characters. */
export const tagLimits = { tags: 50, length: 64 } as const;

/** The number of records at which the count of a tag stops, for each kind of record. */
export const tagCountLimit = 10_000;

const tagText = textInput(tagLimits.length);
/** Clients remove such segments from a URL: the request to remove the tag `..` would erase its contact. */
const tagName = tagText.regex(/^$|[^.\s]|\.{3}|\.\s+\./, 'must not be one or two dots');
const labels = z.array(tagName);

/** The schema of tags in a request: trimmed, unique ignoring case and accents, at most 50. */
export const tagsInput = labels
  .max(tagLimits.tags)
  .transform(withoutRepeats)
  .describe('At most 50 labels of up to 64 characters each, unique ignoring case and accents.');

/** The schema of the tags in a change of a contact. A merge can give it more than 50, so a rule checks their number. */
export const contactTagsInput = labels
  .transform(withoutRepeats)
  .describe(
    'Labels of up to 64 characters each, unique ignoring case and accents: at most 50, or as many as a merge has given the contact.',
  );

function withoutRepeats(list: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const tag of list) {
    const key = tagKey(tag);
    if (!known.has(key)) known.set(key, tag);
  }
  return [...known.values()];
}

export const contactTags = z.object({ tags }).describe('The tags of a contact.');
export type ContactTags = z.infer<typeof contactTags>;

export const addContactTagsBody = z
  .object({ tags: tagsInput })
  .describe('Tags to add to those of a contact.');
export type AddContactTagsBody = z.infer<typeof addContactTagsBody>;

type TagCounts<Count> = { [Kind in TagEntity as `${Kind}Count`]: Count };

/** Returns an object with the fields of a tag that count the records of each kind. */
export function tagCountsOf<Count>(count: (kind: TagEntity) => Count): TagCounts<Count> {
  const counts = tagEntities.map((kind) => [`${kind}Count`, count(kind)]);
  return Object.fromEntries(counts) as TagCounts<Count>;
}

const count = (kind: TagEntity) =>
  z
    .int()
    .max(tagCountLimit)
    .describe(
      `Number of ${taggedKinds[kind]} with the tag, archived ones included; 10,000 = that many or more.`,
    );

export class TagSchema extends named('A tag of your records.', {
  id: id('tag'),
  name: z.string().describe('The tag. Unique within the tenant, ignoring case and accents.'),
  color: textOrNull('Color, such as `#1f883d`; null = none.'),
  description: textOrNull('What the tag is for; null = none.'),
  status: z
    .enum(['active', 'renaming', 'deleting'])
    .describe(
      '`renaming`: some records still have the earlier name. `deleting`: some records still have the tag. The server changes these records, and the counts follow.',
    ),
  ...tagCountsOf(count),
  metadata,
  createdAt: timestamp.describe('Creation time.'),
  updatedAt: timestamp.describe('Time of the last change. New counts do not change it.'),
}) {}
export const tag = new TagSchema();
export type Tag = z.infer<typeof tag>;

const fields = {
  name: tagName.describe('The tag. Unique within the tenant, ignoring case and accents.'),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be # and six hexadecimal digits')
    .nullish()
    .describe('Color, such as `#1f883d`.'),
  description: textInput(500).nullish().describe('What the tag is for.'),
};

export const createTagBody = createBody(fields, 'A new tag.');
export type CreateTagBody = z.infer<typeof createTagBody>;

export const updateTagBody = updateBody(fields);
export type UpdateTagBody = z.infer<typeof updateTagBody>;

export const listTagsQuery = pageQuery
  .extend({
    name: anyOf(tagText).optional().describe('Only these tags, ignoring case and accents.'),
    ...timeRanges,
    sort: sortedBy('name', 'createdAt', '-createdAt', 'updatedAt', '-updatedAt'),
  })
  .describe('Which tags to list.');
export type ListTagsQuery = z.infer<typeof listTagsQuery>;

export const tagPage = page(tag).describe('A page of tags.');

const allKinds = Object.values(taggedKinds)
  .join(', ')
  .replace(/^./, (letter) => letter.toUpperCase())
  .replace(/, (?=[^,]*$)/, ' and ');

const routes = resourceRoutes('/tags', 'tag', tag);

export const tagsRoutes = {
  list: routes.list('List tags', listTagsQuery, tagPage),
  create: {
    ...routes.create('Create a tag', createTagBody, 'SVC-CONFLICT'),
    description: `A request that gives a record an unknown tag creates the tag as well. ${allKinds} share their tags.`,
  },
  get: routes.get('Get a tag'),
  update: {
    ...routes.update('Change a tag', updateTagBody, 'SVC-CONFLICT', 'SVC-INVALID-TRANSITION'),
    description:
      'A new `name` replaces the earlier one in all records, each with the event of its change. Beyond 500 records, or after 5 seconds, the response comes first, with the status `renaming`: no request can rename or delete the tag until a job has changed the rest.',
  },
  delete: {
    ...routes.delete('Delete a tag', 'SVC-INVALID-TRANSITION'),
    description:
      'Removes the tag from all records, each with the event of its change. Beyond 500 records, or after 5 seconds, the response comes first: the tag has the status `deleting` until a job has changed the rest, and then no longer exists.',
  },
};

const example: Tag = {
  id: exampleId('tag', '1'),
  name: 'vip',
  color: '#1f883d',
  description: 'Customers with their own account manager',
  status: 'active',
  ...tagCountsOf(() => 0),
  contactCount: 120,
  conversationCount: 3,
  dealCount: 12,
  cannedResponseCount: 1,
  metadata: {},
  createdAt: at(10),
  updatedAt: at(40),
};

export const tagExamples = {
  tag: example,
  tagPage: onePage(example),
  listTagsQuery: { name: ['vip'] },
  createTagBody: { name: 'vip', color: '#1f883d' },
  updateTagBody: { name: 'VIP customer' },
  contactTags: { tags: ['vip', 'wholesale'] },
  addContactTagsBody: { tags: ['wholesale'] },
} as const;
