import { isDeepStrictEqual } from 'node:util';
import { type DealStatus, dealStatus, type Pipeline, type Stage } from '@parley/contract';
import { dealTransitions } from '@parley/domain';
import { describe, expect, test } from 'vitest';
import { type BadInput, badField, badFields, badQuery } from './bad-input/row.ts';
import { refused } from './client.ts';
import type { CrudCase } from './crud/crud-case.ts';
import { describeCrud } from './crud/describe-crud.ts';
import { recordedEvents } from './event-checks.ts';
import type { Query } from './http.ts';
import {
  aChannel,
  aContact,
  aCustomField,
  aDeal,
  anInbound,
  aPipeline,
  createScene,
  firstPipeline,
  missingId,
  type Scene,
} from './scene.ts';
import { startOwn, type Targets } from './target.ts';

const deals: CrudCase<'deals'> = {
  minimal: () => ({ title: 'Catering' }),
  defaults: ({ pipelineId, stageId, position, createdAt }) => ({
    pipelineId,
    stageId,
    contactId: null,
    conversationId: null,
    value: null,
    currency: 'USD',
    status: 'open',
    lostReason: null,
    probability: null,
    ownerId: null,
    source: null,
    externalId: null,
    tags: [],
    customFields: {},
    expectedCloseDate: null,
    position,
    metadata: {},
    stageChangedAt: createdAt,
    statusChangedAt: createdAt,
    wonAt: null,
    lostAt: null,
    closedAt: null,
    archivedAt: null,
  }),
  full: async (scene) => ({
    title: ' Catering ',
    contactId: (await aContact(scene)).id,
    value: 99_999_999_999.9999,
    currency: 'BRL',
    probability: 30,
    ownerId: await scene.tenant.createUser(),
    source: ' website ',
    externalId: 'D-1042',
    tags: ['a', 'A'],
    expectedCloseDate: '2026-12-31',
    metadata: { team: 'sales' },
  }),
  shown: { title: 'Catering', source: 'website', tags: ['a'] },
  writeOnly: ['position', 'lostReason'],
  texts: ['title', 'source'],
  change: { value: 0.0001 },
  unique: { externalId: ['D-1042', 'D-1042'] },
  events: 'deal',
  filters: async (scene) => {
    const { id: pipelineId, stages } = await aPipeline(scene, {
      stages: [{ name: 'A' }, { name: 'B' }, { name: 'Won', kind: 'won' }],
    });
    const [a = '', b = '', won = ''] = stages.map(({ id }) => id);
    const contactId = (await aContact(scene)).id;
    const ownerId = await scene.tenant.createUser();
    const { key } = await aCustomField(scene, { entity: 'deal' });
    const customFields = { [key]: 'Gold' };
    const records = {
      first: {
        title: 'Árvore',
        value: 10,
        currency: 'BRL',
        tags: ['Vip'],
        contactId,
        externalId: 'D-1',
      },
      second: { title: 'Boat', stageId: a, value: 0.5, ownerId, source: 'fair', customFields },
      third: { title: 'Car', stageId: won, value: 100, tags: ['x', 'vip'] },
      fourth: { title: 'Dog', pipelineId, stageId: b },
      hidden: async () => {
        const { id } = await aDeal(scene);
        await scene.api.deals.update({ params: { id }, body: { archived: true } });
        return id;
      },
    };
    return {
      records,
      cases: [
        [{ q: 'arvore' }, 'first'],
        [{ q: 'FAIR' }, 'second'],
        [{ pipelineId }, 'second third fourth'],
        [{ stageId: [a, b] }, 'second fourth'],
        [{ stageId: won }, 'third'],
        [{ status: 'won' }, 'third'],
        [{ status: 'open' }, 'first second fourth'],
        [{ contactId }, 'first'],
        [{ ownerId }, 'second'],
        [{ ownerId: 'none' }, 'first third fourth'],
        [{ tag: 'VIP' }, 'first third'],
        [{ customField: `${key}:gold` }, 'second'],
        [{ externalId: 'D-1,D-2' }, 'first'],
        [{ currency: 'BRL' }, 'first'],
        [{ currency: 'EUR' }, ''],
        [{ currency: 'ZZZ' }, ''],
        [{ valueMin: '0.5' }, 'first second third'],
        [{ valueMin: '10.0001' }, 'third'],
        [{ valueMax: '10' }, 'first second'],
        [{ rotten: 'true' }, ''],
        [{ rotten: 'false' }, 'first second third fourth'],
        [{ archived: 'false' }, 'first second third fourth'],
        [{ archived: 'true' }, 'hidden'],
      ],
    };
  },
};

const twoStages = `${missingId('stg')},${missingId('stg')}`;

export const badDeals: readonly BadInput[] = [
  ...badFields('deals.create', [
    ['no title', { title: undefined }, 'required'],
    ['five decimals', { value: 0.000_01 }, 'out_of_range'],
    ['a negative value', { value: -1 }, 'out_of_range'],
    ['a currency that does not exist', { currency: 'USS' }, 'invalid_format'],
    ['too high a value', { value: 1e11 + 1 }, 'out_of_range'],
  ]),
  badField('deals.update', 'no currency', { currency: 'XTS' }, 'invalid_format'),
  badField(
    'deals.update',
    'a day that is none',
    { expectedCloseDate: '2026-02-30' },
    'invalid_format',
  ),
  badQuery('deals.list', { sort: 'position' }, ['stageId', 'required']),
  badQuery('deals.list', { sort: 'position', stageId: twoStages }, ['stageId', 'required']),
  badQuery('deals.list', { valueMin: '1,000' }, 'invalid_type'),
  {
    title: 'deals.create with a reason for a loss that has not happened',
    code: 'SVC-RULE-VIOLATION',
    details: { rule: 'only_when_lost', field: 'lostReason' },
    send: (scene) => scene.call('deals.create', { body: { title: 'A', lostReason: 'Price' } }),
  },
];

export function describeDeals({ paused: target, start }: Targets): void {
  describe('deals', () => {
    describeCrud('deals', target, deals);

    const pairs = dealStatus.options.flatMap((from) =>
      dealStatus.options.map((to) => [from, to] as const),
    );
    test.each(pairs)(
      'a deal that is %s becomes %s by its status and by its stage, or is refused',
      async (from, to) => {
        const { scene, stageOf } = await aBoard(target());
        for (const body of [{ status: to }, { stageId: stageOf(to).id }]) {
          const { id, ...before } = await aDeal(scene, { stageId: stageOf(from).id });
          expect(before.status).toBe(from);
          const request = scene.api.deals.update({ params: { id }, body });
          const allowed = dealTransitions[from];
          if (from !== to && !allowed.includes(to)) {
            const { details } = await refused(request, 'SVC-INVALID-TRANSITION');
            expect(details).toEqual({ resource: 'deal', id, from, to, allowed });
            continue;
          }
          const after = await request;
          const { updatedAt, statusChangedAt } = after;
          const time = (status: DealStatus) =>
            status !== to ? null : from === to ? before.createdAt : updatedAt;
          expect(after).toMatchObject({
            status: to,
            stageId: stageOf(to).id,
            wonAt: time('won'),
            lostAt: time('lost'),
            closedAt: to === 'open' ? null : time(to),
          });
          expect(statusChangedAt).toBe(from === to ? before.statusChangedAt : updatedAt);
          const events = (await recordedEvents(scene)).filter(({ subject }) => subject.id === id);
          expect(events.slice(1)).toMatchObject(
            from === to
              ? []
              : [
                  { type: 'deal.stage_changed', data: { previous: { stageId: before.stageId } } },
                  { type: eventOf[to], data: { previous: { status: from }, object: after } },
                ],
          );
        }
      },
    );

    test('the events of a deal name every field that changed, also the times of its stage and status', async () => {
      const { scene, stages } = await aBoard(target());
      let before = await aDeal(scene, { stageId: stages[0]?.id ?? '' });
      const { id } = before;
      const bodies = [
        { stageId: stages[1]?.id ?? '', title: 'Larger' },
        { status: 'won' },
        { status: 'open' },
        { status: 'lost', lostReason: 'Price' },
      ] as const;
      for (const body of bodies) {
        const seen = (await recordedEvents(scene)).length;
        const after = await scene.api.deals.update({ params: { id }, body });
        const events = (await recordedEvents(scene)).slice(seen);
        const fields = Object.keys(after) as (keyof typeof after)[];
        const altered = fields.filter(
          (name) => name !== 'updatedAt' && !isDeepStrictEqual(after[name], before[name]),
        );
        expect(events.flatMap(({ data }) => data.changes).sort()).toEqual(altered.sort());
        const previous = Object.assign({}, ...events.map(({ data }) => data.previous));
        expect(before).toMatchObject(previous);
        before = after;
      }
    });

    test('a reopened deal goes back to the stage where it was open, and its reason is cleared', async () => {
      const { scene, stages } = await aBoard(target());
      const { id, stageId } = await aDeal(scene, { stageId: stages[1]?.id ?? '' });
      const update = (body: object) => scene.api.deals.update({ params: { id }, body });
      expect(await update({ status: 'lost', lostReason: 'Price' })).toMatchObject({
        lostReason: 'Price',
      });
      expect(await update({ status: 'open' })).toMatchObject({ stageId, lostReason: null });
      const only = await refused(update({ lostReason: 'Late' }), 'SVC-RULE-VIOLATION');
      expect(only.details).toEqual({ rule: 'only_when_lost', field: 'lostReason' });
    });

    test('a new deal with a status goes to the first stage of that kind, or is refused in another stage', async () => {
      const { scene, id: pipelineId, stages, stageOf } = await aBoard(target());
      await scene.api.stages.create({
        params: { id: pipelineId },
        body: { name: 'Won too', kind: 'won' },
      });
      for (const status of dealStatus.options) {
        const { createdAt, ...deal } = await aDeal(scene, { status });
        const closedAt = status === 'open' ? null : createdAt;
        const wonAt = status === 'won' ? createdAt : null;
        const lostAt = status === 'lost' ? createdAt : null;
        const stageId = stageOf(status).id;
        expect(deal).toMatchObject({ status, stageId, closedAt, wonAt, lostAt });
        const others = stages.filter(({ kind }) => kind !== status);
        for (const { id: stageId } of others) {
          const request = scene.api.deals.create({ body: { title: 'A', status, stageId } });
          await refused(request, 'SVC-STAGE-MISMATCH', { pipelineId, stageId });
        }
      }
      const given = { status: 'open', stageId: stages[1]?.id as string } as const;
      expect(await aDeal(scene, given)).toMatchObject(given);
      const reason = { status: 'lost', lostReason: 'Price' } as const;
      expect(await aDeal(scene, reason)).toMatchObject(reason);
      const body = { requireLostReason: true };
      await scene.api.pipelines.update({ params: { id: pipelineId }, body });
      const request = scene.api.deals.create({ body: { title: 'A', status: 'lost' } });
      const { details } = await refused(request, 'SVC-RULE-VIOLATION');
      expect(details).toEqual({ rule: 'required', field: 'lostReason' });
    });

    test('a new deal has its status in a pipeline that has no stage of that kind', async () => {
      const scene = await createScene(target());
      const { id: pipelineId, stages } = await aPipeline(scene, { stages: [{ name: 'Due' }] });
      const place = { pipelineId, stageId: stages[0]?.id as string, status: 'won' } as const;
      const { stageId, ...withoutStage } = place;
      expect(await aDeal(scene, withoutStage)).toMatchObject(place);
      const { id } = await aDeal(scene, { stageId, status: 'won' });
      const reopened = await scene.api.deals.update({ params: { id }, body: { status: 'open' } });
      expect(reopened).toMatchObject({ ...place, status: 'open' });
    });

    test('a pipeline can require a reason for each lost deal', async () => {
      const { scene, id: pipelineId, stageOf } = await aBoard(target());
      const { id } = await aDeal(scene, { pipelineId });
      const body = { requireLostReason: true };
      await scene.api.pipelines.update({ params: { id: pipelineId }, body });
      const update = (body: object) => scene.api.deals.update({ params: { id }, body });
      for (const body of [{ status: 'lost' }, { stageId: stageOf('lost').id }]) {
        const { details } = await refused(update(body), 'SVC-RULE-VIOLATION');
        expect(details).toEqual({ rule: 'required', field: 'lostReason' });
      }
      await update({ status: 'lost', lostReason: 'Price' });
      await refused(update({ lostReason: null }), 'SVC-RULE-VIOLATION');
      const late = { lostReason: 'Time', expectedCloseDate: '2026-12-01' };
      expect(await update(late)).toMatchObject(late);
      const last = (await recordedEvents(scene)).at(-1);
      expect(last).toMatchObject({ type: 'deal.updated', data: { changes: Object.keys(late) } });
    });

    test('deals that were lost before their pipeline required a reason can still move', async () => {
      const { scene, id, stageOf } = await aBoard(target());
      const lost = stageOf('lost').id;
      const { id: dealId } = await aDeal(scene, { stageId: lost });
      const other = await scene.api.stages.create({
        params: { id },
        body: { name: 'No', kind: 'lost' },
      });
      await scene.api.pipelines.update({ params: { id }, body: { requireLostReason: true } });
      const params = { id: dealId };
      await scene.api.deals.update({ params, body: { position: null, title: 'Moved' } });
      const query = { moveDealsTo: other.id };
      await scene.api.stages.delete({ params: { id, stageId: lost }, query });
      expect(await scene.api.deals.get({ params })).toMatchObject({
        title: 'Moved',
        stageId: other.id,
        status: 'lost',
        lostReason: null,
      });
    });

    test('a stage must belong to the pipeline and to the status', async () => {
      const { scene, id: pipelineId, stageOf } = await aBoard(target());
      const other = await firstPipeline(scene);
      const { id } = await aDeal(scene, { pipelineId });
      const stageId = other.stages[0]?.id as string;
      const wrong = [
        [{ stageId }, { pipelineId, stageId }],
        [
          { pipelineId: other.id, stageId: stageOf('won').id },
          { pipelineId: other.id, stageId: stageOf('won').id },
        ],
        [
          { status: 'won', stageId: stageOf('open').id },
          { pipelineId, stageId: stageOf('open').id },
        ],
      ] as const;
      for (const [body, details] of wrong) {
        const request = scene.api.deals.update({ params: { id }, body });
        await refused(request, 'SVC-STAGE-MISMATCH', details);
      }
      const body = { pipelineId: other.id, stageId };
      expect(await scene.api.deals.update({ params: { id }, body })).toMatchObject(body);
      await scene.api.pipelines.update({ params: { id: other.id }, body: { isDefault: true } });
      await scene.api.pipelines.update({ params: { id: pipelineId }, body: { archived: true } });
      const archived = scene.api.deals.update({ params: { id }, body: { pipelineId } });
      expect((await refused(archived, 'SVC-RULE-VIOLATION')).details).toMatchObject({
        rule: 'archived',
      });
    });

    test('a deal keeps its place when its pipeline gets a stage of its status', async () => {
      const scene = await createScene(target());
      const { id, stages } = await aPipeline(scene, { stages: [{ name: 'Due' }] });
      const stageId = stages[0]?.id as string;
      const deal = await aDeal(scene, { stageId });
      const update = (body: object) => scene.api.deals.update({ params: { id: deal.id }, body });
      await update({ status: 'won' });
      const body = { name: 'Won', kind: 'won' } as const;
      const won = await scene.api.stages.create({ params: { id }, body });
      const kept = await update({ stageId, position: null, title: 'Kept' });
      expect(kept).toMatchObject({ stageId, status: 'won', title: 'Kept' });
      await update({ status: 'open' });
      await refused(update({ stageId, status: 'won' }), 'SVC-STAGE-MISMATCH');
      expect(await update({ status: 'won' })).toMatchObject({ stageId: won.id });
    });

    test('a deal goes before the deal whose position it names, however often', async () => {
      const { scene, stages } = await aBoard(target());
      const stageId = stages[0]?.id as string;
      const make = (title: string, position?: number | null) =>
        aDeal(scene, { title, stageId, ...(position !== undefined && { position }) });
      const board = async () =>
        (await scene.api.deals.list({ query: { stageId, sort: 'position', limit: 100 } })).data;
      await make('a');
      const last = await make('z');
      // After so many halvings, no whole number is left between the two positions.
      const letters = Array.from({ length: 26 }, (_, n) => `m${String(n).padStart(2, '0')}`);
      for (const title of letters) {
        const { position } = await scene.api.deals.get({ params: { id: last.id } });
        await make(title, position);
      }
      expect((await board()).map(({ title }) => title)).toEqual(['a', ...letters, 'z']);
      const [first] = await board();
      const move = (body: object) => scene.api.deals.update({ params: { id: last.id }, body });
      await move({ position: first?.position });
      expect((await board()).map(({ title }) => title)).toEqual(['z', 'a', ...letters]);
      await move({ position: null });
      const sorted = await board();
      expect(sorted.map(({ title }) => title)).toEqual(['a', ...letters, 'z']);
      expect(new Set(sorted.map(({ position }) => position)).size).toBe(sorted.length);
      const { stageId: second } = await move({ stageId: stages[1]?.id });
      expect(second).toBe(stages[1]?.id);
    });

    test('the history has each stage and status with the seconds in it', async () => {
      await using own = await startOwn(start);
      const { scene, stages } = await aBoard(own);
      const { id } = await aDeal(scene, { stageId: stages[0]?.id ?? '' });
      const update = (body: object) => scene.api.deals.update({ params: { id }, body });
      await own.advance(5_000);
      await update({ stageId: stages[1]?.id });
      await update({ title: 'The same stage' });
      await own.advance(60_000);
      const won = await update({ status: 'won' });
      const { data } = await scene.api.deals.listHistory({ params: { id } });
      const [second, first] = data.slice(1);
      expect(data).toMatchObject([
        {
          status: 'won',
          stageId: won.stageId,
          enteredAt: won.wonAt,
          leftAt: null,
          durationSeconds: null,
        },
        { status: 'open', stageId: stages[1]?.id, leftAt: won.wonAt },
        { status: 'open', stageId: stages[0]?.id, leftAt: second?.enteredAt },
      ]);
      expect(second?.durationSeconds).toBeGreaterThanOrEqual(60);
      expect(first?.durationSeconds).toBeGreaterThanOrEqual(5);
      expect(first?.durationSeconds).toBeLessThan(60);
    });

    test('an open deal is rotten after the days of its stage', async () => {
      await using own = await startOwn(start);
      const scene = await createScene(own);
      const { stages } = await aPipeline(scene, {
        stages: [
          { name: 'A', rottenAfterDays: 1 },
          { name: 'B' },
          { name: 'Won', kind: 'won', rottenAfterDays: 1 },
        ],
      });
      const [id] = await Promise.all(
        stages.map(async (stage) => (await aDeal(scene, { stageId: stage.id })).id),
      );
      const rotten = async () =>
        (await scene.api.deals.list({ query: { rotten: 'true' } })).data.map((deal) => deal.id);
      await own.advance(86_000_000);
      expect(await rotten()).toEqual([]);
      await own.advance(500_000);
      expect(await rotten()).toEqual([id]);
    });

    test('the expected date of a range includes its start and excludes its end', async () => {
      const scene = await createScene(target());
      for (const day of [1, 2, 3]) {
        await aDeal(scene, { title: `${day}`, expectedCloseDate: `2026-12-0${day}` });
      }
      await aDeal(scene);
      const query = { expectedCloseAfter: '2026-12-02', sort: 'expectedCloseDate' } as const;
      const titles = async (query: Query) =>
        (await scene.api.deals.list({ query })).data.map(({ title }) => title);
      expect(await titles(query)).toEqual(['2', '3']);
      expect(await titles({ ...query, expectedCloseBefore: '2026-12-03' })).toEqual(['2']);
      expect(await titles({ expectedCloseBefore: '2026-12-02' })).toEqual(['1']);
    });

    test('a new deal gets the contact of its conversation, unless it names a contact or null', async () => {
      const { scene } = await aBoard(target());
      const { conversationId, contactId } = await anInbound(scene, (await aChannel(scene)).id);
      expect(await aDeal(scene, { conversationId })).toMatchObject({ conversationId, contactId });
      const read = (id: string) => scene.api.contacts.get({ params: { id } });
      expect(await read(contactId)).toMatchObject({ lifecycle: 'opportunity' });
      const other = (await aContact(scene)).id;
      for (const contactId of [other, null]) {
        const deal = await aDeal(scene, { conversationId, contactId });
        expect(deal).toMatchObject({ conversationId, contactId });
      }
    });

    test('a deal makes a lead an opportunity and then a customer, never the reverse', async () => {
      const { scene } = await aBoard(target());
      const { id: contactId } = await aContact(scene);
      const lifecycle = async () =>
        (await scene.api.contacts.get({ params: { id: contactId } })).lifecycle;
      const { id } = await aDeal(scene, { contactId });
      expect(await lifecycle()).toBe('opportunity');
      await scene.api.deals.update({ params: { id }, body: { status: 'won' } });
      await scene.api.deals.update({ params: { id }, body: { status: 'open' } });
      await aDeal(scene, { contactId });
      expect(await lifecycle()).toBe('customer');
      const [lead, other] = [await aContact(scene), await aContact(scene, { lifecycle: 'other' })];
      const update = (body: object) => scene.api.deals.update({ params: { id }, body });
      await update({ contactId: lead.id });
      await update({ contactId: other.id, status: 'won' });
      const read = (id: string) => scene.api.contacts.get({ params: { id } });
      expect(await read(lead.id)).toMatchObject({ lifecycle: 'opportunity' });
      expect(await read(other.id)).toMatchObject({ lifecycle: 'other' });
    });

    test('a stage with deals is deleted when another one of its kind gets them, in their order', async () => {
      const { scene, id, stages, stageOf } = await aBoard(target());
      const [a = '', b = ''] = stages.map((stage) => stage.id);
      const made = [];
      for (const title of ['1', '2', '3']) made.push(await aDeal(scene, { title, stageId: a }));
      const own = await aDeal(scene, { title: '0', stageId: b });
      const remove = (moveDealsTo?: string) =>
        scene.api.stages.delete({
          params: { id, stageId: a },
          ...(moveDealsTo !== undefined && { query: { moveDealsTo } }),
        });
      expect(await refused(remove(), 'SVC-IN-USE')).toMatchObject({
        message: expect.stringContaining('`moveDealsTo`'),
        details: { resource: 'stage', id: a, references: { deals: 3 } },
      });
      const other = (await firstPipeline(scene)).stages[0]?.id as string;
      for (const wrong of [a, other, stageOf('won').id]) {
        const { message } = await refused(remove(wrong), 'SVC-STAGE-MISMATCH');
        expect(message).toContain('must be another stage of the kind `open` of the same pipeline');
      }
      const missing = missingId('stg');
      expect((await refused(remove(missing), 'SVC-NOT-FOUND')).details).toMatchObject({
        id: missing,
      });
      await remove(b);
      const query = { stageId: b, sort: 'position' } as const;
      const { data } = await scene.api.deals.list({ query });
      expect(data.map(({ title }) => title)).toEqual(['0', '1', '2', '3']);
      expect(data[0]).toEqual(own);
      const moved = (await recordedEvents(scene)).filter(
        ({ type }) => type === 'deal.stage_changed',
      );
      expect(moved.map(({ subject }) => subject.id)).toEqual(made.map((deal) => deal.id));
    });

    test('a pipeline with deals is deleted when another one gets them, each with its status', async () => {
      const { scene, id: toId, stages, stageOf } = await aBoard(target());
      const { id } = await firstPipeline(scene);
      const open = await aDeal(scene, { pipelineId: id });
      const won = await aDeal(scene, { pipelineId: id });
      await scene.api.deals.update({ params: { id: won.id }, body: { status: 'won' } });
      const remove = (query: Query) => scene.api.pipelines.delete({ params: { id }, query });
      expect((await refused(remove({}), 'SVC-IN-USE')).details).toMatchObject({
        references: { deals: 2 },
      });
      const own = (await firstPipeline(scene)).stages[0]?.id as string;
      for (const moveDealsTo of [stageOf('won').id, own]) {
        const { message } = await refused(remove({ moveDealsTo }), 'SVC-STAGE-MISMATCH');
        expect(message).toBe('`moveDealsTo` must be an open stage of another pipeline.');
      }
      const archived = await aPipeline(scene);
      const params = { id: archived.id };
      await scene.api.pipelines.update({ params, body: { archived: true } });
      const toArchived = remove({ moveDealsTo: archived.stages[0]?.id as string });
      await refused(toArchived, 'SVC-RULE-VIOLATION', {
        rule: 'archived',
        field: 'moveDealsTo',
      });
      await remove({ moveDealsTo: stages[1]?.id as string });
      const get = (id: string) => scene.api.deals.get({ params: { id } });
      const place = { pipelineId: toId, stageId: stages[1]?.id, status: 'open' };
      expect(await get(open.id)).toMatchObject(place);
      const wonPlace = { pipelineId: toId, stageId: stageOf('won').id, status: 'won' };
      expect(await get(won.id)).toMatchObject(wonPlace);
    });

    test('the summary has exact sums for each stage and currency, without archived deals', async () => {
      const { scene, id, stages } = await aBoard(target());
      const [a = '', b = ''] = stages.map((stage) => stage.id);
      const add = (body: object) => aDeal(scene, { stageId: a, ...body });
      for (let count = 0; count < 3; count += 1) await add({ value: 99_999_999_999.9999 });
      await add({ value: 0.1, currency: 'BRL', probability: 33 });
      await add({ value: 0.2, currency: 'BRL' });
      await add({ stageId: b });
      const gone = await add({ value: 5 });
      await scene.api.deals.update({ params: { id: gone.id }, body: { archived: true } });
      const summary = await scene.api.pipelines.summary({ params: { id } });
      expect(summary.stages).toEqual([
        {
          stageId: a,
          count: 5,
          values: [
            { currency: 'BRL', total: '0.3', weighted: '0.133' },
            { currency: 'USD', total: '299999999999.9997', weighted: '149999999999.99985' },
          ],
        },
        { stageId: b, count: 1, values: [{ currency: 'USD', total: '0', weighted: '0' }] },
        { stageId: stages[2]?.id, count: 0, values: [] },
        { stageId: stages[3]?.id, count: 0, values: [] },
      ]);
    });

    test('new deals have the currency of the pipeline', async () => {
      const scene = await createScene(target());
      const { id: pipelineId } = await aPipeline(scene, { currency: 'EUR' });
      expect(await aDeal(scene, { pipelineId })).toMatchObject({ pipelineId, currency: 'EUR' });
    });
  });
}

const eventOf = { open: 'deal.reopened', won: 'deal.won', lost: 'deal.lost' } as const;

/** Creates a pipeline with two open stages, one won and one lost. */
async function aBoard(target: ReturnType<Targets['paused']>) {
  const scene: Scene = await createScene(target);
  const pipeline: Pipeline = await aPipeline(scene, {
    isDefault: true,
    stages: [
      { name: 'A' },
      { name: 'B' },
      { name: 'Won', kind: 'won' },
      { name: 'Lost', kind: 'lost' },
    ],
  });
  const stageOf = (status: DealStatus) =>
    pipeline.stages.find(({ kind }) => kind === status) as Stage;
  return { scene, id: pipeline.id, stages: pipeline.stages, stageOf };
}
