// The sandbox provider: takes a message a step after it was queued and reports on it a step apart,
// by the table of magic recipients in the contract.
import { channelCapabilities, type Message, sandboxOutcome } from '@parley/contract';
import { errorOf, failMessage, providerErrorOf, unknownOutcome } from './message-errors.ts';
import { applyStep, touchOutbound } from './message-steps.ts';
import { applyReport } from './status-reports.ts';
import type { Store } from './store.ts';

/** Waits before a passing error is tried again, as on the server. */
const retryWaitsMs = [2_000, 8_000, 32_000, 120_000, 480_000] as const;
const unknownOutcomeAfterMs = 60_000;
const timeToLiveMs = 24 * 3_600_000;

/** From queued to the end: a retry by hand begins another one. */
interface Series {
  store: Store;
  message: Message;
  failures: number;
}

/** Hands the message to the provider a step from now, once its channel is active. */
export function deliverLater(store: Store, message: Message): void {
  const series: Series = { store, message, failures: 0 };
  const nowMs = store.nowMs();
  schedule(series, nowMs + store.stepMs);
  store.jobs.add({
    kind: 'timer',
    dueMs: nowMs + timeToLiveMs,
    run: (atMs) => expire(series, atMs),
  });
}

/** Messages that waited for the channel go on. */
export function resumeChannel(store: Store, channelId: string): void {
  const waiting = store.waiting.get(channelId) ?? [];
  store.waiting.delete(channelId);
  const dueMs = store.nowMs() + store.stepMs;
  for (const run of waiting) store.jobs.add({ kind: 'deliver', dueMs, run });
}

/** Nothing is sent on a deleted channel any more. */
export function failQueuedOf(store: Store, channelId: string): void {
  store.waiting.delete(channelId);
  for (const message of store.messages.values()) {
    if (message.channelId !== channelId || message.status !== 'queued') continue;
    const details = { channelId, status: 'archived', reason: null };
    failMessage(store, message, errorOf('SVC-CHANNEL-UNAVAILABLE', details), store.now());
  }
}

function schedule(series: Series, dueMs: number): void {
  series.store.jobs.add({ kind: 'deliver', dueMs, run: (atMs) => deliver(series, atMs) });
}

function deliver(series: Series, atMs: number): void {
  const { store, message } = series;
  if (message.status !== 'queued') return;
  if (store.channels.get(message.channelId)?.status === 'active') {
    attempt(series, atMs);
    return;
  }
  const waiting = store.waiting.get(message.channelId) ?? [];
  waiting.push((laterMs) => deliver(series, laterMs));
  store.waiting.set(message.channelId, waiting);
}

function attempt(series: Series, atMs: number): void {
  const { store, message } = series;
  const at = iso(atMs);
  const attempts = message.attempts + 1;
  applyStep(store, message, { type: 'sending', at }, { status: 'sending', attempts });
  const outcome = sandboxOutcome(message.to, attempts);
  if (outcome.kind === 'no_answer') {
    const dueMs = atMs + unknownOutcomeAfterMs;
    const run = (laterMs: number) => giveUp(series, attempts, laterMs);
    store.jobs.add({ kind: 'receipt', dueMs, run });
  } else if (outcome.kind === 'refused') {
    const { error, providerCode } = outcome;
    const wait = error.automaticRetry ? retryWaitsMs[series.failures] : undefined;
    series.failures += 1;
    const facts = providerErrorOf(error, providerCode, error.message);
    if (wait === undefined) failMessage(store, message, facts, at);
    else tryAgain(series, atMs, wait);
  } else {
    const externalId = `sandbox-${message.id}-${attempts}`;
    applyStep(store, message, { type: 'sent', at }, { status: 'sent', externalId, sentAt: at });
    touchOutbound(store, message, at);
    reportLater(series, outcome.receipts, atMs);
  }
}

function tryAgain(series: Series, atMs: number, waitMs: number): void {
  const { store, message } = series;
  applyStep(store, message, { type: 'queued', at: iso(atMs) }, { status: 'queued' });
  schedule(series, atMs + waitMs);
}

function reportLater(
  { store, message }: Series,
  receipts: readonly ('delivered' | 'read')[],
  atMs: number,
): void {
  const known: readonly string[] = channelCapabilities[message.channelType].receipts;
  const reported = receipts.filter((receipt) => known.includes(receipt));
  for (const [index, status] of reported.entries()) {
    const dueMs = atMs + (index + 1) * store.stepMs;
    const run = (laterMs: number) => applyReport(store, message, { status, at: iso(laterMs) });
    store.jobs.add({ kind: 'receipt', dueMs, run });
  }
}

/** No answer came: nobody knows whether the message went out. */
function giveUp({ store, message }: Series, attempts: number, atMs: number): void {
  if (message.status !== 'sending' || message.attempts !== attempts) return;
  failMessage(store, message, unknownOutcome(), iso(atMs));
}

function expire({ store, message }: Series, atMs: number): void {
  if (message.status !== 'queued') return;
  failMessage(store, message, errorOf('SVC-EXPIRED', { expiredAt: iso(atMs) }), iso(atMs));
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
