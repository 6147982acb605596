import {
  canonicalJson,
  type ErrorDetails,
  parseIdempotencyKey,
  requestLimits,
  ServiceError,
} from '@parley/contract/schemas';
import { isWellFormedKey } from './api-keys.ts';
import { invalid } from './refusals.ts';

// Reads the headers of a request. The names are in lower case.

interface KeyHeaders {
  readonly authorization?: string | undefined;
  readonly 'x-api-key'?: unknown;
}

const bearer = /^bearer +(\S+) *$/i;

/**
 * Returns the API key of a request, or the reason why there is none. The key may be in either header, or the same in
 * both.
 */
export function readKey({
  authorization = '',
  'x-api-key': plain = '',
}: KeyHeaders): { key: string } | { reason: ErrorDetails<'SVC-UNAUTHORIZED'>['reason'] } {
  const given = authorization === '' ? plain : bearer.exec(authorization)?.[1];
  if (given === '') return { reason: 'missing' };
  if (plain !== '' && plain !== given) return { reason: 'ambiguous' };
  if (typeof given !== 'string' || !isWellFormedKey(given)) return { reason: 'malformed' };
  return { key: given };
}

/** Throws SVC-HEADERS-TOO-LARGE when the names and values together have more bytes than the limit of a request. */
export function checkHeaderSize(headers: readonly string[]): void {
  const { headerBytes: limitBytes } = requestLimits;
  const bytes = headers.reduce((sum, { length }) => sum + length, 0);
  if (bytes > limitBytes) throw new ServiceError('SVC-HEADERS-TOO-LARGE', { limitBytes });
}

/**
 * Returns the value of the Idempotency-Key header; undefined without one. Throws SVC-VALIDATION for an invalid value.
 */
export function readIdempotencyKey(raw: unknown): string | undefined {
  if (raw === undefined) return undefined;
  const key = typeof raw === 'string' ? parseIdempotencyKey(raw) : undefined;
  if (key !== undefined) return key;
  const message = 'must be 1 to 255 visible ASCII characters';
  throw invalid({ in: 'header', path: 'idempotency-key', code: 'invalid_format', message });
}

/**
 * Returns the text by which requests with the same idempotency key are compared. `options` is the query of an upload,
 * whose body has only the file.
 */
export function fingerprintOf(body: unknown, options?: unknown): string {
  return canonicalJson(options ? { ...Object(options), ...Object(body) } : body);
}

/** Returns whether a client may use this text as the ID of its request: 1 to 128 visible ASCII characters. */
export function isRequestId(id: unknown): id is string {
  return typeof id === 'string' && /^[\x21-\x7e]{1,128}$/.test(id);
}

/** Returns the text of a response with null in place of each secret. This text is stored for repeated requests. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text;
  // A response with secrets is an object that has them as fields.
  const answer = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({ ...answer, ...Object.fromEntries(secrets.map((name) => [name, null])) });
}
