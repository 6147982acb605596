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

const everyAddress = ['0.0.0.0', '::'];

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
  const hosts = [host, metrics.host];
  const isSameHost = host === metrics.host || hosts.some((one) => everyAddress.includes(one));
  return isSameHost && port >= metrics.port && port < metrics.port + processes;
}
