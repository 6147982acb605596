import { eventSchemas, eventTypes } from '@parley/contract';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { createMock, forgeries, MockError } from '../src/index.ts';
import { isAccepted, noon } from './receivers.ts';
import { request } from './requests.ts';

describe('an event', () => {
  test.each(eventTypes)('of type %s is valid, signed and belongs to this tenant', async (type) => {
    const mock = createMock({ now: noon });
    const signed = await mock.webhooks.event(type);
    const parsed = eventSchemas[type].safeParse(JSON.parse(signed.rawBody));
    expect(parsed.error).toBeUndefined();
    expect(signed.event).toMatchObject({ type, tenantId: mock.tenantId, timestamp: noon });
    expect(signed.headers['webhook-id']).toBe(signed.event.id);
    expect(await isAccepted(mock, signed)).toBe(true);
    expect(await signed.request.text()).toBe(signed.rawBody);
    expect(signed.request.headers.get('webhook-id')).toBe(signed.event.id);
  });

  test('has the data given by the test, typed by its event type', async () => {
    const mock = createMock({ now: noon });
    const { event } = await mock.webhooks.event('message.received', { text: 'Hi' });
    expectTypeOf(event.type).toEqualTypeOf<'message.received'>();
    expectTypeOf(event.data.object.text).toEqualTypeOf<string | null>();
    expectTypeOf(event.data.contact.name).toEqualTypeOf<string | null>();
    expect(event.data.object).toMatchObject({ text: 'Hi', direction: 'inbound' });
    expect(event.actor).toMatchObject({ type: 'contact', id: event.data.contact.id });
  });

  test('has its own id and the next sequence of its tenant', async () => {
    const mock = createMock({ now: noon });
    const other = mock.tenant();
    await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
    const first = await mock.webhooks.event('contact.created');
    const second = await mock.webhooks.event('contact.created');
    expect([first, second].map(({ event }) => event.sequence)).toEqual([2, 3]);
    expect(first.event.id).not.toBe(second.event.id);
    expect(first.event.subject.id).not.toBe(second.event.subject.id);
    expect((await other.webhooks.event('contact.created')).event.sequence).toBe(1);
    expect(other.webhooks.secret).not.toBe(mock.webhooks.secret);
  });

  test('about stored records contains them', async () => {
    const mock = createMock({ now: noon });
    const [contact] = mock.seed.contacts(1, { tags: ['vip'] });
    const [conversation] = mock.seed.conversations(1, { contactId: contact.id, status: 'pending' });
    const [message] = mock.seed.messages(1, { conversationId: conversation.id });
    const { id: conversationId } = conversation;
    const { event } = await mock.webhooks.event('message.received', { conversationId, text: 'Hi' });
    expect(event.data.conversation).toMatchObject({ id: conversationId, status: 'pending' });
    expect(event.data.contact).toMatchObject({ id: contact.id, tags: ['vip'] });
    expect(event.data.object).toMatchObject({ contactId: contact.id, from: message.from });
    const updated = await mock.webhooks.event('contact.updated', { id: contact.id, name: 'Bia' });
    expect(updated.event.data).toMatchObject({
      object: { id: contact.id, phone: contact.phone, name: 'Bia' },
      previous: { name: contact.name },
      changes: ['name'],
    });
  });

  test('has the changed fields and their previous values', async () => {
    const { webhooks } = createMock({ now: noon });
    const sent = await webhooks.event('message.sent', { text: 'Hi' });
    expect(sent.event.data).toMatchObject({
      object: { status: 'sent', sentAt: expect.any(String), text: 'Hi' },
      previous: { status: 'queued', sentAt: null },
      changes: expect.arrayContaining(['status', 'sentAt']),
    });
    expect(sent.event.data.changes).not.toContain('text');
    const snoozed = await webhooks.event('conversation.status_changed', { status: 'snoozed' });
    expect(snoozed.event.data).toMatchObject({
      object: { status: 'snoozed', closedAt: null },
      previous: { status: 'open' },
      changes: ['status'],
    });
    const reopened = await webhooks.event(
      'conversation.status_changed',
      { status: 'open' },
      { previous: { status: 'closed' } },
    );
    expect(reopened.event.data).toMatchObject({ previous: { status: 'closed' } });
    const extras = { test: true, contact: { name: 'Bia' } };
    const { event } = await webhooks.event('message.read', {}, extras);
    expect(event).toMatchObject({ test: true, data: { contact: { name: 'Bia' } } });
  });

  test('that breaks the contract is refused with the field and a hint', async () => {
    const { webhooks } = createMock();
    await expect(webhooks.event('message.recieved' as 'message.sent')).rejects.toThrow(
      'webhooks.event: there is no message.recieved; the nearest is message.received',
    );
    await expect(webhooks.event('message.sent', { txt: 'Hi' } as object)).rejects.toThrow(
      'webhooks.event(message.sent): txt is no field of the record; the nearest is text',
    );
    const text = 1 as unknown as string;
    await expect(webhooks.event('message.sent', { text })).rejects.toThrow(
      /does not allow this message\.sent: data\.object\.text must be/,
    );
    const nothing = webhooks.event('conversation.status_changed', { status: 'open' });
    await expect(nothing).rejects.toThrow(/nothing changes; say what it was before/);
  });

  test('is refused with a hint when an argument is missing or of another kind', async () => {
    const { webhooks } = createMock();
    const event = await webhooks.event('message.received');
    const nothing = undefined as never;
    const calls: [Promise<unknown>, string][] = [
      [webhooks.event(nothing), 'webhooks.event: there is no undefined; the nearest is'],
      [webhooks.event('message.sent', null as never), 'null is no record; expected its fields'],
      [webhooks.forge(nothing, 'tampered'), 'webhooks.forge: undefined is no event; expected'],
      [webhooks.forge(event, 'forged' as never), 'webhooks.forge: forged is no way to forge'],
      [webhooks.deliver(nothing, 'http://localhost'), 'webhooks.deliver: undefined is no event'],
      [webhooks.deliver(event, nothing), 'webhooks.deliver: undefined is no absolute URL'],
      [webhooks.deliver([event], '/hooks'), 'webhooks.deliver: /hooks is no absolute URL'],
    ];
    for (const [call, message] of calls) await expect(call).rejects.toThrow(message);
  });

  test('is refused with a hint when an option is unknown or has a wrong value', async () => {
    const { webhooks } = createMock();
    const event = await webhooks.event('message.received');
    const made = (extras: unknown) => webhooks.event('message.received', {}, extras as object);
    const deliver = (options: unknown) =>
      webhooks.deliver(event, () => new Response(), options as object);
    const receive = async (options: unknown) =>
      webhooks.receive('https://shop.example', () => new Response(), options as object);
    const calls: [Promise<unknown>, string][] = [
      [made(null), 'webhooks.event: the options are null; expected an object'],
      [made({ previus: {} }), 'webhooks.event: previus is no field of the options; the nearest is'],
      [made({ endpoint: null }), 'webhooks.event: the tenant has no webhook endpoint null'],
      [deliver(null), 'webhooks.deliver: the options are null; expected an object'],
      [deliver({ retires: 1 }), 'retires is no field of the options; the nearest is retries'],
      [deliver({ retries: 1.5 }), 'webhooks.deliver: retries is 1.5; expected 0 or more, such as'],
      [deliver({ retries: -1 }), 'webhooks.deliver: retries is -1; expected 0 or more, such as 3'],
      [deliver({ timeoutMs: 0 }), 'webhooks.deliver: timeoutMs is 0; expected 1 or more millisec'],
      [receive(null), 'webhooks.receive: the options are null; expected an object'],
      [receive({ timeout: 50 }), 'webhooks.receive: timeout is no field of the options; the near'],
      [receive({ timeoutMs: '50' }), "webhooks.receive: timeoutMs is '50'; expected 1 or more"],
    ];
    for (const [call, message] of calls) await expect(call).rejects.toThrow(message);
  });

  test('cannot be delivered to a receiver that returns no Response', async () => {
    const { webhooks } = createMock();
    const event = await webhooks.event('message.received');
    const circular: Record<string, unknown> = { status: 'ok' };
    circular['self'] = circular;
    for (const [answer, shown] of [
      [undefined, 'undefined'],
      [{ ok: true }, '{"ok":true}'],
      [circular, 'an object'],
    ]) {
      const receiver = (() => answer) as unknown as () => Response;
      await expect(webhooks.deliver(event, receiver, { retries: 3 })).rejects.toThrow(
        new MockError(
          `webhooks.deliver: the receiver answered ${shown}: it must answer a Response`,
        ),
      );
    }
  });

  test('of a newer server can have unknown enum values', async () => {
    const { webhooks } = createMock();
    const { event } = await webhooks.event('contact.updated', { lifecycle: 'champion' });
    expect(event.data.object.lifecycle).toBe('champion');
    const lifecycle = '';
    await expect(webhooks.event('contact.updated', { lifecycle })).rejects.toThrow(
      /data\.object\.lifecycle must be/,
    );
  });

  test.each(forgeries)('that is %s fails verification', async (how) => {
    const mock = createMock({ now: noon });
    const signed = await mock.webhooks.event('message.received');
    const forged = await mock.webhooks.forge(signed, how);
    expect(forged.event.id).toBe(signed.event.id);
    expect(await isAccepted(mock, forged)).toBe(false);
  });
});
