import type { Contact, Page } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../../test/databases.ts';
import { createLine, type Line, startReceiving } from '../../../test/receiving-scene.ts';
import { createTestWorker, sandbox } from '../../../test/scene.ts';
import { serverOfTests } from '../../../test/server-of-tests.ts';

const customer = '17841400000000001';
let mids = 0;
const mid = () => `mid.${process.pid}.${++mids}`;

function bodyOf(line: Line, ...events: object[]) {
  const messaging = events.map((event) => ({
    sender: { id: customer },
    recipient: { id: line.externalId },
    timestamp: Date.now() - 5_000,
    ...event,
  }));
  return { object: 'instagram', entry: [{ id: line.externalId, time: Date.now(), messaging }] };
}

const url = 'https://cdn.example/1';
describe.each(targets)('messages of Instagram on %s', (target) => {
  const server = serverOfTests(() => startReceiving(target));

  test('stores a tap on a button, and a click on a link to the conversation', async () => {
    const line = await createLine(server, 'instagram');
    await line.take(
      bodyOf(line, { postback: { mid: mid(), title: 'Start', payload: 'START' } }),
      bodyOf(line, { referral: { ref: 'flyer', source: 'SHORTLINKS', type: 'OPEN_THREAD' } }),
    );
    expect(await line.messages()).toMatchObject([
      {
        type: 'interactive',
        interactive: { kind: 'template_button', title: 'Start', payload: 'START' },
      },
      { type: 'system', referral: { sourceType: 'SHORTLINKS', clickId: 'flyer' } },
    ]);
  });

  test('stores a message once that arrives twice in one body, from the test button or on standby', async () => {
    const line = await createLine(server, 'instagram');
    const [one, other, third] = [mid(), mid(), mid()];
    await line.take(
      bodyOf(line, { message: { mid: one, text: '1' } }, { message: { mid: one, text: '1' } }),
    );
    const body = bodyOf(line, { message: { mid: other, text: '2' } });
    const { messaging, ...entry } = body.entry[0] ?? {};
    await line.take({
      ...body,
      entry: [{ ...entry, changes: [{ field: 'messages', value: messaging?.[0] }] }],
    });
    const standby = bodyOf(line, { message: { mid: third, text: '3' } }).entry[0]?.messaging;
    await line.take({ ...body, entry: [{ ...entry, standby }] });
    expect((await line.messages()).map(({ text }) => text)).toEqual(['1', '2', '3']);
  });

  test('an entry without known events is kept, and the other entries of its body are handled', async () => {
    const line = await createLine(server, 'instagram');
    const body = bodyOf(line, { message: { mid: mid(), text: 'Hi' } });
    const hop_context = [{ app_id: 1 }];
    const other = { id: line.externalId, time: 1, calls: [{ id: '1' }] };
    await line.take({ ...body, entry: [{ ...body.entry[0], hop_context }, other] });
    expect(await line.messages()).toMatchObject([{ text: 'Hi' }]);
    expect(await line.failures()).toMatchObject([
      { status: 'kept', reason: 'calls', fragment: JSON.stringify({ ...body, entry: [other] }) },
    ]);
  });

  test('an edit by the business is not one of the customer', async () => {
    const line = await createLine(server, 'instagram');
    const id = mid();
    const people = { sender: { id: line.externalId }, recipient: { id: customer } };
    await line.take(
      bodyOf(line, { message: { mid: mid(), text: 'Hi' } }),
      bodyOf(line, { ...people, message: { mid: id, text: 'before', is_echo: true } }),
      bodyOf(line, { ...people, message_edit: { mid: id, num_edit: 1, text: 'after' } }),
    );
    expect(await line.messages()).toMatchObject([{ text: 'Hi' }, { text: 'after' }]);
    const { json } = await line.call<Page<{ actor: object }>>('GET /events?type=message.updated');
    expect(json.data).toMatchObject([{ actor: { type: 'system' } }]);
  });

  test('edits, deletions and reactions change the message', async () => {
    const line = await createLine(server, 'instagram');
    const [edited, deleted] = [mid(), mid()];
    await line.take(
      bodyOf(line, { message_edit: { mid: edited, num_edit: 0 } }),
      bodyOf(line, { reaction: { mid: edited, action: 'react', reaction: 'love', emoji: '❤️' } }),
      bodyOf(line, { message: { mid: edited, text: 'before' } }),
      bodyOf(line, { message_edit: { mid: edited, num_edit: 1, text: 'after' } }),
      bodyOf(line, { message: { mid: deleted, text: 'gone' } }),
      bodyOf(line, { message: { mid: deleted, is_deleted: true } }),
    );
    expect(await line.messages()).toMatchObject([
      { text: 'after', reactions: [{ from: customer, emoji: '❤️' }] },
      { text: null, isDeleted: true },
    ]);
    await line.take(bodyOf(line, { reaction: { mid: edited, action: 'unreact' } }));
    expect((await line.messages())[0]?.reactions).toEqual([]);
  });

  test('a reaction of the business is not one of the customer', async () => {
    const line = await createLine(server, 'instagram');
    const id = mid();
    const reaction = { mid: id, action: 'react', emoji: '❤️' };
    const byBusiness = { sender: { id: line.externalId }, recipient: { id: customer }, reaction };
    await line.take(bodyOf(line, { message: { mid: id, text: 'Hi' } }), bodyOf(line, byBusiness));
    expect(await line.messages()).toMatchObject([{ reactions: [{ from: line.externalId }] }]);
    const { json } = await line.call<Page<{ actor: object }>>('GET /events?type=message.updated');
    expect(json.data).toMatchObject([{ actor: { type: 'system' } }]);
  });

  test('a message or a tap of the account to itself creates no contact', async () => {
    const line = await createLine(server, 'instagram');
    const people = { sender: { id: line.externalId }, recipient: { id: line.externalId } };
    for (const is_echo of [true, undefined]) {
      const message = { mid: mid(), text: 'Test', is_self: true, is_echo };
      await line.take(bodyOf(line, { ...people, message }));
    }
    for (const event of [
      { postback: { mid: mid(), title: 'Start', payload: 'START', is_self: true } },
      { referral: { ref: 'flyer', source: 'SHORTLINKS', type: 'OPEN_THREAD' } },
      { read: { mid: mid() } },
    ])
      await line.take(bodyOf(line, { ...people, ...event }));
    expect([await line.messages(), await line.failures()]).toEqual([[], []]);
    expect((await line.call<Page<Contact>>('GET /contacts')).json.data).toEqual([]);
  });

  test('a reaction that has only a name gets its emoji, and a repeated change no second event', async () => {
    const line = await createLine(server, 'instagram');
    const id = mid();
    const reaction = { mid: id, action: 'react', reaction: 'love' };
    const bodies = [
      bodyOf(line, { reaction }),
      bodyOf(line, { message_edit: { mid: id, num_edit: 1, text: 'after' } }),
    ];
    await line.take(bodyOf(line, { message: { mid: id, text: 'before' } }), ...bodies);
    const [message] = await line.messages();
    expect(message).toMatchObject({ text: 'after', reactions: [{ from: customer, emoji: '❤️' }] });
    const before = await line.events();
    await line.take(...bodies.map((body) => ({ ...body, again: true })));
    expect(await line.messages()).toEqual([message]);
    expect(await line.events()).toEqual(before);
    await line.take(bodyOf(line, { reaction: { ...reaction, reaction: 'other' } }));
    expect((await line.messages())[0]?.reactions).toMatchObject([{ emoji: 'other' }]);
  });

  test('an echo is part of the conversation, and "read" holds for all that was sent before', async () => {
    const line = await createLine(server, 'instagram');
    await line.take(bodyOf(line, { message: { mid: mid(), text: 'Hello' } }));
    const echoes = [mid(), mid(), mid()];
    for (const [at, id] of echoes.entries()) {
      const people = { sender: { id: line.externalId }, recipient: { id: customer } };
      const message = { mid: id, text: `Answer ${at}`, is_echo: true };
      await line.take(bodyOf(line, { ...people, timestamp: Date.now() - 4_000 + at, message }));
    }
    await line.take(bodyOf(line, { read: { mid: echoes[1] } }));
    expect((await line.messages()).map(({ status }) => status)).toEqual([
      'received',
      'read',
      'read',
      'sent',
    ]);
    expect(await line.failures()).toEqual([]);
  });

  test('an echo opens a pending conversation, because a person wrote it', async () => {
    const line = await createLine(server, 'instagram');
    await line.take(bodyOf(line, { message: { mid: mid(), text: 'Hello' } }));
    const [{ conversationId = '' } = {}] = await line.messages();
    await line.call(`PATCH /conversations/${conversationId}`, { status: 'pending' });
    const people = { sender: { id: line.externalId }, recipient: { id: customer } };
    await line.take(
      bodyOf(line, { ...people, message: { mid: mid(), text: 'Hi', is_echo: true } }),
    );
    const conversation = await line.conversation(conversationId);
    expect(conversation).toMatchObject({ status: 'open', messageCount: 2 });
    const sent = await line.call<Page<{ data: object }>>('GET /events?type=message.sent');
    expect(sent.json.data[0]?.data).toMatchObject({ conversation: { status: 'open' } });
    const { json } = await line.call<Page<{ data: object }>>(
      'GET /events?type=conversation.status_changed',
    );
    expect(json.data.map(({ data }) => data)).toMatchObject([
      { previous: { status: 'open' } },
      { previous: { status: 'pending' } },
    ]);
  });

  test('an echo waits for the message that was being sent when it came, and for no later one', async () => {
    const line = await createLine(server, 'instagram');
    await line.take(bodyOf(line, { message: { mid: mid(), text: 'Hello' } }));
    const send = async () => ({ kind: 'unknown' }) as const;
    const { writer } = server.deps.database;
    const retryAt = async (due_at: number) =>
      await writer('jobs').where({ name: 'retry-inbound' }).update({ due_at });
    const work = async () => {
      const provider = { whatsapp_cloud: { ...sandbox, send } };
      await createTestWorker(server, provider).runUntilIdle();
    };
    const statuses = async () => (await line.messages()).map(({ status }) => status);
    const timestamp = server.deps.now().getTime() - 10_000;
    for (const text of ['One', 'Two']) await line.send({ to: customer, text });
    await work();
    // The business wrote the same text in the app before.
    const people = { sender: { id: line.externalId }, recipient: { id: customer } };
    const message = { mid: mid(), text: 'One', is_echo: true };
    await line.deliver(bodyOf(line, { ...people, timestamp, message }));
    await work();
    expect(await line.failures()).toMatchObject([{ status: 'retrying' }]);
    expect((await statuses()).sort()).toEqual(['queued', 'received', 'sending']);
    await retryAt(Number.MAX_SAFE_INTEGER);
    await server.advance(61_000);
    await work();
    expect((await statuses()).sort()).toEqual(['failed', 'received', 'sending']);
    await retryAt(0);
    await work();
    expect((await statuses()).sort()).toEqual(['failed', 'received', 'sending', 'sent']);
    expect(await line.failures()).toEqual([]);
  });

  test('an echo that comes after a failure with an unknown outcome is that message', async () => {
    const line = await createLine(server, 'instagram');
    await line.take(bodyOf(line, { message: { mid: mid(), text: 'Hello' } }));
    const begunMs: number[] = [];
    const send = async () => {
      begunMs.push(server.deps.now().getTime());
      return { kind: 'unknown' } as const;
    };
    const work = async () =>
      await createTestWorker(server, { whatsapp_cloud: { ...sandbox, send } }).runUntilIdle();
    for (const text of ['Same', 'Same', 'Other']) await line.send({ to: customer, text });
    for (let n = 0; n < 4; n += 1) {
      await work();
      await server.advance(61_000);
    }
    const outcomes = async () =>
      (await line.messages())
        .filter(({ direction }) => direction === 'outbound')
        .map(({ text, status, externalId }) => [text, status, externalId]);
    expect(await outcomes()).toEqual([
      ['Same', 'failed', null],
      ['Same', 'failed', null],
      ['Other', 'failed', null],
    ]);
    const [first = 0, second = 0] = begunMs;
    const people = { sender: { id: line.externalId }, recipient: { id: customer } };
    const echo = async (text: string, timestamp: number) => {
      const id = mid();
      const message = { mid: id, text, is_echo: true };
      await line.deliver(bodyOf(line, { ...people, timestamp, message }));
      await work();
      return id;
    };
    const ofSecond = await echo('Same', second + 1_000);
    const ofFirst = await echo('Same', first + 1_000);
    // When the business wrote this message elsewhere, no message was being sent any more.
    await server.advance(90_000);
    const elsewhere = await echo('Other', server.deps.now().getTime());
    expect((await outcomes()).toSorted()).toEqual(
      [
        ['Same', 'sent', ofFirst],
        ['Same', 'sent', ofSecond],
        ['Other', 'failed', null],
        ['Other', 'sent', elsewhere],
      ].toSorted(),
    );
    expect(await line.failures()).toEqual([]);
  });

  test('an echo is that of a message that stays in "sending" because its worker is gone', async () => {
    const line = await createLine(server, 'instagram');
    await line.take(bodyOf(line, { message: { mid: mid(), text: 'Hello' } }));
    let begunMs = 0;
    const send = async () => {
      begunMs = server.deps.now().getTime();
      return { kind: 'unknown' } as const;
    };
    const work = async () =>
      await createTestWorker(server, { whatsapp_cloud: { ...sandbox, send } }).runUntilIdle();
    const { id } = await line.send({ to: customer, text: 'Same' });
    await work();
    const { writer } = server.deps.database;
    const due_at = Number.MAX_SAFE_INTEGER;
    await writer('jobs').where({ name: 'deliver-message', status: 'ready' }).update({ due_at });
    await server.advance(130_000);
    const people = { sender: { id: line.externalId }, recipient: { id: customer } };
    const ids = [mid(), mid()];
    for (const [n, text] of ['Other', 'Same'].entries()) {
      const message = { mid: ids[n], text, is_echo: true };
      await line.deliver(bodyOf(line, { ...people, timestamp: begunMs + 1_000, message }));
    }
    await work();
    const outbound = (await line.messages()).filter(({ direction }) => direction === 'outbound');
    const found = outbound.map((one) => [one.id === id, one.text, one.status, one.externalId]);
    expect(found.toSorted()).toEqual([
      [false, 'Other', 'sent', ids[0]],
      [true, 'Same', 'sent', ids[1]],
    ]);
    expect(await line.failures()).toEqual([]);
  });

  test('a late echo belongs to the earlier one of two equal messages, also while the other one is being sent', async () => {
    const line = await createLine(server, 'instagram');
    await line.take(bodyOf(line, { message: { mid: mid(), text: 'Hello' } }));
    const ids = [mid(), mid()];
    const begunMs: number[] = [];
    const people = { sender: { id: line.externalId }, recipient: { id: customer } };
    const attachments = [{ type: 'image', payload: { url } }];
    const echo = async (n: number) => {
      const message = { mid: ids[n], attachments, is_echo: true };
      await line.deliver(bodyOf(line, { ...people, timestamp: begunMs[n], message }));
    };
    const send = async () => {
      begunMs.push(server.deps.now().getTime());
      if (begunMs.length === 2) await echo(0);
      return { kind: 'unknown' } as const;
    };
    const work = async () =>
      await createTestWorker(server, { whatsapp_cloud: { ...sandbox, send } }).runUntilIdle();
    const image = { to: customer, type: 'image', text: undefined, media: { url } };
    const sent = [await line.send(image), await line.send(image)];
    await work();
    await server.advance(70_000);
    await work();
    await echo(1);
    await work();
    const outbound = (await line.messages()).filter(({ direction }) => direction === 'outbound');
    const found = outbound.map(({ id, status, externalId }) => [id, status, externalId]);
    const expected = sent.map(({ id }, n) => [id, 'sent', ids[n]]);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  test('the echo of buttons gives the message its ID', async () => {
    const line = await createLine(server, 'instagram');
    await line.take(bodyOf(line, { message: { mid: mid(), text: 'Hello' } }));
    const [id, template] = [mid(), { type: 'template', payload: { template_type: 'button' } }];
    const people = { sender: { id: line.externalId }, recipient: { id: customer } };
    const message = { mid: id, is_echo: true, attachments: [template] };
    const send = async () => {
      // The echo is faster than the answer, which is lost.
      const timestamp = server.deps.now().getTime();
      await line.deliver(bodyOf(line, { ...people, timestamp, message }));
      return { kind: 'unknown' } as const;
    };
    const interactive = { kind: 'cta_url', text: 'See', button: 'Go', url: 'https://example.com' };
    await line.send({ to: customer, type: 'interactive', text: undefined, interactive });
    await createTestWorker(server, { whatsapp_cloud: { ...sandbox, send } }).runUntilIdle();
    expect((await line.messages()).map(({ status, externalId }) => [status, externalId])).toEqual([
      ['received', expect.anything()],
      ['sent', id],
    ]);
  });

  test('other events are kept', async () => {
    const line = await createLine(server, 'instagram');
    await line.take(bodyOf(line, { optin: { type: 'x' } }));
    expect(await line.failures()).toMatchObject([{ status: 'kept', reason: 'optin' }]);
  });
});
