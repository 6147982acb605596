import { percentile } from '../../../median.ts';
import { changeRecords, type TenantContext, tags, tagsTable, updateTag } from '../../../server.ts';
import type { Row } from '../harness/print.ts';
import { tagOfAll } from './fill.ts';

const reads = 20;
const renamed = 20_000;

/**
 * Measures three operations on a tag that every contact has: its counts, its rename, and its counts during the rename.
 */
export async function measureTag(database: string, ctx: TenantContext): Promise<Row[]> {
  const { data } = await tags.list(ctx, { name: [tagOfAll], sort: 'name', limit: 1 } as never);
  const id = data[0]?.id ?? '';
  const rows = [await measured('counts of one tag', reads, () => tags.get(ctx, id))];
  rows.push(
    await measured('counts of 25 tags', reads, () =>
      tags.list(ctx, { sort: 'name', limit: 25 } as never),
    ),
  );
  rows.push(
    await measured('PATCH with a new name, 500 records', 1, () =>
      updateTag(ctx, id, { name: 'All contacts' }),
    ),
  );
  const former = await ctx.db.select(tagsTable).where({ replaced_by_id: id }).first();
  const since = performance.now();
  await changeRecords(ctx, String(former?.id), { records: renamed });
  const perSecond = (renamed / (performance.now() - since)) * 1_000;
  rows.push({ ...empty, tag: 'records renamed a second by the job', 'a second': perSecond });
  rows.push(await measured('counts of a tag during its rename', reads, () => tags.get(ctx, id)));
  return rows.map((row) => ({ database, ...row }));
}

const empty = { 'p50 ms': '', 'p95 ms': '', 'a second': '' };

async function measured(tag: string, times: number, work: () => Promise<unknown>): Promise<Row> {
  const all: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const since = performance.now();
    await work();
    all.push(performance.now() - since);
  }
  return { ...empty, tag, 'p50 ms': percentile(all, 0.5), 'p95 ms': percentile(all, 0.95) };
}
