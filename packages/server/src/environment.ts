import { defaultQuota } from '@parley/contract/schemas';
import * as z from 'zod';
import { mailFrom, smtpUrl } from './mail/config.ts';
import { mediaStore, s3Of } from './media/store-config.ts';
import { apiUrl, appSetting, httpUrl } from './provider-config.ts';
import { areProxies } from './proxies.ts';
import {
  databaseUrl,
  folder,
  mostProcesses,
  newSecret,
  onOrOff,
  processes,
  ranges,
  secret,
  wholeNumber,
} from './settings.ts';
import { domains, issuer } from './sso/config.ts';
import { hasUser } from './urls.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The schema of the settings, by the names of their variables. */
export const environment = z
  .object({
    PARLEY_PORT: wholeNumber(0, 65_535).default(3000),
    PARLEY_HOST: z.string().min(1).default('127.0.0.1'),
    PARLEY_DATA_DIR: folder.default('./data'),
    PARLEY_DATABASE_URL: databaseUrl.optional(),
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
    PARLEY_SECRET_KEY: newSecret.optional(),
    PARLEY_SECRET_KEY_PREVIOUS: secret.optional(),
    PARLEY_MEDIA_STORE: mediaStore.optional(),
    PARLEY_MEDIA_ACCESS_KEY: appSetting,
    PARLEY_MEDIA_SECRET_KEY: appSetting,
    PARLEY_SMTP_URL: smtpUrl.optional(),
    PARLEY_SMTP_FROM: mailFrom.optional(),
    PARLEY_OIDC_ISSUER: issuer.optional(),
    PARLEY_OIDC_CLIENT_ID: appSetting,
    PARLEY_OIDC_CLIENT_SECRET: appSetting,
    PARLEY_OIDC_ALLOWED_DOMAINS: domains.optional(),
    PARLEY_PUBLIC_URL: httpUrl
      .refine(
        (url) => !hasUser(url) && !/[?#]/.test(url),
        'must not contain a user, a password, a query or a fragment',
      )
      .transform((url) => url.replace(/\/+$/, ''))
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
    PARLEY_EMBEDDINGS_URL: httpUrl
      .refine(
        (url) => !hasUser(url),
        'must not contain a user or a password: set PARLEY_EMBEDDINGS_KEY instead',
      )
      .optional(),
    PARLEY_EMBEDDINGS_MODEL: z.string().min(1).optional(),
    PARLEY_EMBEDDINGS_KEY: appSetting,
    PARLEY_EMBEDDINGS_TIMEOUT_MS: wholeNumber(50, 10_000).default(1000),
  })
  .superRefine((values, context) => {
    const report = (name: keyof typeof values, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    const requireAll = (names: readonly (keyof typeof values)[], message: string) => {
      for (const name of names) if (values[name] === undefined) report(name, message);
    };
    if (values.PARLEY_EMBEDDINGS_URL || values.PARLEY_EMBEDDINGS_MODEL) {
      requireAll(
        ['PARLEY_EMBEDDINGS_URL', 'PARLEY_EMBEDDINGS_MODEL'],
        'is missing: set both PARLEY_EMBEDDINGS_URL and PARLEY_EMBEDDINGS_MODEL, or neither',
      );
    }
    if (!values.PARLEY_DATABASE_URL && Number(values.PARLEY_PROCESSES) > 1) {
      report(
        'PARLEY_PROCESSES',
        'must be 1 or auto without PARLEY_DATABASE_URL, because one process serves SQLite',
      );
    }
    if (values.PARLEY_SMTP_URL) {
      requireAll(['PARLEY_SMTP_FROM', 'PARLEY_PUBLIC_URL'], 'is required with PARLEY_SMTP_URL');
    }
    if (values.PARLEY_OIDC_ISSUER) {
      requireAll(
        ['PARLEY_OIDC_CLIENT_ID', 'PARLEY_OIDC_CLIENT_SECRET', 'PARLEY_PUBLIC_URL'],
        'is required with PARLEY_OIDC_ISSUER',
      );
    }
    if (s3Of(values.PARLEY_MEDIA_STORE ?? '')) {
      requireAll(
        ['PARLEY_MEDIA_ACCESS_KEY', 'PARLEY_MEDIA_SECRET_KEY'],
        'is required with a PARLEY_MEDIA_STORE that begins with s3:',
      );
    }
    if (values.PARLEY_DATABASE_URL) {
      requireAll(
        ['PARLEY_SECRET_KEY'],
        'is required with PARLEY_DATABASE_URL. Create one: node -p "crypto.randomBytes(32).toString(\'base64\')"',
      );
    }
  });
