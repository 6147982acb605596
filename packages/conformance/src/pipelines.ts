import { type Pipeline, pipelineLimits } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { type BadInput, badField, badFields } from './bad-input/row.ts';
import { refused } from './client.ts';
import type { CrudCase } from './crud/crud-case.ts';
import { describeCrud } from './crud/describe-crud.ts';
import { recordedEvents } from './event-checks.ts';
import { aDeal, aPipeline, createScene, firstPipeline, type Scene, unique } from './scene.ts';
import type { Targets } from './target.ts';

const pipelines: CrudCase<'pipelines'> = {
  minimal: () => ({ name: unique('Pipeline') }),
  defaults: ({ stages }) => ({
    // The first pipeline of a new tenant has position 0.
    position: 1,
    isDefault: false,
    requireLostReason: false,
    currency: null,
    stages,
    metadata: {},
    archivedAt: null,
  }),
  full: () => ({
    name: ' Renewals ',
    position: 7,
    isDefault: true,
    requireLostReason: true,
    currency: 'BRL',
    stages: [
      { name: ' Due ', probability: 30, rottenAfterDays: 9, color: '#1f883d' },
      { name: 'Renewed', kind: 'won' },
    ],
    metadata: { team: 'sales' },
  }),
  shown: { name: 'Renewals', stages: [{ name: 'Due', kind: 'open' }, { kind: 'won' }] },
  writeOnly: ['isDefault', 'archived'],
  texts: ['name'],
  change: { requireLostReason: true },
  events: 'pipeline',
  filters: (scene) => ({
    records: {
      used: {},
      archived: async () => {
        const { id } = await aPipeline(scene);
        await update(scene, id, { archived: true });
        return id;
      },
    },
    cases: [
      [{ archived: 'false' }, 'used'],
      [{ archived: 'true' }, 'archived'],
    ],
  }),
};

const stage = (name: string, kind?: 'won' | 'lost') => ({ name, ...(kind && { kind }) });

export const badPipelines: readonly BadInput[] = [
  ...badFields('pipelines.create', [
    ['no name', { name: undefined }, 'required'],
    ['a currency in words', { currency: 'Real' }, 'invalid_format'],
    ['a currency that does not exist', { currency: 'ZZZ' }, 'invalid_format'],
    ['no stages', { stages: [] }, 'too_short'],
    [
      'a probability of 101',
      { stages: [{ name: 'A', probability: 101 }] },
      ['stages.0.probability', 'out_of_range'],
    ],
  ]),
  badField('pipelines.update', 'no default', { isDefault: false }, 'invalid_enum'),
  badField('stages.create', 'a color by name', { color: 'green' }, 'invalid_format'),
  badField('stages.update', 'a name that is null', { name: null }, 'invalid_type'),
  {
    title: 'pipelines.create with stages of which none is open',
    code: 'SVC-RULE-VIOLATION',
    details: { rule: 'one_open_stage', field: 'stages' },
    send: (scene) =>
      scene.call('pipelines.create', { body: { name: 'A', stages: [stage('B', 'won')] } }),
  },
  {
    title: 'pipelines.create with two stages of one name',
    code: 'SVC-CONFLICT',
    details: { resource: 'stage', field: 'name', existingId: null },
    send: (scene) =>
      scene.call('pipelines.create', { body: { name: 'A', stages: [stage('B'), stage('b')] } }),
  },
];

export function describePipelines({ paused: target }: Targets): void {
  describe('pipelines', () => {
    describeCrud('pipelines', target, pipelines);

    test('a new tenant has one pipeline, the default, with stages of each kind', async () => {
      const scene = await createScene(target());
      const { data } = await scene.api.pipelines.list();
      expect(data).toMatchObject([{ name: 'Sales', position: 0, isDefault: true }]);
      expect(linesOf(data[0] as Pipeline)).toEqual([
        '0 New open 10',
        '1 Qualified open 25',
        '2 Proposal open 50',
        '3 Negotiation open 75',
        '4 Won won 100',
        '5 Lost lost 0',
      ]);
      expect(linesOf(await aPipeline(scene))).toEqual(linesOf(data[0] as Pipeline));
    });

    test('exactly one pipeline is the default, also after concurrent requests', async () => {
      const scene = await createScene(target());
      const first = await firstPipeline(scene);
      const made = await Promise.all([1, 2, 3].map(() => aPipeline(scene, { isDefault: true })));
      await Promise.all(made.map(({ id }) => update(scene, id, { isDefault: true })));
      const all = (await scene.api.pipelines.list()).data;
      expect(all).toHaveLength(4);
      const [current] = all.filter(({ isDefault }) => isDefault);
      expect(all.filter(({ isDefault }) => isDefault)).toEqual([current]);
      expect(made.map(({ id }) => id)).toContain(current?.id);
      const events = (await recordedEvents(scene)).filter(({ subject }) => subject.id === first.id);
      expect(events).toMatchObject([
        { type: 'pipeline.updated', data: { previous: { isDefault: true } } },
      ]);
    });

    test('the default pipeline cannot be archived or deleted, and an archived one cannot become it', async () => {
      const scene = await createScene(target());
      const { id } = await firstPipeline(scene);
      const { pipelineId } = await aDeal(scene);
      expect(pipelineId).toBe(id);
      const other = await aPipeline(scene);
      await update(scene, other.id, { archived: true });
      for (const [request, rule, field] of [
        [() => update(scene, id, { archived: true }), 'default_pipeline', 'archived'],
        [() => update(scene, other.id, { isDefault: true }), 'archived', 'isDefault'],
        [() => scene.api.pipelines.delete({ params: { id } }), 'default_pipeline', 'isDefault'],
      ] as const) {
        const { details } = await refused(request(), 'SVC-RULE-VIOLATION');
        expect(details).toMatchObject({ rule, field });
      }
      const back = await update(scene, other.id, { archived: false, isDefault: true });
      expect(back).toMatchObject({ archivedAt: null, isDefault: true });
    });

    test('a tenant has at most 50 pipelines', async () => {
      const scene = await createScene(target());
      for (let count = 1; count < pipelineLimits.pipelines; count += 1) await aPipeline(scene);
      const { details } = await refused(aPipeline(scene), 'SVC-LIMIT-REACHED');
      expect(details).toEqual({ limit: 'pipelines', max: pipelineLimits.pipelines });
    });
  });
}

function update(scene: Scene, id: string, body: object): Promise<Pipeline> {
  return scene.api.pipelines.update({ params: { id }, body });
}

/** Returns the stages as lines of text, to compare them. */
export function linesOf({ stages }: Pick<Pipeline, 'stages'>): string[] {
  return stages.map(({ position, name, kind, probability }) =>
    [position, name, kind, probability].join(' '),
  );
}
