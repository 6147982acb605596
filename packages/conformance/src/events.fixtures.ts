import type { NounFixtures } from './fixture.ts';
import { aContact } from './scene.ts';

export const eventsFixtures: NounFixtures<'events'> = {
  requests: {
    list: () => ({}),
    get: async (scene) => {
      const { id: subjectId } = await aContact(scene);
      const { data } = await scene.api.events.list({ query: { subjectId } });
      return { params: { id: data[0]?.id as string } };
    },
  },
  lists: {
    list: (scene) => aContact(scene),
  },
};

export const eventTypesFixtures: NounFixtures<'eventTypes'> = {
  requests: { all: () => ({}) },
  lists: {},
};
