import type { NounFixtures } from './fixture.ts';
import { aChannel, aName, type Scene } from './scene.ts';
import { aTemplate, aTemplateBody } from './templates/records.ts';

export const templatesFixtures: NounFixtures<'templates'> = {
  requests: {
    list: onAChannel,
    create: async (scene) => ({ ...(await onAChannel(scene)), body: aTemplateBody() }),
    get: onOne,
    update: async (scene) => ({
      ...(await onOne(scene)),
      body: { components: [{ type: 'body', text: 'Hello again' }] },
    }),
    delete: onOne,
    sync: onAChannel,
    preview: async (scene) => ({ ...(await onOne(scene)), body: { variables: { 1: 'Ana' } } }),
  },
  lists: {
    list: {
      prepare: async (scene) => {
        const request = await onAChannel(scene);
        return {
          request,
          insert: (index) =>
            scene.api.templates.create({
              ...request,
              body: {
                ...aTemplateBody(),
                components: [{ type: 'body', text: `${aName(index)} ` }],
                examples: {},
              },
            }),
        };
      },
    },
  },
};

async function onAChannel(scene: Scene) {
  return { params: { id: (await aChannel(scene)).id } };
}

async function onOne(scene: Scene) {
  const { channelId, id } = await aTemplate(scene);
  return { params: { id: channelId, templateId: id } };
}
