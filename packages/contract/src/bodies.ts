import * as z from 'zod';
import { metadataInput, metadataPatch } from './metadata.ts';

/** Returns the schema of the body of a new record: these fields and metadata. */
export function createBody<Fields extends z.ZodRawShape>(fields: Fields, description: string) {
  return z.object({ ...fields, metadata: metadataInput.optional() }).describe(description);
}

/** Returns the schema of the body of a change: these fields and metadata, all optional. */
export function updateBody<Fields extends z.ZodRawShape>(
  fields: Fields,
  description = 'Fields to change. Absent fields keep their values; null clears a field.',
) {
  return z
    .object({ ...fields, metadata: metadataPatch.optional() })
    .partial()
    .describe(description);
}
