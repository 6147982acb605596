import { type EventEnvelope, type EventType, matchesEvent } from '@parley/contract';
import { expect, test } from 'vitest';
import { recordedEvents } from '../event-checks.ts';
import {
  aChannel,
  aContact,
  aConversation,
  aMessage,
  anEndpoint,
  anInbound,
  aTicket,
  createScene,
  messageWith,
  type Scene,
} from '../scene.ts';
import type { Target } from '../target.ts';
import { aHook, deliveriesTo, type Hook, idsIn } from './hook.ts';

/** Tests which events an endpoint gets. */
export function testFilters(running: () => Target, paused: () => Target): void {
  test.each([
    [['contact.created']],
    [['contact.*']],
    [['contact.*', 'message.read', 'channel.created']],
    [['message.*']],
    [['message.queued']],
    [['*']],
    [['*', 'message.queued']],
  ])('an endpoint for %j gets exactly the matching events', async (patterns) => {
    const scene = await createScene(running());
    await using hook = await aHook(scene, { events: patterns });
    const { id } = await aContact(scene);
    await scene.api.contacts.update({ params: { id }, body: { tags: ['vip'] } });
    const message = await aMessage(scene);
    await messageWith(scene, message.id, 'read');
    const events = await recordedEvents(scene);
    const expected = events.filter(
      ({ type }) =>
        !type.startsWith('api_key.') &&
        patterns.some((pattern) => matchesEvent(pattern, type as EventType)),
    );
    expect(expected.length).toBeGreaterThan(0);
    await expectExactly(scene, hook, expected);
  });

  test('an event that matches several patterns of an endpoint is delivered once', async () => {
    const scene = await createScene(running());
    const events = ['*', 'contact.*', 'contact.created', 'contact.*'];
    await using hook = await aHook(scene, { events });
    expect(new Set(hook.endpoint.events)).toEqual(new Set(events));
    const { id: subjectId } = await aContact(scene);
    const { data } = await scene.api.events.list({ query: { subjectId } });
    await expectExactly(scene, hook, data);
    expect(hook.received).toHaveLength(1);
  });

  test('records message.queued only while an endpoint subscribes to it by name', async () => {
    const scene = await createScene(paused());
    const queued = async () =>
      (await scene.api.events.list({ query: { type: 'message.queued' } })).data.length;
    const other = await anEndpoint(scene, { events: ['*', 'message.*'] });
    await aMessage(scene);
    expect(await queued()).toBe(0);
    const { id } = await anEndpoint(scene, { events: ['message.queued'] });
    const message = await aMessage(scene);
    expect(await queued()).toBe(1);
    const { data } = await scene.api.webhookEndpoints.listDeliveries({ params: { id } });
    expect(data).toMatchObject([{ eventType: 'message.queued', status: 'pending' }]);
    const log = await scene.api.events.list({ query: { type: 'message.queued' } });
    expect(log.data).toMatchObject([{ data: { object: message } }]);
    // An endpoint that does not list the type by name does not get the event, whether it is recorded or not.
    const others = await scene.api.webhookEndpoints.listDeliveries({ params: { id: other.id } });
    expect(others.data.map(({ eventType }) => eventType)).not.toContain('message.queued');
    expect(others.data.length).toBeGreaterThan(0);
    await scene.api.webhookEndpoints.disable({ params: { id } });
    await aMessage(scene);
    expect(await queued()).toBe(1);
    await scene.api.webhookEndpoints.enable({ params: { id } });
    await aMessage(scene);
    expect(await queued()).toBe(2);
    await scene.api.webhookEndpoints.delete({ params: { id } });
    await aMessage(scene);
    expect(await queued()).toBe(2);
  });

  test('an endpoint limited to channels gets their events and events without a channel', async () => {
    const scene = await createScene(running());
    const channels = [await aChannel(scene), await aChannel(scene), await aChannel(scene)];
    const [first, second, third] = channels.map(({ id }) => id) as [string, string, string];
    await using hook = await aHook(scene, { events: ['*'], channelIds: [first, second] });
    await aContact(scene);
    for (const { id: channelId } of channels) {
      await anInbound(scene, channelId);
      await scene.api.channels.update({
        params: { id: channelId },
        body: { name: `${channelId}!` },
      });
      const message = await aMessage(scene, { channelId });
      await messageWith(scene, message.id, 'read');
    }
    const after = await recordedEvents(scene);
    const events = after.filter(({ timestamp }) => timestamp >= hook.endpoint.createdAt);
    const expected = events.filter((event) => channelOf(event) !== third && !isEarly(event));
    expect(new Set(expected.map(channelOf))).toEqual(new Set([undefined, first, second]));
    await expectExactly(scene, hook, expected);
  });

  test('an endpoint limited to channels gets comments and notes of other channels neither at once nor by a replay', async () => {
    const scene = await createScene(running());
    const { id: channelId } = await aChannel(scene);
    const { id: otherId } = await aChannel(scene);
    const events = ['ticket.commented', 'note.*'];
    await using hook = await aHook(scene, { events, channelIds: [channelId] });
    const ofChannel = await anAnnotated(scene, channelId);
    await anAnnotated(scene, otherId);
    const { id: contactId } = await aContact(scene);
    const { id: ticketId } = await aTicket(scene);
    const wanted = [
      ...ofChannel,
      await aNote(scene, { contactId }),
      await aComment(scene, ticketId),
    ];
    const expected = (await recordedEvents(scene)).filter(({ subject }) =>
      wanted.includes(subject.id),
    );
    // The note of the channel is also changed and deleted.
    expect(expected).toHaveLength(wanted.length + 2);
    await expectExactly(scene, hook, expected);
    const params = { id: hook.endpoint.id };
    const body = { since: hook.endpoint.createdAt };
    // A replay sends the events of the endpoint that it has not got.
    expect((await scene.api.webhookEndpoints.replay({ params, body })).count).toBe(0);
  });

  test('a change of events or channels applies to later events', async () => {
    const scene = await createScene(running());
    const { id: channelId } = await aChannel(scene);
    const { id: otherId } = await aChannel(scene);
    await using hook = await aHook(scene, {
      events: ['message.received'],
      channelIds: [channelId],
    });
    const update = (body: object) =>
      scene.api.webhookEndpoints.update({ params: { id: hook.endpoint.id }, body });
    await anInbound(scene, otherId);
    const first = await anInbound(scene, channelId);
    await update({ channelIds: [otherId] });
    await anInbound(scene, channelId);
    const second = await anInbound(scene, otherId);
    await update({ channelIds: null });
    const third = await anInbound(scene, channelId);
    await update({ events: ['channel.updated'] });
    await anInbound(scene, channelId);
    await scene.api.channels.update({ params: { id: channelId }, body: { name: 'Bakery' } });
    const subjects = [first.id, second.id, third.id, channelId];
    const events = (await recordedEvents(scene)).filter(
      ({ type, subject }) =>
        subjects.includes(subject.id) && /^(message\.received|channel\.updated)$/.test(type),
    );
    expect(events).toHaveLength(4);
    await expectExactly(scene, hook, events);
  });
}

/**
 * Checks that an endpoint has exactly these deliveries. They are created with the event, so a wrong one would exist
 * already.
 */
async function expectExactly(
  scene: Scene,
  hook: Hook,
  events: readonly EventEnvelope[],
): Promise<void> {
  const ids = events.map(({ id }) => id).sort();
  const deliveries = await deliveriesTo(scene, hook);
  expect(deliveries.map(({ eventId }) => eventId).sort()).toEqual(ids);
  await hook.receives(ids.length);
  expect([...new Set(idsIn(hook.received))].sort()).toEqual(ids);
}

/**
 * Adds an internal comment to a ticket of the channel, and then deletes the ticket. Adds a note to a conversation of the
 * channel, changes and deletes it. Returns the IDs of the comment and the note.
 */
async function anAnnotated(scene: Scene, channelId: string): Promise<string[]> {
  const { id: conversationId } = await aConversation(scene, channelId);
  const { id: ticketId } = await aTicket(scene, { conversationId });
  const commentId = await aComment(scene, ticketId);
  await scene.api.tickets.delete({ params: { id: ticketId } });
  const id = await aNote(scene, { conversationId });
  await scene.api.notes.update({ params: { id }, body: { pinned: true } });
  await scene.api.notes.delete({ params: { id } });
  return [commentId, id];
}

async function aComment({ api }: Scene, id: string): Promise<string> {
  const body = { body: 'Offers a rival price', visibility: 'internal' } as const;
  return (await api.ticketComments.create({ params: { id }, body })).id;
}

async function aNote(
  { api: { notes } }: Scene,
  of: { readonly conversationId: string } | { readonly contactId: string },
): Promise<string> {
  const body = { body: 'Call after 18:00' };
  const note =
    'contactId' in of
      ? await notes.createOnContact({ params: { id: of.contactId }, body })
      : await notes.createOnConversation({ params: { id: of.conversationId }, body });
  return note.id;
}

/** Returns whether an event was recorded before the endpoint was created, in the same millisecond. */
function isEarly({ type }: EventEnvelope): boolean {
  return type === 'channel.created' || type === 'api_key.created';
}

function channelOf({ subject, data }: EventEnvelope): string | undefined {
  if (subject.type === 'channel') return subject.id;
  return (data.object as { channelId?: string }).channelId;
}
