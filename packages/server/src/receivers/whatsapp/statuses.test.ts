import type { Channel, Message } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../../test/databases.ts';
import { createLine, type Line, startReceiving } from '../../../test/receiving-scene.ts';
import { aPhone, createTestWorker } from '../../../test/scene.ts';
import { serverOfTests } from '../../../test/server-of-tests.ts';
import {
  batched,
  messageBody,
  statusBody,
  wamid,
  whatsappBody,
} from '../../../test/whatsapp-bodies.ts';
import type { MessageSender } from '../../channels/adapters/adapter.ts';
import { forgetOldReports } from '../pending.ts';
import { pendingReportsTable } from '../table.ts';

describe.each(targets)('statuses and echoes of WhatsApp on %s', (target) => {
  const server = serverOfTests(() => startReceiving(target));

  /** Sends a message through a provider that accepts it with this ID. */
  async function sent(line: Line, id: string, adapter?: MessageSender): Promise<Message> {
    const message = await accept(line);
    await work(adapter ?? { send: async () => ({ kind: 'accepted', externalId: id }) });
    return message;
  }

  /** Accepts a message directly: the API refuses messages on a channel whose provider has no adapter yet. */
  async function accept(line: Line): Promise<Message> {
    await setProvider(line, 'sandbox');
    const message = await line.send({ to: aPhone() });
    await setProvider(line, 'whatsapp_cloud');
    return message;
  }

  async function setProvider(line: Line, provider: string): Promise<void> {
    await server.deps.database
      .writer('channels')
      .where({ id: line.channel.id })
      .update({ provider });
  }

  async function work(adapter: MessageSender): Promise<void> {
    const adapters = { whatsapp_cloud: adapter, sandbox: adapter };
    await createTestWorker(server, adapters).runUntilIdle();
  }

  test('a message is sent, delivered, read and played, in any order and any number of times', async () => {
    const line = await createLine(server);
    const id = wamid();
    const message = await sent(line, id);
    const at = (ago: number) => String(Math.floor(Date.now() / 1_000) - ago);
    const status = (name: string, ago: number, category?: string) =>
      statusBody(line.externalId, {
        id,
        status: name,
        timestamp: at(ago),
        ...(category && { pricing: { billable: true, pricing_model: 'PMP', category } }),
      });
    const [delivered, read] = [status('delivered', 5, 'marketing_lite'), status('read', 4)];
    await line.take(read, delivered);
    const again = {
      object: 'whatsapp_business_account',
      entry: [read, delivered].flatMap((body) => body['entry']),
    };
    await line.take(again, status('deleted', 3));
    const shown = await line.message(message.id);
    expect(shown).toMatchObject({ status: 'read', externalId: id });
    expect([shown.deliveredAt, shown.readAt]).not.toContain(null);
    expect(await line.timeline(message.id)).toEqual([
      'queued',
      'sending',
      'sent',
      'read',
      'delivered',
    ]);
    await line.take(status('played', 2, 'Not a category'));
    const { status: last, category } = await line.message(message.id);
    expect([last, category]).toEqual(['read', 'marketing_lite']);
    expect(await line.failures()).toEqual([]);
  });

  test('a failure that is reported after the message was accepted is retried only on request', async () => {
    const line = await createLine(server);
    const [id, code] = [wamid(), 131053];
    const message = await sent(line, id);
    const report = { id, status: 'failed', errors: [{ code, title: 'Media upload error' }] };
    await line.take(statusBody(line.externalId, report));
    await server.advance(3_600_000);
    await work({ send: async () => expect.fail('sent again') });
    expect(await line.message(message.id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: { code: 'SVC-MEDIA-FAILED', providerCode: String(code), retryable: true },
    });
  });

  test('a failure has the code and the words of WhatsApp', async () => {
    const line = await createLine(server);
    const id = wamid();
    const message = await sent(line, id);
    const details = 'Message failed to send because more than 24 hours have passed.';
    const errors = [{ code: 131047, title: 'Re-engagement message', error_data: { details } }];
    await line.take(statusBody(line.externalId, { id, status: 'failed', errors }));
    expect(await line.message(message.id)).toMatchObject({
      status: 'failed',
      error: { code: 'SVC-WINDOW-CLOSED', providerCode: '131047', providerMessage: details },
    });
  });

  test('a repeated failure does not stop a channel again that was enabled since', async () => {
    const line = await createLine(server);
    const id = wamid();
    await sent(line, id);
    const failed = { id, status: 'failed', errors: [{ code: 131042, title: 'Payment issue' }] };
    const body = statusBody(line.externalId, failed);
    const { id: channelId } = line.channel;
    const row = () => server.deps.database.writer('channels').where({ id: channelId });
    await line.take(body);
    expect((await row().first()).status_reason).toBe('billing');
    await row().update({ status: 'active', status_reason: null });
    const delivered = statusBody(line.externalId, { id: wamid(), status: 'delivered' });
    await line.take(batched([body, delivered]));
    expect((await row().first()).status).toBe('active');
  });

  test('statuses that come before the answer to the send are applied with it', async () => {
    const line = await createLine(server);
    const id = wamid();
    const message = await accept(line);
    await work({
      send: async () => {
        const pricing = { category: 'service' };
        await line.deliver(statusBody(line.externalId, { id, status: 'delivered', pricing }));
        await createTestWorker(server).runUntilIdle();
        expect(await line.ctx.db.select(pendingReportsTable)).toHaveLength(1);
        return { kind: 'accepted', externalId: id };
      },
    });
    expect(await line.message(message.id)).toMatchObject({
      status: 'delivered',
      category: 'service',
    });
    expect(await line.ctx.db.select(pendingReportsTable)).toEqual([]);
  });

  test('a report waits for its message for seven days', async () => {
    const line = await createLine(server);
    await line.take(statusBody(line.externalId, { id: wamid(), status: 'delivered' }));
    const waitingAfter = async (ms: number) => {
      const now = () => new Date(server.now().getTime() + ms);
      await forgetOldReports({ ...line.ctx, now });
      return (await line.ctx.db.select(pendingReportsTable)).length;
    };
    const weekMs = 7 * 24 * 3_600_000;
    expect(await waitingAfter(weekMs - 60_000)).toBe(1);
    expect(await waitingAfter(weekMs + 1)).toBe(0);
  });

  test('of the reports that come before their message, the first 100 wait, and a message keeps 100 reactions', async () => {
    const line = await createLine(server);
    const [unknown, known] = [wamid(), wamid()];
    const many = <One>(one: (n: number) => One) => Array.from({ length: 110 }, (_, n) => one(n));
    const second = Math.floor(Date.now() / 1_000) - 1_000;
    const statuses = many((n) => ({ id: unknown, status: 'read', timestamp: `${second + n}` }));
    await line.take(whatsappBody(line.externalId, { statuses }));
    const waiting = await line.ctx.db.select(pendingReportsTable).where({ external_id: unknown });
    expect(waiting).toHaveLength(100);
    await line.take(
      messageBody(
        line.externalId,
        { from: '5511987654321' },
        { id: known, type: 'text', text: { body: 'Hi' } },
      ),
      whatsappBody(line.externalId, {
        messages: many((n) => ({
          from: `55119${80_000_000 + n}`,
          id: wamid(),
          timestamp: `${second}`,
          type: 'reaction',
          reaction: { message_id: known, emoji: '👍'.repeat(n + 1) },
        })),
      }),
    );
    const message = (await line.messages()).find(({ externalId }) => externalId === known);
    expect(message?.reactions).toHaveLength(100);
    expect(Math.max(...(message?.reactions ?? []).map(({ emoji }) => emoji.length))).toBe(64);
  });

  test('after a lost answer, a status report finds the message by the reference sent with it', async () => {
    const line = await createLine(server);
    const id = wamid();
    const message = await sent(line, id, { send: async () => ({ kind: 'unknown' }) });
    expect((await line.message(message.id)).status).toBe('sending');
    const reference = { biz_opaque_callback_data: `${message.id}:1` };
    await line.take(statusBody(line.externalId, { id, status: 'sent', ...reference }));
    expect(await line.message(message.id)).toMatchObject({ status: 'sent', externalId: id });
    await line.take(statusBody(line.externalId, { id, status: 'delivered' }));
    expect((await line.message(message.id)).status).toBe('delivered');
  });

  test('the reference of a message of another channel, or of another tenant, means nothing', async () => {
    const [line, other] = [await createLine(server), await createLine(server)];
    const { json: second } = await line.call<Channel>('POST /channels', {
      name: 'Second',
      type: 'whatsapp',
      provider: 'sandbox',
    });
    const unanswered = { send: async () => ({ kind: 'unknown' }) as const };
    const foreign = await sent(other, wamid(), unanswered);
    const elsewhere = await line.send({ channelId: second.id, to: aPhone() });
    await work(unanswered);
    for (const { id } of [foreign, elsewhere]) {
      const reference = { biz_opaque_callback_data: `${id}:1` };
      await line.take(statusBody(line.externalId, { id: wamid(), status: 'read', ...reference }));
    }
    expect((await other.message(foreign.id)).status).toBe('sending');
    expect((await line.message(elsewhere.id)).status).toBe('sending');
    expect(await line.ctx.db.select(pendingReportsTable)).toHaveLength(2);
  });

  test('a message sent with the WhatsApp Business app is part of the conversation, once', async () => {
    const line = await createLine(server);
    const to = aPhone();
    const echo = {
      from: '15550783881',
      to,
      id: wamid(),
      timestamp: String(Math.floor(Date.now() / 1_000)),
      type: 'text',
      text: { body: 'From the shop' },
    };
    const body = whatsappBody(line.externalId, { message_echoes: [echo] }, 'smb_message_echoes');
    await line.take(body, { ...body, again: true });
    const [message, ...others] = await line.messages();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      direction: 'outbound',
      status: 'sent',
      source: { type: 'echo', id: null },
      to,
      text: 'From the shop',
    });
    expect(await line.events()).toEqual([
      'contact.created',
      'conversation.created',
      'message.sent',
    ]);
    const conversation = await line.conversation(message?.conversationId ?? '');
    expect(conversation).toMatchObject({
      messageCount: 1,
      unreadCount: 0,
      lastMessage: { status: 'sent' },
    });
    await line.take(statusBody(line.externalId, { id: echo.id, status: 'read' }));
    expect((await line.messages())[0]?.status).toBe('read');
  });

  test('the echo of a message whose answer was lost is that message', async () => {
    const line = await createLine(server);
    const message = await sent(line, '', { send: async () => ({ kind: 'unknown' }) });
    const id = wamid();
    const echo = {
      to: message.to,
      id,
      timestamp: '1739321024',
      type: 'text',
      text: { body: message.text },
    };
    await line.take(
      whatsappBody(line.externalId, { message_echoes: [echo] }, 'smb_message_echoes'),
    );
    expect(await line.messages()).toMatchObject([
      { id: message.id, status: 'sent', externalId: id },
    ]);
  });

  test('a removed partner stops the channel of the named account, not that of the entry', async () => {
    const [line, other] = [await createLine(server), await createLine(server)];
    const waba_info = { waba_id: line.accountId, owner_business_id: '2329417887457253' };
    const value = { event: 'PARTNER_REMOVED', waba_info };
    // The entry of such an event has the ID of the business of the partner.
    const entry = (id: string) => ({ id, changes: [{ field: 'account_update', value }] });
    const entries = [entry('2949482758682047'), entry(other.accountId)];
    await line.take({ object: 'whatsapp_business_account', entry: entries });
    const statusOf = async (id: string) =>
      (await server.deps.database.writer('channels').where({ id }).first()).status;
    expect(await statusOf(line.channel.id)).toBe('error');
    expect(await statusOf(other.channel.id)).toBe('active');
  });

  test('a repeated report about the account does not stop a channel again that was enabled since', async () => {
    const line = await createLine(server);
    const { id: channelId } = line.channel;
    const row = () => server.deps.database.writer('channels').where({ id: channelId });
    const report = (time: number, event: string) => ({
      object: 'whatsapp_business_account',
      entry: [
        { id: line.accountId, time, changes: [{ field: 'account_update', value: { event } }] },
      ],
    });
    await line.take(report(1, 'ACCOUNT_DELETED'));
    expect((await row().first()).status).toBe('error');
    await row().update({ status: 'active', status_reason: null });
    await line.take(report(2, 'ACCOUNT_DELETED'));
    expect((await row().first()).status).toBe('active');
    await line.take(report(3, 'ACCOUNT_OFFBOARDED'));
    expect((await row().first()).status).toBe('error');
    expect(await line.failures()).toEqual([]);
  });

  test('a ban stops the channel, its end lets it send again, and a restriction is shown', async () => {
    const line = await createLine(server);
    const update = (event: string, more: object) => ({
      object: 'whatsapp_business_account',
      entry: [
        { id: line.accountId, changes: [{ field: 'account_update', value: { event, ...more } }] },
      ],
    });
    const account = (waba_ban_state: string, more = {}) =>
      update('DISABLED_UPDATE', { ban_info: { waba_ban_state, ...more } });
    const status = async () => {
      const [row] = await server.deps.database.writer('channels').where({ id: line.channel.id });
      return [row.status, row.status_reason];
    };
    await line.take(account('DISABLE'));
    expect(await status()).toEqual(['error', 'restricted']);
    await line.take(account('REINSTATE'));
    expect(await status()).toEqual(['active', null]);
    await line.take(account('DISABLE', { waba_ban_date: 'again' }));
    expect(await status()).toEqual(['error', 'restricted']);
    await line.take(account('REINSTATE', { waba_ban_date: 'again' }));
    // A restriction does not concern all messages, so the channel only says what Meta reports.
    const restriction_info = [
      { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_641_330_498 },
      { restriction_type: 'RESTRICTED_ADD_PHONE_NUMBER_ACTION', expiration: '2026-04-19' },
    ];
    for (const [body, reported] of [
      [account('SCHEDULE_FOR_DISABLE', { waba_ban_date: 'May 1' }), 'SCHEDULE_FOR_DISABLE May 1'],
      [
        update('ACCOUNT_VIOLATION', { violation_info: { violation_type: 'SCAM' } }),
        'ACCOUNT_VIOLATION SCAM',
      ],
      [
        update('ACCOUNT_RESTRICTION', { restriction_info }),
        'RESTRICTED_BIZ_INITIATED_MESSAGING 2022-01-04T21:08:18.000Z, RESTRICTED_ADD_PHONE_NUMBER_ACTION 2026-04-19',
      ],
    ] as const) {
      await line.take(body);
      const [row] = await server.deps.database.writer('channels').where({ id: line.channel.id });
      expect(row.last_error).toContain(`The provider restricts this account: ${reported}.`);
      expect(await status()).toEqual(['active', null]);
    }
    expect(await line.failures()).toEqual([]);
  });
});
