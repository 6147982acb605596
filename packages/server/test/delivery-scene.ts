import type {
  CreateWebhookEndpointBody,
  EventType,
  WebhookEndpointWithSecret,
} from '@parley/contract/schemas';
import { onTestFinished } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { SystemDb } from '../src/db/system-db.ts';
import { recordEvent } from '../src/events/service.ts';
import type { JobHandler } from '../src/jobs/job-handler.ts';
import { claimJobs } from '../src/jobs/statements/claim-jobs.ts';
import { Worker } from '../src/jobs/worker.ts';
import { closeOutbound, createOutbound } from '../src/outbound/outbound.ts';
import { createSealer } from '../src/sealing.ts';
import { inTransaction, type TenantContext } from '../src/tenancy/context.ts';
import { createTenant } from '../src/tenants/service.ts';
import { readLeases, writeLeases } from '../src/webhook-deliveries/leases.ts';
import { cancelWaitingDeliveries, replayDeliveries } from '../src/webhook-endpoints/jobs.ts';
import { createWebhookEndpoint, updateWebhookEndpoint } from '../src/webhook-endpoints/service.ts';
import { DeliveryWorker } from '../src/webhook-endpoints/worker.ts';
import { contextFor, demandsFor, jobOf, log, newId } from './contexts.ts';
import { freshDatabase, openAt, type Place, type Target } from './databases.ts';
import { KnownSecrets } from './known-secrets.ts';
import { type Answering, type Sink, webhookSink } from './webhook-sink.ts';

/**
 * How much the clock of the database can differ from that of the test, in milliseconds: one of them rounds to the nearest
 * millisecond, the other one down.
 */
export const roundingMs = 2;

export const sealer = createSealer([{ id: 'test', bytes: new Uint8Array(32).fill(5) }]);

/** A database with tenants whose endpoints are on this machine. */
export interface DeliveryScene {
  readonly database: Database;
  readonly place: Place;
  readonly system: SystemDb;
  tenant(): Promise<TenantContext>;
  endpoint(
    ctx: TenantContext,
    body: Partial<CreateWebhookEndpointBody> & { url: string },
  ): Promise<WebhookEndpointWithSecret>;
  /** For endpoints that are made and moved by this scene: it verifies whatever comes. */
  newSink(answer?: Answering): Promise<Sink>;
  move(ctx: TenantContext, endpointId: string, url: string): Promise<void>;
  /** So many events in one transaction. */
  record(ctx: TenantContext, count?: number, type?: LoggedType): Promise<void>;
  worker(options?: WorkerOptions): DeliveryWorker;
  runJobs(): Promise<void>;
  /** The one that is due longest. */
  runOneJob(): Promise<void>;
  /** For the clock of the database. */
  letPass(ms: number): Promise<void>;
  /** Whatever waits for its time has waited long enough. */
  makeDue(): Promise<void>;
  /** Expires the leases of all deliveries in flight. */
  expireLeases(): Promise<void>;
}

type LoggedType = Exclude<EventType, 'message.queued' | 'webhook.test'>;

interface WorkerOptions {
  concurrency?: number;
  now?: () => Date;
  random?: () => number;
  /** That of another process. */
  system?: SystemDb;
}

const handlers = {
  'cancel-deliveries': cancelWaitingDeliveries,
  'replay-deliveries': replayDeliveries,
};

export async function createDeliveryScene(target: Target): Promise<DeliveryScene> {
  const { database, place } = await freshDatabase(target);
  const system = new SystemDb(database);
  const secrets = new KnownSecrets();
  return {
    database,
    place,
    system,
    tenant: async () => {
      const ctx = contextFor(system);
      await createTenant(ctx, { name: 'Test' });
      return ctx;
    },
    endpoint: async (ctx, body) => {
      const wanted = { events: ['*'], ...body };
      const endpoint = await createWebhookEndpoint(ctx, sealer, wanted, undefined);
      secrets.learn(endpoint.id, endpoint);
      return endpoint;
    },
    newSink: (answer) => webhookSink(secrets.at, answer),
    move: async (ctx, id, url) => {
      secrets.learn(id, await updateWebhookEndpoint(ctx, sealer, id, { url }, undefined));
    },
    record: async (ctx, count = 1, type = 'contact.created') => {
      await inTransaction(ctx, async (ctx) => {
        for (let n = 0; n < count; n += 1) {
          const object = { id: newId('con'), n };
          recordEvent(ctx, type, { object });
        }
      });
    },
    worker: ({ concurrency = 50, now = () => new Date(), random = () => 0.5, ...given } = {}) => {
      const policy = { allowHttp: true, allowPrivate: true, allowedCidrs: [] };
      const outbound = createOutbound(policy);
      onTestFinished(() => closeOutbound(outbound));
      return new DeliveryWorker({
        system: given.system ?? system,
        sealer,
        outbound,
        log,
        now,
        newId,
        concurrency,
        random,
      });
    },
    runJobs: async () => {
      const options = { system, handlers, log, now: () => new Date(), newId };
      await new Worker(options).runUntilIdle();
    },
    runOneJob: async () => {
      const [row] = await system.run(claimJobs, {
        demands: demandsFor(1, ...Object.keys(handlers)),
        leaseToken: 'one',
        leaseMs: 60_000,
      });
      if (!row) throw new Error('no job was claimed');
      const job = jobOf(row, 'one');
      // Names and payloads are paired by who enqueued the job.
      const handler = handlers[job.name as keyof typeof handlers] as JobHandler<unknown>;
      await handler.run(contextFor(system, row.tenant_id), job);
    },
    expireLeases: async () => {
      for (const { endpoint_id, leases } of await database.writer('webhook_lanes')) {
        const expired = readLeases(leases).map((lease) => ({ ...lease, until: 1 }));
        const change = { leases: writeLeases(expired) };
        await database.writer('webhook_lanes').where({ endpoint_id }).update(change);
      }
    },
    letPass: async (ms) => {
      await database.writer('deliveries').decrement('due_at', ms);
      await database.writer('webhook_lanes').decrement({
        next_due: ms,
        throttled_until: ms,
        open_until: ms,
        window_at: ms,
      });
    },
    makeDue: async () => {
      await database.writer('deliveries').where({ status: 'ready' }).update({ due_at: 1 });
      await database.writer('webhook_lanes').whereNotNull('next_due').update({
        next_due: 1,
        throttled_until: 0,
        open_until: 0,
      });
    },
  };
}

/** The same database as another process has it. */
export function anotherProcess({ place }: DeliveryScene): SystemDb {
  return new SystemDb(openAt(place));
}
