import { type ErrorDetails, ServiceError } from '@parley/contract';
import { apiKeyStatus, readKey } from '@parley/domain';
import type { KeyRecord } from './store.ts';

/** What the mock needs of a request's headers: names in lower case. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** The key that a request carries. Throws SVC-UNAUTHORIZED when there is none of the right form. */
export function requireKey(headers: HeaderRecord): string {
  const given = readKey(headers);
  if ('reason' in given) throw refuse(given.reason);
  return given.key;
}

/** Throws SVC-UNAUTHORIZED when the key holds no more. */
export function checkKey(key: KeyRecord, nowMs: number): void {
  const status = apiKeyStatus(key, new Date(nowMs).toISOString());
  if (status !== 'active') throw refuse(status);
}

export function refuse(reason: ErrorDetails<'SVC-UNAUTHORIZED'>['reason']): ServiceError {
  return new ServiceError('SVC-UNAUTHORIZED', { reason });
}
