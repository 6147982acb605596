import type { ApiKey, Contract, Quota } from '@parley/contract';
import { defaultQuota } from '@parley/contract';
import {
  apiKeyFilters,
  apiKeyStatus,
  fits,
  keyOf,
  newApiKey,
  revokedEvent,
  secretLength,
  shownApiKey,
} from '@parley/domain';
import { recordChange } from './events.ts';
import { paginate } from './pages.ts';
import { MockError } from './problems.ts';
import { getRecord, type ShownRecords } from './records.ts';
import type { KeyRecord, Store } from './store.ts';
import type { Fakes } from './types.ts';

export const apiKeys: Fakes<Contract['apiKeys']> = {
  list: ({ query }, store) => {
    const at = store.now();
    const passes = fits(apiKeyFilters, query, {
      status: (key, wanted: readonly string[]) => wanted.includes(apiKeyStatus(key, at)),
    });
    const page = paginate([...store.keys.values()].filter(passes), {
      list: 'apiKeys',
      tenantId: store.tenant.id,
      query,
      key: (key) => key.createdAt,
      id: (key) => key.id,
    });
    return { status: 200, body: { ...page, data: page.data.map((key) => toApiKey(store, key)) } };
  },
  current: (_input, store, key) => ({ status: 200, body: toApiKey(store, key) }),
  revoke: ({ params }, store) => {
    const key = getRecord(store.keys, 'apiKey', params.id);
    const before = toApiKey(store, key);
    const at = store.now();
    key.revokedAt ??= at;
    const apiKey = toApiKey(store, key);
    if (before.revokedAt === null) {
      const { type, previous } = revokedEvent(before);
      recordChange(store, type, apiKey, previous, { at });
    }
    return { status: 200, body: apiKey };
  },
};

export interface NewApiKey {
  name?: string | undefined;
  expiresAt?: string | undefined;
  quota?: Quota | undefined;
}

export function insertApiKey(
  store: Store,
  { name = 'Test key', expiresAt, quota = defaultQuota }: NewApiKey,
): KeyRecord {
  const value = keyOf(store.secrets.text(secretLength));
  const given = {
    name,
    createdBy: { type: 'cli', id: null } as const,
    expiresAt: expiresAt === undefined ? undefined : toTimestamp(expiresAt),
  };
  const made = { id: store.newId('apiKey'), at: store.now() };
  const key = { ...newApiKey(value, given, made), value, quota, tatMs: undefined };
  store.keys.set(key.id, key);
  return key;
}

function toTimestamp(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new MockError(`seed.apiKeys: expiresAt ${text} is not a time`);
  return new Date(ms).toISOString();
}

export function toApiKey(store: Store, key: KeyRecord): ApiKey {
  return shownApiKey(key, { at: store.now(), quota: key.quota });
}

export const apiKeyRecords: ShownRecords = { kind: 'apiKey', show: toApiKey };
