import { expect, test } from 'vitest';
import { openConsole } from '../../test/console-scene.ts';
import { targets } from '../../test/databases.ts';

test.each(targets)(
  'records that a member creates in the console have the source `inbox` on %s',
  async (target) => {
    const { owner } = await openConsole(target, { closes: true });
    const make = async (path: string, body: object) => {
      const { status, json } = await owner.call<{ id: string }>(`POST ${path}`, body);
      expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 300)]);
      return json;
    };
    const sandbox = { name: 'Shop', type: 'whatsapp', provider: 'sandbox' };
    const { id: channelId } = await make('/channels', sandbox);
    const hello = { channelId, type: 'text', text: 'Hello' };
    const started = await make('/conversations', { channelId, to: '+5511987654321' });
    expect(started).toMatchObject({ source: 'inbox' });
    const message = await make('/messages', { ...hello, to: '+5511987654322' });
    expect(message).toMatchObject({ source: { type: 'inbox', id: null } });
    const { conversationId } = message as unknown as { conversationId: string };
    const conversation = await owner.call(`GET /conversations/${conversationId}`);
    expect(conversation.json).toMatchObject({ source: 'inbox' });
    const reply = await make(`/conversations/${conversationId}/messages`, {
      type: 'text',
      text: 'Hi',
    });
    expect(reply).toMatchObject({ source: { type: 'inbox' } });
    const ticket = await make('/tickets', { subject: 'Broken cup', conversationId });
    expect(ticket).toMatchObject({ source: 'inbox' });
    const comment = { body: 'On its way', visibility: 'public', deliver: true };
    await make(`/tickets/${ticket.id}/comments`, comment);
    const contact = await make('/contacts', { name: 'Ana' });
    // People and programs create contacts by the same rules.
    expect(contact).toMatchObject({ source: 'api' });
    const refused = await make(`/contacts/${contact.id}/opt-out`, { scope: 'marketing' });
    expect(refused).toMatchObject({ consent: { marketing: { source: 'inbox' } } });
    const address = '+5511987654323';
    const holder = await make('/contacts', { phone: address });
    const suppression = { channelType: 'whatsapp', address, scope: 'all' };
    expect(await make('/suppressions', suppression)).toMatchObject({ source: 'inbox' });
    const held = await owner.call(`GET /contacts/${holder.id}`);
    expect(held.json).toMatchObject({ consent: { all: { source: 'inbox' } } });
    const { json } = await owner.call<{ data: object[] }>('GET /messages?sourceType=ticket');
    expect(json.data).toMatchObject([
      { text: 'On its way', source: { type: 'ticket', id: ticket.id } },
    ]);
  },
);

test.each(targets)(
  'a reply of a member opens a pending conversation, and one by an API key does not, on %s',
  async (target) => {
    const { owner, server } = await openConsole(target, { closes: true });
    const sandbox = { name: 'Shop', type: 'whatsapp', provider: 'sandbox' };
    const channel = await owner.call<{ id: string }>('POST /channels', sandbox);
    const place = { channelId: channel.json.id, to: '+5511987654321' };
    const { json } = await owner.call<{ id: string }>('POST /conversations', place);
    const path = `/conversations/${json.id}`;
    await owner.call(`PATCH ${path}`, { status: 'pending' });
    const text = { type: 'text', text: 'Hello' };
    const { json: key } = await owner.call<{ secret: string }>('POST /api-keys', {
      name: 'Bot',
    });
    const ofBot = await fetch(`${server.baseUrl}/api/v1${path}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(text),
    });
    expect(ofBot.status).toBe(202);
    expect((await owner.call(`GET ${path}`)).json).toMatchObject({ status: 'pending' });
    expect((await owner.call(`POST ${path}/messages`, text)).status).toBe(202);
    expect((await owner.call(`GET ${path}`)).json).toMatchObject({
      status: 'open',
      messageCount: 2,
    });
    const changes = await owner.call<{ data: { actor: object; data: object }[] }>(
      'GET /events?type=conversation.status_changed',
    );
    expect(changes.json.data).toMatchObject([
      { data: { previous: { status: 'open' } } },
      { actor: { type: 'member' }, data: { previous: { status: 'pending' } } },
    ]);
  },
);
