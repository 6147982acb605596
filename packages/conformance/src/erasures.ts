import { expect, test } from 'vitest';
import { refused } from './client.ts';
import { recordedEvents } from './event-checks.ts';
import {
  aChannel,
  aContact,
  aDeal,
  anInbound,
  aPhone,
  aTicket,
  createScene,
  unique,
} from './scene.ts';
import type { Target } from './target.ts';

export function testErasures(target: () => Target): void {
  test('an erased contact leaves no text, address or event, and other contacts keep theirs', async () => {
    const scene = await createScene(target());
    const { api } = scene;
    const { id: channelId } = await aChannel(scene);
    const [from, otherPhone] = [aPhone(), aPhone()];
    const secret = unique('secret');
    const text = `I am ${secret}`;
    const { contactId: id, conversationId } = await anInbound(scene, channelId, { from, text });
    const params = { id };
    await api.contacts.update({ params, body: { name: secret, email: `${secret}@example.com` } });
    await api.messages.send({ body: { channelId, to: from, type: 'text', text } });
    const old = await aContact(scene, { name: secret });
    await api.contacts.merge({ body: { primaryId: id, duplicateId: old.id } });
    const fields = { contactId: id, metadata: { secret } };
    const ticket = await aTicket(scene, {
      conversationId,
      subject: text,
      description: text,
      externalId: secret,
    });
    const deal = await aDeal(scene, { ...fields, title: text, value: 5, externalId: secret });
    const comments = { params: { id: ticket.id } };
    const comment = { body: text, visibility: 'public', contactId: id } as const;
    await api.ticketComments.create({ ...comments, body: comment });
    const body = { body: text };
    const notes = [
      await api.notes.createOnContact({ params, body }),
      await api.notes.createOnConversation({ params: { id: conversationId }, body }),
      await api.notes.createOnDeal({ params: { id: deal.id }, body }),
    ];
    await api.tickets.update({ ...comments, body: { status: 'pending' } });
    await anInbound(scene, channelId, { from });
    const other = await anInbound(scene, channelId, { from: otherPhone });
    await scene.tenant.failInbound(channelId, { from, text });
    const failed = await scene.tenant.failInbound(channelId, { from: otherPhone, text: 'Hello' });

    await api.contacts.delete({ params });
    await refused(api.contacts.get({ params }), 'SVC-NOT-FOUND');
    await refused(api.conversations.get({ params: { id: conversationId } }), 'SVC-NOT-FOUND');
    for (const note of notes) {
      await refused(api.notes.get({ params: { id: note.id } }), 'SVC-NOT-FOUND');
    }
    const left = await Promise.all([
      api.contacts.list(),
      api.conversations.list(),
      api.messages.list(),
      api.tickets.list(),
      api.ticketComments.list(comments),
      api.deals.list(),
      api.events.list({ query: { limit: 100 } }),
    ]);
    const shown = JSON.stringify(left);
    for (const personal of [secret, from, conversationId, old.id]) {
      expect(shown).not.toContain(personal);
    }
    expect(left[2].data.map((message) => message.id)).toEqual([other.id]);
    const failures = await api.channels.listInboundFailures({ params: { id: channelId } });
    expect(failures.data.map((failure) => failure.id)).toEqual([failed]);
    const history = await api.tickets.listHistory(comments);
    expect(history.data.map(({ to }) => to)).toEqual(['new', 'pending']);
    const anonymous = { contactId: null, metadata: {} };
    expect(left[3].data).toMatchObject([{ ...anonymous, id: ticket.id, number: ticket.number }]);
    expect(left[5].data).toMatchObject([{ ...anonymous, id: deal.id, value: 5 }]);
    const about = (await recordedEvents(scene)).filter(({ subject }) => subject.id === id);
    expect(about).toMatchObject([{ type: 'contact.deleted', data: { object: { id } } }]);
  });

  test('a later contact with the address of an erased one has its refusals, in any form of the number', async () => {
    const scene = await createScene(target());
    const { id: channelId } = await aChannel(scene);
    const erase = async (phone: string, refuse: 'optOut' | 'block') => {
      const { id } = await aContact(scene, { phone: `+${phone}` });
      const params = { id };
      if (refuse === 'block') await scene.api.contacts.block({ params });
      else await scene.api.contacts.optOut({ params, body: { scope: 'marketing' } });
      await scene.api.contacts.delete({ params });
    };
    await erase('5511987654321', 'optOut');
    await erase('5511987654322', 'block');
    const created = await aContact(scene, { phone: '+551187654321' });
    expect(created.consent).toMatchObject({
      marketing: { status: 'opted_out' },
      all: { status: 'unknown' },
    });
    const { contactId } = await anInbound(scene, channelId, { from: '5511987654322' });
    const { consent } = await scene.api.contacts.get({ params: { id: contactId } });
    expect(consent).toMatchObject({
      marketing: { status: 'unknown' },
      all: { status: 'opted_out' },
    });
    const changed = await aContact(scene);
    await scene.api.contacts.delete({ params: { id: created.id } });
    const body = { phone: '+5511987654321' };
    const again = await scene.api.contacts.update({ params: { id: changed.id }, body });
    expect(again.consent.marketing.status).toBe('opted_out');
    const free = await aContact(await createScene(scene.target), { phone: '+5511987654321' });
    expect(free.consent.marketing.status).toBe('unknown');
  });
}
