import {
  type ErrorDetails,
  parseIdempotencyKey,
  requestLimits,
  ServiceError,
} from '@parley/contract/schemas';
import { isWellFormedKey } from './api-keys.ts';

// Reads the headers of a request. Names are in lower case.

interface KeyHeaders {
  readonly authorization?: string | undefined;
  readonly 'x-api-key'?: unknown;
}

const bearer = /^bearer +(\S+) *$/i;

/** The API key of a request, or why it has none. It may be in either header, or the same key in both. */
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

/** Throws SVC-HEADERS-TOO-LARGE for names and values that together have more bytes than a request may bring. */
export function checkHeaderSize(headers: readonly string[]): void {
  const { headerBytes: limitBytes } = requestLimits;
  const bytes = headers.reduce((sum, { length }) => sum + length, 0);
  if (bytes > limitBytes) throw new ServiceError('SVC-HEADERS-TOO-LARGE', { limitBytes });
}

/** The value of an Idempotency-Key header; undefined without one. Throws SVC-VALIDATION for one of the wrong form. */
export function readIdempotencyKey(raw: unknown): string | undefined {
  if (raw === undefined) return undefined;
  const key = typeof raw === 'string' ? parseIdempotencyKey(raw) : undefined;
  if (key !== undefined) return key;
  const issue = {
    in: 'header',
    path: 'idempotency-key',
    code: 'invalid_format',
    message: 'must be 1 to 255 visible ASCII characters',
  } as const;
  throw new ServiceError('SVC-VALIDATION', { issues: [issue] });
}

/** Whether a request may choose this id: 1 to 128 visible ASCII characters. */
export function isRequestId(id: unknown): id is string {
  return typeof id === 'string' && /^[\x21-\x7e]{1,128}$/.test(id);
}

/** The stored text of a response for repeated requests: the contract allows null for each secret there. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text;
  // A response with secrets is an object, and the secrets are fields of it.
  const answer = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({ ...answer, ...Object.fromEntries(secrets.map((name) => [name, null])) });
}
