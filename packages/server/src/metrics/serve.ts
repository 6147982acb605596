import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Deps } from '../deps.ts';
import { createJobHandlers } from '../jobs/handlers.ts';
import type { MetricsConfig } from './config.ts';
import { createMetrics } from './registry.ts';

export interface MetricsServer {
  readonly url: string;
  close(): void;
}

/** Thrown when the port for metrics cannot be used. */
export class MetricsPortError extends Error {
  override readonly name = 'MetricsPortError';
}

/**
 * Serves the metrics of this process at `GET /metrics` on a separate port, without an API key. Returns undefined when
 * metrics are not enabled. Throws a MetricsPortError when the port cannot be used.
 */
export async function serveMetrics(deps: Deps): Promise<MetricsServer | undefined> {
  const { config, system } = deps;
  if (!config.metrics) return undefined;
  const { host, port } = config.metrics;
  const metrics = await createMetrics({ system, jobs: Object.keys(createJobHandlers(deps)) });
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (req, res) => {
    const [path] = (req.url ?? '').split('?');
    if (path !== '/metrics' || (req.method !== 'GET' && req.method !== 'HEAD')) {
      res.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => res.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  server.maxConnections = 100;
  // Metrics never keep a process alive.
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      metrics.close();
      reject(new MetricsPortError(adviceOn(cause, { host, port }), { cause }));
    });
    // Not shared with the other processes of `parley serve`: each one has its own numbers.
    server.listen({ host, port, exclusive: true }, resolve);
  });
  // A TCP server that listens has an address with a port.
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/metrics`,
    close() {
      metrics.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

function adviceOn(cause: Error, { host, port }: MetricsConfig): string {
  const isUsed = (cause as { code?: string }).code === 'EADDRINUSE';
  return isUsed
    ? `Port ${port} of ${host} is in use: set PARLEY_METRICS_PORT to another port.`
    : `The server cannot listen on port ${port} of ${host}: check PARLEY_METRICS_HOST and PARLEY_METRICS_PORT (${cause.message}).`;
}
