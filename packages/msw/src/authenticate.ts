import { ServiceError } from '@parley/contract';
import { hasKeyForm } from './api-key-value.ts';
import type { KeyRecord } from './store.ts';

/** What the mock needs of a request's headers: names in lower case. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** The key that a request carries. Throws SVC-UNAUTHORIZED when there is none of the right form. */
export function readKey(headers: HeaderRecord): string {
  const { authorization = '', 'x-api-key': plain = '' } = headers;
  const bearer = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (authorization !== '' && plain !== '' && plain !== bearer) throw refuse('ambiguous');
  const value = authorization === '' ? plain : bearer;
  if (value === '') throw refuse('missing');
  if (value === undefined || !hasKeyForm(value)) throw refuse('malformed');
  return value;
}

/** Throws SVC-UNAUTHORIZED when the key holds no more. */
export function checkKey(key: KeyRecord, nowMs: number): void {
  if (key.revokedAt !== null) throw refuse('revoked');
  if (isExpired(key, nowMs)) throw refuse('expired');
}

export function isExpired({ expiresAt }: { expiresAt: string | null }, nowMs: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs;
}

export function refuse(
  reason: 'missing' | 'malformed' | 'invalid' | 'revoked' | 'expired' | 'ambiguous',
): ServiceError {
  return new ServiceError('SVC-UNAUTHORIZED', { reason });
}
