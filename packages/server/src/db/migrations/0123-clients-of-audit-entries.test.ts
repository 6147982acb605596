import { expect, test } from 'vitest';
import { contextFor } from '../../../test/contexts.ts';
import { freshPlace, openAt, targets } from '../../../test/databases.ts';
import { createTenant } from '../../tenants/service.ts';
import { migrate } from '../migrate.ts';
import { SystemDb } from '../system-db.ts';
import { migrations } from './all.ts';

test.each(targets)(
  'a stored entry about a client of an agency gets the client, and no other entry does, on %s',
  async (target) => {
    const place = await freshPlace(target);
    const database = openAt(place);
    const others = migrations.filter(({ name }) => name !== '0123-clients-of-audit-entries');
    await migrate(database, place, others);
    const ctx = contextFor(new SystemDb(database));
    const { id: tenant_id } = await createTenant(ctx, { name: 'Agency' });
    const clientId = ctx.newId('cli');
    const actions = ['agency_client.archived', 'agency_grant.created', 'contact.exported'];
    const rows = actions.map((action, at) => ({
      ...{ tenant_id, id: `aud_${at}`, action, actor_type: 'api_key' },
      record_id: [clientId, ctx.newId('grt'), null][at],
      created_at: '2020-11-20T06:30:00.000Z',
    }));
    await database.writer('audit_log').insert(rows);
    await migrate(database, place, migrations);
    const stored = await database.writer('audit_log').select('client_id').orderBy('id');
    expect(stored.map(({ client_id }) => client_id)).toEqual([clientId, null, null]);
  },
);
