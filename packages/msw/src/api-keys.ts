import { type ApiKey, type Contract, defaultQuota, type Quota } from '@parley/contract';
import { hintOf, makeKeyValue } from './api-key-value.ts';
import { isExpired } from './authenticate.ts';
import { recordRevoked } from './events.ts';
import { isAnyOf } from './filters.ts';
import { paginate, readSort } from './pages.ts';
import { MockError } from './problems.ts';
import { getRecord } from './records.ts';
import type { KeyRecord, Store } from './store.ts';
import type { Fakes } from './types.ts';

export const apiKeys: Fakes<Contract['apiKeys']> = {
  list: ({ query }, store) => {
    const nowMs = store.nowMs();
    const keys = [...store.keys.values()].map((key) => toApiKey(key, nowMs));
    const page = paginate(
      keys.filter((key) => isAnyOf(query.status, key.status)),
      {
        list: 'apiKeys',
        tenantId: store.tenant.id,
        query,
        key: (key) => key.createdAt,
        id: (key) => key.id,
        descending: readSort(query.sort).descending,
      },
    );
    return { status: 200, body: page };
  },
  current: (_input, store, key) => ({ status: 200, body: toApiKey(key, store.nowMs()) }),
  revoke: ({ params }, store) => {
    const key = getRecord(store.keys, 'apiKey', params.id);
    const before = toApiKey(key, store.nowMs());
    key.revokedAt ??= store.now();
    const apiKey = toApiKey(key, store.nowMs());
    if (before.revokedAt === null) recordRevoked(store, apiKey, before.status);
    return { status: 200, body: apiKey };
  },
};

export interface NewApiKey {
  name?: string | undefined;
  expiresAt?: string | undefined;
  quota?: Quota | undefined;
}

export function insertApiKey(store: Store, { name, expiresAt, quota }: NewApiKey): KeyRecord {
  const value = makeKeyValue((length) => store.secrets.text(length));
  const key: KeyRecord = {
    id: store.newId('apiKey'),
    name: name ?? 'Test key',
    hint: hintOf(value),
    createdBy: { type: 'cli', id: null },
    lastUsedAt: null,
    expiresAt: expiresAt === undefined ? null : toTimestamp(expiresAt),
    revokedAt: null,
    createdAt: store.now(),
    value,
    quota: quota ?? defaultQuota,
    tatMs: undefined,
  };
  store.keys.set(key.id, key);
  return key;
}

function toTimestamp(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new MockError(`seed.apiKeys: expiresAt ${text} is not a time`);
  return new Date(ms).toISOString();
}

export function toApiKey({ quota, ...key }: KeyRecord, nowMs: number): ApiKey {
  const { value: _value, tatMs: _tatMs, ...record } = key;
  const status = key.revokedAt !== null ? 'revoked' : isExpired(key, nowMs) ? 'expired' : 'active';
  const { limit, windowSeconds } = quota;
  return { ...record, status, rateLimit: { limit, windowSeconds } };
}
