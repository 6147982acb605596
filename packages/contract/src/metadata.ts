import * as z from 'zod';
import { ServiceError } from './errors.ts';

export const metadataLimits = { keys: 20, keyLength: 40, valueLength: 500, bytes: 4_096 } as const;

const key = z.string().min(1).max(metadataLimits.keyLength);
const value = z.union([z.string().max(metadataLimits.valueLength), z.number(), z.boolean()]);
const description = 'Your own key-value data, not nested: at most 20 keys and 4 KB.';

/** The schema of metadata in a response. */
export const metadata = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .describe(description);
export type Metadata = z.infer<typeof metadata>;

/** The schema of metadata in the body of a new record. */
export const metadataInput = z
  .record(key, value)
  .refine((data) => fits(data), {
    message: 'must have at most 20 keys and 4 KB',
    params: { code: 'too_long' },
  })
  .meta({ maxProperties: metadataLimits.keys })
  .describe(description);

/** The schema of metadata in an update: merged by key; null removes a key. */
export const metadataPatch = z
  .record(key, value.nullable())
  .describe('Merged into the metadata by key; null removes a key.');
export type MetadataPatch = z.infer<typeof metadataPatch>;

/**
 * Returns the metadata after an update. Throws SVC-VALIDATION when it becomes larger than the limits. Metadata that a
 * merge has made larger may become smaller in several updates.
 */
export function mergeMetadata(current: Metadata, patch: MetadataPatch): Metadata {
  const merged = new Map<string, string | number | boolean>(Object.entries(current));
  for (const [name, item] of Object.entries(patch)) {
    if (item === null) merged.delete(name);
    else merged.set(name, item);
  }
  const result = Object.fromEntries(merged);
  if (fits(result) || fits(result, raisedTo(current))) return result;
  const message = 'must have at most 20 keys and 4 KB';
  const issue = { in: 'body', path: 'metadata', code: 'too_long', message } as const;
  throw new ServiceError('SVC-VALIDATION', { issues: [issue] });
}

/** Returns whether the metadata is within the limits. */
function fits(data: Metadata, { keys, bytes }: Size = metadataLimits): boolean {
  const size = sizeOf(data);
  return size.keys <= keys && size.bytes <= bytes;
}

/** Returns the limits, raised to the size of metadata that a merge has made larger. */
function raisedTo(current: Metadata): Size {
  const { keys, bytes } = sizeOf(current);
  return {
    keys: Math.max(metadataLimits.keys, keys),
    bytes: Math.max(metadataLimits.bytes, bytes),
  };
}

type Size = Readonly<Record<'keys' | 'bytes', number>>;

function sizeOf(data: Metadata): Size {
  const bytes = new TextEncoder().encode(JSON.stringify(data)).length;
  return { keys: Object.keys(data).length, bytes };
}
