import { matchesEvent, webhookLimits } from '@parley/contract/schemas';
import type { Snapshot, Written } from './drain.ts';
import type { LogReader } from './log-reader.ts';
import type { Producers } from './producers.ts';
import type { Sink } from './sink.ts';
import type { ChaosTenant, Endpoint } from './tenants.ts';

export interface Ledger {
  events: number;
  /** The number of deliveries that must arrive: one for each event and endpoint that subscribes to it. */
  wanted: number;
  duplicates: number;
  /** Violated guarantees; empty after a good run. */
  problems: string[];
}

const shown = 5;

/** Compares three things: the responses that clients got, the database, and the requests that the sink received. */
export function compare(
  { events, unsettled, busyLanes, received }: Snapshot,
  tenants: readonly ChaosTenant[],
  { producers, sink, readers }: { producers: Producers; sink: Sink; readers: readonly LogReader[] },
): Ledger {
  const of = ({ tenantId }: ChaosTenant) =>
    events.filter(({ tenant_id }) => tenant_id === tenantId);
  const deliveries = tenants.flatMap((tenant) => judgeDeliveries(tenant, of(tenant), sink));
  const problems = [
    problem('acknowledged without an event', unkept(producers, events)),
    problem(
      'LOST',
      deliveries.filter(({ isLost }) => isLost).map(({ name }) => name),
    ),
    problem(
      'delivered to an endpoint that does not subscribe to it',
      strangers(tenants, events, received),
    ),
    problem(
      'gaps in the log',
      tenants.flatMap((tenant) => gapsOf(of(tenant))),
    ),
    problem(
      'gaps in what a polling client has read',
      readers.flatMap(({ gaps }) => gaps),
    ),
    problem('events that a polling client has missed', missedBy(readers, events)),
    problem('BAD SIGNATURES', sink.badSignatures),
    problem('bodies that changed', sink.changedBodies),
    problem('unexpected responses', producers.refusals),
    problem(
      'deliveries not finished',
      unsettled.map(({ id, status, attempts }) => `${id} ${status} after ${attempts} attempts`),
    ),
    problem('endpoint with too many deliveries in flight', crowdAt(sink)),
    problem(
      'lanes that still count a delivery in flight',
      busyLanes.map(({ endpoint_id, in_flight }) => `${endpoint_id}: ${in_flight}`),
    ),
  ].flat();
  return {
    events: events.length,
    wanted: deliveries.length,
    duplicates: deliveries.reduce((sum, { duplicates }) => sum + duplicates, 0),
    problems,
  };
}

function judgeDeliveries(tenant: ChaosTenant, events: readonly Written[], sink: Sink) {
  return tenant.endpoints.flatMap((endpoint) => {
    const received = sink.receivedBy(endpoint.id);
    return events.filter(isWantedBy(endpoint)).map(({ id, type }) => {
      const { times, failed, cut } = received.get(id) ?? { times: 0, failed: 0, cut: 0 };
      return {
        name: `${type} ${id} to ${endpoint.id}`,
        isLost: times - failed === 0,
        // A client sends a refused or cut request once more, as it must; more copies than that are duplicates.
        duplicates: Math.max(0, times - failed - cut - 1),
      };
    });
  });
}

function isWantedBy({ patterns, since }: Endpoint) {
  return ({ type, sequence }: Written) =>
    Number(sequence) > since && patterns.some((pattern) => matchesEvent(pattern, type));
}

function unkept({ acknowledged }: Producers, events: readonly Written[]): string[] {
  const counts = new Map<string, number>();
  for (const { type, subject_id } of events) {
    const key = `${type} ${subject_id}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return acknowledged.flatMap(({ eventType, subjectId }) => {
    const key = `${eventType} ${subjectId}`;
    return counts.get(key) === 1 ? [] : [`${key}: ${counts.get(key) ?? 0}`];
  });
}

function strangers(
  tenants: readonly ChaosTenant[],
  events: readonly Written[],
  received: Snapshot['received'],
): string[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  return tenants.flatMap(({ tenantId, endpoints }) =>
    endpoints.flatMap((endpoint) =>
      (received.get(endpoint.id) ?? []).filter((id) => {
        const event = byId.get(id);
        return event?.tenant_id !== tenantId || !isWantedBy(endpoint)(event);
      }),
    ),
  );
}

function gapsOf(events: readonly Written[]): string[] {
  return events.flatMap(({ tenant_id, sequence }, index) =>
    Number(sequence) === index + 1 ? [] : [`${tenant_id}: ${sequence} is number ${index + 1}`],
  );
}

function missedBy(readers: readonly LogReader[], events: readonly Written[]): string[] {
  const read = new Set(readers.flatMap((reader) => reader.events.map(({ id }) => id)));
  return events.map(({ id }) => id).filter((id) => !read.has(id));
}

function crowdAt({ mostInFlight }: Sink): string[] {
  const { concurrency } = webhookLimits;
  return mostInFlight > concurrency ? [`${mostInFlight} instead of ${concurrency}`] : [];
}

function problem(what: string, found: readonly string[]): string[] {
  if (found.length === 0) return [];
  const more = found.length > shown ? [`… ${found.length - shown} more`] : [];
  return [`${found.length} ${what}: ${[...found.slice(0, shown), ...more].join('; ')}`];
}
