import type { Contact, Deal, Page, Pipeline } from '@parley/contract/schemas';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { targets } from '../../test/databases.ts';
import { someoneWaits } from '../../test/lock-waits.ts';
import { createScene, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import type { TestServer } from '../../test/start-server.ts';
import { lockKind } from '../crud/lock-kind.ts';
import { deals } from './records.ts';

const writers = 50;
const numbers = Array.from({ length: writers }, (_, n) => n);

describe.each(targets)('deals on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  afterEach(() => void vi.restoreAllMocks());

  test('fifty writers on one column lose no deal, and each has its own position', async () => {
    const { scene, stageIds } = await aBoard(server);
    const [from = '', to = ''] = stageIds;
    const made = await Promise.all(
      numbers.map((n) => scene.call<Deal>('POST /deals', { title: `${n}`, stageId: from })),
    );
    expect(made.map(({ status }) => status)).toEqual(numbers.map(() => 201));
    const anchor = made[0]?.json as Deal;
    // Half of the deals move to one place. At the same time, the others are set again to their present positions.
    const moves = made.map(({ json }, n) => {
      const body = {
        stageId: n % 2 === 0 ? to : from,
        position: n % 2 === 0 ? 0 : anchor.position,
      };
      return scene.call(`PATCH /deals/${json.id}`, body);
    });
    const answers = await Promise.all(moves);
    expect(answers.find(({ status }) => status !== 200)?.json).toBeUndefined();
    const columns = await Promise.all(
      stageIds.slice(0, 2).map(async (stageId) => {
        const path = `/deals?stageId=${stageId}&sort=position&limit=100`;
        return (await scene.call<Page<Deal>>(`GET ${path}`)).json.data;
      }),
    );
    const ids = columns.flat().map(({ id }) => id);
    expect(ids.sort()).toEqual(made.map(({ json }) => json.id).sort());
    for (const column of columns) {
      const positions = column.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
    }
  });

  if (target === 'Postgres') {
    test.each([
      ['is won', () => ({ status: 'won' })],
      ['is won for the other contact', (contactId: string) => ({ status: 'won', contactId })],
      ['gets the other contact', (contactId: string) => ({ contactId })],
    ])('a deal that %s while its contact is merged does not deadlock', async (_change, bodyOf) => {
      const { scene } = await aBoard(server);
      const aContact = async () => (await scene.call<Contact>('POST /contacts', {})).json.id;
      const [primaryId, duplicateId] = [await aContact(), await aContact()];
      const { json } = await scene.call<Deal>('POST /deals', {
        title: 'A',
        contactId: duplicateId,
      });
      const merging = vi.spyOn(lockKind, 'postgres');
      const { take } = deals;
      let merged: ReturnType<Scene['call']> | undefined;
      const taking = vi.spyOn(deals, 'take').mockImplementationOnce(async (ctx, id) => {
        const deal = await take(ctx, id);
        merged = scene.call('POST /contacts/merge', { primaryId, duplicateId });
        await someoneWaits(server.deps.database);
        return deal;
      });
      const changed = await scene.call<Deal>(`PATCH /deals/${json.id}`, bodyOf(primaryId));
      expect([changed.status, (await merged)?.status]).toEqual([200, 200]);
      expect([taking.mock.calls.length, merging.mock.calls.length]).toEqual([1, 1]);
      vi.restoreAllMocks();
      const { json: after } = await scene.call<Deal>(`GET /deals/${json.id}`);
      expect(after.contactId).toBe(primaryId);
    });
  }

  test('a deal without a pipeline is created while the default moves from one pipeline to another', async () => {
    const { scene } = await aBoard(server);
    const { json: other } = await scene.call<Pipeline>('POST /pipelines', { name: 'Rentals' });
    const { json: all } = await scene.call<Page<Pipeline>>('GET /pipelines');
    const own = all.data.find(({ isDefault }) => isDefault);
    const moveDefault = async () => {
      for (const n of numbers) {
        await scene.call(`PATCH /pipelines/${n % 2 ? own?.id : other.id}`, { isDefault: true });
      }
    };
    const create = async () => {
      const statuses: number[] = [];
      for (const n of numbers.slice(0, 20)) {
        statuses.push((await scene.call('POST /deals', { title: `${n}` })).status);
      }
      return statuses;
    };
    const [, ...made] = await Promise.all([moveDefault(), ...[0, 1, 2, 3].map(create)]);
    expect(new Set(made.flat())).toEqual(new Set([201]));
  });

  test('fifty writers on one deal: each change is kept, and the history has no gap', async () => {
    const { scene, stageIds } = await aBoard(server);
    const { json: deal } = await scene.call<Deal>('POST /deals', { title: 'Catering' });
    const answers = await Promise.all(
      numbers.map((n) =>
        scene.call(
          `PATCH /deals/${deal.id}`,
          n < 20
            ? { metadata: { [`key${n}`]: n } }
            : { stageId: stageIds[n % stageIds.length], ...(n % 3 === 0 && { position: 0 }) },
        ),
      ),
    );
    // A direct change from won to lost is refused.
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const { json: after } = await scene.call<Deal>(`GET /deals/${deal.id}`);
    expect(Object.keys(after.metadata)).toHaveLength(20);
    type Entry = { enteredAt: string; leftAt: string | null; stageId: string; status: string };
    const path = `/deals/${deal.id}/history?sort=enteredAt&limit=100`;
    const { data } = (await scene.call<Page<Entry>>(`GET ${path}`)).json;
    expect(data.at(-1)).toMatchObject({
      leftAt: null,
      stageId: after.stageId,
      status: after.status,
    });
    for (const [n, entry] of data.slice(0, -1).entries()) {
      expect(entry.leftAt).toBe(data[n + 1]?.enteredAt);
    }
  });

  test('a stage that is deleted while deals move into it leaves no deal without a stage', async () => {
    const { scene, pipeline, stageIds } = await aBoard(server);
    const [from = '', to = ''] = stageIds;
    const made = await Promise.all(
      numbers
        .slice(0, 10)
        .map((n) => scene.call<Deal>('POST /deals', { title: `${n}`, stageId: from })),
    );
    for (const { status, json } of made) expect([status, json]).toEqual([201, expect.anything()]);
    const [removal] = await Promise.all([
      scene.call(`DELETE /pipelines/${pipeline.id}/stages/${to}`),
      ...made.map(({ json }) => scene.call(`PATCH /deals/${json.id}`, { stageId: to })),
    ]);
    const { json } = await scene.call<Pipeline>(`GET /pipelines/${pipeline.id}`);
    const known = json.stages.map(({ id }) => id);
    expect(known.includes(to)).toBe(removal.status === 409);
    const { data } = (await scene.call<Page<Deal>>('GET /deals')).json;
    expect(data).toHaveLength(made.length);
    for (const { stageId } of data) expect(known).toContain(stageId);
  });
});

async function aBoard(
  server: TestServer,
): Promise<{ scene: Scene; pipeline: Pipeline; stageIds: string[] }> {
  const scene = await createScene(server);
  const { json } = await scene.call<Page<Pipeline>>('GET /pipelines');
  const pipeline = json.data[0] as Pipeline;
  return { scene, pipeline, stageIds: pipeline.stages.map(({ id }) => id) };
}
