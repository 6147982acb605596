import { bodyOn, listOn, on } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { aChannel, aName, type Scene } from './scene.ts';
import { aTemplate, aTemplateBody } from './templates/records.ts';

const onAChannel = on(aChannel);

export const templatesFixtures: NounFixtures<'templates'> = {
  requests: {
    list: onAChannel,
    create: bodyOn(onAChannel, aTemplateBody),
    get: onOne,
    update: bodyOn(onOne, () => ({ components: [{ type: 'body', text: 'Hello again' }] })),
    delete: onOne,
    sync: onAChannel,
    preview: async (scene) => ({ ...(await onOne(scene)), body: { variables: { 1: 'Ana' } } }),
  },
  lists: {
    list: listOn(onAChannel, ({ api }, request, index) => {
      const components = [{ type: 'body' as const, text: `${aName(index)} ` }];
      const body = { ...aTemplateBody(), components, examples: {} };
      return api.templates.create({ ...request, body });
    }),
  },
};

async function onOne(scene: Scene) {
  const { channelId, id } = await aTemplate(scene);
  return { params: { id: channelId, templateId: id } };
}
