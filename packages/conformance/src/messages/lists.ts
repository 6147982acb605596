import { expect, test } from 'vitest';
import type { Query } from '../http.ts';
import {
  aChannel,
  aFailedMessage,
  aMessage,
  anInbound,
  aPhone,
  createScene,
  messageWith,
  type Scene,
} from '../scene.ts';
import type { Target } from '../target.ts';

export function testMessageLists(running: () => Target, paused: () => Target): void {
  test('a filter matches any of its values, and several filters must all match', async () => {
    const scene = await createScene(paused());
    const whatsapp = await aChannel(scene);
    const instagram = await aChannel(scene, { type: 'instagram' });
    const sent = await aMessage(scene, { channelId: whatsapp.id });
    const received = await anInbound(scene, instagram.id, { externalId: 'mid-1' });
    const failed = await aFailedMessage(scene);
    const find = async (query: Query) => new Set(await idsIn(scene, query));
    const only = (...messages: { id: string }[]) => new Set(messages.map((message) => message.id));
    expect(await find({})).toEqual(only(sent, received, failed));
    expect(await find({ channelId: whatsapp.id })).toEqual(only(sent));
    expect(await find({ channelId: `${whatsapp.id},${instagram.id}` })).toEqual(
      only(sent, received),
    );
    expect(await find({ channelId: [whatsapp.id, instagram.id] })).toEqual(only(sent, received));
    expect(await find({ channelType: 'instagram' })).toEqual(only(received));
    expect(await find({ conversationId: sent.conversationId })).toEqual(only(sent));
    expect(await find({ contactId: failed.contactId })).toEqual(only(failed));
    expect(await find({ direction: 'inbound' })).toEqual(only(received));
    expect(await find({ status: 'failed,received' })).toEqual(only(failed, received));
    expect(await find({ type: 'template' })).toEqual(only());
    expect(await find({ type: 'text', direction: 'outbound' })).toEqual(only(sent, failed));
    expect(await find({ externalId: 'mid-1' })).toEqual(only(received));
    expect(await find({ sourceType: 'api' })).toEqual(only(sent, failed));
    expect(await find({ sourceType: 'contact' })).toEqual(only(received));
    expect(await find({ channelType: 'instagram', status: 'failed' })).toEqual(only());
  });

  test('finds text in messages of both directions, whatever its case and accents', async () => {
    const scene = await createScene(paused());
    const { id: channelId } = await aChannel(scene);
    const other = await aChannel(scene);
    const asked = await anInbound(scene, channelId, { text: 'Onde está o CAFÉ? 100%_ok' });
    const sent = await aMessage(scene, { channelId, text: 'O café chega amanhã' });
    const elsewhere = await anInbound(scene, other.id, { text: 'café' });
    await anInbound(scene, channelId, { text: 'Obrigada' });
    const place = { type: 'location', from: aPhone(), location: { latitude: 1, longitude: 2 } };
    await scene.call('channels.simulateInbound', { params: { id: channelId }, body: place });
    const find = async (query: Query) => new Set(await idsIn(scene, query));
    const only = (...messages: { id: string }[]) => new Set(messages.map(({ id }) => id));
    expect(await find({ q: 'cafe' })).toEqual(only(asked, sent, elsewhere));
    expect(await find({ q: ' CAFÉ ' })).toEqual(only(asked, sent, elsewhere));
    expect(await find({ q: 'cafe', channelId })).toEqual(only(asked, sent));
    expect(await find({ q: 'cafe', contactId: sent.contactId })).toEqual(only(sent));
    expect(await find({ q: 'cafe', direction: 'inbound', channelId })).toEqual(only(asked));
    expect(await find({ q: 'cafe', createdBefore: asked.createdAt })).toEqual(only());
    expect(await find({ q: '0%_O' })).toEqual(only(asked));
    expect(await find({ q: '%' })).toEqual(only(asked));
    expect(await find({ q: 'chá' })).toEqual(only());
    expect((await find({ q: '  ' })).size).toBe(5);
  });

  test('a range includes its start and excludes its end', async () => {
    const scene = await createScene(paused());
    const { id, createdAt } = await aMessage(scene);
    const later = new Date(Date.parse(createdAt) + 1).toISOString();
    const find = (query: Query) => idsIn(scene, query);
    expect(await find({ createdAfter: createdAt })).toEqual([id]);
    expect(await find({ createdBefore: createdAt })).toEqual([]);
    expect(await find({ createdAfter: later })).toEqual([]);
    expect(await find({ createdBefore: later })).toEqual([id]);
    const inLisbon = `${new Date(Date.parse(createdAt) + 3_600_000).toISOString().slice(0, -1)}+01:00`;
    expect(await find({ createdAfter: inLisbon, createdBefore: later })).toEqual([id]);
  });

  test('a sync by updatedAt returns changed messages, whatever their age', async () => {
    const scene = await createScene(paused());
    const first = await aMessage(scene);
    const second = await aMessage(scene);
    const params = { id: first.id };
    const { updatedAt } = await scene.api.messages.cancel({ params });
    const find = (query: Query) => idsIn(scene, query);
    const since = { sort: 'updatedAt', updatedAfter: second.updatedAt };
    const { data } = await scene.api.messages.list({ query: since });
    expect(data.at(-1)).toMatchObject({ id: first.id, status: 'canceled', updatedAt });
    expect((await find({ sort: '-updatedAt' }))[0]).toBe(first.id);
    expect(await find({ ...since, updatedBefore: second.updatedAt })).toEqual([]);
  });

  test('a status filter uses the current status', async () => {
    const scene = await createScene(running());
    const { id } = await aMessage(scene);
    await messageWith(scene, id, 'read');
    const { data } = await scene.api.messages.list({ query: { status: 'read' } });
    expect(data.map((message) => message.id)).toEqual([id]);
    expect((await scene.api.messages.list({ query: { status: 'queued,sending' } })).data).toEqual(
      [],
    );
  });
}

async function idsIn(scene: Scene, query: Query): Promise<string[]> {
  const { data } = await scene.api.messages.list({ query });
  return data.map(({ id }) => id);
}
