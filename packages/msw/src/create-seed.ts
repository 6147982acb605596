// Creates the records of `seed`, with defaults from the contract's examples. They pass the same rules as requests: a
// seed that the server would refuse throws.

import {
  apiKey,
  type Conversation,
  conversation as conversationSchema,
  createKnowledgeSourceBody,
  createWebhookEndpointBody,
  examples,
  type InboundFailure,
  inboundFailure as inboundFailureSchema,
  type Message,
  message as messageSchema,
  simulateInboundBody,
  type Tenant,
} from '@parley/contract';
import {
  archivedTenant,
  givenFields,
  inboundAttempts,
  inboundFailureOf,
  resumed,
  type StoredChannel,
  type StoredContact,
  type StoredTenant,
  shownSource,
  suspended,
  tenantOf,
  withFields,
} from '@parley/domain';
import { ownClientRecord } from './agency-records.ts';
import { toApiKey } from './api-keys.ts';
import { channelRecords } from './channel-records.ts';
import { check, refusedAs, seedFields } from './check-seed.ts';
import { conversationRecords } from './conversation-records.ts';
import { withCheckedValues } from './custom-values.ts';
import { type NounSeeds, nounSeeds } from './generated/seeds.ts';
import { receiveInbound } from './inbound.ts';
import { createSource } from './knowledge-sources.ts';
import { linkAddress } from './people.ts';
import { checkObject, MockError } from './problems.ts';
import { toConversation, toMessage } from './record-answers.ts';
import { checkUser, getRecord } from './records.ts';
import { resumeDeliveries } from './sandbox.ts';
import type { Seed, SeedApiKey, SeedConversation, SeedInboundFailure } from './seed.ts';
import type { Exactly, SeedRule } from './seeds-of.ts';
import { acceptMessage } from './send-message.ts';
import type { InboundFailureRecord, KeyRecord, Store } from './store.ts';
import { updateTenant } from './tenants.ts';
import { userRecords } from './users.ts';
import { insertEndpoint, withSecret } from './webhook-endpoint-records.ts';

export function createSeed(store: Store, addKey: (fields: SeedApiKey) => KeyRecord): Seed {
  const repeat = <Made, Count extends number>(count: Count, make: () => Made) => {
    if (!(Number.isInteger(count) && count >= 0)) {
      const given = typeof count === 'number' ? count : `of type ${typeof count}`;
      throw new MockError(
        `seed: the number of records is ${given}; expected 0 or more, such as mock.seed.contacts(2, { name: 'Ana' })`,
      );
    }
    const items: Made[] = [];
    // Seeded records exist before the test begins, so no event is recorded for them.
    store.events.silently(() => {
      // A loop: a callback would take two of the 10 lines of a stack, and the line of the test would be cut off.
      while (items.length < count) {
        store.seeded += 1;
        // A copy, which the test may modify.
        items.push(structuredClone(make()));
      }
    });
    // The array has `count` elements.
    return items as Exactly<Made, Count>;
  };

  const seed: Seed = {
    ...nounSeedsOf(store, repeat),
    conversations: (count, fields = {}) => {
      const where = 'seed.conversations';
      const given = givenFields(check(where, seedFields.conversation, fields));
      return repeat(count, () => {
        const made = refusedAs(where, () => beginConversation(store, seed, given));
        return check(where, conversationSchema, made);
      });
    },
    messages: (count, fields = {}) => {
      const where = 'seed.messages';
      const { conversationId, direction, text } = check(where, seedFields.message, fields);
      const id = conversationId ?? seed.conversations(1)[0]?.id ?? '';
      return repeat(count, () => {
        const made = refusedAs(where, () => addMessage(store, id, direction ?? 'inbound', text));
        return check(where, messageSchema, made);
      });
    },
    users: (count, fields = {}) =>
      repeat(count, () => {
        const given = givenFields(check('seed.users', seedFields.user, fields));
        const email = `member-${store.seeded}@example.com`;
        const body = { name: `Member ${store.seeded}`, email, ...given };
        return refusedAs('seed.users', () => userRecords.create(store, body));
      }),
    apiKeys: (count, fields = {}) =>
      repeat(count, () => {
        check('seed.apiKeys', seedFields.apiKey, fields);
        const key = addKey(fields);
        check('seed.apiKeys', apiKey, toApiKey(store, key));
        return { id: key.id, value: key.value };
      }),
    webhookEndpoints: (count, fields = {}) =>
      repeat(count, () => {
        const url = `https://receiver-${store.seeded}.example.com/webhooks`;
        const body = withFields({ url, events: ['*'] }, fieldsOf('seed.webhookEndpoints', fields));
        const checked = check('seed.webhookEndpoints', createWebhookEndpointBody, body);
        const made = refusedAs('seed.webhookEndpoints', () => insertEndpoint(store, checked));
        return withSecret(store, made);
      }),
    knowledgeSources: (count, fields = {}) =>
      repeat(count, () => {
        const { title, content } = sourceExample;
        const own = { title: `${title} ${store.seeded}`, externalId: `source-${store.seeded}` };
        const given = fieldsOf('seed.knowledgeSources', fields);
        const written = given.type === 'url' ? {} : { type: 'markdown', content };
        const body = withFields({ ...written, ...own }, given);
        const checked = check('seed.knowledgeSources', createKnowledgeSourceBody, body);
        return shownSource(refusedAs('seed.knowledgeSources', () => createSource(store, checked)));
      }),
    inboundFailures: (count, fields = {}) =>
      repeat(count, () => addInboundFailure(store, seed, fields)),
    tenant: (fields) => {
      const where = 'seed.tenant';
      const { status, ...given } = check(where, seedFields.tenant, fields);
      const { status: before } = store.tenant;
      const at = store.now();
      refusedAs(where, () => {
        store.events.silently(() => updateTenant(store, given));
        if (status !== undefined) Object.assign(store.tenant, withStatus(store, status, at));
      });
      if (before !== 'active' && store.tenant.status === 'active') resumeDeliveries(store);
      return structuredClone(tenantOf(store.tenant));
    },
  };
  return seed;
}

function withStatus(store: Store, status: Tenant['status'], at: string): StoredTenant {
  const { tenant } = store;
  if (status === 'archived') return archivedTenant(tenant, at);
  // A seed may also take an archived tenant back.
  const before = tenant.status === 'archived' ? ({ ...tenant, status: 'active' } as const) : tenant;
  const by = 'operator';
  if (status === 'suspended') return suspended(before, { by }, at);
  return resumed(before, { by, client: ownClientRecord(store) });
}

const sourceExample = examples.createKnowledgeSourceBody;

/** Returns the fields that a test gives. Throws a MockError if they are no object, as they may be in JavaScript. */
function fieldsOf<Fields extends object>(where: string, given: Fields): Fields {
  checkObject(where, 'the fields', given);
  return given;
}

type Repeat = <Made, Count extends number>(count: Count, make: () => Made) => Exactly<Made, Count>;

/** Returns the seed functions of the resources that declare how their records are created. */
function nounSeedsOf(store: Store, repeat: Repeat): NounSeeds {
  const seeds = Object.entries<SeedRule>(nounSeeds).map(([noun, { body, ...rule }]) => {
    const where = `seed.${noun}`;
    const make = (fields: object) => {
      const given = fieldsOf(where, fields);
      const checked = check(where, body, withFields(rule.defaults(store.seeded), given));
      // `create` accepts the output of `body`, and `show` that of `create`.
      const record = refusedAs(where, () => rule.create(store, checked as never));
      return rule.show(store, record as never);
    };
    return [noun, (count: number, fields = {}) => repeat(count, () => make(fields))];
  });
  // `NounSeeds` and this list are generated from the same exports.
  return Object.fromEntries(seeds) as NounSeeds;
}

function beginConversation(store: Store, seed: Seed, fields: SeedConversation): Conversation {
  const { channelId, contactId, unreadCount, text = 'Thank you!', ...rest } = fields;
  // Before the first record is made: a refused seed leaves none.
  if (rest.assigneeId) checkUser(store, rest.assigneeId, 'assigneeId');
  withCheckedValues(store, 'conversation', rest, {});
  if (contactId) getRecord(store.contacts, 'contact', contactId);
  const channel = channelRecords.get(store, channelId ?? firstChannelId(store, seed));
  const id = contactId ?? seed.contacts(1)[0]?.id ?? '';
  const contact = getRecord(store.contacts, 'contact', id);
  const from = addressOn(store, channel, contact);
  const { message } = receiveInbound(store, channel, { type: 'text', from, text });
  const conversation = getRecord(store.conversations, 'conversation', message.conversationId);
  conversationRecords.update(store, conversation.id, rest);
  Object.assign(conversation, givenFields({ unreadCount }));
  return toConversation(store, conversation);
}

/**
 * Returns the address of the contact on the channel. Without a phone number on WhatsApp, links a new address to the
 * contact.
 */
function addressOn(store: Store, channel: StoredChannel, contact: StoredContact): string {
  if (channel.type === 'whatsapp' && contact.phone !== null) return contact.phone;
  const digits = String(store.identities.size + 1).padStart(8, '0');
  const kind = ({ whatsapp: 'bsuid', instagram: 'igsid', tiktok: 'tiktok_conversation' } as const)[
    channel.type
  ];
  const address = channel.type === 'whatsapp' ? `US.${digits}321` : `178${digits}321`;
  linkAddress(store, channel, { kind, address }, { contactId: contact.id, profileName: null });
  return address;
}

function firstChannelId(store: Store, seed: Seed): string {
  const known = [...store.channels.values()].find(
    (channel) => channel.type === 'whatsapp' && channel.status === 'active',
  );
  return known?.id ?? seed.channels(1)[0]?.id ?? '';
}

function addInboundFailure(store: Store, seed: Seed, fields: SeedInboundFailure): InboundFailure {
  const where = 'seed.inboundFailures';
  const given = check(where, seedFields.inboundFailure, fields);
  const { channelId, status = 'failed', reason = 'Error: not handled', message } = given;
  const example = {
    type: 'text',
    from: `55119${String(store.seeded).padStart(8, '0')}`,
    text: 'Hello',
  };
  const received = message === null ? null : check(where, simulateInboundBody, message ?? example);
  const channel = refusedAs(where, () =>
    channelRecords.get(store, channelId ?? firstChannelId(store, seed)),
  );
  const at = store.now();
  const failure: InboundFailureRecord = {
    id: store.newId('inboundFailure'),
    channelId: channel.id,
    kind: received ? 'message' : 'kept',
    status,
    reason,
    attempts: status === 'kept' ? 0 : inboundAttempts,
    fragment: received ?? {},
    receivedAt: at,
    lastAttemptAt: at,
    message: received,
  };
  store.inboundFailures.set(failure.id, failure);
  return check(where, inboundFailureSchema, inboundFailureOf(failure));
}

function addMessage(
  store: Store,
  conversationId: string,
  direction: Message['direction'],
  text = 'Thank you!',
): Message {
  const conversation = getRecord(store.conversations, 'conversation', conversationId);
  const { channelId, address } = conversation;
  return direction === 'outbound'
    ? toMessage(
        store,
        acceptMessage(store, { channelId, to: address, type: 'text', text }, conversation),
      )
    : receiveInbound(store, channelRecords.get(store, channelId), {
        type: 'text',
        from: address,
        text,
      }).message;
}
