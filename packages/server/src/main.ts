import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestLimits } from '@parley/contract/schemas';
import { createApp } from './app.ts';
import { closeAfter, flushCounts, stopMs } from './closing.ts';
import { lockServing } from './db/serving-lock.ts';
import type { Deps } from './deps.ts';
import { bornFor } from './http/accelerate.ts';
import { normalizeTarget } from './http/check-request.ts';
import { answerClientErrors } from './http/client-error.ts';
import { Connections } from './http/connections.ts';
import type { Readiness } from './http/health.ts';
import type { FailureQuotas } from './http/rate-limit.ts';
import { inTime } from './in-time.ts';
import { announceWork } from './jobs/gather-work.ts';
import { startWorkers } from './jobs/start-workers.ts';
import type { Worker } from './jobs/worker.ts';
import { canWriteDrafts } from './media/drafts.ts';
import { serveMetrics } from './metrics/serve.ts';
import type { DeliveryWorker } from './webhook-endpoints/worker.ts';

export interface Running {
  readonly url: string;
  readonly port: number;
  readonly worker: Worker | undefined;
  readonly deliveryWorker: DeliveryWorker | undefined;
  /** The URL of the metrics. Undefined when the settings ask for none. */
  readonly metricsUrl: string | undefined;
  /** Stops accepting requests, completes those in progress until the deadline, and ends. */
  stop(): Promise<void>;
}

const countsFlushMs = 60_000;
const requestsFlushMs = 5_000;
const maxConnections = 10_000;

interface ServeOptions {
  /** Whether the faster objects of http/accelerate.ts are used. Only tests that compare both turn it off. */
  readonly accelerated?: boolean;
  /** Whether the log of requests is written regularly. Only tests that compare tables turn it off. */
  readonly writesRequests?: boolean;
  /** Where failed authentications and mails are counted. Default: in this process. */
  readonly failureQuotas?: FailureQuotas | undefined;
  /** Whether a process without workers announces the work that it adds. Default: true. */
  readonly announcesWork?: boolean | undefined;
}

/**
 * Serves a migrated database, and runs jobs and deliveries unless the settings disable them. Throws a MetricsPortError
 * when the port for metrics cannot be used.
 */
export async function serve(deps: Deps, options: ServeOptions = {}): Promise<Running> {
  const { config, database, system } = deps;
  const metrics = await serveMetrics(deps);
  const unlock = database.dialect === 'sqlite' ? lockServing(config.dataDir) : () => {};
  const readiness: Readiness = { draining: false, ping: () => isReady(deps) };
  const { accelerated = true, writesRequests = true, announcesWork = true } = options;
  const { failureQuotas } = options;
  const app = createApp(deps, { readiness, failureQuotas });
  const keepAliveTimeout = config.trustProxy ? idleMs.proxies : idleMs.clients;
  const objects = accelerated ? bornFor(app) : {};
  const server = createServer({ ...objects, ...limits, keepAliveTimeout }, app);
  server.on('clientError', answerClientErrors(deps.log));
  server.prependListener('request', normalizeTarget);
  // The server sends 100 Continue when it reads the body; http/check-request.ts refuses other expectations.
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (req, res) => server.emit('request', req, res));
  }
  server.maxRequestsPerSocket = 10_000;
  const isTrusted: (address: string, hop: number) => boolean = app.get('trust proxy fn');
  const connectionLimits = {
    total: maxConnections,
    perAddress: config.connectionsPerAddress,
    isProxy: (address: string) => isTrusted(address, 0),
  };
  const connections = new Connections(server, connectionLimits, deps.log);
  await listen(server, config);
  const workers = config.worker ? startWorkers(deps) : undefined;
  if (!workers && announcesWork) announceWork(system);
  const flushes = [
    setInterval(() => void flushCounts(deps), countsFlushMs),
    ...(writesRequests ? [setInterval(() => void deps.requestLog.flush(), requestsFlushMs)] : []),
  ];

  async function stop(): Promise<void> {
    readiness.draining = true;
    for (const flush of flushes) clearInterval(flush);
    const drainMs = config.drainSeconds * 1000;
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    const deadlineMs = stopMs - drainMs;
    const ended = Promise.all([connections.end(deadlineMs), workers?.stop(deadlineMs)]);
    await closeAfter(deps, ended, deadlineMs);
    metrics?.close();
    unlock();
  }

  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  const url = urlOf(config, port);
  return {
    url,
    port,
    worker: workers?.worker,
    deliveryWorker: workers?.deliveryWorker,
    metricsUrl: metrics?.url,
    stop,
  };
}

/** Returns the URL at which clients reach a server on this port. */
export function urlOf(
  { host, publicUrl }: Pick<Deps['config'], 'host' | 'publicUrl'>,
  port: number,
): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const limits = {
  maxHeaderSize: requestLimits.headBytes,
  // http/check-request.ts requires the header, and answers with an error body of the API.
  requireHostHeader: false,
  headersTimeout: 10_000,
  // For a file of 100 MiB on a slow line. http/read-json.ts limits the time of all other bodies.
  requestTimeout: 600_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * How long a connection without a request stays open, in milliseconds. A proxy must close it first: a request that it
 * sends while the server closes the connection fails with 502. Load balancers keep connections for up to 10 minutes.
 */
const idleMs = { clients: 65_000, proxies: 620_000 } as const;

async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

const diskMs = 1_000;

/**
 * Returns whether the database responds, and whether the disk for files can be written. The disk has one second for the
 * test, which runs only after a write to it failed.
 */
async function isReady({ system, media }: Deps): Promise<boolean> {
  const answers = await Promise.all([
    system.ping(),
    inTime(canWriteDrafts(media.files.draftDir), diskMs, () => false),
  ]);
  return answers.every(Boolean);
}
