import { errorRules, type Pipeline, pipelineLimits, type Stage } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { refused } from './client.ts';
import { recordedEvents } from './event-checks.ts';
import { aPipeline, createScene, missingId, type Scene } from './scene.ts';
import type { Targets } from './target.ts';

export function describeStages({ paused: target }: Targets): void {
  describe('stages', () => {
    test('a stage is stored as given at its place, and the pipeline shows it', async () => {
      const { scene, id, api, names } = await aBoard(target());
      const body = { name: ' Demo ', probability: 40, rottenAfterDays: 3, color: '#ffffff' };
      const made = await api.create({ params: { id }, body: { ...body, position: 1 } });
      const shown = { ...body, name: 'Demo', position: 1, kind: 'open', pipelineId: id };
      expect(made).toMatchObject(shown);
      expect(await api.get({ params: { id, stageId: made.id } })).toEqual(made);
      const { name } = await api.create({ params: { id }, body: { name: 'Last', kind: 'lost' } });
      expect(await names()).toEqual(['A', 'Demo', 'B', 'Won', name]);
      const changed = await api.update({
        params: { id, stageId: made.id },
        body: { name: 'Talk', position: 40, color: null },
      });
      expect(changed).toMatchObject({ ...shown, name: 'Talk', position: 4, color: null });
      expect(await names()).toEqual(['A', 'B', 'Won', 'Last', 'Talk']);
      const events = (await recordedEvents(scene)).filter(({ subject }) => subject.id === id);
      expect(events.map(({ type, data }) => [type, ...data.changes])).toEqual([
        ['pipeline.created'],
        ...Array.from({ length: 3 }, () => ['pipeline.updated', 'stages']),
      ]);
    });

    test('a change without differences leaves the pipeline as it was', async () => {
      const { scene, id, api, stages } = await aBoard(target());
      const before = await scene.api.pipelines.get({ params: { id } });
      const { name, position, color } = stages[1] as Stage;
      const params = { id, stageId: stages[1]?.id ?? '' };
      expect(await api.update({ params, body: { name, position, color } })).toEqual(stages[1]);
      expect(await scene.api.pipelines.get({ params: { id } })).toEqual(before);
    });

    test('stages are reordered when each is named once', async () => {
      const { scene, id, stages, names } = await aBoard(target());
      const [a = '', b = '', won = ''] = stages.map((stage) => stage.id);
      const reorder = (...stageIds: string[]) =>
        scene.api.pipelines.reorderStages({ params: { id }, body: { stageIds } });
      const after = await reorder(won, b, a);
      expect(after.stages.map(({ position }) => position)).toEqual([0, 1, 2]);
      expect(await names()).toEqual(['Won', 'B', 'A']);
      for (const wrong of [
        [a, b],
        [a, b, b],
        [a, b, won, a],
      ]) {
        const { details } = await refused(reorder(...wrong), 'SVC-RULE-VIOLATION');
        expect(details).toEqual({ rule: 'all_stages_once', field: 'stageIds' });
      }
      const other = (await aPipeline(scene)).stages[0]?.id as string;
      for (const missing of [missingId('stg'), other]) {
        const { message, details } = await refused(reorder(a, b, missing), 'SVC-NOT-FOUND');
        expect(message).toMatch(/^The `pipeline` has no `stage`/);
        expect(details).toEqual({ resource: 'stage', id: missing });
      }
      expect(await names()).toEqual(['Won', 'B', 'A']);
    });

    test('concurrent requests lose no stage, and one of them gets a name', async () => {
      const { id, api, scene } = await aBoard(target());
      const make = (name: string) =>
        scene.call('stages.create', { params: { id }, body: { name, position: 1 } });
      const answers = await Promise.all(['C', 'D', 'E', 'X', 'x'].map(make));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409]);
      const { stages } = await scene.api.pipelines.get({ params: { id } });
      expect(stages.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6]);
      const [winner] = stages.filter(({ name }) => name.toLowerCase() === 'x');
      const [other = ''] = stages.map((stage) => stage.id);
      for (const request of [
        () => api.create({ params: { id }, body: { name: ' x ' } }),
        () => api.create({ params: { id }, body: { name: 'X', position: 0 } }),
        () => api.update({ params: { id, stageId: other }, body: { name: 'X' } }),
      ]) {
        await refused(request(), 'SVC-CONFLICT', {
          resource: 'stage',
          field: 'name',
          existingId: winner?.id,
        });
      }
    });

    test('a deleted stage is gone; the last open one stays', async () => {
      const { id, api, stages, names } = await aBoard(target());
      const [first = '', second = ''] = stages.map((stage) => stage.id);
      await api.delete({ params: { id, stageId: first } });
      expect(await names()).toEqual(['B', 'Won']);
      const again = api.delete({ params: { id, stageId: first } });
      expect((await refused(again, 'SVC-NOT-FOUND')).details).toMatchObject({ id: first });
      const last = api.delete({ params: { id, stageId: second } });
      expect(await refused(last, 'SVC-RULE-VIOLATION')).toMatchObject({
        message: errorRules.one_open_stage,
        details: { rule: 'one_open_stage', field: 'stages' },
      });
    });

    test('a pipeline has at most 50 stages', async () => {
      const { id, api } = await aBoard(target(), pipelineLimits.stages);
      const more = api.create({ params: { id }, body: { name: 'More' } });
      await refused(more, 'SVC-LIMIT-REACHED', {
        limit: 'stages',
        max: pipelineLimits.stages,
      });
    });
  });
}

/** Creates a pipeline with the stages A, B, … and Won. */
async function aBoard(target: ReturnType<Targets['paused']>, count = 3) {
  const scene: Scene = await createScene(target);
  const open = Array.from({ length: count - 1 }, (_, n) => ({
    name: n < 26 ? String.fromCharCode(65 + n) : `Stage ${n}`,
  }));
  const stages = [...open, { name: 'Won', kind: 'won' as const }];
  const pipeline: Pipeline = await aPipeline(scene, { stages });
  const { id } = pipeline;
  const names = async () =>
    (await scene.api.pipelines.get({ params: { id } })).stages.map(({ name }) => name);
  return { scene, id, api: scene.api.stages, stages: pipeline.stages, names };
}
