import { describe, expect, test } from 'vitest';
import { refused } from './client.ts';
import { aChannel, aContact, anInbound, aPhone, createScene, type Scene } from './scene.ts';
import type { Targets } from './target.ts';

export function describeContacts({ paused: target }: Targets): void {
  describe('contacts', () => {
    test('a contact needs nothing, and has every field', async () => {
      const scene = await createScene(target());
      const contact = await aContact(scene);
      expect(contact).toEqual({
        id: expect.stringMatching(/^con_[0-9A-HJKMNP-TV-Z]{26}$/),
        name: null,
        firstName: null,
        lastName: null,
        phone: null,
        email: null,
        externalId: null,
        language: null,
        country: null,
        timezone: null,
        avatarUrl: null,
        lifecycle: 'lead',
        ownerId: null,
        tags: [],
        identities: [],
        source: 'api',
        lastInboundAt: null,
        lastOutboundAt: null,
        lastSeenAt: null,
        metadata: {},
        createdAt: contact.updatedAt,
        updatedAt: expect.any(String),
      });
    });

    test('a contact is kept as it was given, spellings made equal', async () => {
      const scene = await createScene(target());
      const ownerId = await scene.tenant.createUser();
      const body = {
        name: '  Ana Lima ',
        firstName: 'Ana',
        lastName: 'Lima',
        phone: '+55 (11) 98765-4321',
        email: 'Ana@Example.com',
        externalId: 'customer-1042',
        language: 'pt-BR',
        country: 'BR',
        timezone: 'America/Sao_Paulo',
        avatarUrl: 'https://example.com/ana.png',
        lifecycle: 'customer',
        ownerId,
        tags: [' vip ', 'VIP', 'new'],
        metadata: { plan: 'gold', score: 0.1, trial: false },
      } as const;
      const contact = await aContact(scene, { ...body, tags: [...body.tags] });
      expect(contact).toMatchObject({
        ...body,
        name: 'Ana Lima',
        phone: '+5511987654321',
        tags: ['vip', 'new'],
      });
      expect(await scene.api.contacts.get({ params: { id: contact.id } })).toEqual(contact);
    });

    test('a change touches what it names; null clears; metadata merges', async () => {
      const scene = await createScene(target());
      const contact = await aContact(scene, {
        name: 'Ana',
        phone: '+5511987654321',
        tags: ['vip'],
        metadata: { a: 1, b: 2 },
      });
      const params = { id: contact.id };
      const changed = await scene.api.contacts.update({
        params,
        body: { name: null, email: 'ana@example.com', tags: [], metadata: { b: null, c: 'x' } },
      });
      expect(changed).toEqual({
        ...contact,
        name: null,
        email: 'ana@example.com',
        tags: [],
        metadata: { a: 1, c: 'x' },
        updatedAt: changed.updatedAt,
      });
      expect(changed.updatedAt >= contact.updatedAt).toBe(true);
      expect(await scene.api.contacts.get({ params })).toEqual(changed);
    });

    test('a change of nothing changes nothing', async () => {
      const scene = await createScene(target());
      const contact = await aContact(scene, { name: 'Ana' });
      const params = { id: contact.id };
      const changed = await scene.api.contacts.update({ params, body: {} });
      expect({ ...changed, updatedAt: '' }).toEqual({ ...contact, updatedAt: '' });
    });

    test.each([
      ['phone', '+5511987654321', '+55 11 98765-4321'],
      ['email', 'ana@example.com', 'ANA@EXAMPLE.COM'],
      ['externalId', 'customer-1', 'customer-1'],
    ] as const)(
      'a %s belongs to one contact of a tenant until it is cleared',
      async (field, value, again) => {
        const scene = await createScene(target());
        const stranger = await createScene(target());
        const first = await aContact(scene, { [field]: value });
        const second = await aContact(scene);
        const taken = { resource: 'contact', field, existingId: first.id };
        const created = await refused(aContact(scene, { [field]: again }), 'SVC-CONFLICT');
        expect(created.details).toEqual(taken);
        const change = { params: { id: second.id }, body: { [field]: again } };
        expect((await refused(scene.api.contacts.update(change), 'SVC-CONFLICT')).details).toEqual(
          taken,
        );
        await aContact(stranger, { [field]: again });
        await scene.api.contacts.update({ params: { id: first.id }, body: { [field]: again } });
        await scene.api.contacts.update({ params: { id: first.id }, body: { [field]: null } });
        await scene.api.contacts.update(change);
      },
    );

    test('a mobile number of Brazil with and without its 9 is one person, a landline is not', async () => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene);
      const writing = async (from: string) =>
        (await anInbound(scene, channelId, { from })).contactId;
      const ana = await writing('5511987654321');
      expect(await writing('551187654321')).toBe(ana);
      const shop = await writing('551132345678');
      expect(await writing('5511932345678')).not.toBe(shop);
    });

    test('of contacts with the same phone that come at once one is made', async () => {
      const scene = await createScene(target());
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          scene.call('contacts.create', { body: { phone: '+5511987654321' } }),
        ),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([
        201, 409, 409, 409, 409, 409, 409, 409,
      ]);
    });

    test('text comes back character by character', async () => {
      const scene = await createScene(target());
      const texts = [
        '👩‍👩‍👧‍👦 família',
        'e\u0301 and \u00e9',
        '\u202eright to left',
        'line\u2028separator',
        '"quotes" \\ back/slash',
        "'; drop table contacts; --",
        '<script>alert(1)</script>',
        '{{7*7}} %s %00 $&',
        '\u{10ffff}\ufeffinside',
      ];
      for (const name of texts) {
        const { id } = await aContact(scene, { name, metadata: { name } });
        const contact = await scene.api.contacts.get({ params: { id } });
        expect([contact.name, contact.metadata['name']]).toEqual([name, name]);
      }
    });

    test('keys of metadata may be words that mean something elsewhere', async () => {
      const scene = await createScene(target());
      const metadata = {
        constructor: 'a',
        toString: 'b',
        hasOwnProperty: 'c',
        id: 'd',
        'a.b': 'e',
      };
      const { id } = await aContact(scene, { metadata });
      expect((await scene.api.contacts.get({ params: { id } })).metadata).toEqual(metadata);
    });

    test('numbers in metadata keep their value', async () => {
      const scene = await createScene(target());
      const metadata = {
        big: 9_007_199_254_740_991,
        small: 1e-7,
        huge: 1e308,
        tenth: 0.1,
        minus: -5,
      };
      const { id } = await aContact(scene, { metadata });
      expect((await scene.api.contacts.get({ params: { id } })).metadata).toEqual(metadata);
    });

    test('the search knows parts of name, phone, e-mail and externalId, without case and accents', async () => {
      const scene = await createScene(target());
      const ana = await aContact(scene, { name: 'Ána Lúcia', externalId: 'customer-77' });
      const bruno = await aContact(scene, { name: 'Bruno', email: 'bruno.alves@example.com' });
      const chloe = await aContact(scene, { name: '100% Chloé_', phone: '+5511912345678' });
      const find = (q: string) => found(scene, { q });
      expect(await find('ana')).toEqual([ana.id]);
      expect(await find('LUCIA')).toEqual([ana.id]);
      expect(await find('er-77')).toEqual([ana.id]);
      expect(await find('ALVES@EX')).toEqual([bruno.id]);
      expect(await find('91234')).toEqual([chloe.id]);
      expect(await find('chloe')).toEqual([chloe.id]);
      expect(await find('100%')).toEqual([chloe.id]);
      expect(await find('é_')).toEqual([chloe.id]);
      expect(await find('%')).toEqual([chloe.id]);
      expect(await find('b_uno')).toEqual([]);
      expect(await find('nobody')).toEqual([]);
      expect(await find('')).toHaveLength(3);
    });

    test('a filter finds exactly what it says; values are alternatives, filters add up', async () => {
      const scene = await createScene(target());
      const ownerId = await scene.tenant.createUser();
      const channel = await aChannel(scene, { type: 'instagram' });
      const ana = await aContact(scene, {
        phone: '+5511987654321',
        email: 'ana@example.com',
        externalId: 'a',
        tags: ['VIP'],
        ownerId,
      });
      const bruno = await aContact(scene, { lifecycle: 'customer', tags: ['new', 'vip'] });
      const { contactId: chloe } = await anInbound(scene, channel.id);
      const find = (query: Record<string, string | string[]>) => found(scene, query);
      for (const phone of [
        '+5511987654321',
        '5511987654321',
        ' 5511987654321',
        '+55 (11) 98765-4321',
      ]) {
        expect(await find({ phone }), phone).toEqual([ana.id]);
      }
      expect(await find({ phone: '11987654321' })).toEqual([]);
      expect(await find({ email: 'ANA@example.com' })).toEqual([ana.id]);
      expect(await find({ externalId: ['a', 'b'] })).toEqual([ana.id]);
      expect(await find({ tag: 'vip' })).toEqual([ana.id, bruno.id].sort());
      expect(await find({ tag: 'new,other' })).toEqual([bruno.id]);
      expect(await find({ lifecycle: 'customer' })).toEqual([bruno.id]);
      expect(await find({ ownerId })).toEqual([ana.id]);
      expect(await find({ ownerId: 'none' })).toEqual([bruno.id, chloe].sort());
      expect(await find({ ownerId: `none,${ownerId}` })).toHaveLength(3);
      expect(await find({ channelType: 'instagram' })).toEqual([chloe]);
      expect(await find({ channelType: 'tiktok' })).toEqual([]);
      expect(await find({ tag: 'vip', ownerId: 'none' })).toEqual([bruno.id]);
    });

    test('first and last name form the name of a contact without a name, where it is shown and searched', async () => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene);
      const from = aPhone();
      const names = { firstName: 'Ána', lastName: 'Lima' };
      const contact = await aContact(scene, { phone: `+${from}`, ...names });
      const last = await aContact(scene, { name: 'Zoë' });
      expect(contact).toMatchObject({ name: null, ...names });
      const { conversationId } = await anInbound(scene, channelId, { from, profileName: 'ana 🌸' });
      const shown = () => scene.api.conversations.get({ params: { id: conversationId } });
      expect((await shown()).contact.name).toBe('Ána Lima');
      expect(await found(scene, { q: 'ana lima' })).toEqual([contact.id]);
      const sorted = await scene.api.contacts.list({ query: { sort: 'name' } });
      expect(sorted.data.map(({ id }) => id)).toEqual([contact.id, last.id]);
      const params = { id: contact.id };
      await scene.api.contacts.update({ params, body: { lastName: 'Souza' } });
      expect((await shown()).contact.name).toBe('Ána Souza');
      await scene.api.contacts.update({ params, body: { name: 'Ana' } });
      expect((await shown()).contact.name).toBe('Ana');
    });

    test('renaming a contact changes what its conversations show, and is no change of them', async () => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene);
      const { contactId, conversationId } = await anInbound(scene, channelId);
      const params = { id: conversationId };
      const before = await scene.api.conversations.get({ params });
      const rename = { params: { id: contactId }, body: { name: 'Ana Lima' } };
      await scene.api.contacts.update(rename);
      expect(await scene.api.conversations.get({ params })).toEqual({
        ...before,
        contact: { ...before.contact, name: 'Ana Lima' },
      });
      const { data } = await scene.api.events.list({ query: { subjectId: conversationId } });
      expect(data.map(({ type }) => type)).toEqual(['conversation.created']);
    });

    test('an inactive user cannot become the owner of a contact', async () => {
      const scene = await createScene(target());
      const ownerId = await scene.tenant.createInactiveUser();
      const error = await refused(aContact(scene, { ownerId }), 'SVC-RULE-VIOLATION');
      expect(error.details).toEqual({ rule: 'active_user', field: 'ownerId' });
      const contact = await aContact(scene);
      const change = { params: { id: contact.id }, body: { ownerId } };
      await refused(scene.api.contacts.update(change), 'SVC-RULE-VIOLATION');
    });

    test('a sync by updatedAt sees what changed', async () => {
      const scene = await createScene(target());
      const first = await aContact(scene);
      const second = await aContact(scene);
      const { updatedAt } = await scene.api.contacts.update({
        params: { id: first.id },
        body: { name: 'Changed' },
      });
      const { data } = await scene.api.contacts.list({
        query: { sort: 'updatedAt', updatedAfter: second.updatedAt },
      });
      expect(data.at(-1)).toMatchObject({ id: first.id, updatedAt });
    });
  });
}

async function found(scene: Scene, query: Record<string, string | string[]>): Promise<string[]> {
  const { data } = await scene.api.contacts.list({ query });
  return data.map((contact) => contact.id).sort();
}
