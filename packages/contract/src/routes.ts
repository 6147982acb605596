import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { IdKind } from './ids.ts';

/** Prefixes of all paths. Both have the same endpoints; `Location` headers always use the first. */
export const apiPrefixes = ['/api/v1', '/api'] as const;

/** The properties of an endpoint besides its shape. */
export interface RouteMetadata {
  /**
   * Kind of the record that the last id of the path names; the id of another tenant's record is treated like a missing
   * one.
   */
  readonly resource?: IdKind;
  /** Kind of the record that `:id` names, where the path has a second id: the record that the other one belongs to. */
  readonly owner?: IdKind;
  /** Kind of the record that the endpoint creates: a success carries the `Location` of that record. */
  readonly creates?: IdKind;
  /** Fields of the response that are not stored with an Idempotency-Key: a repeated response has null there. */
  readonly secrets?: readonly string[];
  /** The part that is the bytes of a file instead of JSON. */
  readonly bytes?: 'request' | 'response';
  /** Media type of bytes that are made for the response. They have no ranges, unlike those of a stored file. */
  readonly mediaType?: string;
  /** Largest body in bytes, where it differs from that of other endpoints. */
  readonly bodyBytes?: number;
  /** Error codes of this endpoint only, in addition to those that `errorsOf` derives from its shape. */
  readonly errors?: readonly ErrorCode[];
}

/** The properties of a route that decide which errors it can return. */
export interface RouteShape {
  readonly method: string;
  readonly path: string;
  readonly query?: z.ZodObject | undefined;
  readonly body?: z.ZodType | undefined;
  readonly metadata: RouteMetadata;
}

/** Error codes of every endpoint. */
export const commonErrors = [
  'SVC-VALIDATION',
  'SVC-UNAUTHORIZED',
  'SVC-TENANT-SUSPENDED',
  'SVC-RATE-LIMITED',
  'SVC-HEADERS-TOO-LARGE',
  'SVC-INTERNAL',
  'SVC-UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** Error codes of every list. */
export const listErrors = ['SVC-CURSOR-INVALID'] as const satisfies readonly ErrorCode[];

/** Error codes of every endpoint with a body. */
export const bodyErrors = [
  'SVC-MALFORMED-JSON',
  'SVC-PAYLOAD-TOO-LARGE',
  'SVC-UNSUPPORTED-MEDIA-TYPE',
] as const satisfies readonly ErrorCode[];

/** Error codes of every endpoint whose body is a file. */
export const uploadErrors = [
  'SVC-PAYLOAD-TOO-LARGE',
  'SVC-UNSUPPORTED-MEDIA-TYPE',
] as const satisfies readonly ErrorCode[];

/** Error codes of every POST. */
export const postErrors = [
  'SVC-IDEMPOTENCY-IN-PROGRESS',
  'SVC-IDEMPOTENCY-MISMATCH',
] as const satisfies readonly ErrorCode[];

/**
 * Returns every error code of an endpoint: those of all endpoints, those that its method, path and body bring, and its
 * own.
 */
export function errorsOf({
  method,
  path,
  query,
  body,
  metadata,
}: RouteShape): readonly ErrorCode[] {
  const takesFile = metadata.bytes === 'request';
  const references = takesFile ? [] : referencesIn(body);
  const namesRecord = path.includes(':id') || references.length > 0;
  return [
    ...commonErrors,
    ...(query && 'cursor' in query.shape ? listErrors : []),
    ...(takesFile ? uploadErrors : body ? bodyErrors : []),
    ...(method === 'POST' ? postErrors : []),
    ...(namesRecord ? (['SVC-NOT-FOUND'] as const) : []),
    ...(metadata.errors ?? []),
  ];
}

/**
 * Returns the fields of a body or query that name records: all that end in `Id` or `Ids`, except the caller's own id.
 */
export function referencesIn(schema: z.ZodType | undefined): readonly string[] {
  const names = new Set(schema ? fieldsOf(schema) : []);
  return [...names].filter((name) => /Ids?$/.test(name) && name !== 'externalId');
}

function fieldsOf(schema: z.ZodType): readonly string[] {
  const { def } = (schema as z.ZodOptional | z.ZodDiscriminatedUnion | z.ZodObject)._zod;
  switch (def.type) {
    case 'optional':
      return fieldsOf(def.innerType as z.ZodType);
    case 'union':
      return def.options.flatMap((option) => fieldsOf(option as z.ZodType));
    case 'object':
      return Object.keys(def.shape);
    default:
      throw new Error(
        `The fields of a schema of type ${(def as { type: string }).type} are unknown.`,
      );
  }
}
