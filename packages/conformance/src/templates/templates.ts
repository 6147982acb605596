import type { SendMessageBody } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { refused } from '../client.ts';
import { dot } from '../media.fixtures.ts';
import { eventually } from '../poll.ts';
import { aChannel, allOf, aMessage, aPhone, createScene, missingId, type Scene } from '../scene.ts';
import type { Targets } from '../target.ts';
import { testComponents } from './components.ts';
import { aTemplate, aTemplateBody } from './records.ts';

type Sent = Extract<SendMessageBody, { type: 'template' }>['template'];
type NamedTemplate = Extract<Sent, { name: string }>;

export function describeTemplates(targets: Targets): void {
  const { running, paused } = targets;
  describe('templates', () => {
    testComponents(targets);

    test('a sandbox channel of WhatsApp has one approved template of each category, others have none', async () => {
      const scene = await createScene(paused());
      const { id } = await aChannel(scene);
      const { data } = await scene.api.templates.list({ params: { id } });
      expect(data.map(({ name, category, status }) => [name, category, status])).toEqual([
        ['login_code', 'authentication', 'approved'],
        ['order_update', 'utility', 'approved'],
        ['spring_sale', 'marketing', 'approved'],
      ]);
      const other = await aChannel(scene, { type: 'instagram' });
      const none = await scene.api.templates.list({ params: { id: other.id } });
      expect(none.data).toEqual([]);
      const error = await refused(
        scene.api.templates.create({ params: { id: other.id }, body: aTemplateBody() }),
        'SVC-CONTENT-UNSUPPORTED',
      );
      expect(error.details).toEqual({ channelType: 'instagram', type: 'template' });
    });

    test('shows the values that a message can give each part', async () => {
      const scene = await createScene(paused());
      const { id } = await aChannel(scene);
      const { data } = await scene.api.templates.list({ params: { id } });
      const keys = data.map(({ name, variables }) => [
        name,
        variables.map(({ key, required }) => (required ? key : `${key}?`)),
      ]);
      expect(keys).toEqual([
        ['login_code', ['1']],
        ['order_update', ['1', '2']],
        ['spring_sale', ['first_name', 'discount', 'button.0', 'button.1?']],
      ]);
    });

    test('filters by name, language, category, status and text', async () => {
      const scene = await createScene(paused());
      const { id } = await aChannel(scene);
      await aTemplate(scene, { name: 'hello', language: 'pt_BR', category: 'marketing' }, id);
      await aTemplate(scene, { name: 'was_rejected' }, id);
      const find = async (query: Record<string, string>) => {
        const { data } = await scene.api.templates.list({ params: { id }, query });
        return data.map(({ name }) => name).join(' ');
      };
      expect(await find({ name: 'hello,order_update' })).toBe('hello order_update');
      expect(await find({ language: 'pt_BR' })).toBe('hello');
      expect(await find({ category: 'marketing' })).toBe('hello spring_sale');
      expect(await find({ status: 'rejected' })).toBe('was_rejected');
      expect(await find({ q: 'ON ITS WAY' })).toBe('order_update');
      expect(await find({ q: 'promotions' })).toBe('spring_sale');
      expect(await find({ sort: '-name', category: 'marketing' })).toBe('spring_sale hello');
    });

    test('approves a new template at once, rejects a name that contains rejected, and records events', async () => {
      const scene = await createScene(paused());
      const { id: channelId } = await aChannel(scene);
      const approved = await aTemplate(scene, {}, channelId);
      expect(approved).toMatchObject({ channelId, status: 'approved', rejectionReason: null });
      const rejected = await aTemplate(scene, { name: 'my_rejected_text' }, channelId);
      expect(rejected).toMatchObject({ status: 'rejected', rejectionReason: 'invalid_format' });
      const events = await allOf(scene.api.events.list);
      const types = events
        .filter(({ type }) => type.startsWith('template.'))
        .map(({ type }) => type);
      expect(types).toEqual(['template.created', 'template.created']);
    });

    test('a name exists once in each language of a channel', async () => {
      const scene = await createScene(paused());
      const first = await aTemplate(scene, { name: 'once' });
      const { channelId } = first;
      const error = await refused(aTemplate(scene, { name: 'once' }, channelId), 'SVC-CONFLICT');
      expect(error.details).toEqual({ resource: 'template', field: 'name', existingId: first.id });
      expect(error.message).toContain('Use another name or language.');
      await aTemplate(scene, { name: 'once', language: 'pt_BR' }, channelId);
      await aTemplate(scene, { name: 'once' });
      await scene.api.templates.delete({ params: { id: channelId, templateId: first.id } });
      await aTemplate(scene, { name: 'once' }, channelId);
    });

    test('a template is not found under another channel', async () => {
      const scene = await createScene(paused());
      const { id: templateId } = await aTemplate(scene);
      const { id } = await aChannel(scene);
      const error = await refused(
        scene.api.templates.get({ params: { id, templateId } }),
        'SVC-NOT-FOUND',
      );
      expect(error.details).toEqual({ resource: 'template', id: templateId });
    });

    test('a message can name its template by ID, and shows name and language of the template', async () => {
      const scene = await createScene(paused());
      const { channelId, id: templateId, name, language } = await aTemplate(scene);
      const send = (template: Sent) => aMessage(scene, { channelId, type: 'template', template });
      const variables = { 1: 'Ana' };
      const message = await send({ templateId, variables });
      expect(message.template).toEqual((await send({ name, language, variables })).template);
      expect(message).toMatchObject({ template: { name, language }, category: 'utility' });
      const wrong = await refused(send({ templateId }), 'SVC-TEMPLATE-PARAMS');
      expect(wrong.details).toMatchObject({ missing: ['1'] });
      const other = await aTemplate(scene, { name: 'of_another_channel' });
      const foreign = await refused(send({ templateId: other.id, variables }), 'SVC-NOT-FOUND');
      expect(foreign.details).toEqual({ resource: 'template', id: other.id });
      await scene.api.channels.disable({ params: { id: channelId } });
      await refused(send({ templateId: other.id, variables }), 'SVC-CHANNEL-UNAVAILABLE');
      const both = { templateId, name, language, variables } as unknown as Sent;
      const { details } = await refused(send(both), 'SVC-VALIDATION');
      expect(details.issues).toMatchObject([
        { path: 'template.name', code: 'invalid_format' },
        { path: 'template.language', code: 'invalid_format' },
      ]);
      const neither = await refused(send({ variables } as never), 'SVC-VALIDATION');
      expect(neither.details.issues).toMatchObject([
        { path: 'template.name', code: 'required' },
        { path: 'template.language', code: 'required' },
      ]);
    });

    test('new content replaces the old one and its values', async () => {
      const scene = await createScene(paused());
      const before = await aTemplate(scene);
      const params = { id: before.channelId, templateId: before.id };
      const body = {
        components: [{ type: 'body', text: 'Dear {{1}}, see {{2}}' } as const],
        examples: { 1: 'Ana', 2: 'you' },
      };
      const after = await scene.api.templates.update({ params, body });
      expect(after.variables.map(({ key, example }) => [key, example])).toEqual([
        ['1', 'Ana'],
        ['2', 'you'],
      ]);
      expect(after).toMatchObject({ id: before.id, status: 'approved', category: 'utility' });
      expect(await scene.api.templates.get({ params })).toEqual(after);
    });

    test.each([
      ['a gap in the numbers', 'placeholders_of_parameter_format', [body('Hi {{2}}')], { 2: 'x' }],
      ['no body', 'body_required', [{ type: 'footer', text: 'Bye' }], {}],
      ['two bodies', 'unique_components', [body('a'), body('b')], {}],
      [
        'a value in the footer',
        'no_footer_placeholder',
        [body('a'), { type: 'footer', text: '{{1}}' }],
        {},
      ],
      [
        'a one-time password',
        'authentication_only',
        [body('a'), buttons({ type: 'otp', otpType: 'copy_code' })],
        {},
      ],
      [
        'quick replies apart',
        'quick_replies_together',
        [
          body('a'),
          buttons(
            reply('a'),
            { type: 'phone_number', text: 'Call', phoneNumber: '5511999999999' },
            reply('b'),
          ),
        ],
        {},
      ],
      [
        'a link whose host is a value',
        'url_ends_with_placeholder',
        [body('a'), buttons({ type: 'url', text: 'Go', url: 'https://{{1}}' })],
        { 'button.0': 'x' },
      ],
    ])('refuses a template with %s', async (_title, rule, components, examples) => {
      const scene = await createScene(paused());
      const given = { components, examples } as Parameters<typeof aTemplate>[1];
      await refused(aTemplate(scene, given), 'SVC-RULE-VIOLATION', { rule, field: 'components' });
    });

    test('a template needs an example of each value, and no other', async () => {
      const scene = await createScene(paused());
      const error = await refused(
        aTemplate(scene, { examples: { 2: 'Ana' } }),
        'SVC-TEMPLATE-PARAMS',
      );
      expect(error.details).toMatchObject({ expected: ['1'], missing: ['1'], unexpected: ['2'] });
    });

    test('the example of a header can be a stored file of a type that the provider reviews', async () => {
      const scene = await createScene(paused());
      const { id } = await aChannel(scene);
      const { id: picture } = await scene.api.media.upload({ body: dot });
      const { id: text } = await scene.api.media.upload({ body: Buffer.from('Menu') });
      const submit = (format: 'image' | 'document', file: string) => {
        const components = [{ type: 'header', format } as const, body('See above.')];
        return aTemplate(scene, { components, examples: { [`header.${format}`]: file } }, id);
      };
      const made = await submit('image', picture);
      const params = { id, templateId: made.id };
      const changed = [{ type: 'header', format: 'image' } as const, body('See below.')];
      const change = (file: string) => {
        const content = { components: changed, examples: { 'header.image': file } };
        return scene.api.templates.update({ params, body: content });
      };
      for (const { variables } of [made, await change(picture)])
        expect(variables).toMatchObject([{ key: 'header.image', example: picture }]);
      const missing = missingId('med');
      for (const call of [() => submit('image', missing), () => change(missing)]) {
        await refused(call(), 'SVC-NOT-FOUND', { resource: 'media', id: missing });
      }
      const wrong = await refused(submit('document', text), 'SVC-MEDIA-UNSUPPORTED');
      expect(wrong.details).toMatchObject({ type: 'document', allowedTypes: ['application/pdf'] });
      expect((await refused(change(text), 'SVC-MEDIA-UNSUPPORTED')).details).toMatchObject({
        type: 'image',
        allowedTypes: ['image/jpeg', 'image/png'],
      });
    });

    test('previews the texts with their values', async () => {
      const scene = await createScene(paused());
      const { id } = await aChannel(scene);
      const templateId = await idOf(scene, id, 'spring_sale');
      const variables = { first_name: 'Ana', discount: '20 %', 'button.0': 'spring' };
      const preview = await scene.api.templates.preview({
        params: { id, templateId },
        body: { variables },
      });
      expect(preview).toMatchObject({
        header: 'Our spring sale',
        text: 'Hi Ana, 20 % off everything until Sunday!',
        footer: null,
        buttons: [
          { type: 'url', text: 'Shop now', url: 'https://shop.example.com/sale/spring' },
          { type: 'quick_reply', text: 'Stop promotions', url: null },
        ],
        template: { name: 'spring_sale', category: 'marketing' },
      });
      const request = { params: { id, templateId }, body: { variables: { first_name: 'Ana' } } };
      const error = await refused(scene.api.templates.preview(request), 'SVC-TEMPLATE-PARAMS');
      expect(error.details).toMatchObject({ missing: ['discount', 'button.0'] });
    });

    test.each<[string, Omit<NamedTemplate, 'language'>, object]>([
      [
        'a missing value',
        { name: 'order_update', variables: { 1: 'Ana' } },
        { expected: ['1', '2'], received: ['1'], missing: ['2'], unexpected: [], empty: [] },
      ],
      [
        'a name instead of a number',
        { name: 'order_update', variables: { 1: 'Ana', order: '42' } },
        { missing: ['2'], unexpected: ['order'] },
      ],
      [
        'a number instead of a name',
        { name: 'spring_sale', variables: { 1: 'Ana', discount: '20', 'button.0': 'x' } },
        { missing: ['first_name'], unexpected: ['1'] },
      ],
      [
        'a value of a button that takes none',
        { name: 'order_update', variables: { 1: 'Ana', 2: '42', 'button.0': 'x' } },
        { missing: [], unexpected: ['button.0'] },
      ],
      [
        'a blank value',
        { name: 'order_update', variables: { 1: 'Ana', 2: ' ' } },
        { empty: ['2'] },
      ],
      [
        'a one-time password of 16 characters',
        { name: 'login_code', variables: { 1: '1234567890123456' } },
        { tooLong: ['1'] },
      ],
      [
        'a value with a line break, a tab or five spaces in a row',
        { name: 'order_update', variables: { 1: 'Ana\nSouza', 2: '4     2' } },
        { empty: [], tooLong: [], spacing: ['1', '2'] },
      ],
      [
        'raw components with a tab',
        {
          name: 'order_update',
          components: [
            {
              type: 'body',
              parameters: ['Ana\tSouza', '4    2'].map((text) => ({ type: 'text', text })),
            },
          ],
        },
        { spacing: ['1'] },
      ],
      [
        'values that make the text too long',
        {
          name: 'order_update',
          components: [
            {
              type: 'body',
              parameters: ['a', 'b'.repeat(32_768)].map((text) => ({ type: 'text', text })),
            },
          ],
        },
        { tooLong: ['1', '2'] },
      ],
      [
        'raw components that lack a part',
        {
          name: 'spring_sale',
          components: [
            {
              type: 'body',
              parameters: [
                { type: 'text', parameterName: 'first_name', text: 'Ana' },
                { type: 'text', parameterName: 'discount', text: '20 %' },
              ],
            },
          ],
        },
        { missing: ['button.0'], unexpected: [] },
      ],
      [
        'raw components with a header that it does not have',
        {
          name: 'order_update',
          components: [
            { type: 'header', parameters: [{ type: 'text', text: 'x' }] },
            {
              type: 'body',
              parameters: [
                { type: 'text', text: 'a' },
                { type: 'text', text: 'b' },
              ],
            },
          ],
        },
        { missing: [], unexpected: ['header.1'] },
      ],
    ])('a message with %s is refused and leaves no trace', async (_title, sent, details) => {
      const scene = await createScene(paused());
      const { id: channelId } = await aChannel(scene);
      const template = { language: 'en_US', ...sent };
      const message = aMessage(scene, { channelId, type: 'template', template });
      const error = await refused(message, 'SVC-TEMPLATE-PARAMS');
      expect(error.details).toMatchObject(details);
      expect((await scene.api.contacts.list()).data).toEqual([]);
      expect((await scene.api.messages.list()).data).toEqual([]);
    });

    test('a message names a template that exists in its language and is approved', async () => {
      const scene = await createScene(paused());
      const { channelId } = await aTemplate(scene, { name: 'was_rejected' });
      const send = (name: string, language: string) =>
        aMessage(scene, { channelId, type: 'template', template: { name, language } });
      const missing = await refused(send('order_update', 'pt_BR'), 'SVC-TEMPLATE-NOT-FOUND');
      const named = { name: 'order_update', language: 'pt_BR' };
      expect(missing.details).toEqual({ ...named, availableLanguages: ['en_US'] });
      const unknown = await refused(send('unknown', 'en_US'), 'SVC-TEMPLATE-NOT-FOUND');
      expect(unknown.details).toMatchObject({ availableLanguages: [] });
      const pending = await refused(send('was_rejected', 'en_US'), 'SVC-TEMPLATE-NOT-APPROVED');
      expect(pending.details).toMatchObject({ status: 'rejected' });
    });

    test('a message shows the category and the text of its template, and a code goes to its button too', async () => {
      const scene = await createScene(paused());
      const { id: channelId } = await aChannel(scene);
      const template = { name: 'login_code', language: 'en_US', variables: { 1: '123456' } };
      const message = await aMessage(scene, { channelId, type: 'template', template });
      const parameters = [{ type: 'text', text: '123456' }];
      expect(message.text).toBe('123456 is your verification code.');
      expect(message.template).toEqual({
        name: 'login_code',
        language: 'en_US',
        category: 'authentication',
        components: [
          { type: 'body', parameters },
          { type: 'button', subType: 'url', index: '0', parameters },
        ],
      });
    });

    test('a repeated request is answered with its message, also when the template is gone since', async () => {
      const scene = await createScene(paused());
      const { channelId, id, name, language } = await aTemplate(scene);
      const template = { name, language, variables: { 1: 'Ana' } };
      const body = { channelId, to: aPhone(), type: 'template', template } as const;
      const first = await scene.api.messages.send({ body, idempotencyKey: 'once' });
      await scene.api.templates.delete({ params: { id: channelId, templateId: id } });
      const again = await scene.api.messages.send({ body, idempotencyKey: 'once' });
      expect(again).toEqual(first);
      await refused(scene.api.messages.send({ body }), 'SVC-TEMPLATE-NOT-FOUND');
    });

    test('a sync brings back the templates of the sandbox and keeps the others', async () => {
      const scene = await createScene(running());
      const own = await aTemplate(scene, { name: 'own' });
      const params = { id: own.channelId };
      const templateId = await idOf(scene, own.channelId, 'order_update');
      await scene.api.templates.delete({ params: { ...params, templateId } });
      const { syncId } = await scene.api.templates.sync({ params });
      expect(syncId).toMatch(/^syn_/);
      const names = await eventually(
        scene.target,
        async () => (await scene.api.templates.list({ params })).data.map(({ name }) => name),
        (all) => all.includes('order_update'),
      );
      expect(names).toEqual(['login_code', 'order_update', 'own', 'spring_sale']);
      const { templatesSyncedAt } = await scene.api.channels.get({ params });
      expect(templatesSyncedAt).not.toBeNull();
    });
  });
}

async function idOf(scene: Scene, channelId: string, name: string): Promise<string> {
  const { data } = await scene.api.templates.list({ params: { id: channelId }, query: { name } });
  return data[0]?.id as string;
}

function body(text: string) {
  return { type: 'body', text } as const;
}

function buttons(...list: readonly object[]) {
  return { type: 'buttons', buttons: list };
}

function reply(text: string) {
  return { type: 'quick_reply', text };
}
