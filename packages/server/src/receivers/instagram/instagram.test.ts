import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { targets } from '../../../test/databases.ts';
import { createLine, type Line, startReceiving } from '../../../test/receiving-scene.ts';
import type { TestServer } from '../../../test/start-server.ts';

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
const types: Readonly<Record<string, { message: object; expected: object }>> = {
  text: { message: { text: 'Hi' }, expected: { type: 'text', text: 'Hi' } },
  image: {
    message: { attachments: [{ type: 'image', payload: { url } }] },
    expected: { type: 'image', attachments: [{ kind: 'image', url: null, status: 'pending' }] },
  },
  'two images': {
    message: {
      attachments: [
        { type: 'image', payload: { url } },
        { type: 'image', payload: { url } },
      ],
    },
    expected: { type: 'image', attachments: [{}, {}] },
  },
  file: {
    message: { attachments: [{ type: 'file', payload: { url } }] },
    expected: { type: 'document', attachments: [{ kind: 'document' }] },
  },
  'shared post': {
    message: { attachments: [{ type: 'ig_post', payload: { url } }] },
    expected: {
      type: 'share',
      attachments: [],
      providerContent: { attachments: [{ type: 'ig_post' }] },
    },
  },
  'mention in a story': {
    message: { attachments: [{ type: 'story_mention', payload: { url } }] },
    expected: { type: 'share' },
  },
  'answer to a story': {
    message: { text: 'Nice', reply_to: { story: { id: '1', url } } },
    expected: { type: 'text', text: 'Nice', providerContent: { reply_to: { story: { id: '1' } } } },
  },
  'quick reply': {
    message: { text: 'Yes', quick_reply: { payload: 'YES' } },
    expected: {
      type: 'interactive',
      interactive: { kind: 'button_reply', id: 'YES', title: 'Yes' },
    },
  },
  'message from an ad': {
    message: {
      text: 'Hi',
      referral: { ref: 'r', ad_id: '7', source: 'ADS', ads_context_data: { ad_title: 'Sale' } },
    },
    expected: {
      type: 'text',
      referral: { sourceType: 'ADS', sourceId: '7', headline: 'Sale', clickId: 'r' },
    },
  },
  'type that is not passed on': {
    message: { is_unsupported: true },
    expected: { type: 'unsupported', providerContent: { is_unsupported: true } },
  },
};

describe.each(targets)('messages of Instagram on %s', (target) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startReceiving(target);
  });
  afterAll(() => server.close());

  test.each(Object.entries(types))('takes in: %s', async (_, { message, expected }) => {
    const line = await createLine(server, 'instagram');
    const body = bodyOf(line, { message: { mid: mid(), ...message } });
    await line.take(body, body);
    expect(await line.messages()).toMatchObject([{ from: customer, ...expected }]);
    expect(await line.failures()).toEqual([]);
  });

  test('takes in a tap on a button, and a click on a link to the conversation', async () => {
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

  test('takes in one message that comes twice in one body, from the test button and on standby', async () => {
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

  test('other events are kept', async () => {
    const line = await createLine(server, 'instagram');
    await line.take(bodyOf(line, { optin: { type: 'x' } }));
    expect(await line.failures()).toMatchObject([{ status: 'kept', reason: 'optin' }]);
  });
});
