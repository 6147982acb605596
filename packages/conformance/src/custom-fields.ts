import { type CustomFieldType, customFieldLimits } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { type BadInput, badFields } from './bad-input/row.ts';
import { refused } from './client.ts';
import type { CrudCase } from './crud/crud-case.ts';
import { describeCrud } from './crud/describe-crud.ts';
import {
  aContact,
  aConversation,
  aCustomField,
  aDeal,
  aKey,
  aTicket,
  createScene,
  missingId,
  type Scene,
} from './scene.ts';
import type { Targets } from './target.ts';

const customFields: CrudCase<'customFields'> = {
  minimal: () => ({ entity: 'contact', key: aKey(), label: 'Plan', type: 'text' }),
  defaults: { options: [], required: false, position: 0, metadata: {} },
  full: () => ({
    entity: 'contact',
    key: aKey(),
    label: ' Plan ',
    type: 'text',
    required: true,
    position: 7,
    metadata: { team: 'sales' },
  }),
  shown: { label: 'Plan' },
  texts: ['label'],
  change: { label: 'Changed' },
  unique: { key: ['planType', 'plantype'] },
  events: 'custom_field',
  filters: () => ({
    records: { plan: { key: 'plan' }, size: { entity: 'deal', key: 'size' } },
    cases: [
      [{ entity: 'contact' }, 'plan'],
      [{ entity: 'deal,contact' }, 'plan size'],
      [{ key: 'PLAN' }, 'plan'],
      [{ key: 'size,other' }, 'size'],
    ],
  }),
};

/** For each type: a value, its stored form, and values that the type refuses. */
const values: { [Type in CustomFieldType]: [given: Value, stored: Value, wrong: Value[]] } = {
  text: ['Olá', 'Olá', ['', 5, ['a']]],
  number: [0.1, 0.1, ['0.1', true]],
  boolean: [false, false, ['false', 0]],
  date: ['2028-02-29', '2028-02-29', ['2027-02-29', '2028-02-29T00:00:00Z']],
  datetime: ['2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z', ['2026-01-31', 5]],
  url: ['https://example.com/a', 'https://example.com/a', ['javascript:alert(1)', 'example.com']],
  email: ['ana@example.com', 'ana@example.com', ['ana@']],
  phone: ['+55 (11) 98765-4321', '+5511987654321', ['11987654321']],
  select: ['gold', 'gold', ['Gold', ['gold'], '']],
  multiselect: [
    ['gold', 'gold', 'silver'],
    ['gold', 'silver'],
    ['gold', [], ['other']],
  ],
};
type Value = string | number | boolean | string[];

const options = (type: CustomFieldType) =>
  type === 'select' || type === 'multiselect' ? { options: ['silver', 'gold'] } : {};

export const badCustomFields: readonly BadInput[] = [
  ...badFields('customFields.create', [
    ['a key with a dot', { key: 'a.b' }, 'invalid_format'],
    ['a key of 41 characters', { key: 'k'.repeat(41) }, 'invalid_format'],
    ['an unknown type', { type: 'color' }, 'invalid_enum'],
    ['a blank option', { options: [' '] }, ['options.0', 'too_short']],
  ]),
  ...[
    ['a select without options', { type: 'select' }, 'options_of_type'],
    ['a text with options', { options: ['a'] }, 'options_of_type'],
    ['two equal options', { type: 'select', options: ['a', 'A'] }, 'different_options'],
  ].map(
    ([title, fields, rule]): BadInput => ({
      title: `customFields.create with ${title}`,
      code: 'SVC-RULE-VIOLATION',
      details: { rule, field: 'options' },
      send: (scene) =>
        scene.call('customFields.create', {
          body: { entity: 'contact', key: aKey(), label: 'A', type: 'text', ...Object(fields) },
        }),
    }),
  ),
];

export function describeCustomFields({ paused: target }: Targets): void {
  describe('custom fields', () => {
    describeCrud('customFields', target, customFields);

    test('a contact takes a value of the type of each custom field, and names each wrong one', async () => {
      const scene = await createScene(target());
      const wrong: [key: string, value: Value][] = [];
      const right: Record<string, Value> = {};
      const stored: Record<string, Value> = {};
      for (const [type, [given, shown, refusedValues]] of entriesOf(values)) {
        await aCustomField(scene, { key: type, type, ...options(type) });
        right[type] = given;
        stored[type] = shown;
        wrong.push(...refusedValues.map((value): [string, Value] => [type, value]));
      }
      const { id } = await aContact(scene, { customFields: right });
      const read = async () => (await scene.api.contacts.get({ params: { id } })).customFields;
      expect(await read()).toEqual(stored);
      for (const customField of [right, stored].flatMap(filtersFor)) {
        const { data } = await scene.api.contacts.list({ query: { customField } });
        expect(data, customField).toMatchObject([{ id }]);
      }
      for (const [key, value] of wrong) {
        const issues = await issuesOf(update(scene, id, { [key]: value }));
        expect(issues, `${key} ${JSON.stringify(value)}`).toEqual([
          expect.stringMatching(new RegExp(`^customFields\\.${key}(\\.0)?$`)),
        ]);
      }
      const both = update(scene, id, { number: 'one', unknown: 1, text: 'fine' });
      expect(await issuesOf(both)).toEqual(['customFields.number', 'customFields.unknown']);
      expect(await read()).toEqual(stored);
      await update(scene, id, { text: null, number: 7 });
      const { text: _text, ...others } = stored;
      expect(await read()).toEqual({ ...others, number: 7 });
    });

    test('a required custom field is needed in requests that create a contact, and cannot be cleared', async () => {
      const scene = await createScene(target());
      const earlier = await aContact(scene);
      await aCustomField(scene, { key: 'plan', required: true });
      const path = ['customFields.plan'];
      expect(await issuesOf(aContact(scene))).toEqual(path);
      const keyed = { externalId: 'customer-1' };
      expect(await issuesOf(scene.api.contacts.upsert({ body: keyed }))).toEqual(path);
      const { results } = await scene.api.contacts.batch({ body: { items: [keyed] } });
      expect(results[0]).toMatchObject({ status: 'error', error: { code: 'SVC-VALIDATION' } });
      const customFields = { plan: 'gold' };
      const { contact } = await scene.api.contacts.upsert({ body: { ...keyed, customFields } });
      expect(contact.customFields).toEqual(customFields);
      expect(await issuesOf(update(scene, contact.id, { plan: null }))).toEqual(path);
      const params = { id: earlier.id };
      await scene.api.contacts.update({ params, body: { name: 'Ana' } });
    });

    test('a missing required custom field is reported before a conflict or a missing contact', async () => {
      const scene = await createScene(target());
      await aContact(scene, { externalId: 'taken' });
      const keys = ['zone', 'plan'];
      for (const entity of ['contact', 'deal', 'ticket'] as const) {
        for (const key of keys) await aCustomField(scene, { entity, key, required: true });
      }
      const paths = keys.map((key) => `customFields.${key}`);
      expect(await issuesOf(aContact(scene, { externalId: 'taken' }))).toEqual(paths);
      const contactId = missingId('con');
      expect(await issuesOf(aDeal(scene, { contactId }))).toEqual(paths);
      expect(await issuesOf(aTicket(scene, { contactId }))).toEqual(paths);
    });

    test('a custom field with values is deleted only with force, which removes them', async () => {
      const scene = await createScene(target());
      const { id } = await aCustomField(scene, { key: 'plan', type: 'number' });
      await aCustomField(scene, { key: 'planType' });
      const contact = await aContact(scene, { customFields: { plan: 1, planType: 'a' } });
      await aContact(scene, { customFields: { planType: 'plan:1' } });
      const remove = (query = {}) => scene.api.customFields.delete({ params: { id }, query });
      const { details, message } = await refused(remove(), 'SVC-IN-USE');
      expect(details).toEqual({ resource: 'customField', id, references: { contacts: 1 } });
      expect(message).toContain('`force=true`');
      await remove({ force: 'true' });
      const found = await scene.api.contacts.get({ params: { id: contact.id } });
      expect(found.customFields).toEqual({ planType: 'a' });
      expect(await issuesOf(update(scene, contact.id, { plan: 1 }))).toEqual(['customFields.plan']);
    });

    test('a segment that names a deleted custom field contains no contact, and keeps its filter', async () => {
      const scene = await createScene(target());
      const field = await aCustomField(scene, { key: 'plan' });
      const { id } = await aContact(scene, { customFields: { plan: 'gold' } });
      await aContact(scene);
      const filter = { customField: ['plan:gold'] };
      const segment = await scene.api.segments.create({ body: { name: 'Gold', filter } });
      const read = async () => {
        const { data } = await scene.api.segments.listContacts({ params: { id: segment.id } });
        return data.map((contact) => contact.id);
      };
      expect(await read()).toEqual([id]);
      const query = { force: 'true' } as const;
      await scene.api.customFields.delete({ params: { id: field.id }, query });
      expect(await read()).toEqual([]);
      const { filter: kept } = await scene.api.segments.get({ params: { id: segment.id } });
      expect(kept).toMatchObject(filter);
    });

    test('a contact has the values of every custom field that a filter names', async () => {
      const scene = await createScene(target());
      for (const key of ['plan', 'city']) await aCustomField(scene, { key });
      await aCustomField(scene, { key: 'seats', type: 'number' });
      const ana = await aContact(scene, { customFields: { plan: 'Gold', city: 'São Paulo' } });
      const bia = await aContact(scene, {
        customFields: { plan: 'silver', city: 'Rio', seats: 10 },
      });
      const find = async (...customField: string[]) =>
        (await scene.api.contacts.list({ query: { customField } })).data.map(({ id }) => id).sort();
      expect(await find('plan:gold')).toEqual([ana.id]);
      expect(await find('plan:gold', 'plan:silver')).toEqual([ana.id, bia.id].sort());
      expect(await find('plan:gold', 'plan:silver', 'city:sao paulo')).toEqual([ana.id]);
      expect(await find('seats:10.0')).toEqual([bia.id]);
      expect(await find('plan:gol')).toEqual([]);
      const long = '12345678901234568';
      for (const text of ['1000', long]) {
        const { id } = await aContact(scene, { customFields: { plan: text } });
        expect(await find(`plan:${text}`)).toEqual([id]);
      }
      for (const other of ['01000', '+1000', '0x3e8', ' 1000', '1e3', '12345678901234567']) {
        expect(await find(`plan:${other}`)).toEqual([]);
      }
      expect(await find('other:gold')).toEqual([]);
    });

    test.each([
      ['conversation', aConversation, 'conversations'],
      ['deal', (scene: Scene) => aDeal(scene), 'deals'],
      ['ticket', (scene: Scene) => aTicket(scene), 'tickets'],
    ] as const)('a %s has values of its own custom fields', async (entity, make, noun) => {
      const scene = await createScene(target());
      const field = await aCustomField(scene, {
        entity,
        key: 'plan',
        type: 'select',
        options: ['silver', 'gold'],
      });
      await aCustomField(scene, { key: 'city' });
      const { id } = await make(scene);
      await make(scene);
      const change = (customFields: Record<string, Value | null>) =>
        scene.api[noun].update({ params: { id }, body: { customFields, metadata: { a: 1 } } });
      expect((await change({ plan: 'gold' })).customFields).toEqual({ plan: 'gold' });
      expect(await issuesOf(change({ plan: 'Gold', city: 'Rio' }))).toEqual([
        'customFields.plan',
        'customFields.city',
      ]);
      const find = async (customField: string) => {
        const { data } = await scene.api[noun].list({ query: { customField } });
        return (data as { id: string }[]).map((record) => record.id);
      };
      expect(await find('plan:GOLD')).toEqual([id]);
      expect(await find('plan:silver')).toEqual([]);
      const remove = (query = {}) =>
        scene.api.customFields.delete({ params: { id: field.id }, query });
      expect((await refused(remove(), 'SVC-IN-USE')).details).toMatchObject({
        references: { [noun]: 1 },
      });
      await remove({ force: 'true' });
      expect((await scene.api[noun].get({ params: { id } })).customFields).toEqual({});
    });

    test.each([
      ['contact', (scene: Scene) => aContact(scene), 'contacts'],
      ['conversation', aConversation, 'conversations'],
      ['deal', (scene: Scene) => aDeal(scene), 'deals'],
      ['ticket', (scene: Scene) => aTicket(scene), 'tickets'],
    ] as const)(
      'a request may repeat a value of a %s whose option was removed',
      async (entity, make, noun) => {
        const scene = await createScene(target());
        for (const [key, type] of [
          ['plan', 'select'],
          ['sizes', 'multiselect'],
        ] as const) {
          await aCustomField(scene, { entity, key, type, options: ['gold', 'silver'] });
        }
        const { id } = await make(scene);
        const change = (customFields: Record<string, Value | null>) =>
          scene.api[noun].update({ params: { id }, body: { customFields, metadata: { a: 1 } } });
        const given = { plan: 'gold', sizes: ['gold', 'silver'] };
        const { customFields } = await change(given);
        const { data } = await scene.api.customFields.list({ query: {} });
        for (const { id } of data) {
          await scene.api.customFields.update({ params: { id }, body: { options: ['silver'] } });
        }
        expect((await change(customFields)).customFields).toEqual(given);
        expect(await issuesOf(change({ plan: 'gold', sizes: ['gold'] }))).toEqual([
          'customFields.sizes.0',
        ]);
        const after = { plan: 'silver', sizes: ['gold', 'silver'] };
        expect((await change(after)).customFields).toEqual(after);
        expect(await issuesOf(change({ plan: 'gold' }))).toEqual(['customFields.plan']);
      },
    );

    test('a row of a batch or an upsert may repeat a value whose option was removed', async () => {
      const scene = await createScene(target());
      const options = ['gold', 'silver'];
      const field = await aCustomField(scene, { key: 'plan', type: 'select', options });
      const body = { externalId: 'customer-1', customFields: { plan: 'gold' } };
      await scene.api.contacts.upsert({ body });
      const params = { id: field.id };
      await scene.api.customFields.update({ params, body: { options: ['silver'] } });
      const { contact } = await scene.api.contacts.upsert({ body });
      expect(contact.customFields).toEqual(body.customFields);
      const { results } = await scene.api.contacts.batch({ body: { items: [body] } });
      expect(results[0]).toMatchObject({ status: 'updated', contact: { id: contact.id } });
    });

    test('requests that create deals and tickets must give required custom fields', async () => {
      const scene = await createScene(target());
      for (const entity of ['deal', 'ticket', 'conversation'] as const) {
        await aCustomField(scene, { entity, key: 'plan', required: true });
      }
      const path = ['customFields.plan'];
      expect(await issuesOf(aDeal(scene))).toEqual(path);
      expect(await issuesOf(aTicket(scene))).toEqual(path);
      const customFields = { plan: 'gold' };
      expect((await aDeal(scene, { customFields })).customFields).toEqual(customFields);
      expect((await aTicket(scene, { customFields })).customFields).toEqual(customFields);
      const { id } = await aConversation(scene);
      const cleared = { customFields: { plan: null } };
      expect(
        await issuesOf(scene.api.conversations.update({ params: { id }, body: cleared })),
      ).toEqual(path);
    });

    test('a kind of record has 100 custom fields at most, also after concurrent requests', async () => {
      const scene = await createScene(target());
      await aCustomField(scene, { entity: 'deal' });
      for (let made = 1; made < customFieldLimits.fields; made += 1) await aCustomField(scene);
      const body = () => ({ entity: 'contact', key: aKey(), label: 'Plan', type: 'text' }) as const;
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => scene.call('customFields.create', { body: body() })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
      await aCustomField(scene, { entity: 'deal' });
      const error = await refused(aCustomField(scene), 'SVC-LIMIT-REACHED');
      expect(error.details).toMatchObject({ limit: 'customFields', max: 100 });
    });
  });
}

/** Returns the filters that find each of the values. */
function filtersFor(values: Record<string, Value>): string[] {
  return Object.entries(values).flatMap(([key, value]) =>
    [value].flat().map((item) => `${key}:${item}`),
  );
}

function update(scene: Scene, id: string, customFields: Record<string, Value | null>) {
  return scene.api.contacts.update({ params: { id }, body: { customFields } });
}

async function issuesOf(request: Promise<unknown>): Promise<string[]> {
  const { details } = await refused(request, 'SVC-VALIDATION');
  return (details as { issues: { path: string }[] }).issues.map(({ path }) => path);
}

function entriesOf<Key extends string, Item>(record: Readonly<Record<Key, Item>>) {
  // The keys of the record.
  return Object.entries(record) as [Key, Item][];
}
