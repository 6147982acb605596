import * as z from 'zod';

/** The tags of a record in a response. */
export const tags = z.array(z.string()).describe('Labels of the record, unique ignoring case.');

/** Tags in a request: trimmed, unique whatever their case, at most 50. */
export const tagsInput = z
  .array(z.string().trim().min(1).max(64))
  .max(50)
  .transform((list) => {
    const known = new Map<string, string>();
    for (const tag of list) {
      const key = tag.toLowerCase();
      if (!known.has(key)) known.set(key, tag);
    }
    return [...known.values()];
  })
  .describe('At most 50 labels of up to 64 characters each, unique ignoring case.');
