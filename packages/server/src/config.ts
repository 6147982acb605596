import type { Cidr } from '@parley/contract/public-address';
import { defaultQuota } from '@parley/contract/schemas';
import * as z from 'zod';
import { type EmbeddingsConfig, embeddingsOf, missingEmbeddings } from './embeddings/config.ts';
import {
  describeMediaStore,
  type MediaStoreConfig,
  mediaKey,
  mediaStore,
  mediaStoreOf,
  missingMediaKeys,
} from './media/store-config.ts';
import { type MetricsConfig, metricsOf } from './metrics/config.ts';
import {
  apiUrl,
  appSetting,
  describeProviders,
  type ProviderConfig,
  type ProviderUrls,
  providersOf,
} from './provider-config.ts';
import { areProxies, trustedProxies } from './proxies.ts';
import {
  mostProcesses,
  onOrOff,
  processes,
  processesOf,
  ranges,
  secret,
  wholeNumber,
} from './settings.ts';
import { hasUser, maskedUrl, withoutQuery } from './urls.ts';

/** Settings of the SDK, which may be set in the same environment. The server does not warn about them. */
const sdkNames = ['PARLEY_API_KEY', 'PARLEY_BASE_URL', 'PARLEY_LOG'];
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const environment = z
  .object({
    PARLEY_PORT: wholeNumber(0, 65_535).default(3000),
    PARLEY_HOST: z.string().min(1).default('127.0.0.1'),
    PARLEY_DATA_DIR: z.string().min(1).default('./data'),
    PARLEY_DATABASE_URL: z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'must be a URL that begins with postgres:// or postgresql://',
      })
      .optional(),
    PARLEY_DATABASE_POOL: wholeNumber(2, 100).default(10),
    PARLEY_PROCESSES: processes.default('1'),
    PARLEY_RATE_LIMIT: wholeNumber(1, 100_000_000).default(defaultQuota.limit),
    PARLEY_FAILED_AUTH_LIMIT: wholeNumber(1, 100_000_000).default(60),
    PARLEY_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 10_000).default(1000),
    PARLEY_METRICS_PORT: wholeNumber(0, 65_535 - mostProcesses + 1).optional(),
    PARLEY_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
    PARLEY_LOG_LEVEL: z
      .enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` })
      .default('info'),
    PARLEY_SECRET_KEY: secret.optional(),
    PARLEY_SECRET_KEY_PREVIOUS: secret.optional(),
    PARLEY_MEDIA_STORE: mediaStore.optional(),
    PARLEY_MEDIA_ACCESS_KEY: mediaKey.optional(),
    PARLEY_MEDIA_SECRET_KEY: mediaKey.optional(),
    PARLEY_PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' })
      .optional(),
    PARLEY_TRUST_PROXY: z
      .string()
      .refine(
        areProxies,
        'must be the number of proxies, or their IP addresses separated by commas',
      )
      .optional(),
    PARLEY_WORKER: onOrOff.default(true),
    PARLEY_WORKER_CONCURRENCY: wholeNumber(1, 5_000).default(500),
    PARLEY_WEBHOOK_CONCURRENCY: wholeNumber(1, 10_000).default(400),
    PARLEY_SANDBOX_DELAY_MS: wholeNumber(0, 60_000).default(300),
    PARLEY_AUDIT_DAYS: wholeNumber(1, 3_650).default(365),
    PARLEY_DRAIN_SECONDS: wholeNumber(0, 20).optional(),
    PARLEY_EVENT_RETENTION_DAYS: wholeNumber(1, 3_650).default(30),
    PARLEY_WEBHOOK_ALLOW_HTTP: onOrOff.default(false),
    PARLEY_WEBHOOK_ALLOW_PRIVATE: onOrOff.default(false),
    PARLEY_WEBHOOK_ALLOWED_CIDRS: ranges.optional(),
    PARLEY_FETCH_ALLOWED_CIDRS: ranges.optional(),
    PARLEY_WHATSAPP_API_URL: apiUrl.default('https://graph.facebook.com'),
    PARLEY_INSTAGRAM_API_URL: apiUrl.default('https://graph.instagram.com'),
    PARLEY_TIKTOK_API_URL: apiUrl.default('https://business-api.tiktok.com'),
    PARLEY_URL_SOURCES: onOrOff.default(false),
    PARLEY_WHATSAPP_APP_ID: appSetting,
    PARLEY_WHATSAPP_APP_SECRET: appSetting,
    PARLEY_WHATSAPP_APP_SECRET_PREVIOUS: appSetting,
    PARLEY_WHATSAPP_VERIFY_TOKEN: appSetting,
    PARLEY_WHATSAPP_VERIFY_TOKEN_PREVIOUS: appSetting,
    PARLEY_INSTAGRAM_APP_SECRET: appSetting,
    PARLEY_INSTAGRAM_APP_SECRET_PREVIOUS: appSetting,
    PARLEY_INSTAGRAM_VERIFY_TOKEN: appSetting,
    PARLEY_INSTAGRAM_VERIFY_TOKEN_PREVIOUS: appSetting,
    PARLEY_TIKTOK_APP_ID: appSetting,
    PARLEY_TIKTOK_APP_SECRET: appSetting,
    PARLEY_TIKTOK_APP_SECRET_PREVIOUS: appSetting,
    PARLEY_EMBEDDINGS_URL: z
      .url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' })
      .refine(
        (url) => !hasUser(url),
        'must not contain a user or a password: set PARLEY_EMBEDDINGS_KEY instead',
      )
      .optional(),
    PARLEY_EMBEDDINGS_MODEL: z.string().min(1).optional(),
    // It is sent as an HTTP header, which allows only these characters.
    PARLEY_EMBEDDINGS_KEY: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
      .optional(),
    PARLEY_EMBEDDINGS_TIMEOUT_MS: wholeNumber(50, 10_000).default(1000),
  })
  .superRefine((values, context) => {
    const missing = missingEmbeddings(values);
    if (missing) {
      const message =
        'is missing: set both PARLEY_EMBEDDINGS_URL and PARLEY_EMBEDDINGS_MODEL, or neither';
      context.addIssue({ code: 'custom', path: [missing], message });
    }
    if (!values.PARLEY_DATABASE_URL && Number(values.PARLEY_PROCESSES) > 1) {
      const message = `is ${values.PARLEY_PROCESSES}, but one process serves SQLite: set it to 1 or auto, or set PARLEY_DATABASE_URL`;
      context.addIssue({ code: 'custom', path: ['PARLEY_PROCESSES'], message });
    }
    for (const name of missingMediaKeys(values)) {
      const message = 'is required with a PARLEY_MEDIA_STORE that begins with s3:';
      context.addIssue({ code: 'custom', path: [name], message });
    }
    if (values.PARLEY_DATABASE_URL && !values.PARLEY_SECRET_KEY) {
      context.addIssue({
        code: 'custom',
        path: ['PARLEY_SECRET_KEY'],
        message:
          'is required with PARLEY_DATABASE_URL. Create one: node -p "crypto.randomBytes(32).toString(\'base64\')"',
      });
    }
  });

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePool: number;
  /** The number of processes of one `parley serve`. */
  processes: number;
  /** The quota of an API key that has no quota of its own, in requests per minute. */
  rateLimit: number;
  failedAuthLimit: number;
  connectionsPerAddress: number;
  /** The settings of the metrics. Undefined when the process serves none. */
  metrics: MetricsConfig | undefined;
  logLevel: z.infer<typeof environment>['PARLEY_LOG_LEVEL'];
  /** The secret that keys are derived from. Undefined on SQLite until it is read from the data directory. */
  secretKey: Uint8Array | undefined;
  previousSecretKey: Uint8Array | undefined;
  publicUrl: string | undefined;
  mediaStore: MediaStoreConfig;
  /** The `trust proxy` setting of Express: false, a number of hops, or addresses. */
  trustProxy: boolean | number | string;
  worker: boolean;
  workerConcurrency: number;
  /** The maximum number of webhook attempts in flight. Attempts to slow endpoints do not count. */
  webhookConcurrency: number;
  /** The time between two status reports of the sandbox, in milliseconds. */
  sandboxDelayMs: number;
  auditDays: number;
  /**
   * The time in seconds for which a stopping server still serves requests after `/readyz` fails, so that load balancers
   * notice.
   */
  drainSeconds: number;
  /** How many days events, deliveries and attempts are kept. */
  eventRetentionDays: number;
  webhookAllowHttp: boolean;
  /**
   * Whether webhooks may be sent to loopback and private networks. They are never sent to the metadata addresses of
   * clouds.
   */
  webhookAllowPrivate: boolean;
  webhookAllowedCidrs: readonly Cidr[];
  /** The private networks from which the server may fetch pages. Tenants can read the text of these pages. */
  fetchAllowedCidrs: readonly Cidr[];
  providerUrls: ProviderUrls;
  /** Whether the server fetches pages for knowledge sources of type `url`. */
  urlSources: boolean;
  providers: ProviderConfig;
  /** The service for embeddings. Undefined when searches compare words only. */
  embeddings: EmbeddingsConfig | undefined;
}

/** The environment is invalid. The message lists every invalid setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings from the environment. An empty value counts as absent. Returns warnings about unknown `PARLEY_…`
 * names. Throws a ConfigError that lists every invalid setting.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): {
  config: Config;
  warnings: string[];
} {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name.startsWith('PARLEY_') && value !== ''),
  );
  const result = environment.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => {
      const name = path.join('.');
      return `  ${name} ${message}${shownValue(name, given[name])}`;
    });
    throw new ConfigError(`Invalid configuration:\n${lines.join('\n')}`);
  }
  const known = new Set([...Object.keys(environment.shape), ...sdkNames]);
  const warnings = Object.keys(given)
    .filter((name) => !known.has(name))
    .map((name) => `${name} is not a setting of Parley; it is ignored`);
  const values = result.data;
  const config: Config = {
    port: values.PARLEY_PORT,
    host: values.PARLEY_HOST,
    dataDir: values.PARLEY_DATA_DIR,
    databaseUrl: values.PARLEY_DATABASE_URL,
    databasePool: values.PARLEY_DATABASE_POOL,
    processes: processesOf(values.PARLEY_PROCESSES, {
      onPostgres: values.PARLEY_DATABASE_URL !== undefined,
    }),
    rateLimit: values.PARLEY_RATE_LIMIT,
    failedAuthLimit: values.PARLEY_FAILED_AUTH_LIMIT,
    connectionsPerAddress: values.PARLEY_CONNECTIONS_PER_ADDRESS,
    metrics: metricsOf(values),
    logLevel: values.PARLEY_LOG_LEVEL,
    secretKey: values.PARLEY_SECRET_KEY,
    previousSecretKey: values.PARLEY_SECRET_KEY_PREVIOUS,
    publicUrl: values.PARLEY_PUBLIC_URL,
    mediaStore: mediaStoreOf(values, values.PARLEY_DATA_DIR),
    trustProxy: trustedProxies(values.PARLEY_TRUST_PROXY),
    worker: values.PARLEY_WORKER,
    workerConcurrency: values.PARLEY_WORKER_CONCURRENCY,
    webhookConcurrency: values.PARLEY_WEBHOOK_CONCURRENCY,
    sandboxDelayMs: values.PARLEY_SANDBOX_DELAY_MS,
    auditDays: values.PARLEY_AUDIT_DAYS,
    drainSeconds: values.PARLEY_DRAIN_SECONDS ?? (values.PARLEY_DATABASE_URL ? 5 : 0),
    eventRetentionDays: values.PARLEY_EVENT_RETENTION_DAYS,
    webhookAllowHttp: values.PARLEY_WEBHOOK_ALLOW_HTTP,
    webhookAllowPrivate: values.PARLEY_WEBHOOK_ALLOW_PRIVATE,
    webhookAllowedCidrs: values.PARLEY_WEBHOOK_ALLOWED_CIDRS ?? [],
    fetchAllowedCidrs: values.PARLEY_FETCH_ALLOWED_CIDRS ?? [],
    urlSources: values.PARLEY_URL_SOURCES,
    ...providersOf(values),
    embeddings: embeddingsOf(values),
  };
  return { config, warnings };
}

/** Returns the value in use of every setting, for `parley doctor`. Secrets are shown as `set` or `not set`. */
export function describeConfig(config: Config): Record<keyof z.infer<typeof environment>, string> {
  const secretKey = (key: Uint8Array | undefined) => (key ? 'set' : 'not set');
  const onOff = (is: boolean) => (is ? 'on' : 'off');
  const rangesOf = (cidrs: readonly Cidr[]) => cidrs.map(({ text }) => text).join(',') || 'none';
  return {
    PARLEY_HOST: config.host,
    PARLEY_PORT: String(config.port),
    PARLEY_DATA_DIR: config.dataDir,
    PARLEY_DATABASE_URL: config.databaseUrl ? maskedUrl(config.databaseUrl) : 'not set (SQLite)',
    PARLEY_DATABASE_POOL: String(config.databasePool),
    PARLEY_PROCESSES: String(config.processes),
    PARLEY_RATE_LIMIT: String(config.rateLimit),
    PARLEY_FAILED_AUTH_LIMIT: String(config.failedAuthLimit),
    PARLEY_CONNECTIONS_PER_ADDRESS: String(config.connectionsPerAddress),
    PARLEY_METRICS_PORT: String(config.metrics?.port ?? 'not set'),
    PARLEY_METRICS_HOST: config.metrics?.host ?? 'not set',
    PARLEY_LOG_LEVEL: config.logLevel,
    PARLEY_SECRET_KEY: secretKey(config.secretKey),
    PARLEY_SECRET_KEY_PREVIOUS: secretKey(config.previousSecretKey),
    PARLEY_PUBLIC_URL: config.publicUrl ?? 'not set',
    PARLEY_MEDIA_STORE: describeMediaStore(config.mediaStore),
    PARLEY_MEDIA_ACCESS_KEY: config.mediaStore.kind === 's3' ? 'set' : 'not set',
    PARLEY_MEDIA_SECRET_KEY: config.mediaStore.kind === 's3' ? 'set' : 'not set',
    PARLEY_TRUST_PROXY: String(config.trustProxy),
    PARLEY_WORKER: onOff(config.worker),
    PARLEY_WORKER_CONCURRENCY: String(config.workerConcurrency),
    PARLEY_WEBHOOK_CONCURRENCY: String(config.webhookConcurrency),
    PARLEY_SANDBOX_DELAY_MS: String(config.sandboxDelayMs),
    PARLEY_AUDIT_DAYS: String(config.auditDays),
    PARLEY_DRAIN_SECONDS: String(config.drainSeconds),
    PARLEY_EVENT_RETENTION_DAYS: String(config.eventRetentionDays),
    PARLEY_WEBHOOK_ALLOW_HTTP: onOff(config.webhookAllowHttp),
    PARLEY_WEBHOOK_ALLOW_PRIVATE: onOff(config.webhookAllowPrivate),
    PARLEY_WEBHOOK_ALLOWED_CIDRS: rangesOf(config.webhookAllowedCidrs),
    PARLEY_FETCH_ALLOWED_CIDRS: rangesOf(config.fetchAllowedCidrs),
    PARLEY_URL_SOURCES: onOff(config.urlSources),
    ...describeProviders(config),
    PARLEY_EMBEDDINGS_URL: config.embeddings ? withoutQuery(config.embeddings.url) : 'not set',
    PARLEY_EMBEDDINGS_MODEL: config.embeddings?.model ?? 'not set',
    PARLEY_EMBEDDINGS_KEY: config.embeddings?.key ? 'set' : 'not set',
    PARLEY_EMBEDDINGS_TIMEOUT_MS: String(config.embeddings?.timeoutMs ?? 'not set'),
  };
}

/**
 * Returns the rejected value in the form in which an error message shows it; empty for settings that can contain a
 * secret.
 */
function shownValue(name: string, value: string | undefined): string {
  if (value === undefined || /SECRET|TOKEN|KEY|URL|CIDRS/.test(name)) return '';
  return `, not '${value.slice(0, 60)}'`;
}
