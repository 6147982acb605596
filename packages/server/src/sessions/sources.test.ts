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
    const { json } = await owner.call<{ data: object[] }>('GET /messages?sourceType=ticket');
    expect(json.data).toMatchObject([
      { text: 'On its way', source: { type: 'ticket', id: ticket.id } },
    ]);
  },
);
