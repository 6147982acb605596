import {
  type ChannelType,
  failureOf,
  type MessageFailure,
  type MessageStatus,
  messageStatus,
  type ReportedStatus,
  unknownOutcome,
} from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { cancel, retry } from '../src/attempts.ts';
import { channelRules } from '../src/channels.ts';
import { openRecipient } from '../src/consent.ts';
import { conversationRules, withInbound, withOutbound } from '../src/conversations.ts';
import { failed, type MessageState, reported, withStep } from '../src/message-steps.ts';
import { messageOf, outboundMessage, type StoredMessage } from '../src/messages.ts';

const at = '2026-11-20T09:30:00.000Z';
const later = '2026-11-20T09:31:00.000Z';

// Every current status × every report: the new status. A dash: the report changes only the timeline.
const lattice: Record<MessageStatus, Record<ReportedStatus, MessageStatus | '-'>> = {
  queued: { sent: 'sent', delivered: 'delivered', read: 'read', failed: 'failed' },
  sending: { sent: 'sent', delivered: 'delivered', read: 'read', failed: 'failed' },
  sent: { sent: '-', delivered: 'delivered', read: 'read', failed: 'failed' },
  delivered: { sent: '-', delivered: '-', read: 'read', failed: '-' },
  read: { sent: '-', delivered: '-', read: '-', failed: '-' },
  failed: { sent: '-', delivered: 'delivered', read: 'read', failed: '-' },
  canceled: { sent: '-', delivered: '-', read: '-', failed: '-' },
  received: { sent: '-', delivered: '-', read: '-', failed: '-' },
};
const reports = ['sent', 'delivered', 'read', 'failed'] as const;
const cells = messageStatus.options.flatMap((current) =>
  reports.map((report) => [current, report, lattice[current][report]] as const),
);

test.each(cells)('%s with a report of %s becomes %s', (current, report, expected) => {
  const { patch, entry, event } = reported(stateWith(current), { status: report, at }, later);
  const ignored = expected === '-';
  expect(patch.status).toBe(ignored ? undefined : expected);
  expect(entry).toMatchObject({ type: report, at, receivedAt: later, ignored });
  expect(event).toBe(ignored ? undefined : `message.${report}`);
  if (current === 'canceled' || current === 'received') expect(patch).toEqual({ updatedAt: later });
});

test('a late report about an earlier attempt counts only if the customer has the message', () => {
  const { message, ...others } = stateWith('sending');
  const second = { ...others, message: { ...message, attempts: 2 } };
  const outcomeOf = (status: ReportedStatus) =>
    reported(second, { status, at, attempt: 1 }, later).patch.status;
  expect(reports.map(outcomeOf)).toEqual([undefined, 'delivered', 'read', undefined]);
});

test('a message that was sent before it failed has its first time of sending', () => {
  const { message, ...others } = stateWith('failed');
  const outboundAt = (sentAt: string | null) => {
    const state = { ...others, message: { ...message, sentAt } };
    return reported(state, { status: 'delivered', at }, later).outboundAt;
  };
  expect([outboundAt(null), outboundAt(at)]).toEqual([at, undefined]);
});

test('any report resolves a failure with an unknown outcome', () => {
  for (const status of reports) {
    const unresolved = stateWith('failed', unknownOutcome('whatsapp_cloud'));
    const { patch, event } = reported(unresolved, { status, at, failure: aFailure() }, later);
    expect([patch.status, event]).toEqual([status, `message.${status}`]);
    expect(patch.error?.code).toBe(status === 'failed' ? 'SVC-EXPIRED' : undefined);
    expect(patch.sentAt).toBe(status === 'sent' ? at : undefined);
    const again = { ...unresolved, message: { ...unresolved.message, ...patch } };
    const repeated = reported(again, { status, at, failure: aFailure() }, later);
    expect(repeated.entry?.ignored).toBe(true);
  }
});

test('the same reports in any order end in the same status', () => {
  const endOf = (order: readonly ReportedStatus[]) => order.reduce(apply, 'sending');
  const orders = permutations(['sent', 'delivered', 'read'] as const);
  expect(new Set(orders.map(endOf))).toEqual(new Set(['read']));
  const withFailure = permutations(['sent', 'delivered', 'failed'] as const);
  expect(new Set(withFailure.map(endOf))).toEqual(new Set(['delivered']));
});

test('a repeated report changes nothing', () => {
  for (const [current, report] of cells) {
    const once = apply(current, report);
    expect(apply(once, report)).toBe(once);
  }
});

test('a failed or canceled message leaves the window quota, and counts again when it is retried', () => {
  const scene = exchange('tiktok');
  scene.receive();
  const first = scene.send();
  const second = scene.send();
  expect(scene.sent()).toBe(2);
  scene.step(first, cancel);
  expect(scene.sent()).toBe(1);
  scene.step(second, (state) => failed(state, aFailure(), at));
  expect(scene.sent()).toBe(0);
  scene.step(second, retry);
  expect(scene.sent()).toBe(1);
  scene.step(second, (state) => reported(state, { status: 'sent', at }, at));
  scene.step(second, (state) => reported(state, { status: 'read', at }, at));
  expect(scene.sent()).toBe(1);
});

test('a delivery report after a failure counts against the window quota again', () => {
  const scene = exchange('tiktok');
  scene.receive();
  const message = scene.send();
  scene.step(message, (state) => failed(state, aFailure(), at));
  scene.step(message, (state) => reported(state, { status: 'delivered', at }, at));
  expect(scene.sent()).toBe(1);
});

test('a message of an earlier window does not change the current quota', () => {
  const scene = exchange('tiktok');
  scene.receive();
  const old = scene.send();
  scene.receive();
  scene.send();
  scene.step(old, cancel);
  expect(scene.sent()).toBe(1);
});

test('without a window quota, a failure changes no count', () => {
  const scene = exchange('whatsapp');
  scene.receive();
  const message = scene.send();
  scene.send();
  const step = scene.step(message, cancel);
  expect(step.inConversation).toBeUndefined();
});

/** A conversation with its messages, each step of which is applied. */
function exchange(type: ChannelType) {
  const channel = channelRules.initial(
    { name: 'Shop', type, provider: 'sandbox' },
    { id: 'chn_1', at },
  );
  const contact = { id: 'con_1', name: null, phone: null, avatarUrl: null };
  let conversation = conversationRules.initial(
    { channel, contact, address: '1', source: 'api' },
    { id: 'cnv_1', at },
  );
  const messages = new Map<string, StoredMessage>();
  const add = () => {
    const message = outboundMessage(
      { type: 'text', text: 'Hello', channelId: channel.id, to: '1' },
      { channel, conversation },
      { id: `msg_${messages.size + 1}`, at, to: '1', target: undefined },
    );
    messages.set(message.id, message);
    return message;
  };
  return {
    sent: () => conversation.sentSinceInbound,
    receive() {
      conversation = withInbound(conversation, { ...add(), direction: 'inbound' });
    },
    send() {
      const message = add();
      conversation = withOutbound(conversation, messageOf(message));
      return message.id;
    },
    state: (id: string): MessageState => {
      const message = messages.get(id);
      if (!message) throw new Error(`there is no ${id}`);
      return { message, channel, recipient: openRecipient, conversation, isSuspended: false };
    },
    step(id: string, take: (state: MessageState, now: string) => ReturnType<typeof cancel>) {
      const state = this.state(id);
      const step = take(state, at);
      messages.set(id, { ...state.message, ...step.patch });
      if (step.inConversation) conversation = withStep(conversation, step.inConversation);
      return step;
    },
  };
}

function stateWith(status: MessageStatus, failure?: MessageFailure): MessageState {
  const scene = exchange('whatsapp');
  const state = scene.state(scene.send());
  const error = failure ? { ...failure, at } : null;
  return { ...state, message: { ...state.message, status, error } };
}

function apply(status: MessageStatus, report: ReportedStatus): MessageStatus {
  return reported(stateWith(status), { status: report, at }, later).patch.status ?? status;
}

function aFailure() {
  return failureOf('SVC-EXPIRED', { expiredAt: at }, { retryable: true });
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
