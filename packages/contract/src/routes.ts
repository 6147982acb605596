import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { IdKind } from './ids.ts';

/** The prefixes of all paths. Every endpoint works under both; `Location` headers always use the first. */
export const apiPrefixes = ['/api/v1', '/api'] as const;

/** The properties of an endpoint that ts-rest does not declare. */
export interface RouteMetadata {
  /**
   * The kind of record that the last ID of the path names. An ID of another tenant's record gives the same error as one
   * that does not exist.
   */
  readonly resource?: IdKind;
  /** The kind of record that `:id` names, if the path has two IDs: the record that the other one belongs to. */
  readonly owner?: IdKind;
  /** The kind of record that the endpoint creates. A successful response has the `Location` of the new record. */
  readonly creates?: IdKind;
  /**
   * The fields of the response that are not stored with its idempotency key: they are null in the response to a
   * repeated request.
   */
  readonly secrets?: readonly string[];
  /** Whether the request or the response is the bytes of a file; absent for JSON. */
  readonly bytes?: 'request' | 'response';
  /** The media type of a file that is generated for the response. Unlike a stored file, it does not support ranges. */
  readonly mediaType?: string;
  /** The maximum size of the body in bytes, if it differs from that of other endpoints. */
  readonly bodyBytes?: number;
  /** Whether the endpoint also works while the tenant is suspended. */
  readonly whileSuspended?: boolean;
  /** The action in the audit log, for an endpoint of the console. `auditedActions` has those of the public endpoints. */
  readonly audits?: string;
  /** Error codes of this endpoint, in addition to those that `errorsOf` derives. */
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

/** The error codes of every endpoint. */
export const commonErrors = [
  'SVC-VALIDATION',
  'SVC-UNAUTHORIZED',
  'SVC-TENANT-SUSPENDED',
  'SVC-RATE-LIMITED',
  'SVC-HEADERS-TOO-LARGE',
  'SVC-INTERNAL',
  'SVC-UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** The error codes of every list. */
export const listErrors = ['SVC-CURSOR-INVALID'] as const satisfies readonly ErrorCode[];

/** The error codes of every endpoint with a body. */
export const bodyErrors = [
  'SVC-MALFORMED-JSON',
  'SVC-PAYLOAD-TOO-LARGE',
  'SVC-UNSUPPORTED-MEDIA-TYPE',
] as const satisfies readonly ErrorCode[];

/** The error codes of every endpoint whose body is a file. */
export const uploadErrors = [
  'SVC-PAYLOAD-TOO-LARGE',
  'SVC-UNSUPPORTED-MEDIA-TYPE',
] as const satisfies readonly ErrorCode[];

/** The error codes of every POST. */
export const postErrors = [
  'SVC-IDEMPOTENCY-IN-PROGRESS',
  'SVC-IDEMPOTENCY-MISMATCH',
] as const satisfies readonly ErrorCode[];

/**
 * Returns every error code of an endpoint: the general ones, those that follow from its method, path and body, and its
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
 * Returns the fields of a body or query that name records: all that end in `Id` or `Ids`, except `externalId`, which is
 * the caller's own.
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
