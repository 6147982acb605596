import { describe, expect, test } from 'vitest';
import { anArchived, testArchives } from './archives.ts';
import { refused } from './client.ts';
import { testExports } from './contact-exports.ts';
import type { CrudCase } from './crud/crud-case.ts';
import { describeCrud } from './crud/describe-crud.ts';
import { testErasures } from './erasures.ts';
import { testMerges } from './merges.ts';
import { testNumberSearches } from './number-searches.ts';
import {
  aChannel,
  aContact,
  aCustomField,
  anInbound,
  aPhone,
  createScene,
  type Scene,
} from './scene.ts';
import type { Targets } from './target.ts';
import { testUpserts } from './upserts.ts';

const undecided = { status: 'unknown', at: null, source: null, channelType: null };

const contacts: CrudCase<'contacts'> = {
  minimal: () => ({}),
  defaults: {
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
    customFields: {},
    identities: [],
    consent: { marketing: undecided, all: undecided },
    blocked: false,
    source: 'api',
    lastInboundAt: null,
    lastOutboundAt: null,
    lastSeenAt: null,
    metadata: {},
    archivedAt: null,
  },
  full: async (scene) => ({
    customFields: { [(await aCustomField(scene)).key]: 'gold' },
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
    ownerId: await scene.tenant.createUser(),
    tags: [' vip ', 'VIP', 'new'],
    metadata: { plan: 'gold', score: 0.1, trial: false },
  }),
  shown: { name: 'Ana Lima', phone: '+5511987654321', tags: ['vip', 'new'] },
  texts: ['name'],
  change: { name: 'Changed' },
  unique: {
    phone: ['+5511987654321', '+55 11 8765-4321'],
    email: ['ana@example.com', 'ANA@EXAMPLE.COM'],
    externalId: ['customer-1', 'customer-1'],
  },
  events: 'contact',
  erases: true,
  filters: async (scene) => {
    const ownerId = await scene.tenant.createUser();
    await aCustomField(scene, { key: 'plan' });
    const { id: channelId } = await aChannel(scene, { type: 'instagram' });
    const long = '2001-01-01T00:00:00Z';
    return {
      records: {
        ana: {
          name: 'Ána Lúcia',
          phone: '+5511987654321',
          email: 'ana@example.com',
          externalId: 'customer-77',
          tags: ['VIP', 'x\\y,z'],
          customFields: { plan: 'Gold' },
          ownerId,
        },
        bruno: {
          name: 'Bruno',
          email: 'bruno.alves@example.com',
          lifecycle: 'customer',
          tags: ['new', 'vip'],
        },
        chloe: { name: '100% Chloé_', phone: '+5511912345678', tags: ['S, M'] },
        dora: async () => (await anInbound(scene, channelId)).contactId,
        eva: async () => await anArchived(scene, { name: 'Ana Eva', tags: ['vip'] }),
      },
      cases: [
        [{ q: 'ana' }, 'ana'],
        [{ phone: '+5511987654321' }, 'ana'],
        [{ q: 'LUCIA' }, 'ana'],
        [{ phone: '5511987654321' }, 'ana'],
        [{ q: 'er-77' }, 'ana'],
        [{ phone: ' 5511987654321' }, 'ana'],
        [{ q: 'ALVES@EX' }, 'bruno'],
        [{ phone: '+55 (11) 98765-4321' }, 'ana'],
        [{ phone: '＋５５（１１）９８７６５－４３２１' }, 'ana'],
        [{ q: '91234' }, 'chloe'],
        [{ phone: '11987654321' }, ''],
        [{ phone: '+551187654321' }, 'ana'],
        [{ q: 'chloe' }, 'chloe'],
        [{ tag: 'vip' }, 'ana bruno'],
        [{ tag: 'S, M' }, ''],
        [{ tag: 's\\, m' }, 'chloe'],
        [{ tag: 'x\\y\\,z' }, 'ana'],
        [{ tag: 's\\, m,x\\\\y\\,z' }, 'ana chloe'],
        [{ tag: ['s\\, m', 'x\\\\y\\,z'] }, 'ana chloe'],
        [{ q: '100%' }, 'chloe'],
        [{ q: 'é_' }, 'chloe'],
        [{ q: '%' }, 'chloe'],
        [{ q: 'b_uno' }, ''],
        [{ q: 'nobody' }, ''],
        [{ q: '' }, 'ana bruno chloe dora'],
        [{ tagAll: 'VIP,New' }, 'bruno'],
        [{ tagNone: 'new,other' }, 'ana chloe dora'],
        [{ tagAll: 'vip' }, 'ana bruno'],
        [{ tagAll: 'vip,other' }, ''],
        [{ tagNone: 'vip' }, 'chloe dora'],
        [{ lastInboundAfter: long }, 'dora'],
        [{ tagNone: 'vip,new' }, 'chloe dora'],
        [{ lastInboundBefore: long }, ''],
        [{ email: 'ANA@example.com' }, 'ana'],
        [{ externalId: ['customer-77', 'other'] }, 'ana'],
        [{ tag: 'new,other' }, 'bruno'],
        [{ ownerId: 'none' }, 'bruno chloe dora'],
        [{ lifecycle: 'customer' }, 'bruno'],
        [{ ownerId }, 'ana'],
        [{ tag: 'vip' }, 'ana bruno'],
        [{ ownerId: `none,${ownerId}` }, 'ana bruno chloe dora'],
        [{ customField: 'plan:gold,plan:other' }, 'ana'],
        [{ channelType: 'instagram' }, 'dora'],
        [{ channelType: 'tiktok' }, ''],
        [{ windowOpen: channelId }, 'dora'],
        [{ windowOpen: 'chn_absent' }, ''],
        // describeConsent has contacts that have decided, and blocked ones.
        [{ consent: 'marketing:unknown,all:opted_out' }, 'ana bruno chloe dora'],
        [{ blocked: 'true' }, ''],
        [{ blocked: 'false' }, 'ana bruno chloe dora'],
        [{ archived: 'false' }, 'ana bruno chloe dora'],
        [{ archived: 'true' }, 'eva'],
      ],
    };
  },
};

export function describeContacts({ paused: target }: Targets): void {
  describe('contacts', () => {
    describeCrud('contacts', target, contacts);

    test('a Brazilian mobile number with and without its 9 is one contact, which keeps both forms; a landline is not', async () => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene);
      const writing = (from: string) => anInbound(scene, channelId, { from });
      const { contactId, conversationId } = await writing('5511987654321');
      expect(await writing('551187654321')).toMatchObject({ contactId, conversationId });
      const shop = await writing('551132345678');
      expect((await writing('5511932345678')).contactId).not.toBe(shop.contactId);
      const { api } = scene;
      const openings = [
        async (to: string) => {
          const body = { channelId, to, type: 'text', text: 'Hello' } as const;
          return (await api.messages.send({ body })).conversationId;
        },
        async (to: string) => (await api.conversations.create({ body: { channelId, to } })).id,
      ];
      for (const [index, open] of openings.entries()) {
        const written = `55118765430${index}`;
        const { contactId: id, conversationId } = await writing(written);
        const other = written.replace('5511', '55119');
        expect(await open(other)).toBe(conversationId);
        const { identities } = await api.contacts.get({ params: { id } });
        expect(identities.map(({ address }) => address)).toEqual([written, other]);
      }
    });

    describe('upserts', () => testUpserts(target));
    describe('searches for a number', () => testNumberSearches(target));
    describe('merges', () => testMerges(target));
    describe('erasures', () => testErasures(target));
    describe('exports', () => testExports(target));

    describe('archives', () => testArchives(target));

    test('a contact without a name is shown and found by its first and last name', async () => {
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

    test('a contact gets the name of a profile without the spaces around it, and none of invisible characters', async () => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene);
      const from = aPhone();
      const writing = async (profileName: string) => {
        const { contactId: id } = await anInbound(scene, channelId, { from, profileName });
        return (await scene.api.contacts.get({ params: { id } })).name;
      };
      expect(await writing('  ')).toBe(null);
      expect(await writing('\u3164')).toBe(null);
      expect(await writing(' Ana ')).toBe('Ana');
    });

    test('renaming a contact updates the name in its conversations, but not their updatedAt', async () => {
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

    test('tags are added to a contact and removed from it, whatever their case and accents', async () => {
      const scene = await createScene(target());
      const { id } = await aContact(scene, {
        tags: ['VIP', 'São Paulo', 'sao paulo', 'Sa\u0303o Paulo'],
      });
      const params = { id };
      const add = (tags: string[]) => scene.api.contacts.addTags({ params, body: { tags } });
      const all = ['VIP', 'São Paulo', 'a/b?'];
      expect(await add(['vip', ' a/b? '])).toEqual({ tags: all });
      expect(await add(['A/B?', 'sao paulo'])).toEqual({ tags: all });
      const many = Array.from({ length: 48 }, (_, n) => `tag ${n}`);
      const { details } = await refused(add(many), 'SVC-VALIDATION');
      expect(details).toMatchObject({ issues: [{ in: 'body', path: 'tags', code: 'too_long' }] });
      expect((await add(many.slice(1))).tags).toHaveLength(50);
      const remove = (name: string) => scene.api.contacts.removeTag({ params: { id, name } });
      await remove('SAO PAULO');
      await remove('a/b?');
      expect(await refused(remove('a/b?'), 'SVC-NOT-FOUND')).toEqual({
        code: 'SVC-NOT-FOUND',
        message: 'The contact does not have this tag.',
        details: { resource: 'tag', id: 'a/b?' },
      });
      const { tags } = await scene.api.contacts.get({ params });
      expect(tags).toEqual(['VIP', ...many.slice(1)]);
      const { data } = await scene.api.events.list({ query: { subjectId: id, sort: 'sequence' } });
      const changes = data.slice(1).map(({ type, data }) => [type, data.previous]);
      expect(changes).toHaveLength(4);
      expect(changes[0]).toEqual(['contact.tags_changed', { tags: ['VIP', 'São Paulo'] }]);
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
  });
}

async function found(scene: Scene, query: Record<string, string | string[]>): Promise<string[]> {
  const { data } = await scene.api.contacts.list({ query });
  return data.map((contact) => contact.id).sort();
}
