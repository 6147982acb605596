import { pipelineLimits } from '@parley/contract';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { request } from './requests.ts';

test('a copy replaces an untouched first pipeline at the maximum, and keeps one that changed while the clock stood still', async () => {
  const mock = createMock({ now: () => Date.UTC(2026, 0, 1) });
  mock.seed.tenant({ kind: 'agency' });
  const path = '/agencies/current/clients';
  const create = async (name: string, more: object = {}) => {
    const body = { name, grant: { permissions: ['keys'] }, issueKey: { name }, ...more };
    const { json } = await request(mock, `POST ${path}`, { body });
    return { id: String(json['id']), key: String(json['secret']) };
  };
  const { id: clientId, key } = await create('Source');
  for (let n = 2; n <= pipelineLimits.pipelines; n += 1) {
    const isDefault = n === pipelineLimits.pipelines;
    await request(mock, 'POST /pipelines', { key, body: { name: `Pipeline ${n}`, isDefault } });
  }
  const more = { copyFrom: { clientId, include: ['pipelines'] } };
  const [client, changed] = [await create('New', more), await create('Changed', more)];
  const [own] = await pipelinesOf(changed.key);
  const body = { name: 'Own' };
  await request(mock, `PATCH /pipelines/${own?.id}`, { key: changed.key, body });

  await mock.settle();
  const copyOf = async ({ id }: { id: string }) =>
    (await request(mock, `GET ${path}/${id}`)).json['copy'];
  const max = pipelineLimits.pipelines;
  expect(await copyOf(client)).toMatchObject({ copied: { pipelines: max }, skipped: 0 });
  expect(await defaultOf(client.key)).toBe(`Pipeline ${max}`);
  expect(await copyOf(changed)).toMatchObject({ copied: { pipelines: max - 1 }, skipped: 1 });
  expect(await defaultOf(changed.key)).toBe('Own');

  async function pipelinesOf(key: string) {
    const { json } = await request(mock, 'GET /pipelines?limit=100', { key });
    return json['data'] as { id: string; name: string; isDefault: boolean }[];
  }

  async function defaultOf(key: string) {
    return (await pipelinesOf(key)).find(({ isDefault }) => isDefault)?.name;
  }
});
