import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase } from '../../test/databases.ts';
import { inTransaction } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';
import { tenantsTable } from '../tenants/table.ts';
import { SystemDb } from './system-db.ts';
import { TurnsInTransaction } from './turns-in-transaction.ts';

test('long work in a transaction on Postgres keeps its session', async () => {
  const { database } = await freshDatabase('Postgres');
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'A' });
  await inTransaction(ctx, async ({ db }) => {
    expect(await db.select(tenantsTable).forUpdate()).toHaveLength(1);
    const turns = new TurnsInTransaction(db);
    // Postgres waits for 5 seconds.
    const endMs = performance.now() + 6_000;
    while (performance.now() < endMs) {
      await wait(50);
      await turns.pause();
    }
    expect(await db.select(tenantsTable)).toHaveLength(1);
  });
});
