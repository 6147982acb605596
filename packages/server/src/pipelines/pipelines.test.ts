import type { Page, Pipeline } from '@parley/contract/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import type { TestServer } from '../../test/start-server.ts';

describe.each(targets)('pipelines on %s', (target) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startQuiet(target);
  });
  afterAll(() => server.close());

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
