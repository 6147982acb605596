import type { SendMessageBody } from '@parley/contract';
import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import { aChannel, aMessage, createScene, missingId } from '../scene.ts';
import type { Targets } from '../target.ts';
import { aTemplate } from './records.ts';

type Sent = Extract<SendMessageBody, { type: 'template' }>['template'];
type Components = Sent['components'];

const place = { latitude: 52.5, longitude: 13.4, name: 'Shop', address: 'Main St 1' };
const header = [{ type: 'header', parameters: [{ type: 'location', location: place }] }];

/** The values of a message in the structure of the provider. */
export function testComponents({ paused }: Targets): void {
  test('`components` can have the names of fields in camelCase or as Meta spells them', async () => {
    const scene = await createScene(paused());
    const { id: channelId } = await aChannel(scene);
    const texts = { first_name: 'Ana', discount: '20 %' };
    const send = async (name: string, subType: string) => {
      const named = Object.entries(texts).map(([key, text]) => ({
        type: 'text',
        [name]: key,
        text,
      }));
      const button = { type: 'button', [subType]: 'url', index: 0 };
      const components = [
        { type: 'body', parameters: named },
        { ...button, parameters: [{ type: 'text', text: 'spring' }] },
      ] as Components;
      const template = { name: 'spring_sale', language: 'en_US', components };
      return await aMessage(scene, { channelId, type: 'template', template });
    };
    const own = await send('parameterName', 'subType');
    expect(own.text).toBe('Hi Ana, 20 % off everything until Sunday!');
    expect(own.template?.components).toMatchObject([
      { parameters: [{ parameterName: 'first_name' }, { parameterName: 'discount' }] },
      { subType: 'url' },
    ]);
    const asMeta = await send('parameter_name', 'sub_type');
    expect([asMeta.text, asMeta.template]).toEqual([own.text, own.template]);
  });

  test('only `components` can fill a header with a location', async () => {
    const scene = await createScene(paused());
    const parts = [
      { type: 'header', format: 'location' } as const,
      { type: 'body', text: 'We are here.' } as const,
    ];
    const made = await aTemplate(scene, { components: parts, examples: {} });
    expect(made.variables).toEqual([]);
    const { id: templateId, channelId, name, language } = made;
    const params = { id: channelId, templateId };
    const preview = (body: Omit<Sent, 'name' | 'language' | 'templateId'>) =>
      scene.api.templates.preview({ params, body });
    const send = (values: Omit<Sent, 'name' | 'language' | 'templateId'>) => {
      const template = { name, language, ...values };
      return aMessage(scene, { channelId, type: 'template', template });
    };
    const rule = 'components_required';
    for (const values of [{}, { variables: { 'header.location': '52.5,13.4' } }]) {
      await refused(send(values), 'SVC-RULE-VIOLATION', { rule, field: 'template.components' });
      await refused(preview(values), 'SVC-RULE-VIOLATION', { rule, field: 'components' });
    }
    const none = await refused(send({ components: [] }), 'SVC-TEMPLATE-PARAMS');
    expect(none.details).toMatchObject({ missing: ['header.location'] });
    expect((await send({ components: header })).template?.components).toEqual(header);
    expect((await preview({ components: header })).template.components).toEqual(header);
  });

  test('refuses a location for a template without one, and a carousel for a template without cards', async () => {
    const scene = await createScene(paused());
    const { channelId, name, language } = await aTemplate(scene);
    const body = { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] };
    const carousel = { type: 'carousel', cards: [{ cardIndex: 0, components: [] }] };
    for (const [part, key] of [[header[0], 'header.location'] as const, [carousel, 'carousel']]) {
      const template = { name, language, components: [body, part] as Components };
      const sent = aMessage(scene, { channelId, type: 'template', template });
      const error = await refused(sent, 'SVC-TEMPLATE-PARAMS');
      expect(error.details).toMatchObject({ missing: [], unexpected: [key] });
    }
  });

  test('refuses a stored file outside the header of a template', async () => {
    const scene = await createScene(paused());
    const { channelId, name, language } = await aTemplate(scene);
    const file = { type: 'image', image: { id: missingId('med') } };
    const inBody = { type: 'body', parameters: [file] };
    const inCard = { cardIndex: 0, components: [{ type: 'header', parameters: [file] }] };
    for (const part of [inBody, { type: 'carousel', cards: [inCard] }]) {
      const template = { name, language, components: [part] as Components };
      const sent = aMessage(scene, { channelId, type: 'template', template });
      const error = await refused(sent, 'SVC-RULE-VIOLATION');
      const rule = 'stored_file_outside_header';
      expect(error.details).toEqual({ rule, field: 'template.components' });
    }
  });
}
