import * as z from 'zod';
import { textOrNull } from './nullable.ts';
import { integer } from './query.ts';

export const pageLimits = { default: 25, max: 100 } as const;

/** The schema of the query parameters that every list has. */
export const pageQuery = z
  .object({
    cursor: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .describe('`nextCursor` of the previous page. Use the same filters and sort.'),
    limit: integer(z.int().min(1).max(pageLimits.max))
      .default(pageLimits.default)
      .describe(`Records per page, 1 to ${pageLimits.max}.`),
  })
  .describe('Position in a list and page size.');
export type PageQuery = z.infer<typeof pageQuery>;

/** Returns the schema of a page of a list. `nextCursor` is null on the last page. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item).describe('The records of this page, in the order of `sort`.'),
    nextCursor: textOrNull('Cursor of the next page: send it as `cursor`. Null on the last page.'),
  });
}

export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}
