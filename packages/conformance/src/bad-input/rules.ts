import type { CreateChannelBody } from '@parley/contract';
import { expect } from 'vitest';
import { type Answer, fillPath, send } from '../http.ts';
import {
  aChannel,
  aContact,
  aConversation,
  aMessage,
  aPhone,
  createScene,
  missingId,
  type Scene,
} from '../scene.ts';
import { type BadInput, withFields } from './row.ts';

/** Requests that match the contract and that a record, its state or a rule forbids. */
export const brokenRules: readonly BadInput[] = [
  badRecipient('whatsapp', '@ana', 'not_a_phone_number_or_bsuid'),
  badRecipient('whatsapp', '12345', 'not_a_phone_number_or_bsuid'),
  badRecipient('whatsapp', '1234567890123456', 'not_a_phone_number_or_bsuid'),
  badRecipient('whatsapp', '+', 'not_a_phone_number_or_bsuid'),
  badRecipient('whatsapp', 'US.ENT.123', 'parent_bsuid'),
  badRecipient('whatsapp', '５５１１９８７６５４３２１', 'not_a_phone_number_or_bsuid'),
  badRecipient('instagram', '@ana', 'not_an_igsid'),
  badRecipient('instagram', '1'.repeat(33), 'not_an_igsid'),
  badRecipient('tiktok', 'two words', 'not_a_conversation_id'),
  badText('whatsapp', 'x'.repeat(4_097), { limit: 4_096, unit: 'characters', actual: 4_097 }),
  badText('whatsapp', '😀'.repeat(4_097), { limit: 4_096, unit: 'characters', actual: 4_097 }),
  badText('instagram', 'é'.repeat(501), { limit: 1_000, unit: 'bytes', actual: 1_002 }),
  badText('instagram', '😀'.repeat(251), { limit: 1_000, unit: 'bytes', actual: 1_004 }),
  badText('tiktok', 'x'.repeat(6_001), { limit: 6_000, unit: 'characters', actual: 6_001 }),
  {
    title: 'sending a type that only customers send',
    code: 'SVC-CONTENT-UNSUPPORTED',
    details: { channelType: 'whatsapp', type: 'image' },
    send: async (scene) =>
      scene.call('messages.send', await withFields(scene, 'messages.send', { type: 'image' })),
  },
  {
    title: 'a template on a network without templates',
    code: 'SVC-CONTENT-UNSUPPORTED',
    details: { channelType: 'instagram', type: 'template' },
    send: (scene) =>
      sendOn(
        scene,
        { type: 'instagram' },
        {
          to: '17841400000000001',
          type: 'template',
          template: { name: 'hello', language: 'en_US' },
        },
      ),
  },
  {
    title: 'an empty template parameter',
    code: 'SVC-TEMPLATE-PARAMS',
    details: { empty: ['2'] },
    send: (scene) =>
      sendOn(
        scene,
        {},
        {
          to: aPhone(),
          type: 'template',
          template: { name: 'hello', language: 'en_US', variables: { 1: 'Ana', 2: '' } },
        },
      ),
  },
  {
    title: 'sending on a disabled channel',
    code: 'SVC-CHANNEL-UNAVAILABLE',
    details: { status: 'disabled', reason: 'manual' },
    send: async (scene) => {
      const { id } = await aChannel(scene);
      await scene.api.channels.disable({ params: { id } });
      return sendText(scene, id, 'Hello');
    },
  },
  {
    title: 'sending on the channel of another tenant',
    code: 'SVC-NOT-FOUND',
    details: { resource: 'channel' },
    send: async (scene) => {
      const stranger = await createScene(scene.target);
      return sendText(scene, (await aChannel(stranger)).id, 'Hello');
    },
  },
  {
    title: 'the id of a contact where a channel belongs',
    code: 'SVC-NOT-FOUND',
    details: { resource: 'channel' },
    send: async (scene) => sendText(scene, (await aContact(scene)).id, 'Hello'),
  },
  {
    title: 'answering a message that does not exist',
    code: 'SVC-NOT-FOUND',
    details: { resource: 'message' },
    send: async (scene) =>
      scene.call(
        'messages.send',
        await withFields(scene, 'messages.send', { replyToMessageId: missingId('msg') }),
      ),
  },
  {
    title: 'canceling a message twice',
    code: 'SVC-INVALID-TRANSITION',
    details: { resource: 'message', from: 'canceled' },
    send: async (scene) => {
      const { id } = await aMessage(scene);
      await scene.api.messages.cancel({ params: { id } });
      return scene.call('messages.cancel', { params: { id } });
    },
  },
  {
    title: 'retrying a message that did not fail',
    code: 'SVC-INVALID-TRANSITION',
    details: { resource: 'message', from: 'queued' },
    send: async (scene) => {
      const { id } = await aMessage(scene);
      return scene.call('messages.retry', { params: { id } });
    },
  },
  {
    title: 'snoozing a closed conversation',
    code: 'SVC-INVALID-TRANSITION',
    details: { resource: 'conversation', from: 'closed', to: 'snoozed', allowed: ['open'] },
    send: async (scene) => {
      const { id } = await aConversation(scene);
      await scene.api.conversations.update({ params: { id }, body: { status: 'closed' } });
      return scene.call('conversations.update', { params: { id }, body: { status: 'snoozed' } });
    },
  },
  {
    title: 'snoozing until a time that has passed',
    code: 'SVC-RULE-VIOLATION',
    details: { field: 'snoozedUntil' },
    send: async (scene) => {
      const { id } = await aConversation(scene);
      const body = { status: 'snoozed', snoozedUntil: '2020-01-01T00:00:00Z' };
      return scene.call('conversations.update', { params: { id }, body });
    },
  },
  {
    title: 'assigning to nobody who exists',
    code: 'SVC-NOT-FOUND',
    details: { resource: 'user' },
    send: async (scene) => {
      const { id } = await aConversation(scene);
      const body = { assigneeId: missingId('usr') };
      return scene.call('conversations.update', { params: { id }, body });
    },
  },
  {
    title: 'metadata that grows over 20 keys',
    code: 'SVC-VALIDATION',
    issues: [['body', 'metadata', 'too_long']],
    send: async (scene) => {
      const keys = (from: number, count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, 1]));
      const { id } = await aContact(scene, { metadata: keys(0, 15) });
      return scene.call('contacts.update', { params: { id }, body: { metadata: keys(15, 6) } });
    },
  },
  conflict('externalId', 'customer-1', 'customer-1'),
  conflict('email', 'ana@example.com', 'ANA@Example.com'),
  conflict('phone', '+5511987654321', '+55 (11) 98765-4321'),
  {
    title: 'a channel with the externalId of another',
    code: 'SVC-CONFLICT',
    details: { resource: 'channel', field: 'externalId' },
    send: async (scene) => {
      const { externalId } = await aChannel(scene, { externalId: 'line-1' });
      return scene.call(
        'channels.create',
        await withFields(scene, 'channels.create', { externalId }),
      );
    },
  },
  {
    title: 'simulating a message from no address',
    code: 'SVC-RECIPIENT-INVALID',
    details: { channelType: 'whatsapp' },
    send: async (scene) =>
      scene.call(
        'channels.simulateInbound',
        await withFields(scene, 'channels.simulateInbound', { from: '@ana' }),
      ),
  },
  {
    title: 'simulating on a deleted channel',
    code: 'SVC-CHANNEL-UNAVAILABLE',
    details: { status: 'archived' },
    send: async (scene) => {
      const { params, body } = await withFields(scene, 'channels.simulateInbound', {});
      await scene.api.channels.delete({ params: params as { id: string } });
      return scene.call('channels.simulateInbound', { params: params as { id: string }, body });
    },
  },
  {
    title: 'deleting a channel twice',
    code: 'SVC-NOT-FOUND',
    details: { resource: 'channel' },
    send: async (scene) => {
      const { id } = await aChannel(scene);
      await scene.api.channels.delete({ params: { id } });
      return send(scene.target.baseUrl, {
        method: 'DELETE',
        path: fillPath('/channels/:id', { id }),
        key: scene.tenant.apiKey,
      });
    },
  },
];

type ChannelType = CreateChannelBody['type'];

const recipients: Record<ChannelType, string> = {
  whatsapp: '5511987654321',
  instagram: '17841400000000001',
  tiktok: 'conversation-1',
};

function badRecipient(type: ChannelType, to: string, reason: string): BadInput {
  return {
    title: `${type} to ${to}`,
    code: 'SVC-RECIPIENT-INVALID',
    details: { channelType: type, reason },
    send: (scene) => sendOn(scene, { type }, { to, type: 'text', text: 'Hello' }),
  };
}

function badText(
  type: ChannelType,
  text: string,
  details: { limit: number; unit: string; actual: number },
): BadInput {
  return {
    title: `${type} with ${details.actual} ${details.unit} of ${text.slice(0, 2)}`,
    code: 'SVC-TEXT-TOO-LONG',
    details,
    send: (scene) => sendOn(scene, { type }, { to: recipients[type], type: 'text', text }),
  };
}

function conflict(field: string, first: string, second: string): BadInput {
  return {
    title: `a second contact with the ${field} ${second}`,
    code: 'SVC-CONFLICT',
    details: { resource: 'contact', field, existingId: expect.stringMatching(/^con_/) },
    send: async (scene) => {
      await aContact(scene, { [field]: first });
      return scene.call('contacts.create', { body: { [field]: second } });
    },
  };
}

async function sendOn(
  scene: Scene,
  channel: Partial<CreateChannelBody>,
  body: object,
): Promise<Answer> {
  const { id } = await aChannel(scene, channel);
  return scene.call('messages.send', { body: { channelId: id, ...body } });
}

function sendText(scene: Scene, channelId: string, text: string): Promise<Answer> {
  return scene.call('messages.send', { body: { channelId, to: aPhone(), type: 'text', text } });
}
