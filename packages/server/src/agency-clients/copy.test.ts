import { type AgencyClientWithKey, pipelineLimits, ServiceError } from '@parley/contract/schemas';
import { describe, expect, test, vi } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, makeDue, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { contextOf } from '../cli/context.ts';
import { createWorker } from '../jobs/create-worker.ts';
import { createKnowledgeFaq, type PlannedFaq, planFaqs } from '../knowledge-faqs/service.ts';
import { knowledgeFaqsTable } from '../knowledge-faqs/table.ts';
import { allPipelines } from '../pipelines/records.ts';
import { createPipeline } from '../pipelines/service.ts';
import { tags } from '../tags/records.ts';
import { tagsTable } from '../tags/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { setKind } from '../tenants/service.ts';
import { readInside } from './read-inside.ts';
import { agencyClients } from './records.ts';

describe.each(targets)('the copy of a client on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('continues after failed jobs without duplicates, and ends when the grant of the source is revoked', async () => {
    const { ctx, call } = await createScene(server);
    await setKind(ctx, 'agency');
    const path = '/agencies/current/clients';
    const create = async (more: object) => {
      const grant = { permissions: ['keys'] };
      const body = { name: 'Client', grant, ...more };
      return (await call<AgencyClientWithKey>(`POST ${path}`, body)).json;
    };
    const source = await create({});
    const names = Array.from({ length: 30 }, (_, number) => `tag ${number}`);
    const inside = contextOf(server.deps, source.tenantId);
    for (const name of names) await tags.create(inside, { name });
    const copyFrom = { clientId: source.id, include: ['tags', 'pipelines'] };
    const copied = await create({ copyFrom });
    const late = await create({ copyFrom });
    const tagsOf = async ({ tenantId }: AgencyClientWithKey) => {
      const rows = await contextOf(server.deps, tenantId).db.select(tagsTable);
      return rows.map(({ name }) => name).sort();
    };
    const statusOf = async ({ id }: AgencyClientWithKey) => (await agencyClients.get(ctx, id)).copy;

    // Both jobs fail within their first batch of tags: one while it reads, one while it writes.
    const busy = new ServiceError('SVC-UNAVAILABLE', { retryAfterSeconds: 1 });
    const read = vi.spyOn(tagsTable, 'toRecord').mockImplementationOnce(() => {
      throw busy;
    });
    let made = 0;
    const failing: typeof server.deps.newId = (prefix) => {
      if (prefix === 'tag' && ++made % 5 === 0) throw new Error('the process stops here');
      return server.deps.newId(prefix);
    };
    await createWorker({ ...server.deps, newId: failing }).runUntilIdle();
    expect(read.mock.results[0]).toMatchObject({ type: 'throw', value: busy });
    read.mockRestore();
    expect(await statusOf(copied)).toMatchObject({ status: 'pending' });
    expect([await tagsOf(copied), await tagsOf(late)]).toEqual([[], []]);
    expect(await statusOf(late)).toMatchObject({ status: 'pending' });

    const { writer } = server.deps.database;
    const ofLate = writer('jobs')
      .where({ name: 'copy-client' })
      .whereLike('payload', `%${late.id}%`);
    const waiting = await ofLate.clone().select();
    await ofLate.clone().del();
    await makeDue(server);
    await createWorker(server.deps).runUntilIdle();
    expect(await tagsOf(copied)).toEqual(names.toSorted());
    expect(await statusOf(copied)).toMatchObject({
      status: 'completed',
      copied: { tags: 30, pipelines: 1 },
      skipped: 0,
    });

    await call(`DELETE ${path}/${source.id}/grants/${source.grant?.id}`);
    await writer('jobs').insert(waiting);
    await makeDue(server);
    await createWorker(server.deps).runUntilIdle();
    expect(await statusOf(late)).toMatchObject({ status: 'failed', copied: { tags: 0 } });
    expect(await tagsOf(late)).toEqual([]);
  });

  test('the maximum of pipelines fits into a new client, which keeps its own FAQ', async () => {
    const { ctx, call } = await createScene(server);
    await setKind(ctx, 'agency');
    const create = async (more: object) => {
      const body = { name: 'Client', grant: { permissions: ['keys'] }, ...more };
      return (await call<AgencyClientWithKey>('POST /agencies/current/clients', body)).json;
    };
    const addFaq = async (ctx: TenantContext, answer: string) => {
      const faq = { question: answer, answer, externalId: 'faq-1', status: 'published' } as const;
      const [plan] = await planFaqs(ctx, [faq]);
      return await createKnowledgeFaq(ctx, faq, plan as PlannedFaq);
    };
    const source = await create({});
    const from = contextOf(server.deps, source.tenantId);
    for (let n = 2; n <= pipelineLimits.pipelines; n += 1) {
      const isDefault = n === pipelineLimits.pipelines;
      await createPipeline(from, { name: `Pipeline ${n}`, isDefault });
    }
    await addFaq(from, 'Theirs');
    const include = ['pipelines', 'faqs'];
    const client = await create({ copyFrom: { clientId: source.id, include } });
    const to = contextOf(server.deps, client.tenantId);
    const own = await addFaq(to, 'Ours');

    await createWorker(server.deps).runUntilIdle();
    expect((await agencyClients.get(ctx, client.id)).copy).toMatchObject({
      status: 'completed',
      copied: { pipelines: pipelineLimits.pipelines, faqs: 0 },
      skipped: 1,
    });
    expect((await allPipelines(to)).filter(({ isDefault }) => isDefault)).toMatchObject([
      { name: `Pipeline ${pipelineLimits.pipelines}` },
    ]);
    expect((await to.db.select(knowledgeFaqsTable)).map(knowledgeFaqsTable.toRecord)).toEqual([
      own,
    ]);

    // The grant ends while a job reads.
    const ending = readInside(ctx, { clientId: source.id, permission: 'keys' }, async () => {
      const grant = `/agencies/current/clients/${source.id}/grants/${source.grant?.id}`;
      return (await call(`DELETE ${grant}`)).status;
    });
    await expect(ending).rejects.toMatchObject({ code: 'SVC-GRANT-REQUIRED' });
  });
});
