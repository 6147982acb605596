import { expect, test } from 'vitest';
import { freshPlace, openAt, targets } from '../../../test/databases.ts';
import { migrate } from '../migrate.ts';
import { platform } from './0001-platform.ts';
import { messaging } from './0002-messaging.ts';
import { webhooks } from './0003-webhooks.ts';

test.each(targets)('converts recorded events to their sent form, on %s', async (target) => {
  const place = await freshPlace(target);
  const database = openAt(place);
  await migrate(database, place, [platform, messaging]);
  const row = {
    tenant_id: 'ten_1',
    subject_type: 'contact',
    subject_id: 'con_1',
    created_at: '2026-11-20T06:30:00.000Z',
  };
  const data = {
    object: { id: 'con_1', name: 'Ana "the \\ one" ☕' },
    previous: null,
    changes: [],
  };
  await database.writer('events').insert([
    {
      ...row,
      id: 'evt_1',
      sequence: 1,
      type: 'contact.created',
      actor_type: 'api_key',
      actor_id: 'key_1',
      grant_id: null,
      data: JSON.stringify(data),
      test: 0,
    },
    {
      ...row,
      id: 'evt_2',
      sequence: 2,
      type: 'contact.updated',
      actor_type: 'agency',
      actor_id: null,
      grant_id: 'grt_1',
      data: '{}',
      test: 1,
    },
  ]);
  await migrate(database, place, [platform, messaging, webhooks]);
  const events = await database.writer('events').orderBy('sequence');
  const common = {
    timestamp: row.created_at,
    apiVersion: 'v1',
    tenantId: 'ten_1',
    subject: { type: 'contact', id: 'con_1' },
  };
  expect(events.map(({ body }) => JSON.parse(body))).toEqual([
    {
      ...common,
      id: 'evt_1',
      type: 'contact.created',
      sequence: 1,
      actor: { type: 'api_key', id: 'key_1', grantId: null },
      data,
      test: false,
    },
    {
      ...common,
      id: 'evt_2',
      type: 'contact.updated',
      sequence: 2,
      actor: { type: 'agency', id: null, grantId: 'grt_1' },
      data: {},
      test: true,
    },
  ]);
});
