import type { Page, Pipeline } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';

describe.each(targets)('pipelines on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('of many pipelines that become the default at once, one is it', async () => {
    const scene = await createScene(server);
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        scene.call<Pipeline>('POST /pipelines', { name: `P${n}` }),
      ),
    );
    const answers = await Promise.all(
      made.map(({ json }) => scene.call(`PATCH /pipelines/${json.id}`, { isDefault: true })),
    );
    expect(answers.map(({ status }) => status)).toEqual(made.map(() => 200));
    const { json } = await scene.call<Page<Pipeline>>('GET /pipelines?limit=100');
    expect(json.data.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect(json.data.map(({ position }) => position)).toEqual(json.data.map((_, n) => n));
  });
});
