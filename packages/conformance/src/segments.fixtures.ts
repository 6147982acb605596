import { crudFixtures, listOn } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { aContact, unique } from './scene.ts';

const { onOne, requests, lists } = crudFixtures('segments', {
  create: () => ({ name: unique('segment'), filter: { tag: ['vip'] } }),
  update: () => ({ name: unique('changed') }),
});

export const segmentsFixtures: NounFixtures<'segments'> = {
  requests: { ...requests, listContacts: onOne },
  lists: {
    ...lists,
    listContacts: listOn(onOne, async (scene) => {
      await aContact(scene, { tags: ['new'] });
      await aContact(scene, { tags: ['VIP'] });
    }),
  },
};
