import type { Contact } from '@parley/contract';
import { expect, test } from 'vitest';
import { refused } from './client.ts';
import { aContact, aCustomField, createScene, missingId, type Scene, unique } from './scene.ts';
import type { Target } from './target.ts';

type Body = Parameters<Scene['api']['contacts']['upsert']>[0]['body'];

export function testUpserts(target: () => Target): void {
  const upsert = (scene: Scene, body: Body) => scene.api.contacts.upsert({ body });
  const types = async (scene: Scene) =>
    (await scene.api.events.list({ query: { type: 'contact.*' } })).data.map(({ type }) => type);

  test('an upsert creates a contact, then updates it and keeps the absent fields', async () => {
    const scene = await createScene(target());
    const externalId = unique('customer');
    const first = await upsert(scene, {
      externalId,
      name: 'Ana',
      tags: ['vip'],
      metadata: { plan: 'gold', trial: null },
    });
    expect(first).toMatchObject({
      created: true,
      contact: { externalId, name: 'Ana', source: 'api', metadata: { plan: 'gold' } },
    });
    const second = await upsert(scene, { externalId, name: 'Ana Lima', metadata: { plan: null } });
    expect(second).toEqual({
      created: false,
      contact: {
        ...first.contact,
        name: 'Ana Lima',
        metadata: {},
        updatedAt: second.contact.updatedAt,
      },
    });
    expect(await upsert(scene, { externalId })).toEqual({ ...second, created: false });
    expect(await types(scene)).toEqual(['contact.created', 'contact.updated']);
  });

  test.each<[string, Body, Body]>([
    ['phone', { phone: '+55 11 98765-4321' }, { phone: '+5511987654321' }],
    ['phone in its older form', { phone: '+5511987654321' }, { phone: '+551187654321' }],
    ['email', { email: 'Ana@example.com' }, { email: 'ana@EXAMPLE.com' }],
  ])('an upsert finds a contact by its %s', async (_title, known, given) => {
    const scene = await createScene(target());
    const { contact } = await upsert(scene, known);
    const { contact: found, created } = await upsert(scene, { ...given, name: 'Ana' });
    expect([found.id, found.name, created]).toEqual([contact.id, 'Ana', false]);
  });

  test('an upsert whose fields belong to different contacts is refused and changes neither', async () => {
    const scene = await createScene(target());
    const ana = await aContact(scene, { externalId: 'customer-1' });
    const bruno = await aContact(scene, { phone: '+5511987654321' });
    const body = { externalId: 'customer-1', phone: '+5511987654321', name: 'Carla' };
    const repeated = {
      ...body,
      match: ['externalId' as const, 'phone' as const, 'phone' as const],
    };
    const error = await refused(
      scene.api.contacts.upsert({ body: repeated }),
      'SVC-CONTACT-AMBIGUOUS',
    );
    expect(error.details).toEqual({
      candidates: [
        { field: 'externalId', id: ana.id },
        { field: 'phone', id: bruno.id },
      ],
    });
    for (const contact of [ana, bruno]) {
      expect(await scene.api.contacts.get({ params: { id: contact.id } })).toEqual(contact);
    }
    const narrow = { body: { ...body, match: ['externalId' as const] } };
    const taken = await refused(scene.api.contacts.upsert(narrow), 'SVC-CONFLICT');
    expect(taken.details).toMatchObject({ field: 'phone', existingId: bruno.id });
  });

  test('an upsert creates no contact with a value of another contact in a field that it does not look for', async () => {
    const scene = await createScene(target());
    const ana = await aContact(scene, { phone: '+5511987654321', email: 'ana@example.com' });
    const another = [
      { externalId: 'customer-1', phone: ana.phone, match: ['externalId' as const] },
      { phone: '+5511987654322', email: ana.email, match: ['phone' as const] },
    ];
    for (const body of another) {
      const taken = await refused(scene.api.contacts.upsert({ body }), 'SVC-CONFLICT');
      expect(taken.details).toMatchObject({ existingId: ana.id });
    }
    expect((await scene.api.contacts.list()).data).toEqual([ana]);
  });

  test('an upsert without a field to look for is refused', async () => {
    const scene = await createScene(target());
    const nameless = { body: { name: 'Ana', phone: null } };
    const error = await refused(scene.api.contacts.upsert(nameless), 'SVC-RULE-VIOLATION');
    expect(error.details).toEqual({ rule: 'match_field', field: 'externalId' });
    const other = { body: { externalId: 'customer-1', match: ['email' as const] } };
    await refused(scene.api.contacts.upsert(other), 'SVC-RULE-VIOLATION');
    expect((await scene.api.contacts.list()).data).toEqual([]);
  });

  test('of concurrent upserts of one contact, one creates it and none is lost', async () => {
    const scene = await createScene(target());
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        upsert(scene, { externalId: 'customer-1', metadata: { [`key${index}`]: index } }),
      ),
    );
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    const { data } = await scene.api.contacts.list();
    expect(data).toHaveLength(1);
    expect(Object.keys(data[0]?.metadata ?? {})).toHaveLength(10);
  });

  test('each item of a batch creates or updates a contact; a failed item fails alone', async () => {
    const scene = await createScene(target());
    const known = await aContact(scene, { externalId: 'customer-1', tags: ['vip'] });
    const ownerId = missingId('usr');
    const { results } = await scene.api.contacts.batch({
      body: {
        items: [
          { externalId: 'customer-1', name: 'Ana' },
          { externalId: 'customer-2', name: 'Bruno' },
          { name: 'nobody' },
          { externalId: 'customer-3', ownerId },
          { externalId: 'customer-2', name: 'Bruno Alves' },
        ],
      },
    });
    const [ana, bruno, , , again] = results.map(({ contact }) => contact);
    expect(results.map(({ index, status, error }) => [index, status, error?.code])).toEqual([
      [0, 'updated', undefined],
      [1, 'created', undefined],
      [2, 'error', 'SVC-RULE-VIOLATION'],
      [3, 'error', 'SVC-NOT-FOUND'],
      [4, 'updated', undefined],
    ]);
    expect(ana).toMatchObject({ id: known.id, name: 'Ana', tags: ['vip'] });
    expect(again).toMatchObject({ id: bruno?.id, name: 'Bruno Alves' });
    expect((await scene.api.contacts.list()).data).toHaveLength(2);
  });

  test('the items of a batch have the events, opt-outs and conflicts of single upserts in their order', async () => {
    const scene = await createScene(target());
    const known = await aContact(scene, { externalId: 'known', email: 'known@example.com' });
    const erased = await aContact(scene, { phone: '+5511987654321' });
    const params = { id: erased.id };
    await scene.api.contacts.optOut({ params, body: { scope: 'all' } });
    await scene.api.contacts.delete({ params });
    const match = ['externalId' as const];
    const before = await types(scene);
    const { results } = await scene.api.contacts.batch({
      body: {
        items: [
          { externalId: 'ana', phone: '+5511987654321', tags: ['a'] },
          { externalId: 'ana', phone: '+5511987654321', tags: ['b'], name: 'Ana' },
          { match, externalId: 'other', email: 'known@example.com' },
          { externalId: 'known', email: null, match },
          { match, externalId: 'known' },
          { match, externalId: 'other', email: 'known@example.com' },
          { match, externalId: 'last', email: 'known@example.com' },
        ],
      },
    });
    expect(results.map(({ status, error }) => error?.code ?? status)).toEqual([
      'created',
      'updated',
      'SVC-CONFLICT',
      'updated',
      'updated',
      'created',
      'SVC-CONFLICT',
    ]);
    const [ana, renamed, , changed, same, other, refused] = results;
    expect(refused?.error?.details).toMatchObject({ existingId: other?.contact?.id });
    expect(ana?.contact).toMatchObject({ name: null, tags: ['a'] });
    for (const one of [ana, renamed]) {
      expect(one?.contact?.consent.all).toMatchObject({ status: 'opted_out', source: 'import' });
    }
    expect(changed?.contact).toMatchObject({ id: known.id, email: null });
    expect(same?.contact).toEqual(changed?.contact);
    for (const { contact } of [renamed, same, other] as { contact: Contact }[]) {
      expect(await scene.api.contacts.get({ params: { id: contact.id } })).toEqual(contact);
    }
    expect((await types(scene)).slice(before.length)).toEqual([
      'contact.created',
      'contact.opted_out',
      'contact.tags_changed',
      'contact.updated',
      'contact.updated',
      'contact.created',
    ]);
  });

  test('a batch refuses only the items without the value of a required custom field', async () => {
    const scene = await createScene(target());
    await aCustomField(scene, { key: 'plan', required: true });
    const { results } = await scene.api.contacts.batch({
      body: {
        items: [
          { externalId: 'a' },
          { externalId: 'b', customFields: { plan: 'gold' } },
          { externalId: 'b', name: 'Bo' },
          { externalId: 'b', customFields: { plan: null } },
        ],
      },
    });
    expect(results.map(({ status, error }) => error?.code ?? status)).toEqual([
      'SVC-VALIDATION',
      'created',
      'updated',
      'SVC-VALIDATION',
    ]);
    expect(results[0]?.error?.message).toBe(
      'The item is invalid: `customFields.plan` is required.',
    );
    expect(results[2]?.contact).toMatchObject({ name: 'Bo', customFields: { plan: 'gold' } });
  });

  test('concurrent batches of the same contacts in opposite order create each contact once', async () => {
    const scene = await createScene(target());
    const items = Array.from({ length: 8 }, (_, n) => ({
      externalId: `customer-${n}`,
      name: `${n}`,
    }));
    const put = async (given: typeof items) =>
      (await scene.api.contacts.batch({ body: { items: given } })).results;
    const [one, other] = await Promise.all([put(items), put(items.toReversed())]);
    const ids = (results: typeof one) => results.map(({ contact }) => contact?.id).sort();
    expect(ids(one)).toEqual(ids(other));
    expect((await scene.api.contacts.list()).data).toHaveLength(items.length);
  });
}
