import { ServiceError } from '@parley/contract';
import { apiKeyStatus, isWellFormedKey } from '@parley/domain';
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
  if (value === undefined || !isWellFormedKey(value)) throw refuse('malformed');
  return value;
}

/** Throws SVC-UNAUTHORIZED when the key holds no more. */
export function checkKey(key: KeyRecord, nowMs: number): void {
  const status = apiKeyStatus(key, new Date(nowMs).toISOString());
  if (status !== 'active') throw refuse(status);
}

export function refuse(
  reason: 'missing' | 'malformed' | 'invalid' | 'revoked' | 'expired' | 'ambiguous',
): ServiceError {
  return new ServiceError('SVC-UNAUTHORIZED', { reason });
}
