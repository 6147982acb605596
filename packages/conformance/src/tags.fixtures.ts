import { crudFixtures } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { unique } from './scene.ts';

export const tagsFixtures: NounFixtures<'tags'> = crudFixtures('tags', {
  create: () => ({ name: unique('tag') }),
  update: () => ({ description: 'Changed' }),
});
