import * as z from 'zod';
import { timestamp } from './timestamps.ts';

/**
 * Makes the class of a record's schema:
 *
 *     export class ContactSchema extends named('A person that you exchange messages with.', { id: id('contact'), … }) {}
 *     export const contact = new ContactSchema();
 *
 * TypeScript writes an inferred schema out in full wherever one is used, but a class by its name. Without the
 * class, a record appears in the declarations of this package once per route, page and event that has it. The
 * instance is the schema itself.
 */
export function named<Shape extends z.ZodRawShape>(
  description: string,
  shape: Shape,
): new () => z.ZodObject<Shape> {
  const schema = z.object(shape).describe(description);
  // The value returned by a constructor replaces the instance.
  function Schema() {
    return schema;
  }
  return Schema as unknown as new () => z.ZodObject<Shape>;
}

/** The schemas of the times that most records have. */
export const recordTimes = {
  createdAt: timestamp.describe('Creation time.'),
  updatedAt: timestamp.describe('Time of the last change.'),
};
