import { expect, test } from 'vitest';
import { freshPlace, openAt, targets } from '../../../test/databases.ts';
import { migrate } from '../migrate.ts';
import { migrations } from './all.ts';

const at = '2026-11-20T06:30:00.000Z';

test.each(targets)('deliveries from before the migration stay ready on %s', async (target) => {
  const place = await freshPlace(target);
  const database = openAt(place);
  const until = migrations.findIndex(({ name }) => name.startsWith('0005'));
  await migrate(database, place, migrations.slice(0, until));
  const { writer } = database;
  await writer('tenants').insert({ ...tenant, tenant_id: 'ten_1' });
  await writer('tenants').insert({ ...tenant, tenant_id: 'ten_2' });
  const urls = {
    whe_1: 'https://example.com/hooks',
    whe_2: 'HTTPS://EXAMPLE.com:443/hooks',
    whe_3: 'https://example.com/other',
  };
  const endpoints = Object.entries(urls).map(([id, url]) => ({ ...endpoint, id, url }));
  await writer('webhook_endpoints').insert(endpoints);
  await writer('webhook_endpoints').insert({
    ...endpoint,
    tenant_id: 'ten_2',
    id: 'whe_4',
    url: urls.whe_1,
  });
  await writer('webhook_endpoints').insert({
    ...endpoint,
    id: 'whe_5',
    url: urls.whe_3,
    deleted_at: at,
  });
  await writer('webhook_lanes').insert({ ...lane, in_flight: 1, leases: 'dlv_1 9 a\n' });
  const deliveries = ['ready', 'ready', 'delivered'].map((status, index) => ({
    ...delivery,
    id: `dlv_${index + 1}`,
    status,
  }));
  await writer('deliveries').insert(deliveries);

  const applied = await migrate(database, place, migrations);
  expect(applied[0]).toBe('0005-lane-versions');
  expect(await writer('deliveries').orderBy('id')).toEqual(
    deliveries.map((row) => expect.objectContaining({ ...row, lane_version: 0 })),
  );
  const [migrated] = await writer('webhook_lanes');
  expect(migrated).toMatchObject({ ...lane, in_flight: 1, leases: 'dlv_1 9 a\n' });
  expect(migrated.canceled_version).toBeLessThan(0);
  const keys = await writer('webhook_endpoints').orderBy('id');
  expect(keys.map(({ url, url_key }) => [url, url_key])).toEqual([
    [urls.whe_1, urls.whe_1],
    [urls.whe_2, `${urls.whe_1} whe_2`],
    [urls.whe_3, urls.whe_3],
    [urls.whe_1, urls.whe_1],
    [urls.whe_3, urls.whe_3],
  ]);
  const again = { ...endpoint, id: 'whe_6', url: urls.whe_1, url_key: urls.whe_1 };
  await expect(writer('webhook_endpoints').insert(again)).rejects.toThrow(/unique/i);
});

const tenant = {
  id: 'ten_1',
  name: 'Test',
  kind: 'standard',
  status: 'active',
  timezone: 'UTC',
  locale: 'en',
  default_currency: 'USD',
  created_at: at,
  updated_at: at,
};

const endpoint = {
  tenant_id: 'ten_1',
  status: 'enabled',
  events: '["*"]',
  headers: '{}',
  metadata: '{}',
  created_at: at,
  updated_at: at,
};

const lane = {
  tenant_id: 'ten_1',
  endpoint_id: 'whe_1',
  enabled: 1,
  version: 3,
  next_due: 5,
  max_in_flight: 4,
  throttled_until: 0,
  open_until: 0,
  window_at: 0,
  attempts: 0,
  failures: 0,
  earlier_attempts: 0,
  earlier_failures: 0,
};

const delivery = {
  tenant_id: 'ten_1',
  endpoint_id: 'whe_1',
  event_id: 'evt_1',
  event_type: 'contact.created',
  trigger: 'scheduled',
  attempts: 0,
  series_attempts: 0,
  due_at: 5,
  created_at: at,
  updated_at: at,
};
