import { expect, test } from 'vitest';
import { checkError } from '../answer.ts';
import { refused } from '../client.ts';
import type { EndpointName } from '../routes.ts';
import { createScene } from '../scene.ts';
import type { Target } from '../target.ts';
import type { CrudCase, CrudNoun } from './crud-case.ts';
import { aResource, factsOf, resourceOf } from './resource.ts';

export function testUnique<Noun extends CrudNoun>(
  noun: Noun,
  target: () => Target,
  given: CrudCase<Noun>,
): void {
  const { minimal, unique = {}, archives = false } = given;
  const { words, kind, hasDelete, canChange } = factsOf(noun);
  const cases = Object.entries(unique).map(([field, values]) => [field, ...values] as const);

  test.each(cases)(
    `%s belongs to one ${words} of a tenant, in any spelling, until it is free again`,
    async (field, value, again) => {
      const { scene, create, update, remove } = await aResource(target(), noun, given);
      const first = await create({ ...minimal(), [field]: value });
      const details = { resource: kind, field, existingId: first.id };
      const taken = { ...minimal(), [field]: again };
      await refused(create(taken), 'SVC-CONFLICT', details);
      await resourceOf(await createScene(scene.target), noun).create(taken);
      const second = await create(minimal());
      if (canChange(field)) {
        const change = update(second.id, { [field]: again });
        await refused(change, 'SVC-CONFLICT', details);
        await update(first.id, { [field]: again });
      }
      if (canChange(field, null)) {
        await update(first.id, { [field]: null });
        await update(second.id, { [field]: again });
        await update(second.id, { [field]: null });
        await update(first.id, { [field]: value });
      }
      if (!hasDelete || archives) return;
      await remove(first.id);
      await create(taken);
    },
  );

  test.each(cases)(
    `one of several concurrent requests gets a %s of a ${words}, in any spelling`,
    async (field, value, again) => {
      const scene = await createScene(target());
      const answers = await Promise.all(
        [value, again, value, again, value, again].map((given) =>
          scene.call(`${noun}.create` as EndpointName, { body: { ...minimal(), [field]: given } }),
        ),
      );
      const [created, ...others] = answers.sort((a, b) => a.status - b.status);
      expect(created).toMatchObject({ status: 201, json: { id: expect.any(String) } });
      const details = { resource: kind, field, existingId: Object(created?.json).id };
      for (const other of others) {
        expect(checkError(other)).toMatchObject({ code: 'SVC-CONFLICT', details });
      }
    },
  );
}
