import { crudFixtures } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { aCustomField, aKey } from './scene.ts';

export const customFieldsFixtures: NounFixtures<'customFields'> = {
  ...crudFixtures('customFields', {
    create: () => ({ entity: 'contact', key: aKey(), label: 'Plan', type: 'text' }),
    update: () => ({ label: 'Changed' }),
  }),
  lists: { list: (scene, index) => aCustomField(scene, { position: index % 3 }) },
};
