import { type ErrorDetails, ServiceError } from '@parley/contract';
import { endingStatus, readKey } from '@parley/domain';
import type { KeyRecord } from './store.ts';

/** The headers of a request that the mock reads. Their names are in lower case. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** Returns the API key in the headers of a request. Throws SVC-UNAUTHORIZED if it is missing or malformed. */
export function requireKey(headers: HeaderRecord): string {
  const given = readKey(headers);
  if ('reason' in given) throw refuse(given.reason);
  return given.key;
}

/** Throws SVC-UNAUTHORIZED when the key is revoked or expired. */
export function checkKey(key: KeyRecord, nowMs: number): void {
  const status = endingStatus(key, new Date(nowMs).toISOString());
  if (status !== 'active') throw refuse(status);
}

export function refuse(reason: ErrorDetails<'SVC-UNAUTHORIZED'>['reason']): ServiceError {
  return new ServiceError('SVC-UNAUTHORIZED', { reason });
}
