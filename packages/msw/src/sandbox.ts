// The sandbox provider: takes a message a step after it was queued and reports on it a step apart,
// by the table of magic recipients in the contract. Messages of one conversation go one after the
// other: the next waits until it is decided what became of the one before.
import {
  type Channel,
  channelCapabilities,
  failureOf,
  type Message,
  type ProviderError,
  providerFailure,
  sandboxOutcome,
  unknownOutcome,
} from '@parley/contract';
import { changeStatus } from './channel-records.ts';
import { applyStep, failMessage } from './message-steps.ts';
import { applyReport } from './status-reports.ts';
import type { Delivery, Store } from './store.ts';
import { windowEndMs } from './windows.ts';

/** Waits before a passing error is tried again, as on the server. */
const retryWaitsMs = [2_000, 8_000, 32_000, 120_000, 480_000] as const;
const pairRetryWaitsMs = [6_000, 24_000, 96_000, 384_000, 1_536_000] as const;
const unknownOutcomeAfterMs = 60_000;
const timeToLiveMs = 24 * 3_600_000;

/** Hands the message to the provider a step from now, or once it is its turn. */
export function deliverLater(store: Store, message: Message): void {
  const delivery: Delivery = { message, failures: 0, queuedMs: store.nowMs() };
  const queue = store.deliveries.get(message.conversationId) ?? [];
  queue.push(delivery);
  store.deliveries.set(message.conversationId, queue);
  if (queue.length === 1) schedule(store, delivery, store.nowMs() + store.stepMs);
  watchExpiry(store, delivery);
}

/** A canceled message holds up nobody. */
export function dropDelivery(store: Store, message: Message): void {
  finish(store, message, store.nowMs());
}

/** The messages that waited for the channel go on. */
export function resumeChannel(store: Store, channelId: string): void {
  const dueMs = store.nowMs() + store.stepMs;
  for (const delivery of waitingFor(store, channelId)) schedule(store, delivery, dueMs);
}

/** Nothing is sent on a deleted channel any more. */
export function failQueuedOf(store: Store, channelId: string): void {
  for (const { message } of [...store.deliveries.values()].flat()) {
    if (message.channelId !== channelId || message.status !== 'queued') continue;
    const details = { channelId, status: 'archived', reason: null };
    failMessage(store, message, failureOf('SVC-CHANNEL-UNAVAILABLE', details), store.now());
    finish(store, message, store.nowMs());
  }
}

function schedule(store: Store, delivery: Delivery, dueMs: number): void {
  store.jobs.add({ kind: 'deliver', dueMs, run: (atMs) => deliver(store, delivery, atMs) });
}

function deliver(store: Store, delivery: Delivery, atMs: number): void {
  const { message } = delivery;
  if (store.deliveries.get(message.conversationId)?.[0] !== delivery) return;
  if (message.status !== 'queued') {
    finish(store, message, atMs);
    return;
  }
  const channel = store.channels.get(message.channelId);
  if (channel?.status === 'active') attempt(store, delivery, channel, atMs);
  // Else it waits for resumeChannel, or for its expiry.
}

function attempt(store: Store, delivery: Delivery, channel: Channel, atMs: number): void {
  const { message } = delivery;
  const at = iso(atMs);
  const attempts = message.attempts + 1;
  applyStep(store, message, { type: 'sending', at }, { status: 'sending', attempts });
  const outcome = sandboxOutcome(message.to, attempts);
  if (outcome.kind === 'no_answer') {
    const run = (laterMs: number) => giveUp(store, message, laterMs);
    store.jobs.add({ kind: 'receipt', dueMs: atMs + unknownOutcomeAfterMs, run });
    return;
  }
  if (outcome.kind === 'refused') {
    refused(store, delivery, channel, { ...outcome, atMs });
    return;
  }
  // Of a message that was tried again, the reports now name the latest attempt.
  const externalId = `sandbox-${message.id}-${attempts}`;
  applyReport(store, message, { status: 'sent', at, attempt: attempts, externalId });
  reportLater(store, message, outcome.receipts, atMs);
  finish(store, message, atMs);
}

interface Refusal {
  error: ProviderError;
  providerCode: string;
  atMs: number;
}

function refused(
  store: Store,
  delivery: Delivery,
  channel: Channel,
  { error, providerCode, atMs }: Refusal,
): void {
  const { message } = delivery;
  const at = iso(atMs);
  const facts = providerFailure({
    provider: 'sandbox',
    providerCode,
    providerMessage: error.message,
    error,
  });
  const waits = error.scope === 'pair' ? pairRetryWaitsMs : retryWaitsMs;
  const wait = error.automaticRetry ? waits[delivery.failures] : undefined;
  delivery.failures += 1;
  if (wait !== undefined) {
    const step = { type: 'queued', at, error: { ...facts, at } } as const;
    applyStep(store, message, step, { status: 'queued' });
    schedule(store, delivery, atMs + wait);
    return;
  }
  failMessage(store, message, facts, at);
  if (error.code === 'SVC-CHANNEL-UNAVAILABLE') {
    breakChannel(store, channel, { error, providerCode, at });
  }
  finish(store, message, atMs);
}

/** The provider refuses the whole channel: it sends no more until somebody enables it. */
function breakChannel(
  store: Store,
  channel: Channel,
  { error, providerCode, at }: Pick<Refusal, 'error' | 'providerCode'> & { at: string },
): void {
  const { code, message } = error;
  Object.assign(channel, { lastError: { code, providerCode, message }, lastErrorAt: at });
  // The table of provider errors gives these errors no other reasons.
  const statusReason = error.reason as Channel['statusReason'];
  changeStatus(store, channel, { status: 'error', statusReason }, at);
}

function reportLater(
  store: Store,
  message: Message,
  receipts: readonly ('delivered' | 'read')[],
  atMs: number,
): void {
  const known: readonly string[] = channelCapabilities[message.channelType].receipts;
  const { attempts: attempt } = message;
  const reported = receipts.filter((receipt) => known.includes(receipt));
  for (const [index, status] of reported.entries()) {
    const dueMs = atMs + (index + 1) * store.stepMs;
    const run = (laterMs: number) =>
      applyReport(store, message, { status, at: iso(laterMs), attempt });
    store.jobs.add({ kind: 'receipt', dueMs, run });
  }
}

/** No answer came: nobody knows whether the message went out, so it is not sent again. */
function giveUp(store: Store, message: Message, atMs: number): void {
  if (message.status === 'sending')
    failMessage(store, message, unknownOutcome('sandbox'), iso(atMs));
  finish(store, message, atMs);
}

/** It is decided what became of the message: the next of its conversation goes. */
function finish(store: Store, message: Message, atMs: number): void {
  const queue = store.deliveries.get(message.conversationId) ?? [];
  const place = queue.findIndex((delivery) => delivery.message === message);
  if (place < 0) return;
  queue.splice(place, 1);
  const [next] = queue;
  if (place === 0 && next) schedule(store, next, atMs + store.stepMs);
}

/** A day after it was queued, or at the end of the window that it needs. */
function watchExpiry(store: Store, delivery: Delivery): void {
  const dueMs = expiryOf(store, delivery);
  store.jobs.add({ kind: 'timer', dueMs, run: (atMs) => expire(store, delivery, atMs) });
}

function expire(store: Store, delivery: Delivery, atMs: number): void {
  const { message } = delivery;
  const queue = store.deliveries.get(message.conversationId) ?? [];
  if (message.status !== 'queued' || !queue.includes(delivery)) return;
  if (atMs < expiryOf(store, delivery)) {
    watchExpiry(store, delivery);
    return;
  }
  failMessage(store, message, failureOf('SVC-EXPIRED', { expiredAt: iso(atMs) }), iso(atMs));
  finish(store, message, atMs);
}

function expiryOf(store: Store, { message, queuedMs }: Delivery): number {
  const lastMs = queuedMs + timeToLiveMs;
  const isBound = store.channels.get(message.channelId)?.settings.windowEnforcement !== 'off';
  if (message.type === 'template' || !isBound) return lastMs;
  const lastInboundAt = store.conversations.get(message.conversationId)?.lastInboundAt ?? null;
  const windowMs = windowEndMs(message.channelType, lastInboundAt, message.messageTag);
  return windowMs === null ? lastMs : Math.min(lastMs, windowMs);
}

function waitingFor(store: Store, channelId: string): Delivery[] {
  return [...store.deliveries.values()]
    .map(([first]) => first)
    .filter((first) => first !== undefined)
    .filter(({ message }) => message.channelId === channelId && message.status === 'queued');
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
