import { isIPv6 } from 'node:net';

/** The address and port at which a process serves its metrics. */
export interface MetricsConfig {
  readonly host: string;
  readonly port: number;
}

export function metricsOf({
  PARLEY_METRICS_HOST: host,
  PARLEY_METRICS_PORT: port,
}: {
  readonly PARLEY_METRICS_HOST: string;
  readonly PARLEY_METRICS_PORT?: number | undefined;
}): MetricsConfig | undefined {
  return port === undefined ? undefined : { host, port };
}

/** Returns whether one of the processes of a server would serve its metrics at the port of the API. */
export function areMetricsAtPort({
  host,
  port,
  processes,
  metrics,
}: {
  readonly host: string;
  readonly port: number;
  readonly processes: number;
  readonly metrics: MetricsConfig | undefined;
}): boolean {
  if (!metrics || port === 0 || metrics.port === 0) return false;
  const isSameHost =
    host === metrics.host || includes(host, metrics.host) || includes(metrics.host, host);
  return isSameHost && port >= metrics.port && port < metrics.port + processes;
}

/** Returns whether a server that listens at `host` uses the ports of another host, too. */
function includes(host: string, other: string): boolean {
  if (host === '::') return true;
  // A name can have an address of IPv4.
  if (host === '0.0.0.0') return !isIPv6(other);
  return host === 'localhost' && ['127.0.0.1', '::1'].includes(other);
}
