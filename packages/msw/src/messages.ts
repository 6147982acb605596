import type { Contract, ListMessagesQuery, Message, Page, PageQuery } from '@parley/contract';
import { cancel, messageFilters, messageOf, retry, type StoredMessage } from '@parley/domain';
import { listRecords } from './fake-records.ts';
import { applyStep, stateOf } from './message-steps.ts';
import { fakeListOf } from './owned-fakes.ts';
import { paginate } from './pages.ts';
import { toMessage } from './record-answers.ts';
import { getRecord, type ShownRecords } from './records.ts';
import { deliverLater, dropDelivery } from './sandbox.ts';
import { acceptMessage } from './send-message.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

// Messages that wait are not cached like other responses: they change before a client reads them again.
export const messages: Fakes<Contract['messages']> = {
  send: ({ body }, store) => messageOf(acceptMessage(store, body)),
  list: ({ query }, store) => listMessages(store, query),
  get: ({ params }, store) => toMessage(store, getMessage(store, params.id)),
  listEvents: fakeListOf('message', (store, id, query: PageQuery) => {
    const entries = [...(store.timelines.get(id) ?? []).entries()];
    const page = paginate(entries, {
      list: `messages ${id} events`,
      tenantId: store.tenant.id,
      query,
      key: ([index]) => index,
      id: () => '',
    });
    return { ...page, data: page.data.map(([, event]) => event) };
  }),
  cancel: ({ params }, store) => {
    const message = getMessage(store, params.id);
    applyStep(store, message, cancel(stateOf(store, message), store.now()));
    dropDelivery(store, message);
    return toMessage(store, message);
  },
  retry: ({ params }, store) => {
    const message = getMessage(store, params.id);
    applyStep(store, message, retry(stateOf(store, message), store.now()));
    deliverLater(store, message);
    return messageOf(message);
  },
};

export const messageRecords: ShownRecords = { kind: 'message', show: toMessage };

const messageList = { kind: 'message', filters: messageFilters } as const;

export function listMessages(store: Store, query: ListMessagesQuery): Page<Message> {
  return listRecords(store, messageList, query, { complete: toMessage });
}

function getMessage(store: Store, id: string): StoredMessage {
  return getRecord(store.messages, 'message', id);
}
