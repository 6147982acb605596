import { channelType } from '@parley/contract/schemas';
import type { AttemptResult } from '@parley/domain';
import type * as PromClient from 'prom-client';
import { onMeasured } from './measure.ts';
import { addStored, type Stored } from './stored.ts';

// Every label has few values: networks, providers, statuses, error codes and the endpoints of the contract. No label is
// an ID, an address or a provider's code, because their number has no limit.

const requestSeconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];
const databaseSeconds = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5];
const waitSeconds = [0.05, 0.25, 1, 5, 15, 60, 300, 1_800, 7_200, 43_200];
const answerSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];
const webhookSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export interface Metrics {
  /** Returns the metrics in the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
  close(): void;
}

/** Creates the metrics of this process. Loads the library only here: processes without metrics do not need it. */
export async function createMetrics(stored: Stored): Promise<Metrics> {
  const prom = await import('prom-client');
  const registry = new prom.Registry();
  prom.collectDefaultMetrics({ register: registry });
  addStored(prom, registry, stored);
  const end = addMeasured(prom, registry);
  return {
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close() {
      end();
      registry.clear();
    },
  };
}

function addMeasured(
  { Counter, Histogram }: typeof PromClient,
  registry: PromClient.Registry,
): () => void {
  const registers = [registry];
  const requests = new Histogram({
    name: 'parley_request_seconds',
    help: 'Time to answer a request, by the path of its endpoint and the class of the status.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers,
  });
  const attempts = new Histogram({
    name: 'parley_webhook_attempt_seconds',
    help: 'Time of an attempt to deliver an event to a webhook endpoint, by its result.',
    labelNames: ['result'],
    buckets: answerSeconds,
    registers,
  });
  const expiries = new Counter({
    name: 'parley_expired_leases_total',
    help: 'Jobs and webhook deliveries whose worker stopped or lost the database.',
    labelNames: ['kind'],
    registers,
  });
  // Prometheus sees the first increase of a series only if the series was there before.
  for (const kind of ['job', 'webhook-delivery']) expiries.inc({ kind }, 0);
  const databaseWaits = new Histogram({
    name: 'parley_database_wait_seconds',
    help: 'Waits for a connection of a full pool of Postgres, or for the write lock of SQLite.',
    buckets: databaseSeconds,
    registers,
  });
  const wait = new Histogram({
    name: 'parley_send_wait_seconds',
    help: 'Time from the acceptance of a message, or its scheduled time, to its first attempt.',
    labelNames: ['channel_type'],
    buckets: waitSeconds,
    registers,
  });
  const sends = new Histogram({
    name: 'parley_send_seconds',
    help: 'Time that a provider took to accept or refuse a message. unknown: it did not answer.',
    labelNames: ['channel_type', 'provider', 'outcome'],
    buckets: answerSeconds,
    registers,
  });
  const sendRefusals = new Counter({
    name: 'parley_send_refusals_total',
    help: 'Attempts to send that a provider refused, by the error code of Parley.',
    labelNames: ['channel_type', 'provider', 'code'],
    registers,
  });
  const pauses = new Counter({
    name: 'parley_channel_pause_seconds_total',
    help: 'Time for which channels sent nothing because their provider was overloaded.',
    labelNames: ['channel_type'],
    registers,
  });
  const refusals = new Counter({
    name: 'parley_message_refusals_total',
    help: 'Requests to send a message that the server refused, by error code.',
    labelNames: ['channel_type', 'code'],
    registers,
  });
  const webhooks = new Histogram({
    name: 'parley_provider_webhook_seconds',
    help: 'Time to answer a webhook of a provider, by the status of the answer.',
    labelNames: ['channel_type', 'status'],
    buckets: webhookSeconds,
    registers,
  });
  const dropped = new Counter({
    name: 'parley_inbound_dropped_total',
    help: 'Parts of provider webhooks that were dropped, because no channel has their account.',
    labelNames: ['channel_type'],
    registers,
  });
  const items = new Counter({
    name: 'parley_inbound_items_total',
    help: 'Items of provider webhooks. kept: Parley cannot use this kind. failed: one try of up to 5.',
    labelNames: ['channel_type', 'kind', 'outcome'],
    registers,
  });
  return onMeasured({
    request: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: classOf(status) ?? 'aborted' }, seconds),
    attempt: (ended) => attempts.observe({ result: resultOf(ended) }, ended.durationMs / 1_000),
    expiry: ({ kind, leases }) => expiries.inc({ kind }, leases),
    databaseWait: ({ seconds }) => databaseWaits.observe(seconds),
    wait: ({ channelType, seconds }) => wait.observe({ channel_type: channelType }, seconds),
    send({ channelType: channel_type, provider, outcome, seconds }) {
      sends.observe({ channel_type, provider, outcome: outcome.kind }, seconds);
      if (outcome.kind !== 'refused') return;
      sendRefusals.inc({ channel_type, provider, code: outcome.error.code });
    },
    pause: ({ channelType, seconds }) => pauses.inc({ channel_type: channelType }, seconds),
    refusal: ({ channelType, code }) =>
      refusals.inc({ channel_type: channelType ?? 'unknown', code }),
    webhook({ type, status, seconds }) {
      const channel_type = channelType.safeParse(type).data ?? 'unknown';
      webhooks.observe({ channel_type, status }, seconds);
    },
    dropped: ({ channelType, parts }) => dropped.inc({ channel_type: channelType }, parts),
    item: ({ channelType, kind, outcome }) =>
      items.inc({ channel_type: channelType, kind, outcome }),
  });
}

function resultOf({ delivered, error, statusCode }: AttemptResult): string {
  if (delivered || !error) return 'delivered';
  return (error.code === 'http_status' && classOf(statusCode)) || error.code;
}

function classOf(status: number | null): string | undefined {
  return status === null ? undefined : `${Math.floor(status / 100)}xx`;
}
