import { expect, test } from 'vitest';
import { ConflictError, NotFoundError, UnprocessableError } from '../src/index.ts';
import { failureOf } from './recording-client.ts';
import { aChannel, describeNoun, withConversation } from './targets.ts';

describeNoun('messages', (newClient) => {
  test('a message is queued and can be polled until it is read', async () => {
    const parley = await newClient();
    const { channel, message } = await withConversation(parley);
    const sent = await parley.messages.send({
      channelId: channel.id,
      to: message.from,
      type: 'text',
      text: 'Hello',
    });
    expect(sent).toMatchObject({ status: 'queued', direction: 'outbound', text: 'Hello' });
    await expect.poll(async () => (await parley.messages.get(sent.id)).status).toBe('read');
    const events = await parley.messages.listEvents(sent.id).toArray({ limit: 50 });
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['queued', 'sent', 'delivered', 'read']),
    );
    const outbound = await parley.messages.list({
      direction: 'outbound',
      createdBefore: new Date(Date.now() + 60_000),
    });
    expect(outbound.data.map(({ id }) => id)).toEqual([sent.id]);
  });

  test('sends buttons, a list and a link as interactive messages', async () => {
    const parley = await newClient();
    const { channel, message } = await withConversation(parley);
    const [channelId, to] = [channel.id, message.from];
    // #region interactive
    const buttons = [
      { id: 'yes', title: 'Yes' },
      { id: 'no', title: 'No' },
    ];
    const question = await parley.messages.send({
      channelId,
      to,
      type: 'interactive',
      interactive: { kind: 'buttons', text: 'Are you at home tomorrow?', buttons },
    });
    // #endregion
    expect(question).toMatchObject({ status: 'queued', type: 'interactive' });
    const [text, button] = ['Our opening hours', 'Open'];
    for (const interactive of [
      { kind: 'list', text, button, sections: [{ title: 'Days', rows: buttons }] },
      { kind: 'cta_url', text, button, url: 'https://example.com' },
    ] as const) {
      const sent = await parley.messages.send({ channelId, to, type: 'interactive', interactive });
      expect(sent.status).toBe('queued');
    }
  });

  test('sends a message later, unless the message is canceled before', async () => {
    const parley = await newClient();
    const { channel, message } = await withConversation(parley);
    const [channelId, to] = [channel.id, message.from];
    // #region later
    const inOneHour = new Date(Date.now() + 60 * 60 * 1000).toISOString();
    const reminder = await parley.messages.send({
      channelId,
      to,
      type: 'text',
      text: 'See you!',
      sendAt: inOneHour,
    });
    // #endregion
    expect(reminder).toMatchObject({ status: 'queued', scheduledAt: inOneHour });
    expect(await parley.messages.cancel(reminder.id)).toMatchObject({ status: 'canceled' });
  });

  test('refuses to cancel a sent message and to retry a delivered one', async () => {
    const parley = await newClient();
    const { channel, message } = await withConversation(parley);
    const { id } = await parley.messages.send({
      channelId: channel.id,
      to: message.from,
      type: 'text',
      text: 'Hello',
    });
    await expect.poll(async () => (await parley.messages.get(id)).status).toBe('read');
    const calls = [parley.messages.cancel(id), parley.messages.retry(id)];
    for (const error of await Promise.all(calls.map(failureOf))) {
      expect(error).toBeInstanceOf(ConflictError);
      expect(error.hasCode('SVC-INVALID-TRANSITION') && error.details.from).toBe('read');
    }
  });

  test('refuses an unsendable message with a typed reason', async () => {
    const parley = await newClient();
    const { id: channelId } = await aChannel(parley);
    const to = '5511987654321';
    const long = await failureOf(
      parley.messages.send({ channelId, to, type: 'text', text: 'x'.repeat(5_000) }),
    );
    expect(long).toBeInstanceOf(UnprocessableError);
    expect(long.hasCode('SVC-TEXT-TOO-LONG') && long.details).toMatchObject({
      limit: 4_096,
      actual: 5_000,
    });
    const lost = await failureOf(
      parley.messages.send({ channelId: 'chn_unknown', to, type: 'text', text: 'Hello' }),
    );
    expect(lost).toBeInstanceOf(NotFoundError);
    expect(lost.hasCode('SVC-NOT-FOUND') && lost.details.resource).toBe('channel');
  });

  test('50 sends with one Idempotency-Key create one message', async () => {
    const parley = await newClient();
    const { channel, message } = await withConversation(parley);
    const body = { channelId: channel.id, to: message.from, type: 'text', text: 'Once' } as const;
    const sends = Array.from({ length: 50 }, () =>
      parley.messages.send(body, { idempotencyKey: 'once' }),
    );
    const ids = (await Promise.all(sends)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    expect((await parley.messages.list({ direction: 'outbound' })).data).toHaveLength(1);
  });
});
