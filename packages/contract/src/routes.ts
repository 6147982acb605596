import type { ErrorCode } from './errors.ts';
import type { IdKind } from './ids.ts';

/** What the contract says about an endpoint besides its shape. */
export interface RouteMetadata {
  /** The kind of record that `:id` names; a stranger's id is answered like a missing one. */
  resource?: IdKind;
  /** The kind of record that it makes: its success carries the `Location` of that record. */
  creates?: IdKind;
  /** Fields of its answer that are not kept with an Idempotency-Key: a repeated answer has null there. */
  secrets?: readonly string[];
  /** Largest body, where it is not that of every endpoint. */
  bodyBytes?: number;
  /** The codes it may answer beside those that every endpoint may. */
  errors: readonly ErrorCode[];
}

/** The codes that any endpoint may answer. */
export const commonErrors = [
  'SVC-VALIDATION',
  'SVC-UNAUTHORIZED',
  'SVC-TENANT-SUSPENDED',
  'SVC-RATE-LIMITED',
  'SVC-INTERNAL',
  'SVC-UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** The codes that any list may answer. */
export const listErrors = ['SVC-CURSOR-INVALID'] as const satisfies readonly ErrorCode[];

/** The codes that any endpoint with a body may answer. */
export const bodyErrors = [
  'SVC-MALFORMED-JSON',
  'SVC-PAYLOAD-TOO-LARGE',
  'SVC-UNSUPPORTED-MEDIA-TYPE',
] as const satisfies readonly ErrorCode[];

/** The codes that any POST may answer. */
export const postErrors = [
  'SVC-IDEMPOTENCY-IN-PROGRESS',
  'SVC-IDEMPOTENCY-MISMATCH',
] as const satisfies readonly ErrorCode[];

export function routeMetadata<const Metadata extends RouteMetadata>(metadata: Metadata): Metadata {
  return metadata;
}
