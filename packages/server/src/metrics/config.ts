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
