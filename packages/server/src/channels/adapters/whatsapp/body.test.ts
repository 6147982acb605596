import { expect, test } from 'vitest';
import { connectedScene, startWithProvider } from '../../../../test/channel-scene.ts';
import { serverOfTests } from '../../../../test/server-of-tests.ts';

const server = serverOfTests(() => startWithProvider('SQLite'));

test('the cards of a carousel go to Meta with its names, also when they have those of Parley', async () => {
  const scene = await connectedScene(server, 'whatsapp_cloud');
  server.provider.answer = () => ({
    body: { messaging_product: 'whatsapp', messages: [{ id: `wamid.${scene.channel.id}` }] },
  });
  const header = { type: 'header', parameters: [{ type: 'image', image: { id: '1234567890' } }] };
  const body = { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] };
  const text = [{ type: 'text', text: 'x' }];
  const inMeta = { type: 'button', sub_type: 'url', index: '0', parameters: text };
  const own = { type: 'button', subType: 'url', index: 0, parameters: text };
  const named = { type: 'body', parameters: [{ type: 'text', parameterName: 'n', text: 'Bo' }] };
  const cards = [
    { cardIndex: 0, components: [header, named, own] },
    { card_index: 1, components: [header, inMeta] },
  ];
  const components = [body, { type: 'carousel', cards }];
  const template = { name: 'sale', language: 'en', components };
  expect(await scene.deliver({ type: 'template', template })).toMatchObject({ status: 'sent' });
  const asMeta = { type: 'body', parameters: [{ type: 'text', parameter_name: 'n', text: 'Bo' }] };
  expect(server.provider.requests.at(-1)?.body).toMatchObject({
    template: {
      name: 'sale',
      language: { code: 'en' },
      components: [
        body,
        {
          type: 'carousel',
          cards: [
            { card_index: 0, components: [header, asMeta, inMeta] },
            { card_index: 1, components: [header, inMeta] },
          ],
        },
      ],
    },
  });
  expect(JSON.stringify(server.provider.requests.at(-1)?.body)).not.toMatch(/cardIndex|subType/);
});
