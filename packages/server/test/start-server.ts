import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Target as ConformanceTarget,
  KeyOptions,
  TestKey,
  TestTenant,
} from '@parley/conformance';
import type { Quota } from '@parley/contract/schemas';
import { inboundAttempts } from '@parley/domain';
import type { Logger } from 'pino';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { generateKey } from '../src/api-keys/format.ts';
import { createApiKey } from '../src/api-keys/service.ts';
import { contextOf } from '../src/cli/context.ts';
import { readConfig } from '../src/config.ts';
import { noTenant } from '../src/db/tenant-db.ts';
import { createDeps, type Deps } from '../src/deps.ts';
import { type Running, serve } from '../src/main.ts';
import { NameNotResolvedError } from '../src/outbound/lookup.ts';
import type { FindTxt } from '../src/outbound/txt.ts';
import { inboundFailuresTable } from '../src/receivers/table.ts';
import { openSuppressionKeys } from '../src/suppressions/keys.ts';
import { inTransaction, type TenantContext } from '../src/tenancy/context.ts';
import { createTenant, resumeTenant, setKind, suspendTenant } from '../src/tenants/service.ts';
import { createUser } from '../src/users/service.ts';
import { makePlace, skipFsync, type Target } from './databases.ts';
import { LoopbackReceivers } from './loopback-receivers.ts';

export interface TestServer extends ConformanceTarget {
  readonly deps: Deps;
  readonly running: Running;
  contextOf(tenantId: string): TenantContext;
}

export interface StartOptions {
  /** In addition to the settings of the test: any port, no log, no limit on failed authentication, local receivers. */
  env?: Readonly<Record<string, string>>;
  accelerated?: boolean;
  /** Where the server finds the Postgres that it would find here. */
  link?: (databaseUrl: string) => Promise<string>;
  answerTimeoutMs?: number;
  log?: Logger;
  /** Whether the server writes the log of requests regularly. */
  writesRequests?: boolean;
  /** The TXT records in DNS. Default: those of `labeledDomains`. */
  findTxt?: FindTxt;
}

const plentiful: Quota = { limit: 1_000_000, windowSeconds: 60 };
const stopMs = 5_000;

/** A server with a worker and a separate database; close() removes everything. */
export async function startServer(
  target: Target,
  {
    env = {},
    accelerated = true,
    link,
    answerTimeoutMs,
    log,
    writesRequests = false,
    findTxt,
  }: StartOptions = {},
): Promise<TestServer> {
  const place = await makePlace(target);
  const { databaseUrl = '' } = place;
  const { config } = readConfig({
    PARLEY_PORT: '0',
    PARLEY_LOG_LEVEL: 'silent',
    PARLEY_DATA_DIR: place.dataDir,
    PARLEY_DATABASE_URL: link ? await link(databaseUrl) : databaseUrl,
    PARLEY_DATABASE_POOL: '8',
    PARLEY_SECRET_KEY: Buffer.alloc(32, 'key 7').toString('base64'),
    PARLEY_FAILED_AUTH_LIMIT: '1000000',
    PARLEY_DRAIN_SECONDS: '0',
    PARLEY_SANDBOX_DELAY_MS: '5',
    PARLEY_WEBHOOK_ALLOW_HTTP: 'on',
    PARLEY_WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32',
    ...env,
  });
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const deps = createDeps(config, {
    now,
    lookup: knowNobody,
    findTxt: findTxt ?? labeledDomains,
    answerTimeoutMs,
    ...(log ? { log } : {}),
  });
  await skipFsync(deps.database);
  await openSuppressionKeys(deps);
  const running = await serve(deps, { accelerated, writesRequests });
  const receivers = new LoopbackReceivers();
  const stock = tenantStock(deps);

  return {
    deps,
    running,
    baseUrl: running.url,
    contextOf: (tenantId) => contextOf(deps, tenantId),
    async createTenant({ quota } = {}) {
      const [ofQuota] = quota ? await newTenants(deps, 1, quota) : [];
      return testTenant(deps, ofQuota ?? (await stock()));
    },
    async ownTenant({ tenantId }) {
      return testTenant(deps, { tenantId, key: await createKey(contextOf(deps, tenantId)) });
    },
    unknownKey: generateKey,
    startReceiver: (receive) => receivers.start(receive),
    now,
    settle: async () => {
      wake(running);
      await deps.faqHits.flush();
    },
    pause: async () => {
      await Promise.all([running.worker?.stop(stopMs), running.deliveryWorker?.stop(stopMs)]);
    },
    resume: async () => {
      running.worker?.start();
      running.deliveryWorker?.start();
    },
    advance: async (ms) => {
      await jobsEnd(deps);
      offsetMs += ms;
      await letPass(deps, ms);
      wake(running);
    },
    close: async () => {
      closeConnectionsOfFetch();
      await running.stop();
      await receivers.close();
      await place.remove();
    },
  };
}

interface NewTenant {
  tenantId: string;
  key: TestKey;
}

const largestBatch = 16;

/**
 * Returns a function that returns a new tenant. Creates tenants in batches, each twice as large as the one before: in a
 * batch of 16, a tenant takes a quarter of the CPU time.
 */
function tenantStock(deps: Deps): () => Promise<NewTenant> {
  const stock: NewTenant[] = [];
  let batch = 1;
  let filling: Promise<void> | undefined;
  const fill = async () => {
    stock.push(...(await newTenants(deps, batch, plentiful)));
    batch = Math.min(2 * batch, largestBatch);
  };
  return async () => {
    for (;;) {
      const tenant = stock.shift();
      if (tenant) return tenant;
      filling ??= fill().finally(() => {
        filling = undefined;
      });
      await filling;
    }
  };
}

/** Creates tenants with a key each, in one transaction. */
async function newTenants(deps: Deps, count: number, quota: Quota): Promise<NewTenant[]> {
  return await inTransaction(contextOf(deps, noTenant), async (ctx) => {
    const made = Array.from({ length: count }, async () => {
      const tenantId = deps.newId('ten');
      const within = { ...ctx, db: ctx.db.ofTenant(tenantId) };
      await createTenant(within, { name: 'Test' });
      return { tenantId, key: await createKey(within, { quota }) };
    });
    return await Promise.all(made);
  });
}

async function createKey(
  ctx: TenantContext,
  { name = 'test', quota = plentiful, expiresAt }: KeyOptions = {},
): Promise<TestKey> {
  const { apiKey, secret } = await createApiKey(ctx, {
    name,
    createdBy: { type: 'cli', id: null },
    rateLimit: quota,
    expiresAt,
  });
  return { id: apiKey.id, apiKey: secret };
}

function testTenant(deps: Deps, { tenantId, key }: NewTenant): TestTenant {
  const ctx = contextOf(deps, tenantId);
  let users = 0;
  const makeUser = async (fields: { name: string; active?: boolean }) => {
    users += 1;
    return (await createUser(ctx, { email: `user${users}@example.com`, ...fields })).id;
  };
  return {
    tenantId,
    apiKeyId: key.id,
    apiKey: key.apiKey,
    createKey: (options) => createKey(ctx, options),
    createUser: (name = 'Somebody') => makeUser({ name }),
    createInactiveUser: () => makeUser({ name: 'Former member', active: false }),
    failInbound: async (channelId, { from, text }) => {
      const id = ctx.newId('inf');
      const failure = failedMessage(from, text, ctx.now());
      await ctx.db.insert(
        inboundFailuresTable,
        inboundFailuresTable.toRow({ ...failure, id, channelId, batchId: id, place: 0 }),
      );
      return id;
    },
    makeAgency: async () => void (await setKind(ctx, 'agency')),
    suspend: async () => void (await suspendTenant(ctx)),
    resume: async () => void (await resumeTenant(ctx)),
  };
}

/** A message that WhatsApp delivered, after the last attempt to store it. */
function failedMessage(from: string, text: string, at: Date) {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const message = {
    from,
    id: `wamid.${text}.${from}`,
    timestamp,
    type: 'text',
    text: { body: text },
  };
  const value = { messaging_product: 'whatsapp', messages: [message] };
  return {
    kind: 'message',
    status: 'failed',
    reason: 'Error: the test made it fail',
    attempts: inboundAttempts,
    fragment: {
      object: 'whatsapp_business_account',
      entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
    },
    receivedAt: at.toISOString(),
    lastAttemptAt: at.toISOString(),
  } as const;
}

/** Closes the connections that `fetch` keeps open: a server that stops waits 300 ms for requests on them. */
function closeConnectionsOfFetch(): void {
  const used = getGlobalDispatcher();
  setGlobalDispatcher(new Agent());
  // A request that has begun in this turn has a connection after it. It ends before the connection closes.
  setImmediate(() => void used.close());
}

function wake({ worker, deliveryWorker }: Running): void {
  worker?.wake();
  deliveryWorker?.wake();
}

const looksForJobs = 100;

/**
 * Waits until no job runs, for at most a second on an idle machine. A job that queues the next one while the clock of
 * the test advances could queue it for the time before.
 */
async function jobsEnd({ database: { writer } }: Deps): Promise<void> {
  for (let look = 0; look < looksForJobs; look += 1) {
    const running = await writer('jobs').whereNotNull('lease_token').first('position');
    if (!running) return;
    await sleep(10);
  }
}

/** Makes work due that is scheduled by the clock of the database. */
async function letPass({ database }: Deps, ms: number): Promise<void> {
  const { writer } = database;
  await writer('jobs').decrement('due_at', ms);
  if (database.dialect === 'postgres') await writer('api_key_quotas').decrement('tat_ms', ms);
  // First: a claim that finds a due lane without due deliveries postpones the lane.
  await writer('deliveries').decrement('due_at', ms);
  await writer('webhook_lanes').decrement({
    next_due: ms,
    throttled_until: ms,
    open_until: ms,
    window_at: ms,
  });
}

/** No test asks the network for a name. */
async function knowNobody(hostname: string): Promise<never> {
  throw new NameNotResolvedError(hostname);
}

/** A DNS in which a domain belongs to the agencies that its labels name, such as `desk.ten-01ka….example`. */
const labeledDomains: FindTxt = async (name) =>
  name
    .split('.')
    .filter((label) => label.startsWith('ten-'))
    .map((label) => `parley-agency=ten_${label.slice(4).toUpperCase()}`);
