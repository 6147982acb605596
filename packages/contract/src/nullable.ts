import * as z from 'zod';
import { type IdKind, id } from './ids.ts';
import { timestamp } from './timestamps.ts';

/** Returns the schema of a text in a response that can be null. */
export const textOrNull = (description: string) => z.string().nullable().describe(description);

/** Returns the schema of a time in a response that can be null. */
export const timeOrNull = (description: string) => timestamp.nullable().describe(description);

/** Returns the schema of an ID in a response that can be null. */
export const idOrNull = (kind: IdKind, description: string) =>
  id(kind).nullable().describe(description);
