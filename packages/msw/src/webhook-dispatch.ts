// Deliveries are created when an event is recorded, and sent to receivers by `settle` and `advance`, which tests can
// await. The response to a request never depends on the speed of a receiver.
import { type DeliveryAttempt, type DeliveryReport, reportOf } from './deliver.ts';
import { MockError } from './problems.ts';
import type { Store } from './store.ts';
import { noteAttempt } from './webhook-attempts.ts';
import { type Exchange, exchange, taken } from './webhook-exchange.ts';
import { dueMsOf, laneOf, occupy } from './webhook-lanes.ts';
import { receiverOf } from './webhook-queue.ts';
import { sentTo } from './webhook-signing.ts';
import type { Registered, WebhookDeliveryRecord } from './webhook-state.ts';

/**
 * The limits above which `settle` reports an endless loop: the attempts of one run, and the length of a chain of events
 * that each cause the next.
 */
const limits = { attempts: 100_000, generations: 100 };

/** Runs the due jobs, and completes the due deliveries that have no receiver. */
export function catchUp(store: Store): void {
  store.jobs.runDue(store.nowMs());
  deliverUnreceived(store);
}

/** Completes the due deliveries that have no receiver: they succeed at their due time. */
function deliverUnreceived(store: Store): void {
  const { unreceived } = store.webhooks;
  if (unreceived.size === 0 || store.jobs.isPaused) return;
  for (const delivery of unreceived) {
    if (delivery.dueMs <= store.nowMs()) noteAttempt(store, delivery, taken, delivery.dueMs);
  }
}

/** Ends the attempts that have waited for a response for longer than allowed, by the mock's clock. */
export function endLateAttempts({ webhooks, clock }: Store): void {
  for (const { endsMs, end } of webhooks.underway) if (endsMs <= clock.nowMs()) end();
}

/** Makes all due deliveries one after the other, also those that receivers cause while they run. */
export async function handOver(store: Store): Promise<DeliveryReport> {
  const run: Run = { attempts: [], mistakes: [], silent: new Set(), underway: new Set() };
  let [generation, lastNumber] = [0, 0];
  const underway = () => [...run.underway, ...store.knowledge.underway];
  for (let due = dueNow(store); due.length + underway().length > 0; due = dueNow(store)) {
    if (due.length === 0) await Promise.race(underway());
    for (const delivery of due) {
      if (!isDue(store, delivery)) continue;
      if (delivery.number > lastNumber) {
        generation += 1;
        lastNumber = store.webhookDeliveries.size;
      }
      if (generation > limits.generations || run.attempts.length > limits.attempts) throw endless();
      await attemptOne(store, delivery, run);
    }
  }
  if (run.mistakes[0]) throw run.mistakes[0];
  return reportOf(run.attempts);
}

/** The state of one run of `settle` or `advance`. */
interface Run {
  attempts: DeliveryAttempt[];
  mistakes: MockError[];
  /** Receivers that did not answer in time in this run. Further attempts to them do not wait for a response. */
  silent: Set<Registered>;
  underway: Set<Promise<void>>;
}

/**
 * Moves the clock forward by `ms`, from one due time to the next, so that each job and delivery runs at its own time.
 */
export async function handOverDuring(store: Store, ms: number): Promise<DeliveryReport> {
  const endMs = store.nowMs() + ms;
  const attempts = [...(await handOver(store)).attempts];
  for (let nextMs = nextTimeMs(store); nextMs < endMs; nextMs = nextTimeMs(store)) {
    advanceTo(store, nextMs);
    attempts.push(...(await handOver(store)).attempts);
  }
  advanceTo(store, endMs);
  attempts.push(...(await handOver(store)).attempts);
  return reportOf(attempts);
}

function advanceTo(store: Store, ms: number): void {
  store.clock.advance(Math.max(0, ms - store.nowMs()));
  endLateAttempts(store);
}

/** Runs the due jobs. Then returns the due deliveries, the one that has waited longest first. */
function dueNow(store: Store): WebhookDeliveryRecord[] {
  catchUp(store);
  const due = [...store.webhooks.waiting].filter((delivery) => isDue(store, delivery));
  return due.sort((a, b) => a.dueMs - b.dueMs);
}

function isDue(store: Store, delivery: WebhookDeliveryRecord): boolean {
  const { webhooks, jobs } = store;
  const isWaiting = webhooks.waiting.has(delivery) && !jobs.isPaused;
  return isWaiting && dueMsOf(store, delivery) <= store.nowMs();
}

function nextTimeMs(store: Store): number {
  const { webhooks, jobs } = store;
  const { waiting, unreceived } = webhooks;
  let nextMs = jobs.nextMs();
  if (jobs.isPaused) return nextMs;
  for (const delivery of waiting) nextMs = Math.min(nextMs, dueMsOf(store, delivery));
  for (const { dueMs } of unreceived) nextMs = Math.min(nextMs, dueMs);
  return nextMs;
}

/**
 * Makes one attempt. It waits for the receiver unless an earlier attempt got no answer: waiting again would use up the
 * time of the test.
 */
async function attemptOne(store: Store, delivery: WebhookDeliveryRecord, run: Run): Promise<void> {
  const receiver = receiverOf(store, delivery);
  const attempt = make(store, delivery, receiver).then(({ made, report }) => {
    run.attempts.push(report);
    if (made.thrown instanceof MockError) run.mistakes.push(made.thrown);
    if (receiver && made.error?.code === 'timeout') run.silent.add(receiver);
    run.underway.delete(attempt);
  });
  run.underway.add(attempt);
  if (!receiver || !run.silent.has(receiver)) await attempt;
}

async function make(
  store: Store,
  delivery: WebhookDeliveryRecord,
  receiver: Registered | undefined,
): Promise<{ made: Exchange; report: DeliveryAttempt }> {
  store.webhooks.waiting.delete(delivery);
  delivery.isUnderWay = true;
  const atMs = store.nowMs();
  const { event, endpointId } = delivery;
  const endpoint = store.webhookEndpoints.get(endpointId);
  let made = taken;
  if (endpoint && receiver) {
    const lane = laneOf(store, endpointId);
    occupy(lane, endpoint, atMs);
    made = await exchange(store, receiver, await sentTo(store, endpoint, event));
    lane.inFlight -= 1;
  }
  noteAttempt(store, delivery, made, atMs);
  const report = {
    event,
    attempt: delivery.attempts,
    timestampSeconds: Math.floor(atMs / 1_000),
    accepted: made.delivered,
    status: made.statusCode ?? undefined,
    error: made.thrown ?? (made.statusCode === null ? made.error : undefined),
  };
  return { made, report };
}

function endless(): MockError {
  return new MockError(
    'webhooks.settle: there is no end: does a receiver bring about the events that it receives?',
  );
}
