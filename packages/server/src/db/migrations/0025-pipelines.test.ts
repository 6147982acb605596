import { pipelinesRoutes } from '@parley/contract';
import { firstPipeline } from '@parley/domain';
import { expect, test } from 'vitest';
import { newId } from '../../../test/contexts.ts';
import { freshPlace, openAt, targets } from '../../../test/databases.ts';
import { type PipelineRow, pipelinesTable } from '../../pipelines/table.ts';
import { migrate } from '../migrate.ts';
import { migrations } from './all.ts';

test.each(targets)('existing tenants get the pipeline of new tenants on %s', async (target) => {
  const place = await freshPlace(target);
  const database = openAt(place);
  const until = migrations.findIndex(({ name }) => name === '0025-pipelines');
  await migrate(database, place, migrations.slice(0, until));
  // More tenants than one batch of the migration changes.
  const ids = Array.from({ length: 501 }, () => newId('ten')).sort();
  const at = '2026-11-20T06:30:00.000Z';
  const tenants = ids.map((id) => ({
    ...tenant,
    tenant_id: id,
    id,
    created_at: at,
    updated_at: at,
  }));
  await database.writer.batchInsert('tenants', tenants, 50);
  await migrate(database, place, migrations);
  const rows: (PipelineRow & { tenant_id: string })[] = await database.writer('pipelines');
  expect(rows.map(({ tenant_id }) => tenant_id).sort()).toEqual(ids);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(ids.length);
  const pipeline = pipelinesTable.toRecord(rows[0] as PipelineRow);
  const { id, createdAt, stages } = pipelinesRoutes.get.responses[200].parse(pipeline);
  expect(id).toMatch(/^pip_[0-9A-HJKMNP-TV-Z]{26}$/);
  const stageIds = stages.map((stage) => stage.id).values();
  const newStageId = () => stageIds.next().value as string;
  expect(pipeline).toEqual(firstPipeline({ id, at: createdAt }, newStageId));
});

const tenant = {
  name: 'Shop',
  kind: 'standard',
  status: 'active',
  timezone: 'UTC',
  locale: 'en',
  default_currency: 'USD',
};
