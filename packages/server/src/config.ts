import type * as z from 'zod';
import { embeddingsOf } from './embeddings/config.ts';
import { environment } from './environment.ts';
import { mailOf, textOfSender } from './mail/config.ts';
import { describeMediaStore, mediaStoreOf } from './media/store-config.ts';
import { metricsOf } from './metrics/config.ts';
import { providersOf } from './provider-config.ts';
import { trustedProxies } from './proxies.ts';
import { isQuoted, processesOf } from './settings.ts';
import { ssoOf } from './sso/config.ts';
import { withoutPassword, withoutQuery } from './urls.ts';

/** Settings of the SDK, which may be set in the same environment. The server does not warn about them. */
const sdkNames = ['PARLEY_API_KEY', 'PARLEY_BASE_URL', 'PARLEY_LOG'];

/** Settings that have an effect only if another one is set. */
const effectNeeds: ReadonlyMap<string, string> = new Map([
  ['PARLEY_DATABASE_POOL', 'PARLEY_DATABASE_URL'],
  ['PARLEY_METRICS_HOST', 'PARLEY_METRICS_PORT'],
  ['PARLEY_SMTP_FROM', 'PARLEY_SMTP_URL'],
  ['PARLEY_OIDC_CLIENT_ID', 'PARLEY_OIDC_ISSUER'],
  ['PARLEY_OIDC_CLIENT_SECRET', 'PARLEY_OIDC_ISSUER'],
  ['PARLEY_OIDC_ALLOWED_DOMAINS', 'PARLEY_OIDC_ISSUER'],
  ['PARLEY_MEDIA_ACCESS_KEY', 'PARLEY_MEDIA_STORE'],
  ['PARLEY_MEDIA_SECRET_KEY', 'PARLEY_MEDIA_STORE'],
  ['PARLEY_EMBEDDINGS_KEY', 'PARLEY_EMBEDDINGS_URL'],
  ['PARLEY_EMBEDDINGS_TIMEOUT_MS', 'PARLEY_EMBEDDINGS_URL'],
]);

type Values = z.infer<typeof environment>;

export type Config = ReturnType<typeof configOf>;

/** The given value of every setting, or its default, as `parley doctor` shows it. */
export type ShownSettings = Readonly<Record<keyof Values, string>>;

/** The names of secrets, which are shown as `set` or `not set`. */
const secretName = /SECRET|TOKEN|KEY/;

/** The environment is invalid. The message lists every invalid setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings from the environment. An empty value counts as absent. Returns warnings about unknown `PARLEY_…`
 * names, settings without an effect, and a public URL with a path. Throws a ConfigError that lists every invalid setting
 * and these warnings. `settings` contains no secret.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): {
  config: Config;
  settings: ShownSettings;
  warnings: string[];
} {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name.startsWith('PARLEY_') && value !== ''),
  );
  const known = new Set([...Object.keys(environment.shape), ...sdkNames]);
  const warnings = Object.keys(given).flatMap((name) => {
    if (!known.has(name)) return [`${name} is not a setting of Parley; it is ignored`];
    if (isQuoted(given[name] ?? ''))
      return [`${name} has quotation marks around its value: remove them`];
    const need = effectNeeds.get(name);
    if (need && given[need] === undefined) return [`${name} has no effect without ${need}`];
    const isUnusedKey = need === 'PARLEY_MEDIA_STORE' && given[need]?.startsWith('file:');
    return isUnusedKey ? [`${name} has no effect with a ${need} of files`] : [];
  });
  const result = environment.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => {
      const name = path.join('.');
      return `${name} ${message}${shownValue(name, given[name])}`;
    });
    // The name of a missing setting may be misspelled.
    throw new ConfigError(['Invalid configuration:', ...lines, ...warnings].join('\n  '));
  }
  const config = configOf(result.data);
  if (config.publicUrl && new URL(config.publicUrl).pathname !== '/') {
    warnings.push(
      'PARLEY_PUBLIC_URL has a path: give the console and the documentation a host of their own',
    );
  }
  const { PARLEY_SECRET_KEY: key, PARLEY_SECRET_KEY_PREVIOUS: previous } = result.data;
  if (key && previous && Buffer.from(key).equals(previous)) {
    warnings.push(
      'PARLEY_SECRET_KEY_PREVIOUS has no effect, because it is the same key as PARLEY_SECRET_KEY: set it to the old key',
    );
  }
  return { config, settings: shownSettings(result.data, config), warnings };
}

function configOf(values: Values) {
  return {
    port: values.PARLEY_PORT,
    host: values.PARLEY_HOST,
    dataDir: values.PARLEY_DATA_DIR,
    databaseUrl: values.PARLEY_DATABASE_URL,
    databasePool: values.PARLEY_DATABASE_POOL,
    /** The number of processes of one `parley serve`. */
    processes: processesOf(values.PARLEY_PROCESSES, {
      onPostgres: values.PARLEY_DATABASE_URL !== undefined,
    }),
    /** The quota of an API key that has no quota of its own, in requests per minute. */
    rateLimit: values.PARLEY_RATE_LIMIT,
    failedAuthLimit: values.PARLEY_FAILED_AUTH_LIMIT,
    connectionsPerAddress: values.PARLEY_CONNECTIONS_PER_ADDRESS,
    /** The settings of the metrics. Undefined when the process serves none. */
    metrics: metricsOf(values),
    logLevel: values.PARLEY_LOG_LEVEL,
    /** The secret that keys are derived from. Undefined on SQLite until it is read from the data folder. */
    secretKey: values.PARLEY_SECRET_KEY,
    previousSecretKey: values.PARLEY_SECRET_KEY_PREVIOUS,
    publicUrl: values.PARLEY_PUBLIC_URL,
    /** The server that sends mails. Undefined when the settings name none. */
    mail: mailOf(values),
    /** The provider of the single sign-on. Undefined when the settings name none. */
    sso: ssoOf(values),
    mediaStore: mediaStoreOf(values, values.PARLEY_DATA_DIR),
    /** The `trust proxy` setting of Express: false, a number of hops, or addresses. */
    trustProxy: trustedProxies(values.PARLEY_TRUST_PROXY),
    worker: values.PARLEY_WORKER,
    workerConcurrency: values.PARLEY_WORKER_CONCURRENCY,
    /** The maximum number of webhook attempts in flight. Attempts to slow endpoints do not count. */
    webhookConcurrency: values.PARLEY_WEBHOOK_CONCURRENCY,
    /** The time between two status reports of the sandbox, in milliseconds. */
    sandboxDelayMs: values.PARLEY_SANDBOX_DELAY_MS,
    auditDays: values.PARLEY_AUDIT_DAYS,
    /**
     * The time in seconds for which a stopping server still serves requests after `/readyz` fails, so that load
     * balancers notice.
     */
    drainSeconds: values.PARLEY_DRAIN_SECONDS ?? (values.PARLEY_DATABASE_URL ? 5 : 0),
    /** How many days events, deliveries and attempts are kept. */
    eventRetentionDays: values.PARLEY_EVENT_RETENTION_DAYS,
    webhookAllowHttp: values.PARLEY_WEBHOOK_ALLOW_HTTP,
    /**
     * Whether webhooks may be sent to loopback and private networks. They are never sent to the metadata addresses of
     * clouds.
     */
    webhookAllowPrivate: values.PARLEY_WEBHOOK_ALLOW_PRIVATE,
    webhookAllowedCidrs: values.PARLEY_WEBHOOK_ALLOWED_CIDRS ?? [],
    /** The private networks from which the server may fetch pages. Tenants can read the text of these pages. */
    fetchAllowedCidrs: values.PARLEY_FETCH_ALLOWED_CIDRS ?? [],
    /** Whether the server fetches pages for knowledge sources of type `url`. */
    urlSources: values.PARLEY_URL_SOURCES,
    ...providersOf(values),
    /** The service for embeddings. Undefined when searches compare words only. */
    embeddings: embeddingsOf(values),
  };
}

function shownSettings(values: Values, config: Config): ShownSettings {
  const { PARLEY_SMTP_FROM: sender, PARLEY_EMBEDDINGS_URL: embeddingsUrl } = values;
  // Some defaults depend on other settings.
  const inUse: Partial<Record<keyof Values, unknown>> = {
    ...values,
    PARLEY_DATABASE_URL: values.PARLEY_DATABASE_URL ?? 'not set (SQLite)',
    PARLEY_PROCESSES: config.processes,
    PARLEY_MEDIA_STORE: describeMediaStore(config.mediaStore),
    PARLEY_SMTP_FROM: sender && textOfSender(sender),
    PARLEY_DRAIN_SECONDS: config.drainSeconds,
    PARLEY_WEBHOOK_ALLOWED_CIDRS: values.PARLEY_WEBHOOK_ALLOWED_CIDRS?.map(({ text }) => text),
    PARLEY_FETCH_ALLOWED_CIDRS: values.PARLEY_FETCH_ALLOWED_CIDRS?.map(({ text }) => text),
    PARLEY_EMBEDDINGS_URL: embeddingsUrl && withoutQuery(embeddingsUrl),
  };
  const names = environment.keyof().options;
  return Object.fromEntries(names.map((name) => [name, shown(name, inUse[name])])) as ShownSettings;
}

function shown(name: string, value: unknown): string {
  if (value === undefined) return 'not set';
  if (secretName.test(name)) return 'set';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return withoutPassword(String(value));
}

/**
 * Returns the rejected value in the form in which an error message shows it; empty for settings that can contain a
 * secret.
 */
function shownValue(name: string, value: string | undefined): string {
  if (value === undefined || secretName.test(name) || /URL|CIDRS|STORE/.test(name)) return '';
  return `, not '${value.slice(0, 60)}'`;
}
