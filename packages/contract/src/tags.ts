import * as z from 'zod';

/** The tags of a record in a response. */
export const tags = z.array(z.string()).describe('Labels of the record, unique ignoring case.');

/** How many tags a record may have, and how long each may be. */
export const tagLimits = { tags: 50, length: 64 } as const;

/** Tags in a request: trimmed, unique whatever their case, at most 50. */
export const tagsInput = z
  .array(z.string().trim().min(1).max(tagLimits.length))
  .max(tagLimits.tags)
  .transform((list) => {
    const known = new Map<string, string>();
    for (const tag of list) {
      const key = tag.toLowerCase();
      if (!known.has(key)) known.set(key, tag);
    }
    return [...known.values()];
  })
  .describe('At most 50 labels of up to 64 characters each, unique ignoring case.');

export const contactTags = z.object({ tags }).describe('The tags of a contact.');
export type ContactTags = z.infer<typeof contactTags>;

export const addContactTagsBody = z
  .object({ tags: tagsInput })
  .describe('Tags to add to those of a contact.');
export type AddContactTagsBody = z.infer<typeof addContactTagsBody>;

export const tagExamples = {
  contactTags: { tags: ['vip', 'wholesale'] },
  addContactTagsBody: { tags: ['wholesale'] },
} as const;
