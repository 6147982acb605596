import { isIP } from 'node:net';
import { type Cidr, parseCidr } from '@parley/contract/public-address';
import { defaultQuota } from '@parley/contract/schemas';
import * as z from 'zod';

/** `PARLEY_…` names that belong to the SDK: they may stand in the same environment. */
const sdkNames = ['PARLEY_API_KEY', 'PARLEY_BASE_URL', 'PARLEY_LOG'];

const secret = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
  .transform((text) => new Uint8Array(Buffer.from(text, 'base64')));

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least).max(most));

/** In any case. */
const onOrOff = z.stringbool({
  truthy: ['on', 'true', '1'],
  falsy: ['off', 'false', '0'],
  error: 'must be on or off, true or false, 1 or 0',
});

const ranges = z.string().transform((text, context) => {
  const parts = text.split(',').map((part) => part.trim());
  return parts.flatMap((part) => {
    const range = parseCidr(part);
    if (range) return [range];
    context.addIssue({
      code: 'custom',
      message: `holds '${part}', which is no address and no range such as 10.0.0.0/8`,
    });
    return [];
  });
});

const environment = z
  .object({
    PARLEY_PORT: wholeNumber(0, 65_535).default(3000),
    PARLEY_HOST: z.string().min(1).default('127.0.0.1'),
    PARLEY_DATA_DIR: z.string().min(1).default('./data'),
    PARLEY_DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres:// or postgresql://' })
      .optional(),
    PARLEY_DATABASE_POOL: wholeNumber(2, 100).default(10),
    PARLEY_RATE_LIMIT: wholeNumber(1, 100_000_000).default(defaultQuota.limit),
    PARLEY_FAILED_AUTH_LIMIT: wholeNumber(1, 100_000_000).default(60),
    PARLEY_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 10_000).default(1000),
    PARLEY_LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info'),
    PARLEY_SECRET_KEY: secret.optional(),
    PARLEY_SECRET_KEY_PREVIOUS: secret.optional(),
    PARLEY_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    PARLEY_TRUST_PROXY: z
      .string()
      .refine(areProxies, 'must be a number of proxies, or their addresses, separated by commas')
      .optional(),
    PARLEY_WORKER: onOrOff.default(true),
    PARLEY_WORKER_CONCURRENCY: wholeNumber(1, 1_000).default(200),
    PARLEY_WEBHOOK_CONCURRENCY: wholeNumber(1, 10_000).default(400),
    PARLEY_SANDBOX_DELAY_MS: wholeNumber(0, 60_000).default(300),
    PARLEY_DRAIN_SECONDS: wholeNumber(0, 20).optional(),
    PARLEY_EVENT_RETENTION_DAYS: wholeNumber(1, 3_650).default(30),
    PARLEY_WEBHOOK_ALLOW_HTTP: onOrOff.default(false),
    PARLEY_WEBHOOK_ALLOW_PRIVATE: onOrOff.default(false),
    PARLEY_WEBHOOK_ALLOWED_CIDRS: ranges.optional(),
    PARLEY_FETCH_ALLOWED_CIDRS: ranges.optional(),
    PARLEY_URL_SOURCES: onOrOff.default(false),
    PARLEY_EMBEDDINGS_URL: z
      .url({ protocol: /^https?$/, error: 'must begin with http:// or https://' })
      .refine(
        (url) => !hasUser(url),
        'must hold no user and no password: use PARLEY_EMBEDDINGS_KEY',
      )
      .optional(),
    PARLEY_EMBEDDINGS_MODEL: z.string().min(1).optional(),
    // It becomes a header.
    PARLEY_EMBEDDINGS_KEY: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
      .optional(),
    PARLEY_EMBEDDINGS_TIMEOUT_MS: wholeNumber(50, 10_000).default(1000),
  })
  .superRefine((values, context) => {
    const { PARLEY_EMBEDDINGS_URL: url, PARLEY_EMBEDDINGS_MODEL: model } = values;
    const missing = url ? !model && 'PARLEY_EMBEDDINGS_MODEL' : model && 'PARLEY_EMBEDDINGS_URL';
    if (missing) {
      const message = 'is missing: PARLEY_EMBEDDINGS_URL and PARLEY_EMBEDDINGS_MODEL go together';
      context.addIssue({ code: 'custom', path: [missing], message });
    }
    if (values.PARLEY_DATABASE_URL && !values.PARLEY_SECRET_KEY) {
      context.addIssue({
        code: 'custom',
        path: ['PARLEY_SECRET_KEY'],
        message:
          'is required with PARLEY_DATABASE_URL; make one with: node -p "crypto.randomBytes(32).toString(\'base64\')"',
      });
    }
  });

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePool: number;
  /** Requests per minute of a key that has no quota of its own. */
  rateLimit: number;
  failedAuthLimit: number;
  connectionsPerAddress: number;
  logLevel: z.infer<typeof environment>['PARLEY_LOG_LEVEL'];
  /** Undefined on SQLite until the data directory has given its own. */
  secretKey: Uint8Array | undefined;
  previousSecretKey: Uint8Array | undefined;
  publicUrl: string | undefined;
  /** As Express takes it: false, a number of hops, or addresses. */
  trustProxy: boolean | number | string;
  worker: boolean;
  workerConcurrency: number;
  /** Attempts at a time; those of slow receivers do not count. */
  webhookConcurrency: number;
  /** From one report of the sandbox to the next. */
  sandboxDelayMs: number;
  /** How long to go on serving after `/readyz` says no, so that proxies notice. */
  drainSeconds: number;
  /** How long events, deliveries and attempts are kept. */
  eventRetentionDays: number;
  webhookAllowHttp: boolean;
  /** Loopback and private networks, no metadata of a cloud. */
  webhookAllowPrivate: boolean;
  webhookAllowedCidrs: readonly Cidr[];
  /** Of requests whose answer a tenant gets to see. */
  fetchAllowedCidrs: readonly Cidr[];
  /** Whether tenants may have pages fetched into their knowledge. */
  urlSources: boolean;
  /** Undefined where searches go by words alone. */
  embeddings: EmbeddingsConfig | undefined;
}

export interface EmbeddingsConfig {
  url: string;
  model: string;
  key: string | undefined;
  /** How long a search waits for them. */
  timeoutMs: number;
}

/** Every mistake in the environment at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** An empty value counts as absent. Names that nobody knows are reported, not refused. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): {
  config: Config;
  warnings: string[];
} {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name.startsWith('PARLEY_') && value !== ''),
  );
  const result = environment.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map(
      (issue) => `  ${issue.path.join('.')} ${lower(issue.message)}`,
    );
    throw new ConfigError(`Invalid configuration:\n${lines.join('\n')}`);
  }
  const known = new Set([...Object.keys(environment.shape), ...sdkNames]);
  const warnings = Object.keys(given)
    .filter((name) => !known.has(name))
    .map((name) => `${name} is not a setting of Parley`);
  const values = result.data;
  const config: Config = {
    port: values.PARLEY_PORT,
    host: values.PARLEY_HOST,
    dataDir: values.PARLEY_DATA_DIR,
    databaseUrl: values.PARLEY_DATABASE_URL,
    databasePool: values.PARLEY_DATABASE_POOL,
    rateLimit: values.PARLEY_RATE_LIMIT,
    failedAuthLimit: values.PARLEY_FAILED_AUTH_LIMIT,
    connectionsPerAddress: values.PARLEY_CONNECTIONS_PER_ADDRESS,
    logLevel: values.PARLEY_LOG_LEVEL,
    secretKey: values.PARLEY_SECRET_KEY,
    previousSecretKey: values.PARLEY_SECRET_KEY_PREVIOUS,
    publicUrl: values.PARLEY_PUBLIC_URL,
    trustProxy: trustedProxies(values.PARLEY_TRUST_PROXY),
    worker: values.PARLEY_WORKER,
    workerConcurrency: values.PARLEY_WORKER_CONCURRENCY,
    webhookConcurrency: values.PARLEY_WEBHOOK_CONCURRENCY,
    sandboxDelayMs: values.PARLEY_SANDBOX_DELAY_MS,
    drainSeconds: values.PARLEY_DRAIN_SECONDS ?? (values.PARLEY_DATABASE_URL ? 5 : 0),
    eventRetentionDays: values.PARLEY_EVENT_RETENTION_DAYS,
    webhookAllowHttp: values.PARLEY_WEBHOOK_ALLOW_HTTP,
    webhookAllowPrivate: values.PARLEY_WEBHOOK_ALLOW_PRIVATE,
    webhookAllowedCidrs: values.PARLEY_WEBHOOK_ALLOWED_CIDRS ?? [],
    fetchAllowedCidrs: values.PARLEY_FETCH_ALLOWED_CIDRS ?? [],
    urlSources: values.PARLEY_URL_SOURCES,
    embeddings: embeddingsOf(values),
  };
  return { config, warnings };
}

/** Every setting as it holds, for `doctor`: what is secret is only said to be there. */
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
    PARLEY_RATE_LIMIT: String(config.rateLimit),
    PARLEY_FAILED_AUTH_LIMIT: String(config.failedAuthLimit),
    PARLEY_CONNECTIONS_PER_ADDRESS: String(config.connectionsPerAddress),
    PARLEY_LOG_LEVEL: config.logLevel,
    PARLEY_SECRET_KEY: secretKey(config.secretKey),
    PARLEY_SECRET_KEY_PREVIOUS: secretKey(config.previousSecretKey),
    PARLEY_PUBLIC_URL: config.publicUrl ?? 'not set',
    PARLEY_TRUST_PROXY: String(config.trustProxy),
    PARLEY_WORKER: onOff(config.worker),
    PARLEY_WORKER_CONCURRENCY: String(config.workerConcurrency),
    PARLEY_WEBHOOK_CONCURRENCY: String(config.webhookConcurrency),
    PARLEY_SANDBOX_DELAY_MS: String(config.sandboxDelayMs),
    PARLEY_DRAIN_SECONDS: String(config.drainSeconds),
    PARLEY_EVENT_RETENTION_DAYS: String(config.eventRetentionDays),
    PARLEY_WEBHOOK_ALLOW_HTTP: onOff(config.webhookAllowHttp),
    PARLEY_WEBHOOK_ALLOW_PRIVATE: onOff(config.webhookAllowPrivate),
    PARLEY_WEBHOOK_ALLOWED_CIDRS: rangesOf(config.webhookAllowedCidrs),
    PARLEY_FETCH_ALLOWED_CIDRS: rangesOf(config.fetchAllowedCidrs),
    PARLEY_URL_SOURCES: onOff(config.urlSources),
    PARLEY_EMBEDDINGS_URL: config.embeddings ? withoutQuery(config.embeddings.url) : 'not set',
    PARLEY_EMBEDDINGS_MODEL: config.embeddings?.model ?? 'not set',
    PARLEY_EMBEDDINGS_KEY: config.embeddings?.key ? 'set' : 'not set',
    PARLEY_EMBEDDINGS_TIMEOUT_MS: String(config.embeddings?.timeoutMs ?? 'not set'),
  };
}

function embeddingsOf(values: z.infer<typeof environment>): EmbeddingsConfig | undefined {
  const { PARLEY_EMBEDDINGS_URL: url, PARLEY_EMBEDDINGS_MODEL: model } = values;
  if (!url || !model) return undefined;
  const { PARLEY_EMBEDDINGS_KEY: key, PARLEY_EMBEDDINGS_TIMEOUT_MS: timeoutMs } = values;
  return { url, model, key, timeoutMs };
}

/** Some providers take a key there. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '?…');
}

function hasUser(url: string): boolean {
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

function maskedUrl(url: string): string {
  const parsed = new URL(url);
  if (parsed.password) parsed.password = '***';
  return parsed.href;
}

/** What Express takes: it would throw at anything else. */
function areProxies(value: string): boolean {
  return /^\d{1,2}$/.test(value) || value.split(',').every((part) => isProxy(part.trim()));
}

function isProxy(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined ||
    (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

function trustedProxies(value: string | undefined): boolean | number | string {
  if (value === undefined) return false;
  return /^\d+$/.test(value) ? Number(value) : value;
}

function lower(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
