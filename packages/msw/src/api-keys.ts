import type { ApiKey, Contract, Page, Quota } from '@parley/contract';
import { defaultQuota } from '@parley/contract';
import {
  type ApiKeysQuery,
  apiKeyFilters,
  checkActiveKeys,
  checkRevocation,
  endingStatus,
  keyOf,
  newApiKey,
  revokedEvent,
  secretLength,
  shownApiKey,
} from '@parley/domain';
import { recordChange } from './events.ts';
import { listRecords } from './fake-records.ts';
import { MockError } from './problems.ts';
import { getRecord, type ShownRecords } from './records.ts';
import type { KeyRecord, Store } from './store.ts';
import type { Fakes } from './types.ts';

export const apiKeys: Fakes<Contract['apiKeys']> = {
  list: ({ query }, store) => listKeys(store, query),
  current: (_input, store, key) => toApiKey(store, key),
  revoke: ({ params }, store, { grantId }) => {
    const key = getRecord(store.keys, 'apiKey', params.id);
    checkRevocation(grantId, key);
    return revokeKey(store, key, store.now());
  },
};

export function listKeys(store: Store, query: ApiKeysQuery): Page<ApiKey> {
  const rules = { kind: 'apiKey', filters: apiKeyFilters } as const;
  const at = store.now();
  const filters = () => ({
    status: (key: KeyRecord, wanted: readonly string[]) => wanted.includes(endingStatus(key, at)),
  });
  return listRecords(store, rules, query, { complete: toApiKey, filters });
}

/** Revokes a key. A key that was revoked before stays unchanged. */
export function revokeKey(store: Store, key: KeyRecord, at: string): ApiKey {
  const before = toApiKey(store, key);
  if (before.revokedAt !== null) return before;
  key.revokedAt = at;
  const apiKey = toApiKey(store, key);
  const { type, previous } = revokedEvent(before);
  recordChange(store, type, apiKey, previous, { at });
  return apiKey;
}

/** Throws SVC-LIMIT-REACHED when the tenant already has the maximum number of active keys. */
export function checkNewKey(store: Store): void {
  const at = store.now();
  checkActiveKeys(
    [...store.keys.values()].filter((key) => endingStatus(key, at) === 'active').length,
  );
}

export interface NewApiKey {
  name?: string | undefined;
  createdBy?: ApiKey['createdBy'];
  grantId?: string | undefined;
  expiresAt?: string | undefined;
  quota?: Quota | undefined;
}

export function insertApiKey(
  store: Store,
  {
    name = 'Test key',
    createdBy = byCommandLine,
    grantId,
    expiresAt,
    quota = store.quota,
  }: NewApiKey,
): KeyRecord {
  const value = keyOf(store.secrets.text(secretLength));
  const given = {
    name,
    createdBy,
    grantId,
    expiresAt: expiresAt === undefined ? undefined : toTimestamp(expiresAt),
  };
  const made = { id: store.newId('apiKey'), at: store.now() };
  const key = { ...newApiKey(value, given, made), value, quota, tatMs: undefined };
  store.keys.set(key.id, key);
  return key;
}

const byCommandLine = { type: 'cli', id: null } as const;

function toTimestamp(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new MockError(`seed.apiKeys: expiresAt ${text} is not a time`);
  return new Date(ms).toISOString();
}

export function toApiKey(store: Store, key: KeyRecord): ApiKey {
  return shownApiKey(key, { at: store.now(), quota: key.quota ?? defaultQuota });
}

export const apiKeyRecords: ShownRecords = { kind: 'apiKey', show: toApiKey };
