// Tests of users prepare answers from records that the SDK has typed.
import { createMock, reply } from '@parley/msw';
import { expect, test } from 'vitest';
import type { Channel, Contact, Conversation, Message, WebhookEndpoint } from '../src/index.ts';
import { Parley } from '../src/index.ts';

const mock = createMock();
const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });

test('records with the types of the SDK are valid prepared responses', async () => {
  mock.seed.conversations(1);
  const contact: Contact = (await parley.contacts.list()).data[0] as Contact;
  const renamed: Contact = { ...contact, name: 'Zoe', lifecycle: 'champion' };
  mock.contacts.get.reply(renamed);
  mock.contacts.list.once({ data: [renamed] });
  expect(await parley.contacts.get(contact.id)).toEqual(renamed);
  expect((await parley.contacts.list()).data).toEqual([renamed]);

  const message = (await parley.messages.list()).data[0] as Message;
  mock.messages.send.once(reply(202, message)).then.once(() => message);
  const body = {
    channelId: message.channelId,
    to: '5511987654321',
    type: 'text',
    text: 'Hi',
  } as const;
  expect(await parley.messages.send(body)).toEqual(message);
  expect(await parley.messages.send(body)).toEqual(message);
  mock.verify();
});

// Compiled only.
export function prepare(channel: Channel, conversation: Conversation, endpoint: WebhookEndpoint) {
  mock.channels.get.reply(channel);
  mock.conversations.update.reply(conversation);
  mock.conversations.list.reply({ data: [conversation] });
  mock.webhookEndpoints.get.reply(endpoint);
  // @ts-expect-error a number is no status
  mock.channels.get.reply({ status: 7 });
}
