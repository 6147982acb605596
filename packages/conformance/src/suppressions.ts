import type { CreateSuppressionBody } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { type BadInput, badFields } from './bad-input/row.ts';
import { refused } from './client.ts';
import { recordedEvents } from './event-checks.ts';
import { timeAfter } from './poll.ts';
import { aChannel, aContact, anInbound, createScene, type Scene } from './scene.ts';
import type { Targets } from './target.ts';

export const badSuppressions: readonly BadInput[] = [
  ...badFields('suppressions.create', [
    ['no network', { channelType: undefined }, 'required'],
    ['an unknown scope', { scope: 'sales' }, 'invalid_enum'],
    ['a blank address', { address: ' ' }, 'too_short'],
  ]),
];

const phone = '5511987654321';
const shortForm = '+55 11 8765-4321';

export function describeSuppressions({ paused: target }: Targets): void {
  describe('suppressions', () => {
    test('a later contact with a suppressed address refuses messages, in any form of the number', async () => {
      const scene = await createScene(target());
      await suppress(scene, { address: shortForm, scope: 'marketing' });
      await suppress(scene, { address: '5511987654322' });
      const contact = await aContact(scene, { phone: `+${phone}` });
      expect(contact.consent).toMatchObject({
        marketing: { status: 'opted_out', source: 'import' },
        all: { status: 'unknown' },
      });
      const { id: channelId } = await aChannel(scene);
      const { contactId } = await anInbound(scene, channelId, { from: '5511987654322' });
      const { consent } = await scene.api.contacts.get({ params: { id: contactId } });
      expect(consent.all.status).toBe('opted_out');
      const stranger = await createScene(target());
      const free = await aContact(stranger, { phone: `+${phone}` });
      expect(free.consent.marketing.status).toBe('unknown');
    });

    test('contacts that have a suppressed address refuse messages at once, with an event and in their history', async () => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene);
      const { contactId } = await anInbound(scene, channelId, { from: phone });
      const other = await aContact(scene, { phone: '+5511987654322' });
      await suppress(scene, { address: shortForm });
      const params = { id: contactId };
      const { consent } = await scene.api.contacts.get({ params });
      expect(consent.all).toMatchObject({ status: 'opted_out', source: 'api' });
      expect((await scene.api.contacts.listConsents({ params })).data).toHaveLength(1);
      const template = { name: 'order_update', language: 'en_US', variables: { 1: 'A', 2: '1' } };
      const body = { channelId, to: phone, type: 'template', template } as const;
      await refused(scene.api.messages.send({ body }), 'SVC-RECIPIENT-OPTED-OUT');
      expect(await scene.api.contacts.get({ params: { id: other.id } })).toEqual(other);
      const types = (await recordedEvents(scene)).map(({ type }) => type);
      expect(types.filter((type) => type === 'contact.opted_out')).toHaveLength(1);
    });

    test('a suppressed address that no contact has refuses messages, and gets no contact', async () => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene);
      await suppress(scene, { address: shortForm });
      await suppress(scene, { address: '5511987654322', scope: 'marketing' });
      const text = { channelId, to: phone, type: 'text', text: 'Hello' } as const;
      await refused(scene.api.messages.send({ body: text }), 'SVC-RECIPIENT-OPTED-OUT');
      const template = { name: 'order_update', language: 'en_US', variables: { 1: 'A', 2: '1' } };
      const later = new Date(scene.target.now().getTime() + 3_600_000).toISOString();
      for (const more of [{}, { sendAt: later }]) {
        const body = { channelId, to: phone, type: 'template', template, ...more } as const;
        await refused(scene.api.messages.send({ body }), 'SVC-RECIPIENT-OPTED-OUT');
      }
      const sale = {
        name: 'spring_sale',
        language: 'en_US',
        variables: { first_name: 'Ana', discount: '20 %', 'button.0': 'spring' },
      };
      const body = { channelId, to: '5511987654322', type: 'template' } as const;
      const marketing = { body: { ...body, template: sale } };
      await refused(scene.api.messages.send(marketing), 'SVC-RECIPIENT-OPTED-OUT');
      expect((await scene.api.contacts.list()).data).toEqual([]);
      expect((await scene.api.conversations.list()).data).toEqual([]);
      await scene.api.messages.send({ body: { ...body, template } });
    });

    test('an address has one suppression of each scope, which its forms find, and no response shows the address', async () => {
      const scene = await createScene(target());
      const all = await suppress(scene, { address: phone });
      const marketing = await suppress(scene, { address: phone, scope: 'marketing' });
      const again = await Promise.all([
        suppress(scene, { address: shortForm }),
        suppress(scene, { address: shortForm }),
      ]);
      for (const one of again) expect(one).toEqual({ ...all, decidedAt: one.decidedAt });
      await suppress(scene, { address: '5511987654322' });
      const find = async (query: Record<string, string>) =>
        (await scene.api.suppressions.list({ query })).data.map(({ id }) => id);
      expect(await find({ address: shortForm, sort: 'createdAt' })).toEqual([all.id, marketing.id]);
      expect(await find({ address: phone, scope: 'marketing' })).toEqual([marketing.id]);
      expect(await find({ address: '5511987654323' })).toEqual([]);
      expect(await find({ address: 'Ana' })).toEqual([]);
      expect(await find({ channelType: 'instagram' })).toEqual([]);
      expect(await find({})).toHaveLength(3);
      const shown = await scene.call('suppressions.list');
      expect(shown.text).not.toContain('1987654321');
    });

    test('a deleted suppression is no refusal for later contacts', async () => {
      const scene = await createScene(target());
      const { id } = await suppress(scene, { address: phone });
      await scene.api.suppressions.delete({ params: { id } });
      await refused(scene.api.suppressions.get({ params: { id } }), 'SVC-NOT-FOUND');
      const contact = await aContact(scene, { phone: `+${phone}` });
      expect(contact.consent.all.status).toBe('unknown');
    });

    test('a suppressed address keeps the later opt-out of its erased contact', async () => {
      const scene = await createScene(target());
      const { id: other } = await aContact(scene);
      const { id } = await aContact(scene, { phone: `+${phone}` });
      const suppression = await suppress(scene, { address: phone });
      await timeAfter(scene.target, suppression.decidedAt);
      const body = { scope: 'all' } as const;
      const allowed = await scene.api.contacts.optIn({ params: { id: other }, body });
      await timeAfter(scene.target, allowed.consent.all.at);
      const { consent } = await scene.api.contacts.optOut({ params: { id }, body });
      await scene.api.contacts.delete({ params: { id } });
      const { data } = await scene.api.suppressions.list({ query: { address: phone } });
      expect(data).toEqual([{ ...suppression, decidedAt: consent.all.at }]);
      const params = { id: other };
      await scene.api.contacts.update({ params, body: { phone: `+${phone}` } });
      const given = await scene.api.contacts.get({ params });
      expect(given.consent.all).toMatchObject({ status: 'opted_out', at: consent.all.at });
    });

    test('the refusal of an erased contact is listed, and an address of another form is refused', async () => {
      const scene = await createScene(target());
      const { id } = await aContact(scene, { phone: `+${phone}` });
      await scene.api.contacts.optOut({ params: { id }, body: { scope: 'marketing' } });
      await scene.api.contacts.delete({ params: { id } });
      const query = { address: phone };
      expect((await scene.api.suppressions.list({ query })).data).toMatchObject([
        { channelType: 'whatsapp', scope: 'marketing', source: 'erasure' },
      ]);
      const wrong = suppress(scene, { channelType: 'instagram', address: 'ana' });
      expect((await refused(wrong, 'SVC-RECIPIENT-INVALID')).details).toMatchObject({
        channelType: 'instagram',
      });
    });
  });
}

function suppress(scene: Scene, body: Partial<CreateSuppressionBody> & { address: string }) {
  return scene.api.suppressions.create({
    body: { channelType: 'whatsapp', scope: 'all', ...body },
  });
}
