import type { Contract } from '@parley/contract';
import type { AnyRequest } from './client.ts';
import type { ListFixture, ReferenceFixture, RequestFixture } from './fixture.ts';
import { knowledgeLists, knowledgeReferences, knowledgeRequests } from './knowledge-fixtures.ts';
import type { EndpointName } from './routes.ts';
import {
  aChannel,
  aContact,
  aConversation,
  aFailedMessage,
  aMessage,
  aMoment,
  aName,
  anInbound,
  aPhone,
  type Scene,
  unique,
} from './scene.ts';
import { webhookLists, webhookReferences, webhookRequests } from './webhook-fixtures.ts';

/**
 * One valid request for every endpoint, made in the tenant that will send it. Background work is
 * paused meanwhile: a message that was accepted is still queued.
 */
export const requestFixtures: {
  [Noun in keyof Contract]: { [Endpoint in keyof Contract[Noun]]: RequestFixture };
} = {
  tenants: { current: () => ({}) },
  apiKeys: {
    list: () => ({}),
    current: () => ({}),
    revoke: async (scene) => ({ params: { id: (await scene.tenant.createKey()).id } }),
  },
  channels: {
    list: () => ({}),
    create: () => ({ body: { name: unique('Channel'), type: 'whatsapp', provider: 'sandbox' } }),
    get: onAChannel,
    update: async (scene) => ({ ...(await onAChannel(scene)), body: { name: unique('Renamed') } }),
    delete: onAChannel,
    enable: async (scene) => {
      const request = await onAChannel(scene);
      await scene.api.channels.disable(request);
      return request;
    },
    disable: onAChannel,
    simulateInbound: async (scene) => ({
      ...(await onAChannel(scene)),
      body: { type: 'text', from: aPhone(), text: 'Hello' },
    }),
    simulateStatus: async (scene) => {
      const { channelId, id } = await aMessage(scene);
      return { params: { id: channelId }, body: { messageId: id, status: 'delivered' } };
    },
  },
  messages: {
    send: async (scene) => ({
      body: { channelId: (await aChannel(scene)).id, to: aPhone(), type: 'text', text: 'Hello' },
    }),
    list: () => ({}),
    get: onAMessage,
    listEvents: onAMessage,
    cancel: onAMessage,
    retry: async (scene) => ({ params: { id: (await aFailedMessage(scene)).id } }),
  },
  contacts: {
    list: () => ({}),
    create: () => ({ body: { name: 'Ana Lima', externalId: unique('customer') } }),
    get: onAContact,
    update: async (scene) => ({ ...(await onAContact(scene)), body: { name: 'Ana Souza' } }),
  },
  conversations: {
    list: () => ({}),
    get: onAConversation,
    update: async (scene) => ({ ...(await onAConversation(scene)), body: { status: 'closed' } }),
    markRead: onAConversation,
    markUnread: onAConversation,
    listMessages: onAConversation,
    sendMessage: async (scene) => ({
      ...(await onAConversation(scene)),
      body: { type: 'text', text: 'Hello' },
    }),
  },
  ...knowledgeRequests,
  ...webhookRequests,
};

const aMessageReference: ReferenceFixture = {
  resource: 'message',
  make: async (scene) => (await aMessage(scene)).id,
};
const aUserReference: ReferenceFixture = {
  resource: 'user',
  make: (scene) => scene.tenant.createUser(),
};

/** Every field of a body that ends in `Id` or `Ids`. */
export const referenceFixtures: Partial<
  Record<EndpointName, Readonly<Record<string, ReferenceFixture>>>
> = {
  'messages.send': {
    channelId: { resource: 'channel', make: async (scene) => (await aChannel(scene)).id },
    replyToMessageId: aMessageReference,
  },
  'conversations.sendMessage': { replyToMessageId: aMessageReference },
  'channels.simulateStatus': { messageId: aMessageReference },
  'contacts.create': { ownerId: aUserReference },
  'contacts.update': { ownerId: aUserReference },
  'conversations.update': { assigneeId: aUserReference },
  ...knowledgeReferences,
  ...webhookReferences,
};

/** Every list. Where a sort key may be empty, every third record has none. */
export const listFixtures: Partial<Record<EndpointName, ListFixture>> = {
  'apiKeys.list': {
    prepare: async (scene) => ({
      request: {},
      insert: async () => {
        await scene.tenant.createKey();
      },
    }),
  },
  'channels.list': {
    prepare: async (scene) => ({
      request: {},
      insert: async (index) => {
        await aChannel(scene, { name: aName(index) });
      },
    }),
  },
  'messages.list': {
    prepare: async (scene) => {
      const channel = await aChannel(scene);
      return {
        request: {},
        insert: async () => {
          await aMessage(scene, { channelId: channel.id });
        },
      };
    },
  },
  'messages.listEvents': {
    prepare: async (scene) => {
      const { id, channelId } = await aMessage(scene);
      return {
        request: { params: { id } },
        insert: async () => {
          await scene.api.channels.simulateStatus({
            params: { id: channelId },
            // Entries have no id: their time tells them apart.
            body: { messageId: id, status: 'delivered', timestamp: aMoment() },
          });
        },
      };
    },
  },
  'contacts.list': {
    prepare: async (scene) => {
      const channel = await aChannel(scene);
      return {
        request: {},
        insert: async (index) => {
          // Whoever wrote has a name and was seen; every third contact has neither.
          if (index % 3 === 0) await aContact(scene);
          else await anInbound(scene, channel.id, { profileName: aName(index) });
        },
      };
    },
  },
  'conversations.list': {
    prepare: async (scene) => {
      const channel = await aChannel(scene);
      return {
        request: {},
        insert: async (index) => {
          // Nobody waits in a conversation that we began.
          if (index % 3 === 0) await aMessage(scene, { channelId: channel.id });
          else await anInbound(scene, channel.id);
        },
      };
    },
  },
  'conversations.listMessages': {
    prepare: async (scene) => {
      const { id, channelId, address } = await aConversation(scene);
      return {
        request: { params: { id } },
        insert: async () => {
          await anInbound(scene, channelId, { from: address });
        },
      };
    },
  },
  ...knowledgeLists,
  ...webhookLists,
};

/** The valid request of an endpoint with some fields of its body replaced. */
export async function withBody(
  scene: Scene,
  name: EndpointName,
  fields: Record<string, unknown>,
): Promise<AnyRequest> {
  const request = await validRequest(scene, name);
  return { ...request, body: { ...(request.body as object), ...fields } };
}

export async function validRequest(scene: Scene, name: EndpointName): Promise<AnyRequest> {
  const [noun, endpoint] = name.split('.') as [keyof Contract, string];
  const fixture = (requestFixtures[noun] as Record<string, RequestFixture>)[endpoint];
  if (!fixture) throw new Error(`add a fixture for ${name} to conformance/src/fixtures.ts`);
  return fixture(scene);
}

export function listFixtureOf(name: EndpointName): ListFixture {
  const fixture = listFixtures[name];
  if (!fixture) throw new Error(`add a list fixture for ${name} to conformance/src/fixtures.ts`);
  return fixture;
}

async function onAChannel(scene: Scene) {
  return { params: { id: (await aChannel(scene)).id } };
}

async function onAMessage(scene: Scene) {
  return { params: { id: (await aMessage(scene)).id } };
}

async function onAContact(scene: Scene) {
  return { params: { id: (await aContact(scene)).id } };
}

async function onAConversation(scene: Scene) {
  return { params: { id: (await aConversation(scene)).id } };
}
