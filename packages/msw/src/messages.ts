import {
  type Contract,
  type ListConversationMessagesQuery,
  type Message,
  type Page,
  ServiceError,
} from '@parley/contract';
import { checkActive, getChannel } from './channel-records.ts';
import { isAnyOf, isWithin } from './filters.ts';
import { applyStep, timelineOf } from './message-steps.ts';
import { paginate, readSort } from './pages.ts';
import { getRecord } from './records.ts';
import { deliverLater, dropDelivery } from './sandbox.ts';
import { acceptMessage } from './send-message.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

export const messages: Fakes<Contract['messages']> = {
  send: ({ body }, store) => accepted(acceptMessage(store, body)),
  list: ({ query }, store) => {
    const body = pageOfMessages(
      store,
      'messages',
      query,
      (message) =>
        isAnyOf(query.conversationId, message.conversationId) &&
        isAnyOf(query.contactId, message.contactId) &&
        isAnyOf(query.channelId, message.channelId) &&
        isAnyOf(query.channelType, message.channelType) &&
        isAnyOf(query.sourceType, message.source.type) &&
        isAnyOf(query.sourceId, message.source.id) &&
        isAnyOf(query.externalId, message.externalId) &&
        isWithin(message.updatedAt, query.updatedAfter, query.updatedBefore),
    );
    return { status: 200, body };
  },
  get: ({ params }, store) => ({ status: 200, body: getMessage(store, params.id) }),
  listEvents: ({ params, query }, store) => {
    const message = getMessage(store, params.id);
    const entries = timelineOf(store, message).map((event, index) => ({ event, index }));
    const page = paginate(entries, {
      list: `messages ${message.id} events`,
      tenantId: store.tenant.id,
      query,
      key: () => '',
      id: ({ index }) => index,
      descending: false,
    });
    return { status: 200, body: { ...page, data: page.data.map(({ event }) => event) } };
  },
  cancel: ({ params }, store) => {
    const message = getMessage(store, params.id);
    if (message.status !== 'queued') throw invalidTransition(message, 'cancel');
    const at = store.now();
    const step = { type: 'canceled', at, event: 'message.canceled' } as const;
    applyStep(store, message, step, { status: 'canceled', canceledAt: at });
    dropDelivery(store, message);
    return { status: 200, body: message };
  },
  retry: ({ params }, store) => {
    const message = getMessage(store, params.id);
    if (message.status !== 'failed' || !message.error?.retryable) {
      throw invalidTransition(message, 'retry');
    }
    checkActive(getChannel(store, message.channelId));
    const change = { status: 'queued', error: null, failedAt: null } as const;
    applyStep(store, message, { type: 'retried', at: store.now() }, change);
    deliverLater(store, message);
    return accepted(message);
  },
};

/** Messages by their time, in the order of the query. */
export function pageOfMessages(
  store: Store,
  list: string,
  query: ListConversationMessagesQuery,
  fits: (message: Message) => boolean,
): Page<Message> {
  const found = [...store.messages.values()].filter(
    (message) =>
      isAnyOf(query.direction, message.direction) &&
      isAnyOf(query.type, message.type) &&
      isAnyOf(query.status, message.status) &&
      isWithin(message.createdAt, query.createdAfter, query.createdBefore) &&
      fits(message),
  );
  return paginate(found, {
    list,
    tenantId: store.tenant.id,
    query,
    key: (message) => message.createdAt,
    id: (message) => message.id,
    descending: readSort(query.sort).descending,
  });
}

function getMessage(store: Store, id: string): Message {
  return getRecord(store.messages, 'message', id);
}

function accepted(message: Message) {
  return { status: 202, body: message } as const;
}

function invalidTransition({ id, status }: Message, action: string): ServiceError {
  const allowed = action === 'cancel' ? ['queued'] : ['failed'];
  return new ServiceError('SVC-INVALID-TRANSITION', {
    resource: 'message',
    id,
    from: status,
    action,
    allowed,
  });
}
