import { agencyGrantRules } from '@parley/domain';
import { expect, test } from 'vitest';
import { contextFor } from '../../../test/contexts.ts';
import { freshPlace, openAt, targets } from '../../../test/databases.ts';
import { agencyGrantsTable } from '../../agency-grants/table.ts';
import { enqueue } from '../../jobs/queue.ts';
import { createTenant } from '../../tenants/service.ts';
import { migrate } from '../migrate.ts';
import { SystemDb } from '../system-db.ts';
import { migrations } from './all.ts';

test.each(targets)(
  'a stored grant that will expire gets its job, only once, on %s',
  async (target) => {
    const place = await freshPlace(target);
    const database = openAt(place);
    const others = migrations.filter(({ name }) => name !== '0093-expiring-grants');
    await migrate(database, place, others);
    const ctx = contextFor(new SystemDb(database));
    const { id: tenantId } = await createTenant(ctx, { name: 'Shop' });
    const expiresAt = '2998-05-01T00:00:00.000Z';
    const grant = async (given: { expiresAt?: string; revokedAt?: string }) => {
      const between = {
        agencyId: ctx.newId('ten'),
        agencyClientId: ctx.newId('cli'),
        grantedBy: { type: 'client', id: tenantId } as const,
        permissions: ['profile' as const],
      };
      const made = { id: ctx.newId('grt'), at: '2020-11-20T06:30:00.000Z' };
      const stored = { ...agencyGrantRules.initial(between, made), ...given };
      await ctx.db.insert(agencyGrantsTable, agencyGrantsTable.toRow(stored));
      return stored.id;
    };
    const old = await grant({ expiresAt });
    const recent = await grant({ expiresAt });
    await enqueue(ctx, 'expire-grant', { grantId: recent });
    await grant({});
    await grant({ expiresAt: '2021-05-01T00:00:00.000Z' });
    await grant({ expiresAt, revokedAt: '2021-05-01T00:00:00.000Z' });
    await migrate(database, place, migrations);
    const jobs = await database.writer('jobs').where({ name: 'expire-grant' }).orderBy('position');
    expect(jobs.map(({ payload }) => JSON.parse(payload))).toEqual([
      { grantId: recent },
      { grantId: old },
    ]);
    expect(jobs[1]).toMatchObject({ tenant_id: tenantId, status: 'ready', attempts: 0 });
    expect(Number(jobs[1].due_at)).toBe(Date.parse(expiresAt));
  },
);
