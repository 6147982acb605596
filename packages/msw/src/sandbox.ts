// The sandbox provider: accepts a message one step after it was queued and then reports step by step, by the contract's
// table of magic recipients. Messages of one conversation are sent in sequence: the next waits until the previous one
// has an outcome.
import {
  beginAttempt,
  type ChannelError,
  expiryOf,
  fileDeleted,
  fileIdOf,
  giveUp,
  type MessageStep,
  messageOf,
  reported,
  type StoredMessage,
  sandboxAnswer,
  settleAttempt,
  startScheduled,
  stopped,
  unknownOutcomeMs,
  withError,
  withStarted,
} from '@parley/domain';
import { channelRecords } from './channel-records.ts';
import { applyStep, stateOf } from './message-steps.ts';
import { preparedOutcome } from './provider.ts';
import { getRecord } from './records.ts';
import type { Store } from './store.ts';

/**
 * Passes the message to the provider after `sandboxStepMs`. If an older message of the conversation waits, this one
 * waits until that one was sent, failed or canceled.
 */
export function deliverLater(
  store: Store,
  message: StoredMessage,
  atMs: number = store.nowMs(),
): void {
  const queue = store.deliveries.get(message.conversationId) ?? [];
  queue.push(message);
  store.deliveries.set(message.conversationId, queue);
  if (queue.length === 1) schedule(store, message, atMs + store.stepMs);
  watchExpiry(store, message);
}

/** Starts a scheduled message when its time has come. */
export function startLater(
  store: Store,
  message: StoredMessage,
  dueMs = Date.parse(message.scheduledAt ?? ''),
): void {
  const run = (atMs: number) => {
    const start = startScheduled(stateOf(store, message), atMs);
    if (start.kind === 'wait') return startLater(store, message);
    apply(store, message, start.step);
    if (start.kind !== 'start') return;
    const conversation = getRecord(store.conversations, 'conversation', message.conversationId);
    Object.assign(conversation, withStarted(conversation, message, iso(atMs)));
    deliverLater(store, message, atMs);
  };
  addJob(store, message, { kind: 'timer', dueMs, run });
}

/** Removes a canceled message from the waiting ones, so that the next message need not wait for it. */
export function dropDelivery(store: Store, message: StoredMessage): void {
  finish(store, message, store.nowMs());
}

/** Continues with the messages that waited because the channel or the tenant was stopped. */
export function resumeDeliveries(store: Store, channelId?: string): void {
  const dueMs = store.nowMs() + store.stepMs;
  for (const [first] of store.deliveries.values()) {
    const isMeant = channelId === undefined || first?.channelId === channelId;
    // A message in backoff keeps its time.
    if (first?.status === 'queued' && isMeant && !planned.has(first)) schedule(store, first, dueMs);
  }
}

/** Fails the messages of a deleted channel that wait for it or for their time. */
export function failDeliveries(store: Store, channelId: string): void {
  const dueMs = store.nowMs() + store.stepMs;
  for (const [first] of store.deliveries.values())
    if (first?.channelId === channelId) schedule(store, first, dueMs);
  for (const message of store.messages.values()) {
    const isScheduled = message.status === 'queued' && message.scheduledAt !== null;
    if (isScheduled && message.channelId === channelId) startLater(store, message, dueMs);
  }
}

/** The messages with a planned attempt. */
const planned = new WeakSet<StoredMessage>();

function schedule(store: Store, message: StoredMessage, dueMs: number): void {
  planned.add(message);
  const run = (atMs: number) => {
    planned.delete(message);
    if (store.deliveries.get(message.conversationId)?.[0] === message)
      attempt(store, message, atMs);
  };
  addJob(store, message, { kind: 'deliver', dueMs, run });
}

function attempt(store: Store, message: StoredMessage, atMs: number): void {
  const begun = beginAttempt(stateOf(store, message), atMs);
  // The message waits until `resumeDeliveries`, its expiry or a report.
  if (begun.kind === 'wait') return;
  apply(store, message, begun.step);
  if (begun.kind === 'done') {
    finish(store, message, atMs);
    return;
  }
  const fileId = fileIdOf(messageOf(message));
  const prepared =
    fileId && !store.media.has(fileId)
      ? ({ kind: 'refused', ...fileDeleted } as const)
      : preparedOutcome(store, message);
  const { outcome, receipts } = prepared
    ? { outcome: prepared, receipts: [] }
    : sandboxAnswer(message, begun.attempt);
  const answer = { attempt: begun.attempt, outcome };
  const { step, next, channelError } = settleAttempt(stateOf(store, message), answer, iso(atMs));
  apply(store, message, step);
  if (channelError) breakChannel(store, message.channelId, channelError, iso(atMs));
  reportLater(store, message, receipts, atMs);
  switch (next.kind) {
    case 'done':
      finish(store, message, atMs);
      return;
    case 'retry':
      schedule(store, message, atMs + next.waitMs);
      return;
    case 'await_report':
      giveUpLater(store, message, atMs + unknownOutcomeMs);
  }
}

/**
 * Gives the channel the status `error`, because the provider refuses all its messages. It sends nothing until it is
 * enabled.
 */
function breakChannel(store: Store, channelId: string, error: ChannelError, at: string): void {
  const channel = channelRecords.get(store, channelId);
  Object.assign(channel, withError(channel, error, at));
  channelRecords.save(store, channel, stopped(channel, error), at);
}

function reportLater(
  store: Store,
  message: StoredMessage,
  receipts: readonly ('delivered' | 'read')[],
  atMs: number,
): void {
  const { attempts } = message;
  for (const [index, status] of receipts.entries()) {
    const run = (laterMs: number) => {
      const at = iso(laterMs);
      const report = { status, at, attempt: attempts };
      apply(store, message, reported(stateOf(store, message), report, at));
    };
    addJob(store, message, { kind: 'receipt', dueMs: atMs + (index + 1) * store.stepMs, run });
  }
}

/**
 * Plans the failure of a message whose outcome is unknown: it becomes `failed` unless a report arrives first. It is not
 * sent again.
 */
function giveUpLater(store: Store, message: StoredMessage, dueMs: number): void {
  const { attempts } = message;
  const run = (atMs: number) => {
    if (message.status === 'sending' && message.attempts === attempts) {
      apply(store, message, giveUp(stateOf(store, message), iso(atMs)));
    }
    finish(store, message, atMs);
  };
  addJob(store, message, { kind: 'receipt', dueMs, run });
}

/**
 * Removes a message from the waiting ones after it was sent or failed, so that the next message of its conversation can
 * be sent.
 */
function finish(store: Store, message: StoredMessage, atMs: number): void {
  const queue = store.deliveries.get(message.conversationId) ?? [];
  const place = queue.indexOf(message);
  if (place < 0) return;
  queue.splice(place, 1);
  const [next] = queue;
  if (place === 0 && next) schedule(store, next, atMs + store.stepMs);
}

function watchExpiry(store: Store, message: StoredMessage): void {
  const dueMs = expiryOf(stateOf(store, message));
  addJob(store, message, { kind: 'timer', dueMs, run: (atMs) => expire(store, message, atMs) });
}

function expire(store: Store, message: StoredMessage, atMs: number): void {
  const queue = store.deliveries.get(message.conversationId) ?? [];
  if (message.status !== 'queued' || !queue.includes(message)) return;
  // The window that the message needs may have opened again.
  if (atMs < expiryOf(stateOf(store, message))) watchExpiry(store, message);
  else attempt(store, message, atMs);
}

function apply(store: Store, message: StoredMessage, step: MessageStep | undefined): void {
  if (step) applyStep(store, message, step);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** Adds a job for a message. It does nothing if the message has been erased by then. */
function addJob(
  store: Store,
  message: StoredMessage,
  { run, ...job }: Parameters<Store['jobs']['add']>[0],
): void {
  const ifKept = (atMs: number) => {
    if (store.messages.has(message.id)) run(atMs);
  };
  store.jobs.add({ ...job, run: ifKept });
}
