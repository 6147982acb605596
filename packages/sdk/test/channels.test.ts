import { expect, test } from 'vitest';
import { ConflictError, NotFoundError } from '../src/index.ts';
import { failureOf } from './recording-client.ts';
import { aChannel, describeNoun } from './targets.ts';

describeNoun('channels', (newClient) => {
  test('creates, reads, updates and lists a channel', async () => {
    const parley = await newClient();
    const made = await aChannel(parley);
    expect(made).toMatchObject({ type: 'whatsapp', status: 'active' });
    expect(await parley.channels.get(made.id)).toEqual(made);
    const settings = { throttlePerSecond: 20 };
    expect((await parley.channels.update(made.id, { name: 'Sales', settings })).name).toBe('Sales');
    const { data } = await parley.channels.list({ type: 'whatsapp' });
    expect(data.map(({ name }) => name)).toEqual(['Sales']);
  });

  test('a disabled channel refuses messages until it is enabled', async () => {
    const parley = await newClient();
    const { id: channelId } = await aChannel(parley);
    const message = { channelId, to: '5511987654321', type: 'text', text: 'Hello' } as const;
    expect((await parley.channels.disable(channelId)).status).toBe('disabled');
    const error = await failureOf(parley.messages.send(message));
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ code: 'SVC-CHANNEL-UNAVAILABLE', outcome: 'rejected' });
    expect((await parley.channels.enable(channelId)).status).toBe('active');
    expect((await parley.messages.send(message)).status).toBe('queued');
  });

  test('lists a deleted channel only on request', async () => {
    const parley = await newClient();
    const { id } = await aChannel(parley);
    expect(await parley.channels.delete(id)).toBeUndefined();
    expect((await parley.channels.list()).data).toEqual([]);
    expect((await parley.channels.list({ includeArchived: true })).data[0]?.status).toBe(
      'archived',
    );
    expect(await failureOf(parley.channels.delete('chn_unknown'))).toBeInstanceOf(NotFoundError);
  });

  test('simulates inbound messages and status reports', async () => {
    const parley = await newClient();
    const { id } = await aChannel(parley);
    const from = '5511987654321';
    const { message, duplicate } = await parley.channels.simulateInbound(id, {
      from,
      type: 'text',
      text: 'Hi!',
    });
    expect(duplicate).toBe(false);
    expect(message).toMatchObject({ direction: 'inbound', text: 'Hi!', status: 'received' });
    const sent = await parley.messages.send({
      channelId: id,
      to: from,
      type: 'text',
      text: 'Hello',
    });
    const reported = await parley.channels.simulateStatus(id, {
      messageId: sent.id,
      status: 'read',
    });
    expect(reported).toMatchObject({ id: sent.id, status: 'read' });
  });
});
