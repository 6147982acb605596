import { type DestinationStream, type Logger, pino } from 'pino';
import type { ChannelAdapters } from './channels/adapters/adapter.ts';
import { createSandboxAdapter } from './channels/adapters/sandbox.ts';
import type { Config } from './config.ts';
import { Database } from './db/database.ts';
import { SystemDb } from './db/system-db.ts';
import { readSecrets } from './secrets.ts';
import { createNewId, type NewId } from './tenancy/new-id.ts';

/** What the process owns, and everything else is handed. */
export interface Deps {
  readonly config: Config;
  readonly database: Database;
  readonly system: SystemDb;
  readonly log: Logger;
  now(): Date;
  readonly newId: NewId;
  readonly adapters: ChannelAdapters;
}

interface Given {
  now?: () => Date;
  log?: Logger;
}

export function createDeps(config: Config, given: Given = {}): Deps {
  const now = given.now ?? (() => new Date());
  const database = new Database({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.databasePool,
    defaultQuota: { limit: config.rateLimit, windowSeconds: 60 },
    cursorSecrets: readSecrets(config).cursors,
  });
  return {
    config,
    database,
    system: new SystemDb(database),
    log: given.log ?? createLog(config.logLevel),
    now,
    newId: createNewId(() => now().getTime()),
    adapters: { sandbox: createSandboxAdapter({ receiptDelayMs: config.sandboxDelayMs }) },
  };
}

/** Never a key, a body or a person's data, whoever logs. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    serializers: { err: describeError },
    redact: {
      paths: [
        'authorization',
        'cookie',
        '*.authorization',
        '*.cookie',
        '*["x-api-key"]',
        '*["idempotency-key"]',
        'req.headers',
        'headers',
        'body',
        '*.body',
        'secret',
        '*.secret',
        'apiKey',
        '*.apiKey',
      ],
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Without the properties that drivers add, `detail` for one: they quote the row. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return { name, message, stack, code, ...(cause ? { cause: describeError(cause) } : {}) };
}
