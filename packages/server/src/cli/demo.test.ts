import { expect, onTestFinished, test } from 'vitest';
import { freshPlace, targets } from '../../test/databases.ts';
import { readConfig } from '../config.ts';
import { createDeps } from '../deps.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { templatesTable } from '../templates/table.ts';
import { listTenants } from '../tenants/statements/list-tenants.ts';
import { contextOf } from './context.ts';
import { seedDemo } from './demo.ts';

test.each(targets)(
  'one of several demos that start at once on %s creates the tenant',
  async (target) => {
    const { dataDir, databaseUrl } = await freshPlace(target);
    const { config } = readConfig({
      PARLEY_LOG_LEVEL: 'silent',
      PARLEY_DATA_DIR: dataDir,
      PARLEY_DATABASE_URL: databaseUrl ?? '',
      PARLEY_SECRET_KEY: Buffer.alloc(32, 'key 7').toString('base64'),
    });
    const processes = [createDeps(config), createDeps(config), createDeps(config)] as const;
    onTestFinished(async () => {
      for (const { database } of processes) await database.close();
    });
    await Promise.all(processes.map((deps) => prepareDatabase(deps)));
    const seeded = await Promise.all(processes.map(seedDemo));
    expect(seeded.filter((made) => made !== undefined)).toHaveLength(1);
    const [tenant, ...others] = await processes[0].system.run(listTenants, null);
    expect(others).toEqual([]);
    const { db } = contextOf(processes[0], tenant?.id ?? '');
    const names = (await db.select(templatesTable)).map(({ name }) => name);
    expect(names.sort()).toEqual(['login_code', 'order_update', 'spring_sale']);
  },
);
