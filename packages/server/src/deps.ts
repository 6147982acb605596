import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { KeyAdmission } from './api-keys/admission.ts';
import { MemoryQuotas } from './api-keys/memory-quotas.ts';
import type { ChannelAdapters } from './channels/adapters/adapter.ts';
import { createChannelAdapters } from './channels/adapters/create.ts';
import type { Config } from './config.ts';
import { Database } from './db/database.ts';
import { outageOf, storageFailure } from './db/failures.ts';
import { requireSqlite } from './db/require-sqlite.ts';
import { SystemDb } from './db/system-db.ts';
import { createHttpEmbedder } from './embeddings/http-embedder.ts';
import { Reranker } from './embeddings/reranker.ts';
import type { FailureQuotas } from './http/rate-limit.ts';
import { createIndexMemo, type IndexMemo } from './knowledge/index-memo.ts';
import { FaqHits } from './knowledge-faqs/hits.ts';
import { Mailer } from './mail/mailer.ts';
import { createFileStore } from './media/create-store.ts';
import { MediaLinks } from './media/links.ts';
import type { MediaDeps } from './media/service.ts';
import { createLookup, type Lookup } from './outbound/lookup.ts';
import { createOutbound, type Outbound } from './outbound/outbound.ts';
import { fetchPolicy, webhookPolicy } from './outbound/policy.ts';
import { createFindTxt, type FindTxt } from './outbound/txt.ts';
import { RequestLog } from './request-log/request-log.ts';
import { SealError } from './sealing.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { SsoProvider } from './sso/provider.ts';
import { createNewId, type NewId } from './tenancy/new-id.ts';

/** The resources of the process. Nearly every function gets them. */
export interface Deps {
  readonly config: Config;
  readonly database: Database;
  readonly system: SystemDb;
  readonly admission: KeyAdmission;
  readonly log: Logger;
  now(): Date;
  readonly newId: NewId;
  readonly adapters: ChannelAdapters;
  readonly secrets: Secrets;
  /** Finds the proofs of the domains of agencies. */
  readonly findTxt: FindTxt;
  /** The clients that send requests to URLs that tenants choose: webhook endpoints and fetched pages. */
  readonly outbound: { readonly webhooks: Outbound; readonly fetches: Outbound };
  readonly media: MediaDeps;
  readonly faqHits: FaqHits;
  readonly requestLog: RequestLog;
  /** A cache of the most recently used blocks of search indexes. */
  readonly indexMemo: IndexMemo;
  /** Sends mails. Undefined when the settings name no mail server. */
  readonly mailer: Mailer | undefined;
  /** Counts mails with invitations: in this process, or in its primary process. */
  readonly mailQuotas: FailureQuotas;
  /** The provider of the single sign-on. Undefined when the settings name none. */
  readonly sso: SsoProvider | undefined;
  /** Orders search results by embeddings. Undefined when searches compare words only. */
  readonly reranker: Reranker | undefined;
}

interface Given {
  now?: () => Date;
  log?: Logger;
  lookup?: Lookup;
  findTxt?: FindTxt;
  answerTimeoutMs?: number | undefined;
}

export function createDeps(config: Config, given: Given = {}): Deps {
  const now = given.now ?? (() => new Date());
  const lookup = given.lookup ?? createLookup();
  const log = given.log ?? createLog(config.logLevel);
  // Before the first file is created.
  if (!config.databaseUrl) requireSqlite();
  const secrets = readSecrets(config);
  const database = new Database({
    databaseUrl: config.databaseUrl,
    answerTimeoutMs: given.answerTimeoutMs,
    dataDir: config.dataDir,
    poolSize: config.databasePool,
    defaultQuota: { limit: config.rateLimit, windowSeconds: 60 },
    cursorSecrets: secrets.cursors,
  });
  const system = new SystemDb(database);
  const newId = createNewId(() => now().getTime());
  const fetches = createOutbound(fetchPolicy(config), { lookup });
  return {
    config,
    database,
    system,
    admission: new KeyAdmission(system),
    log,
    now,
    newId,
    adapters: createChannelAdapters(config, secrets, fetches),
    secrets,
    findTxt: given.findTxt ?? createFindTxt(),
    outbound: {
      webhooks: createOutbound(webhookPolicy(config), { lookup }),
      fetches,
    },
    media: {
      files: createFileStore(config.mediaStore, now),
      links: new MediaLinks(secrets.links, config.publicUrl),
    },
    mailer: config.mail && new Mailer(config.mail),
    mailQuotas: new MemoryQuotas(),
    sso: config.sso && new SsoProvider(config.sso),
    faqHits: new FaqHits(),
    requestLog: new RequestLog(system, newId, log),
    indexMemo: createIndexMemo(),
    reranker: rerankerOf(config, log),
  };
}

function rerankerOf({ embeddings }: Config, log: Logger): Reranker | undefined {
  if (!embeddings) return undefined;
  return new Reranker(createHttpEmbedder(embeddings), { budgetMs: embeddings.timeoutMs, log });
}

/** Returns a log that contains no key, body or personal data. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    serializers: { err: describeError },
    hooks: { logMethod: oncePerFault() },
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
  return pino(options, destination ?? createOutput(process.stdout.fd || 1));
}

const keptBytes = 1_048_576;

/**
 * Returns the destination of a log. If it cannot be written, for example because its disk is full, it keeps up to 1 MiB
 * and drops the rest. By default, the first error would end the process, and the end would wait for room forever.
 */
export function createOutput(fd: number) {
  // With `minLength: 0`, `flush` does nothing.
  const output = pino.destination({ dest: fd, sync: false, maxLength: keptBytes, minLength: 1 });
  const { flushSync } = output;
  // Nothing else tries to write what it keeps.
  output.on('drop', () => output.flush());
  output.on('error', () => {
    output.flushSync = () => {};
  });
  output.on('write', () => {
    output.flushSync = flushSync;
  });
  return output;
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

const quietMs = 60_000;

/**
 * Returns a hook that drops repeated errors about a fault of the installation. A database that does not answer, a full
 * disk or damaged data make every request fail, and a wrong secret key every webhook delivery. The hook logs one error of
 * each kind per minute, with the number of errors that it dropped since the one before. If the database is unavailable
 * or refuses the role, it logs one error per message.
 */
function oncePerFault(): LogMethod {
  const faults = new Map<string, { loggedMs: number; suppressed: number }>();
  return function (args, method) {
    const [fields, ...others] = args as unknown[];
    // A line may have no fields.
    const { err, ...context } = Object(fields) as { err?: unknown };
    const reason = outageOf(err);
    const fault = reason === undefined ? faultOf(err) : `${reason} ${others[0]}`;
    if (fault === undefined) return method.apply(this, args);
    const last = faults.get(fault);
    if (last && performance.now() - last.loggedMs < quietMs) {
      last.suppressed += 1;
      return;
    }
    faults.set(fault, { loggedMs: performance.now(), suppressed: 0 });
    const count = last && last.suppressed > 0 ? { suppressed: last.suppressed } : {};
    // Each query fails in the same way, so its stack says nothing.
    const cause = reason === undefined ? { err } : { unavailable: 'database', reason };
    method.apply(this, [{ ...context, ...cause, ...count }, ...others] as unknown as typeof args);
  };
}

/** Returns which fault of the secret key or of the storage an error is about. */
function faultOf(err: unknown): string | undefined {
  const failure = storageFailure(err);
  // Each right that a role lacks needs its own repair. Messages about files can name many of them.
  const isRight = failure === 'refusal' && !/could not (?:open|access) file/.test(String(err));
  return err instanceof SealError || isRight ? String(err) : failure;
}

/** Returns an error without properties of the driver such as `detail`, which contain the values of the row. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return { name, message, stack, code, ...(cause ? { cause: describeError(cause) } : {}) };
}
