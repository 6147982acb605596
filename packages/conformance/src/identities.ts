import { identityLimits, type LinkIdentityBody } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { type BadInput, badFields } from './bad-input/row.ts';
import { refused } from './client.ts';
import { anImport, csv } from './contact-imports.fixtures.ts';
import { recordedEvents } from './event-checks.ts';
import { aChannel, aContact, aMessage, anInbound, createScene, type Scene } from './scene.ts';
import type { Targets } from './target.ts';

export const badIdentities: readonly BadInput[] = [
  ...badFields('identities.link', [
    ['no network', { channelType: undefined }, 'required'],
    ['a blank address', { address: ' ' }, 'too_short'],
  ]),
];

const phone = '5511987654321';
const shortForm = '+55 11 8765-4321';

export function describeIdentities({ paused: target }: Targets): void {
  describe('identities', () => {
    test('messages from a linked address belong to its contact and conversation, and linking it again changes nothing', async () => {
      const scene = await createScene(target());
      const contact = await aContact(scene, { name: 'Ana' });
      const linked = await link(scene, contact.id, { address: phone });
      expect(linked).toEqual({
        ...contact,
        identities: [expect.objectContaining({ channelId: null, kind: 'phone', address: phone })],
        updatedAt: linked.updatedAt,
      });
      const events = await recordedEvents(scene);
      expect(events.at(-1)).toMatchObject({
        type: 'contact.updated',
        data: { object: linked, previous: { identities: [] } },
      });
      expect(await link(scene, contact.id, { address: shortForm })).toEqual(linked);
      expect(await recordedEvents(scene)).toEqual(events);
      const { id: channelId } = await aChannel(scene);
      const written = await anInbound(scene, channelId, { from: phone });
      expect(written.contactId).toBe(contact.id);
      const from = 'BR.13491208655302741918';
      await link(scene, contact.id, { address: from });
      const { conversationId } = await anInbound(scene, channelId, { from });
      expect(conversationId).toBe(written.conversationId);
    });

    test('an address that another contact has is refused, in any form of the number', async () => {
      const scene = await createScene(target());
      const { id } = await aContact(scene);
      const holder = await aContact(scene);
      await link(scene, holder.id, { address: phone });
      const taken = (address: string) => refused(link(scene, id, { address }), 'SVC-CONFLICT');
      expect(await taken(shortForm)).toMatchObject({
        message: expect.stringContaining('Unlink it there, or merge the contacts.'),
        details: { resource: 'contact', field: 'address', existingId: holder.id },
      });
      const owner = await aContact(scene, { phone: '+5511987654322' });
      expect(await taken('551187654322')).toMatchObject({
        message: expect.stringContaining('Change it there, or merge the contacts.'),
        details: { resource: 'contact', field: 'phone', existingId: owner.id },
      });
      const both = [1, 2].map((n) => aContact(scene, { name: `${n}` }));
      const answers = await Promise.all(
        (await Promise.all(both)).map((one) =>
          scene.call('identities.link', {
            params: { id: one.id },
            body: { channelType: 'whatsapp', address: '5511987654323' },
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    test('an upsert, a batch and an import find a contact by a phone number that is only an address', async () => {
      const scene = await createScene(target());
      const email = 'ana@example.com';
      const { id } = await aContact(scene, { phone: '+5511987654322', email });
      await link(scene, id, { address: phone });
      const { contacts } = scene.api;
      const number = `+${phone}`;
      const kept = { id, phone: '+5511987654322', email, externalId: 'ana' };
      const given = { phone: '+551187654321', externalId: 'ana', name: 'Ana' };
      const upserted = await contacts.upsert({ body: given });
      expect(upserted).toMatchObject({ created: false, contact: { ...kept, name: 'Ana' } });
      const items = [{ phone: number, name: 'Ana Lima' }];
      const { results } = await contacts.batch({ body: { items } });
      expect(results).toMatchObject([{ contact: { ...kept, name: 'Ana Lima' } }]);
      const done = await anImport(scene, csv('phone,name', `${number},Ana Alves`));
      expect(done).toMatchObject({ created: 0, updated: 1 });
      const { data } = await contacts.list();
      expect(data).toMatchObject([{ ...kept, name: 'Ana Alves' }]);
      // Found by another value, the contact gets the number.
      const replaced = await contacts.upsert({ body: { email, phone: number } });
      expect(replaced.contact).toMatchObject({ id, phone: number });
    });

    test.each(['an upsert', 'a batch'])(
      '%s by an address applies the opt-out that is stored for the address',
      async (way) => {
        const scene = await createScene(target());
        const { api } = scene;
        const [number, scope] = [`+${phone}`, 'marketing'] as const;
        const primary = await aContact(scene, { phone: '+5511987654322' });
        await api.contacts.optOut({ params: { id: primary.id }, body: { scope } });
        const { id } = await aContact(scene, { phone: number });
        await link(scene, id, { address: phone });
        const suppressed = { channelType: 'whatsapp', address: phone, scope } as const;
        const { decidedAt } = await api.suppressions.create({ body: suppressed });
        await api.contacts.optIn({ params: { id }, body: { scope } });
        // The opt-out of the primary contact is older, but comes before an opt-in.
        await api.contacts.merge({ body: { primaryId: primary.id, duplicateId: id } });
        const item = { phone: number };
        if (way === 'an upsert') await api.contacts.upsert({ body: item });
        else await api.contacts.batch({ body: { items: [item] } });
        const { consent } = await api.contacts.get({ params: { id: primary.id } });
        expect(consent.marketing).toMatchObject({ status: 'opted_out', at: decidedAt });
      },
    );

    test('an upsert with another ID or email than the contact of the address belongs to somebody else', async () => {
      const scene = await createScene(target());
      const own = { phone: '+5511987654322', externalId: 'ana', email: 'ana@example.com' };
      const { id } = await aContact(scene, own);
      const { identities } = await link(scene, id, { address: phone });
      const { contacts } = scene.api;
      const number = `+${phone}`;
      const match = ['phone' as const];
      const another = [
        { phone: number, externalId: 'bo' },
        { phone: number, email: 'bo@example.com', match },
      ];
      for (const body of another) {
        const { contact, created } = await contacts.upsert({ body });
        expect(created).toBe(true);
        await contacts.delete({ params: { id: contact.id } });
      }
      const bo = await aContact(scene, { externalId: 'bo' });
      const named = await contacts.upsert({ body: { externalId: 'bo', phone: number } });
      expect(named.contact).toMatchObject({ id: bo.id, phone: number });
      // The contact with this `phone` comes before the one with the address.
      const { contact } = await contacts.upsert({ body: { phone: number } });
      expect(contact.id).toBe(bo.id);
      expect(await contacts.get({ params: { id } })).toMatchObject({ ...own, identities });
    });

    test('a contact has 100 addresses at most, but for those that come with messages', async () => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene);
      const { id } = await aContact(scene, { phone: '+5511987654399' });
      const numbers = Array.from({ length: identityLimits.ofContact }, (_, n) => `${49151e8 + n}`);
      for (const address of numbers) await link(scene, id, { address });
      const [first = ''] = numbers;
      expect((await link(scene, id, { address: first })).identities).toHaveLength(100);
      const details = { limit: 'identities', max: identityLimits.ofContact };
      const another = link(scene, id, { address: '4915200000000' });
      await refused(another, 'SVC-LIMIT-REACHED', details);
      const other = await aContact(scene);
      await link(scene, other.id, { address: '4915200000000' });
      const body = { primaryId: id, duplicateId: other.id };
      const merge = scene.api.contacts.merge({ body });
      await refused(merge, 'SVC-LIMIT-REACHED', details);
      const { contactId } = await anInbound(scene, channelId, { from: '5511987654399' });
      expect(contactId).toBe(id);
      const { identities } = await scene.api.contacts.get({ params: { id } });
      expect(identities).toHaveLength(101);
    });

    test('an event shows a further address that a message adds to a contact, but not its own number', async () => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene);
      const owner = await aContact(scene, { phone: '+5511987654322' });
      await aMessage(scene, { channelId, to: '5511987654322' });
      await anInbound(scene, channelId, { from: '551187654322' });
      const own = await scene.api.contacts.get({ params: { id: owner.id } });
      expect(own).toMatchObject({
        identities: [{ address: '5511987654322' }, { address: '551187654322' }],
        updatedAt: owner.updatedAt,
      });
      const linked = await link(scene, (await aContact(scene)).id, { address: phone });
      await anInbound(scene, channelId, { from: '551187654321', profileName: 'Ana' });
      const changes = (await recordedEvents(scene)).filter(
        ({ data }) => data.previous?.['identities'],
      );
      const named = { name: null, identities: [{ address: phone }, { address: '551187654321' }] };
      expect(changes).toMatchObject([
        { type: 'contact.updated', data: { object: linked } },
        {
          type: 'contact.updated',
          data: {
            object: named,
            previous: { identities: linked.identities },
            changes: ['identities'],
          },
        },
      ]);
    });

    test('an address of Instagram needs a channel of Instagram', async () => {
      const scene = await createScene(target());
      const { id } = await aContact(scene);
      const body = { channelType: 'instagram', address: '17841400000000001' } as const;
      const rule = async (more: Partial<LinkIdentityBody>) =>
        (await refused(link(scene, id, { ...body, ...more }), 'SVC-RULE-VIOLATION')).details;
      expect(await rule({})).toEqual({ rule: 'required', field: 'channelId' });
      const whatsapp = await aChannel(scene);
      expect(await rule({ channelId: whatsapp.id })).toEqual({
        rule: 'channel_of_network',
        field: 'channelId',
      });
      const { id: channelId } = await aChannel(scene, { type: 'instagram' });
      const { identities } = await link(scene, id, { ...body, channelId });
      expect(identities).toMatchObject([{ channelId, kind: 'igsid' }]);
      const wrong = link(scene, id, { channelType: 'whatsapp', address: 'ana' });
      await refused(wrong, 'SVC-RECIPIENT-INVALID');
    });

    test('a contact with two accounts of Instagram has a conversation with each, and replies go to its account', async () => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene, { type: 'instagram' });
      const accounts = ['17841400000000001', '17841400000000002'] as const;
      const first = await anInbound(scene, channelId, { from: accounts[0] });
      const body = { channelType: 'instagram', channelId, address: accounts[1] } as const;
      await link(scene, first.contactId, body);
      const second = await anInbound(scene, channelId, { from: accounts[1] });
      expect(second.contactId).toBe(first.contactId);
      expect(second.conversationId).not.toBe(first.conversationId);
      const again = await anInbound(scene, channelId, { from: accounts[0] });
      expect(again.conversationId).toBe(first.conversationId);
      const { to } = await scene.api.conversations.sendMessage({
        params: { id: second.conversationId },
        body: { type: 'text', text: 'Hello' },
      });
      expect(to).toBe(accounts[1]);
    });

    test('a contact has the refusals of the address that it is linked to', async () => {
      const scene = await createScene(target());
      const { id } = await aContact(scene);
      const body = { channelType: 'whatsapp', address: phone, scope: 'all' } as const;
      await scene.api.suppressions.create({ body });
      const { consent } = await link(scene, id, { address: shortForm });
      expect(consent.all.status).toBe('opted_out');
    });

    test('an address without conversations is unlinked and free again, and one with conversations stays', async () => {
      const scene = await createScene(target());
      const contact = await aContact(scene);
      const other = await aContact(scene);
      const { identities } = await link(scene, contact.id, { address: phone });
      const identityId = String(identities[0]?.id);
      const unlink = (id: string) => scene.api.identities.unlink({ params: { id, identityId } });
      const strange = await refused(unlink(other.id), 'SVC-NOT-FOUND');
      expect(strange.message).toBe(
        'The `contact` has no `identity` with this ID. Check the IDs of both.',
      );
      await unlink(contact.id);
      await refused(unlink(contact.id), 'SVC-NOT-FOUND');
      const after = await scene.api.contacts.get({ params: { id: contact.id } });
      expect(after).toEqual({ ...contact, updatedAt: after.updatedAt });
      expect((await recordedEvents(scene)).at(-1)).toMatchObject({
        type: 'contact.updated',
        data: { object: after, previous: { identities } },
      });
      const moved = await link(scene, other.id, { address: phone });
      const { id: channelId } = await aChannel(scene);
      await anInbound(scene, channelId, { from: phone });
      const params = { id: other.id, identityId: String(moved.identities[0]?.id) };
      const error = await refused(scene.api.identities.unlink({ params }), 'SVC-IN-USE');
      expect(error).toMatchObject({
        message: expect.stringMatching(/^The address has conversations/),
        details: { references: { conversations: 1 } },
      });
    });
  });
}

function link(
  scene: Scene,
  id: string,
  body: Partial<LinkIdentityBody> & { readonly address: string },
) {
  return scene.api.identities.link({ params: { id }, body: { channelType: 'whatsapp', ...body } });
}
